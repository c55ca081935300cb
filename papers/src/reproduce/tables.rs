//! Tables of energy errors after ten seconds: 1, 2, 4 and 6 to 11.
//!
//! Invariant: every published cell is shown, including those with steps too small to be run.

use super::{Item, Sheet, failed, picture};
use crate::cells::{Cell, step_times};
use crate::run::Errors;
use crate::tables::{Experiment, Steps, energy_tables};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

const HEIGHT: f64 = 340.0;
/// Runs shorter than this, in s, are repeated for a better time, and the number of repetitions.
const SHORT: f64 = 0.05;
const REPEATS: usize = 4;
/// Steps that are equal up to rounding are not smaller.
const SAME: f64 = 1.0 - 1e-9;
/// Published and measured numbers agree if they differ by less than this.
const CLOSE: f64 = 0.01;
/// They agree except for rounding if they differ by less than this.
const MOSTLY: f64 = 0.1;

/// A cell with the errors of its run, if it was run.
type Found = (Cell, Option<Errors>);

/// Text, data and picture of a table of energy errors.
pub fn energies(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let key = item.name.replace('-', "");
    let columns = energy_tables().map_err(failed)?.into_iter().filter(|experiment| experiment.table == key);
    let columns: Vec<(Experiment, Vec<Found>)> = columns
        .map(|experiment| {
            let found = cells(&experiment, smallest)?;
            Ok((experiment, found))
        })
        .collect::<Result<_, Failure>>()?;
    let times = step_times(&key).map_err(failed)?.unwrap_or_default();
    Ok(Sheet { text: text(&columns, &times), csv: csv(&columns, &times), svg: svg(item, &columns)? })
}

/// The cells of a column from the largest step to the smallest, each with its run.
fn cells(experiment: &Experiment, smallest: f64) -> Result<Vec<Found>, Failure> {
    let mut cells = experiment.cells.clone();
    cells.sort_by(|a, b| b.argument.total_cmp(&a.argument));
    let run = |h: f64| -> Result<Errors, Failure> {
        let steps = Steps::of_size(h);
        let mut best = (experiment.run)(steps).map_err(failed)?;
        for _ in 0..REPEATS {
            if best.seconds * steps.count() as f64 > SHORT {
                break;
            }
            best.seconds = best.seconds.min((experiment.run)(steps).map_err(failed)?.seconds);
        }
        Ok(best)
    };
    let found = cells.into_iter().map(|cell| {
        let errors = if cell.argument >= SAME * smallest { Some(run(cell.argument)?) } else { None };
        Ok((cell, errors))
    });
    found.collect()
}

/// The cause of a difference.
fn why(cell: &Cell, errors: &Errors) -> String {
    if (errors.energy / cell.published - 1.0).abs() <= CLOSE {
        return "agrees".into();
    }
    let note = cell.note.as_deref().map_or(String::new(), |note| format!(" ({note})"));
    let kind = cell.kind.as_deref().unwrap_or_default();
    let rounding = kind.contains("roundoff") || note.contains("roundoff") || note.contains("round-off");
    let words = if rounding && (errors.energy / cell.published - 1.0).abs() <= MOSTLY {
        "agrees except for round-off"
    } else if rounding && errors.energy < cell.published {
        "the published number is round-off; sums are compensated here"
    } else if rounding {
        "round-off, which depends on the order of the sums"
    } else if cell.check(errors.energy).is_ok() {
        "agrees with an independent program, but not with the published digits"
    } else {
        "differs"
    };
    format!("{words}{note}")
}

