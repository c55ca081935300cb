//! Damping plots: −ln ρ over |λh| on the imaginary and on the negative real axis, and its leading terms.

use super::{Item, Sheet, failed, picture, radius};
use crate::godunov::{explicit, implicit};
use linkwork::stability::FixedStep;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

const SAMPLES: usize = 160;
const HEIGHT: f64 = 240.0;
/// Directions of the two columns, in degrees, with their titles. At exactly 180° all roots are double, where the
/// eigenvalue solver may fail: for GI2/BDF1 it returns 0 at −1.3. The direction used is slightly off.
const AXES: [(f64, &str); 2] = [(90.0, "undamped, Ω = |λh|"), (180.0, "along the negative real axis, |λh|")];
/// |λh| of the plots of explicit and of implicit pairs.
const EXPLICIT: f64 = 2.0;
const IMPLICIT: f64 = 4.0;
/// The range of damping in the plots.
const LOWEST: f64 = -0.5;
const HIGHEST: f64 = 2.0;

/// −ln ρ = c Ωᵏ + … of undamped motion.
struct Leading {
    pair: &'static str,
    power: i32,
    coefficient: f64,
    /// The Ω at which it is measured: small enough for the next term, large enough for rounding.
    at: f64,
}

/// The leading terms of the neglected differences: for GI4, 5/6 ∇⁵ in h² x'' gives 5/12 Ω⁴.
const LEADING: [Leading; 5] = [
    Leading { pair: "GE4/AB3", power: 4, coefficient: 1.0 / 24.0, at: 0.02 },
    Leading { pair: "GI2/BDF1", power: 2, coefficient: 0.5, at: 0.01 },
    Leading { pair: "GI3/BDF2", power: 4, coefficient: 0.5, at: 0.02 },
    Leading { pair: "GI4/BDF3", power: 4, coefficient: -5.0 / 12.0, at: 0.02 },
    Leading { pair: "GI5/BDF4", power: 6, coefficient: -19.0 / 24.0, at: 0.05 },
];

/// Both axes for all pairs.
pub fn damping(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let explicit: Vec<(&str, Box<dyn FixedStep>)> =
        explicit().map_err(failed)?.into_iter().map(|pair| (pair.name, pair.method)).collect();
    let implicit: Vec<(&str, Box<dyn FixedStep>)> =
        implicit().map_err(failed)?.into_iter().map(|pair| (pair.name, pair.method)).collect();
    let mut text = String::from(
        "−ln ρ = c Ωᵏ + … of undamped motion: c in closed form, and here; below 0 motion grows\n\n  pair       k   closed form       here\n",
    );
    for leading in LEADING {
        let mut all = explicit.iter().chain(&implicit);
        let method = all.find(|(name, _)| *name == leading.pair).map(|(_, method)| method);
        let method = method.ok_or_else(|| Failure::run(format!("no `{}`", leading.pair)))?;
        let ours = -radius(&**method, leading.at, 90.0)?.ln() / leading.at.powi(leading.power);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<8}  {:>2}   {:>11.5}   {ours:>8.5}",
            leading.pair, leading.power, leading.coefficient
        );
    }
    text.push_str(
        "\nGE3/AB2 has no damping up to Ω = 2, where its roots meet at −1. GE5/AB4 and GE5/ABM4 are unstable at every Ω.\n\
         On the negative real axis the exact damping is −λh.\n",
    );
    let mut csv = String::from("pair,arg lambda h [degrees],abs lambda h,damping\n");
    let mut rows = Vec::new();
    for (pairs, until) in [(&explicit, EXPLICIT), (&implicit, IMPLICIT)] {
        let mut charts = Vec::new();
        for (degrees, axis) in AXES {
            charts.push(chart(pairs, until, (degrees, axis), &mut csv)?);
        }
        rows.push(Row { charts, height: HEIGHT });
    }
    let note = "Without the root 1 of every Godunov pair. Dashes are the exact damping.".to_owned();
    let svg = picture(item, &rows, &[note])?;
    Ok(Sheet { text, csv, svg })
}

fn chart(
    pairs: &[(&str, Box<dyn FixedStep>)],
    until: f64,
    (degrees, axis): (f64, &str),
    csv: &mut String,
) -> Result<Chart, Failure> {
    let size = |i: usize| until * i as f64 / SAMPLES as f64;
    let mut series = Vec::new();
    for (colour, (name, method)) in pairs.iter().enumerate() {
        let mut points = Vec::new();
        for i in 1..=SAMPLES {
            let damping = -radius(&**method, size(i), degrees)?.ln();
            let _ = writeln!(csv, "{name},{degrees},{},{damping:e}", size(i));
            points.push((size(i), damping));
        }
        series.push(Series { name: (*name).into(), colour, mark: Mark::Line, points });
    }
    let exact = |x: f64| if degrees == 90.0 { 0.0 } else { -x * degrees.to_radians().cos() };
    let points = (0..=SAMPLES).map(|i| (size(i), exact(size(i)))).collect();
    series.push(Series { name: "exact".into(), colour: pairs.len(), mark: Mark::Dashes, points });
    Ok(Chart {
        x: Axis { name: axis.into(), unit: "", scale: Scale::tight([0.0, until].into_iter(), 6) },
        y: Axis {
            name: "damping −ln ρ".into(),
            unit: "",
            scale: Scale::tight([LOWEST, HIGHEST].into_iter(), 6),
        },
        series,
        areas: Vec::new(),
    })
}
