//! Errors of generalized-α on Jay's problem in variable steps, with and without the correction of the quantities at
//! t + αh.
//!
//! Invariant: the figures are published as curves; the reference numbers are those of an independent program.

use super::{Item, Sheet, failed, picture};
use crate::jay::{PARTS, RADIUS, errors, table};
use linkwork::GeneralizedAlpha;
use linkwork::generalized_alpha::Correction;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

const HEIGHT: f64 = 340.0;
/// Steps that are equal up to rounding are not smaller.
const SAME: f64 = 1.0 - 1e-9;

/// A and P are corrected when the step size changes: Figure 1.
pub fn corrected(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let text = "Order 2 in all quantities.";
    sheet(item, smallest, ("modified", Correction::Both), text)
}

/// They are not corrected: Figure 2.
pub fn uncorrected(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let text = "Order 2 in y and z, 1 in a and λ; the order of ψ falls from 2 to 1.";
    sheet(item, smallest, ("unmodified", Correction::Nothing), text)
}

fn sheet(
    item: &Item,
    smallest: f64,
    (name, correction): (&str, Correction),
    verdict: &str,
) -> Result<Sheet, Failure> {
    let method = GeneralizedAlpha::with_spectral_radius(RADIUS).map_err(Failure::run)?.correction(correction);
    let mut text = format!(
        "errors at t = 1, ρ∞ = {RADIUS}, steps of h/3 and 2h/3 in turn; beside each, that of an independent program\n"
    );
    let mut csv = String::from("part,step,independent program,here\n");
    let found: Vec<(f64, [f64; 5], [f64; 5])> = table(name)
        .map_err(failed)?
        .into_iter()
        .filter(|(h, _)| *h >= SAME * smallest)
        .map(|(h, theirs)| Ok((h, theirs, errors(&method, h).map_err(failed)?)))
        .collect::<Result<_, Failure>>()?;
    let mut series = Vec::new();
    for (i, part) in PARTS.into_iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{part}\n            h   independent program               here   order");
        let mut before: Option<(f64, f64)> = None;
        for (h, theirs, ours) in &found {
            let order = before.map(|(larger, error)| (error / ours[i]).ln() / (larger / h).ln());
            let order = order.map_or(String::new(), |order| format!("{order:.3}"));
            let _ = writeln!(text, "  {h:>11}   {:>19.10e}   {:>16.10e}   {order:>5}", theirs[i], ours[i]);
            let _ = writeln!(csv, "{part},{h},{:e},{:e}", theirs[i], ours[i]);
            before = Some((*h, ours[i]));
        }
        let ours = found.iter().map(|(h, _, ours)| (*h, ours[i]));
        let theirs = found.iter().map(|(h, theirs, _)| (*h, theirs[i]));
        series.push(Series { name: part.into(), colour: i, mark: Mark::Dots, points: ours.collect() });
        // One name for the crosses of all parts.
        let name = if i + 1 == PARTS.len() { "independent program" } else { "" };
        series.push(Series { name: name.into(), colour: i, mark: Mark::Crosses, points: theirs.collect() });
    }
    let _ = writeln!(text, "\n{verdict}");
    let points = || series.iter().flat_map(|s| s.points.iter());
    let scale = |values: Vec<f64>| {
        Scale::logarithmic(values.into_iter(), 8).ok_or_else(|| Failure::run("there is nothing to draw"))
    };
    let (x, y) = (scale(points().map(|p| p.0).collect())?, scale(points().map(|p| p.1).collect())?);
    let chart = Chart {
        x: Axis { name: "step h".into(), unit: "", scale: x },
        y: Axis { name: "error at t = 1".into(), unit: "", scale: y },
        series,
        areas: Vec::new(),
    };
    let note = format!(
        "ρ∞ = {RADIUS}, steps of h/3 and 2h/3 in turn. a is compared at t + αh, to which it belongs."
    );
    let svg = picture(item, &[Row { charts: vec![chart], height: HEIGHT }], &[note])?;
    Ok(Sheet { text, csv, svg })
}
