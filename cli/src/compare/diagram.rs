//! The work–precision diagram: error against wall time, and against evaluations of the forces.
//!
//! Invariant: both axes are logarithmic; runs without any digit (an error above 1) are not shown.

use super::reference::Reference;
use super::{Outcome, Runs};
use crate::failure::Failure;
use crate::picture::chart::{Axis, Chart, Mark, Row, Series, charts};
use crate::picture::scale::Scale;

const HEIGHT: f64 = 300.0;
/// Colours of the palette: methods beyond them are dashed.
const COLOURS: usize = 6;
/// Errors that are shown.
const LARGEST: f64 = 1.0;
/// An error of zero is shown as this.
const SMALLEST: f64 = 1e-17;

/// The picture as SVG.
pub fn draw(title: &str, subtitle: &str, all: &[Runs], reference: &Reference) -> Result<String, Failure> {
    let rows = [
        row("wall time", "s", all, |outcome| outcome.seconds)?,
        row("evaluations of the forces", "", all, |outcome| outcome.evaluations as f64)?,
    ];
    let mut notes = vec![format!("Error: {}.", reference.measure)];
    if reference.uncertainty > 0.0 {
        notes.push(format!("Errors below {:.1e} may be those of the reference.", reference.uncertainty));
    }
    charts(&format!("{title}: error against work"), subtitle, &rows, &notes)
}

/// One chart of all methods.
fn row(work: &str, unit: &'static str, all: &[Runs], of: impl Fn(&Outcome) -> f64) -> Result<Row, Failure> {
    let series = all.iter().enumerate().map(|(i, runs)| Series {
        name: runs.method.name.into(),
        colour: i,
        mark: if (i / COLOURS).is_multiple_of(2) { Mark::Dots } else { Mark::DashedDots },
        points: runs
            .good()
            .filter(|outcome| outcome.error <= LARGEST)
            .map(|outcome| (of(outcome), outcome.error.max(SMALLEST)))
            .collect(),
    });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let points = || series.iter().flat_map(|series| series.points.iter().copied());
    let scale = |values: Vec<f64>, most| {
        Scale::logarithmic(values.into_iter(), most)
            .ok_or_else(|| Failure::run("no run has an error below 1: there is nothing to draw"))
    };
    let x = scale(points().map(|(x, _)| x).collect(), 8)?;
    let y = scale(points().map(|(_, y)| y).collect(), 9)?;
    Ok(Row {
        charts: vec![Chart {
            x: Axis { name: work.into(), unit, scale: x },
            y: Axis { name: "error".into(), unit: "", scale: y },
            series,
            areas: Vec::new(),
        }],
        height: HEIGHT,
    })
}