/// Times of a step are published for some tables, in ns, from the largest step down.
fn text(columns: &[(Experiment, Vec<Found>)], times: &[f64]) -> String {
    let mut text = String::from("largest |E − E₀| in 10 s, in J\n");
    // Writing to a string cannot fail.
    for (experiment, found) in columns {
        let _ = writeln!(text, "\n{}, {}", experiment.mechanism, experiment.column);
        let drifts = found.iter().any(|(cell, _)| cell.drift.is_some() || cell.published_drift.is_some());
        let drift_title = if drifts { "  published drift  drift here" } else { "" };
        let time_title = if times.is_empty() { "" } else { "  published ns" };
        let _ = writeln!(text, "       h s   published        here{drift_title}{time_title}  ns a step");
        for (k, (cell, errors)) in found.iter().enumerate() {
            let _ = write!(text, "  {:>8.0e}  {:>10.4e}", cell.argument, cell.published);
            let Some(errors) = errors else {
                let _ = writeln!(text, "  not run: see --smallest-step");
                continue;
            };
            let _ = write!(text, "  {:>10.4e}", errors.energy);
            if drifts {
                let published = cell.published_drift.map_or(String::new(), |drift| format!("{drift:.3e}"));
                let _ = write!(text, "  {published:>15}  {:>10.3e}", errors.drift);
            }
            if !times.is_empty() {
                let published = times.get(k).map_or(String::new(), |time| format!("{time:.0}"));
                let _ = write!(text, "  {published:>12}");
            }
            let _ = writeln!(text, "  {:>9.0}  {}", errors.seconds * 1e9, why(cell, errors));
        }
    }
    text
}

fn csv(columns: &[(Experiment, Vec<Found>)], times: &[f64]) -> String {
    let mut text = String::from(
        "column,step [s],published [J],reproduced elsewhere [J],here [J],published drift,drift here,time of a step [s],published time of a step [s]\n",
    );
    let cell_text = |x: f64| if x.is_finite() { format!("{x:e}") } else { String::new() };
    for (experiment, found) in columns {
        for (k, (cell, errors)) in found.iter().enumerate() {
            let of =
                |value: fn(&Errors) -> f64| errors.as_ref().map_or(String::new(), |e| cell_text(value(e)));
            let _ = writeln!(
                text,
                "\"{}\",{:e},{},{},{},{},{},{},{}",
                experiment.column,
                cell.argument,
                cell_text(cell.published),
                cell_text(cell.reproduced),
                of(|e| e.energy),
                cell.published_drift.map_or(String::new(), cell_text),
                of(|e| e.drift),
                of(|e| e.seconds),
                times.get(k).map_or(String::new(), |time| cell_text(1e-9 * time)),
            );
        }
    }
    text
}

fn svg(item: &Item, columns: &[(Experiment, Vec<Found>)]) -> Result<String, Failure> {
    let mut series = Vec::new();
    for (colour, (experiment, found)) in columns.iter().enumerate() {
        let here = found.iter().filter_map(|(cell, errors)| Some((cell.argument, errors.as_ref()?.energy)));
        let published = found.iter().map(|(cell, _)| (cell.argument, cell.published));
        series.push(Series {
            name: format!("{}, here", experiment.column),
            colour,
            mark: Mark::Dots,
            points: here.filter(|(_, energy)| *energy > 0.0).collect(),
        });
        series.push(Series {
            name: "published".into(),
            colour,
            mark: Mark::Crosses,
            points: published.collect(),
        });
    }
    let points = || series.iter().flat_map(|series: &Series| series.points.iter().copied());
    let scale = |values: Vec<f64>, most| {
        Scale::logarithmic(values.into_iter(), most).ok_or_else(|| Failure::run("there is no number to draw"))
    };
    let x = scale(points().map(|(h, _)| h).collect(), 8)?;
    let y = scale(points().map(|(_, energy)| energy).collect(), 10)?;
    let chart = Chart {
        x: Axis { name: "step h".into(), unit: "s", scale: x },
        y: Axis { name: "energy error".into(), unit: "J", scale: y },
        series,
        areas: Vec::new(),
    };
    let notes = [
        "Largest |E − E₀| in ten seconds. Crosses are the published numbers. Where they are above the curve"
            .to_owned(),
        "they are round-off: sums of positions and velocities are compensated here.".to_owned(),
    ];
    picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &notes)
}
