//! Chains of 1 to 32 links: the cost of a step.

use super::super::{Item, Sheet, failed, picture};
use super::{HEIGHT, effort, logarithmic, published, tape};
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

/// Chains of 1 to 32 links: iterations and time of a step.
pub fn chains(item: &Item, _: f64) -> Result<Sheet, Failure> {
    const H: f64 = 1e-3;
    const STEPS: u32 = 3000;
    const KEY: &str = "chain h1e-3 3 s (HI tol1e-7, FI tol1e-5) N=1,2,4,6,8,16,32";
    const LINKS: [&str; 7] = ["1", "2", "4", "6", "8", "16", "32"];
    let all = published::reference().map_err(failed)?;
    let counts = &all["iterations (8 s; ours quasi-Newton, ours full Newton, published data file)"][KEY];
    let of = |method: &str| {
        let counts = published::numbers(&counts[method]).map_err(failed)?;
        if counts.len() == LINKS.len() {
            Ok(counts)
        } else {
            Err(failed(format!("{} counts for {} chains", counts.len(), LINKS.len())))
        }
    };
    let counts: Vec<(f64, f64)> = of("HI")?.into_iter().zip(of("FI")?).collect();
    let source = published::absolute("chain").map_err(failed)?;
    let mut text = String::from(
        "3 s at h = 1e-3 s; iterations with the matrix of the start of each step, as in the paper: half-implicit Euler (HI) to\n\
         1e-7, implicit Euler (FI) to 1e-5; also FI with the full Newton matrix, to rounding (FI*)\n\n\
         \x20       HI            FI\n\
         links   ind.    here   ind.    here   FI*     HI µs     FI µs   FI/HI    FI* µs   FI*/HI\n",
    );
    let mut csv = String::from(
        "links,HI iterations (independent program),HI iterations,FI iterations (independent program),FI iterations,\
         FI* iterations,HI time of a step [s],FI time of a step [s],FI* time of a step [s]\n",
    );
    let mut curves: [Vec<(f64, f64)>; 6] = Default::default();
    for (links, (theirs, implicit)) in LINKS.into_iter().zip(counts) {
        let m = tape(&source, &[("n", links)], &[])?;
        let half = effort(&m, &HalfImplicitEuler::default().tolerance(1e-7), H, STEPS)?;
        let frozen = effort(&m, &ImplicitEuler::default().frozen().tolerance(1e-5), H, STEPS)?;
        let full = effort(&m, &ImplicitEuler::default(), H, STEPS)?;
        let _ = writeln!(
            text,
            "{links:>5}  {theirs:>5.3}   {:>5.3}  {implicit:>5.3}   {:>5.3}  {:>5.3}  {:>7.2}   {:>7.2}   {:>5.2}   {:>7.2}   {:>6.2}",
            half.0,
            frozen.0,
            full.0,
            half.1 * 1e6,
            frozen.1 * 1e6,
            frozen.1 / half.1,
            full.1 * 1e6,
            full.1 / half.1
        );
        let _ = writeln!(
            csv,
            "{links},{theirs},{},{implicit},{},{},{:e},{:e},{:e}",
            half.0, frozen.0, full.0, half.1, frozen.1, full.1
        );
        let n: f64 = links.parse().map_err(Failure::run)?;
        for (curve, y) in curves.iter_mut().zip([theirs, half.0, implicit, frozen.0, half.1, frozen.1]) {
            curve.push((n, y));
        }
    }
    text.push_str(
        "\nTimes are those of the tape, on this machine. The comparable ratio is FI/HI, which is about 2.2 in the paper (Figure 8, a Python\n\
         program, where a matrix costs more than an iteration). An independent program in C needs about the same time for both.\n",
    );
    let [theirs, iterations, theirs_implicit, frozen, time, implicit] = curves;
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
                    scale: Scale::tight([0.0, 6.0].into_iter(), 7),
                },
                series: vec![
                    count("half-implicit Euler", 0, Mark::Dots, iterations),
                    count("implicit Euler", 2, Mark::Dots, frozen),
                    count("independent program", 1, Mark::Crosses, theirs),
                    count("", 1, Mark::Crosses, theirs_implicit),
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
