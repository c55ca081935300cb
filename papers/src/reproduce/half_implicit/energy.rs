//! The energy of the double pendulum, which is bounded for half-implicit Euler and decays for implicit Euler.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, energy_gain, published, steps, tape};
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

/// Length of the runs, in s.
const UNTIL: f64 = 10.0;
/// Points of a curve.
const SHOWN: usize = 1000;

/// E − E₀ over 10 s.
pub fn energy(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let m = tape(&published::double_bars().map_err(failed)?, &[], &[])?;
    let mut text = String::from("E − E₀ of the double pendulum, in J\n");
    let mut csv = String::from("method,step [s],time [s],independent program [J],here [J]\n");
    let mut charts = Vec::new();
    for (key, name) in [("HI", "half-implicit Euler"), ("FI", "implicit Euler")] {
        let mut series = Vec::new();
        for (colour, (h, size)) in [(1e-2, "1e-2"), (1e-3, "1e-3"), (1e-4, "1e-4")].into_iter().enumerate() {
            if h < (1.0 - 1e-9) * smallest {
                continue;
            }
            let last = steps(UNTIL, h);
            let found = match key {
                "HI" => energy_gain(&m, &HalfImplicitEuler::default(), h, last)?,
                _ => energy_gain(&m, &ImplicitEuler::default(), h, last)?,
            };
            let theirs = published::energies(key, size).map_err(failed)?;
            let largest = found.iter().fold(0.0, |most: f64, x| linkwork::Real::max(most, x.abs()));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "\n{name}, h = {size} s: at most {largest:.4}\n   t s   independent program         here"
            );
            let mut crosses = Vec::new();
            for (i, theirs) in theirs.into_iter().enumerate() {
                let t = (i + 1) as f64;
                let ours = found[steps(t, h) as usize];
                let _ = writeln!(text, "  {t:>4}   {theirs:>19.4}   {ours:>10.4}");
                let _ = writeln!(csv, "{name},{size},{t},{theirs},{ours}");
                crosses.push((t, theirs));
            }
            let stride = (found.len() / SHOWN).max(1);
            let points = found.iter().enumerate().step_by(stride).map(|(i, e)| (i as f64 * h, *e)).collect();
            series.push(Series { name: format!("h = {size} s"), colour, mark: Mark::Line, points });
            let name = if colour == 0 { "independent program".into() } else { String::new() };
            series.push(Series { name, colour, mark: Mark::Crosses, points: crosses });
        }
        let range = series.iter().flat_map(|s| s.points.iter().map(|p| p.1));
        charts.push(Row {
            charts: vec![Chart {
                x: Axis { name: "time".into(), unit: "s", scale: Scale::tight([0.0, UNTIL].into_iter(), 11) },
                y: Axis { name: format!("E − E₀, {name}"), unit: "J", scale: Scale::linear(range, 8) },
                series,
                areas: Vec::new(),
            }],
            height: HEIGHT,
        });
    }
    text.push_str(
        "\nThe error of half-implicit Euler is bounded and proportional to h: its velocities lag by half a step.\n\
         Implicit Euler loses energy in proportion to h and to the time.\n",
    );
    let svg = picture(item, &charts, &["Double pendulum of thick bars, from rest.".to_owned()])?;
    Ok(Sheet { text, csv, svg })
}
