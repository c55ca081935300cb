//! Chains of 1 to 32 links: what a step costs.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, effort, logarithmic, published, tape};
use crate::failure::Failure;
use crate::picture::chart::{Axis, Chart, Mark, Row, Series};
use crate::picture::scale::Scale;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use std::fmt::Write;

/// Chains of 1 to 32 links: iterations and time of a step.
pub fn chains(item: &Item, _: f64) -> Result<Sheet, Failure> {
    const H: f64 = 1e-3;
    const STEPS: u32 = 3000;
    const KEY: &str = "chain h1e-3 3 s (HI tol1e-7, FI tol1e-5) N=1,2,4,6,8,16,32";
    const LINKS: [&str; 7] = ["1", "2", "4", "6", "8", "16", "32"];
    let all = published::reference().map_err(failed)?;
    let counts =
        &all["iterations (8 s; ours quasi-Newton, ours full Newton, published data file)"][KEY]["HI"];
    let counts = published::numbers(counts).map_err(failed)?;
    if counts.len() != LINKS.len() {
        return Err(failed(format!("{} counts for {} chains", counts.len(), LINKS.len())));
    }
    let source = published::absolute("chain").map_err(failed)?;
    let mut text = String::from(
        "3 s at h = 1e-3 s; iterations of half-implicit Euler until 1e-7, as in the paper, of implicit Euler until rounding\n\n\
         links   independent program       here   implicit   half-implicit µs   implicit µs   ratio\n",
    );
    let mut csv = String::from(
        "links,iterations (independent program),iterations,iterations (implicit),time of a step [s],time of a step (implicit) [s]\n",
    );
    let mut curves: [Vec<(f64, f64)>; 4] = Default::default();
    for (links, theirs) in LINKS.into_iter().zip(counts) {
        let m = tape(&source, &[("n", links)], &[])?;
        let half = effort(&m, &HalfImplicitEuler::default().tolerance(1e-7), H, STEPS)?;
        let full = effort(&m, &ImplicitEuler, H, STEPS)?;
        let _ = writeln!(
            text,
            "{links:>5}   {theirs:>19.3}   {:>8.3}   {:>8.3}   {:>16.2}   {:>11.2}   {:>5.2}",
            half.0,
            full.0,
            half.1 * 1e6,
            full.1 * 1e6,
            full.1 / half.1
        );
        let _ = writeln!(csv, "{links},{theirs},{},{},{:e},{:e}", half.0, full.0, half.1, full.1);
        let n: f64 = links.parse().map_err(Failure::run)?;
        for (curve, y) in curves.iter_mut().zip([theirs, half.0, half.1, full.1]) {
            curve.push((n, y));
        }
    }
    text.push_str("\nTimes are those of the tape, on this machine. The paper has a ratio of about 2.2.\n");
    let [theirs, iterations, time, implicit] = curves;
    let count = |name: &str, colour, mark, points| Series { name: name.into(), colour, mark, points };
    let axis = || Axis { name: "links".into(), unit: "", scale: Scale::tight([0.0, 32.0].into_iter(), 9) };
    let times = time.iter().chain(&implicit).map(|p| p.1);
    let rows = [Row {
        charts: vec![
            Chart {
                x: axis(),
                y: Axis {
                    name: "iterations".into(),
                    unit: "",
                    scale: Scale::tight([0.0, 4.0].into_iter(), 5),
                },
                series: vec![
                    count("half-implicit Euler", 0, Mark::Dots, iterations),
                    count("independent program", 1, Mark::Crosses, theirs),
                ],
                areas: Vec::new(),
            },
            Chart {
                x: axis(),
                y: logarithmic("time of a step", "s", times)?,
                series: vec![
                    count("half-implicit Euler", 0, Mark::Dots, time),
                    count("implicit Euler", 2, Mark::Dots, implicit),
                ],
                areas: Vec::new(),
            },
        ],
        height: HEIGHT,
    }];
    let svg = picture(item, &rows, &["Chains of spinning bars, h = 1e-3 s, 3 s, on the tape.".to_owned()])?;
    Ok(Sheet { text, csv, svg })
}
