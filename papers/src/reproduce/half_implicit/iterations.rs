//! The mean number of iterations of a step, compared with published counts.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, effort, logarithmic, published, steps, tape};
use crate::half_implicit::Counts;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use linkwork_tape::Tape;
use std::fmt::Write;

/// Length of the runs, in s.
const UNTIL: f64 = 8.0;

/// Name, key of its counts, and text of a mechanism.
type Counted = (&'static str, &'static str, fn() -> Result<String, String>);

const MECHANISMS: [Counted; 3] = [
    ("double pendulum", "double_pendulum", published::double_bars),
    ("slider–crank", "slider_crank", published::slider_crank),
    ("four-link", "four_link_unit_masses", published::four_link_of_unit_masses),
];

/// Our count, and the time per step in s: with the matrix of the start of each step and the tolerance of the row.
fn ours(m: &Tape, row: &Counts) -> Result<(f64, f64), Failure> {
    let steps = steps(UNTIL, row.h) as u32;
    if row.half {
        effort(m, &HalfImplicitEuler::default().tolerance(row.tolerance), row.h, steps)
    } else {
        effort(m, &ImplicitEuler::default().frozen().tolerance(row.tolerance), row.h, steps)
    }
}

/// Mean iterations over 8 s.
pub fn iterations(item: &Item, smallest: f64) -> Result<Sheet, Failure> {
    let mut text = String::from(
        "mean iterations per step in 8 s. Independent program: with the matrix of the start of the step, as in the paper (frozen),\n\
         and with that of each iteration (full). Here: frozen; both methods stop at the tolerance.\n",
    );
    let mut csv = String::from(
        "mechanism,method,step [s],tolerance,published,with the published defects,independent (frozen),independent (full),here,time of a step [s],time of the run [s]\n",
    );
    let mut charts = Vec::new();
    for (name, key, source) in MECHANISMS {
        let m = tape(&source().map_err(failed)?, &[], &[])?;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{name}\n  method      h s  tolerance   published   with defects   frozen    full       here   µs a step   s in all"
        );
        let mut curves: [Vec<(f64, f64)>; 3] = Default::default();
        let rows = published::iterations(key).map_err(failed)?;
        for row in rows.iter().filter(|row| row.h >= (1.0 - 1e-9) * smallest) {
            let (here, time) = ours(&m, row)?;
            let whole = time * UNTIL / row.h;
            let method = if row.half { "HI" } else { "FI" };
            let Counts { h, tolerance, independent, full_newton, published, with_defects, .. } = row;
            let defects = with_defects.map_or(String::new(), |count| format!("{count:.3}"));
            let _ = writeln!(
                text,
                "  {method:<6}  {h:>7}  {tolerance:>9.0e}   {published:>9.3}   {defects:>12}   {independent:>6.3}   {full_newton:>5.3}   {here:>8.3}   {:>9.2}   {whole:>8.3}",
                time * 1e6
            );
            let _ = writeln!(
                csv,
                "{name},{method},{h:e},{tolerance:e},{published},{defects},{independent},{full_newton},{here},{time:e},{whole:e}"
            );
            if row.half {
                for (curve, count) in curves.iter_mut().zip([here, *independent, *published]) {
                    curve.push((*h, count));
                }
            }
        }
        let [here, independent, published] = curves;
        let of = |name: &str, colour, mark, points| Series { name: name.into(), colour, mark, points };
        charts.push(Chart {
            x: logarithmic("step h", "s", here.iter().map(|p| p.0))?,
            y: Axis { name: name.into(), unit: "", scale: Scale::tight([0.0, 8.0].into_iter(), 5) },
            series: vec![
                of("here", 0, Mark::Dots, here),
                of("independent", 1, Mark::Crosses, independent),
                of("published", 2, Mark::Crosses, published),
            ],
            areas: Vec::new(),
        });
    }
    text.push_str(
        "\nTimes are those of the tape, on this machine; the CPU times of Figures 4 to 6 are those of a Python program.\n\
         Published counts of the driven mechanisms are larger because of two defects of the published predictor (the sign of\n\
         ω × J ω, an inverse inertia); with them the independent program has nearly the same counts. Those of the four-link mechanism\n\
         are for unit masses, as published, not for the stated density.\n",
    );
    let notes =
        ["Mean iterations per step of half-implicit Euler in 8 s, with the matrix of the start of the step."
            .to_owned()];
    let svg = picture(item, &[Row { charts, height: HEIGHT }], &notes)?;
    Ok(Sheet { text, csv, svg })
}
