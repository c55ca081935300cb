//! Domains of stability and limits of the explicit pairs, compared with Adams' methods of their order.

use super::plane::{analyse, mirrored, square_rows};
use super::{Item, Sheet, failed, last, picture, radius};
use crate::godunov::{Explicit, explicit as pairs, reference};
use crate::methods::{number, numbers};
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Mark, Series};
use linkwork_figures::plane::in_the_plane;
use std::fmt::Write;

/// Half the width of a chart, and its grid.
const HALF: f64 = 2.2;
const MESH: (usize, usize) = (88, 88);
/// Differences from the independent program that are rounding: at 180° roots are double.
const ROUNDING: f64 = 5e-8;

/// Domains with limits along rays.
pub fn explicit(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let all = pairs().map_err(failed)?;
    let mut text =
        String::from("limits of |λh| along arg λh (λ and its conjugate); 0: unstable at every step\n");
    let mut csv = String::from("pair,arg lambda h [degrees],independent program,here\n");
    let mut charts = Vec::new();
    for pair in &all {
        let analysis = analyse(&*pair.method)?;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}\n  arg λh   independent program         here", pair.name);
        let mut crosses = Vec::new();
        for (degrees, theirs) in &pair.limits {
            let ours = analysis.along(*degrees);
            let words = if (ours - theirs).abs() <= ROUNDING { "agrees" } else { "differs" };
            let _ = writeln!(text, "  {degrees:>5}°   {theirs:>19.8}   {ours:>10.8}  {words}");
            let _ = writeln!(csv, "{},{degrees},{theirs},{ours}", pair.name);
            crosses.extend(mirrored(*theirs, *degrees));
        }
        let mut chart =
            in_the_plane(pair.name, (-HALF, HALF, -HALF, HALF), MESH, &|x, y| analysis.growth(x, y));
        chart.series.push(Series { name: String::new(), colour: 1, mark: Mark::Crosses, points: crosses });
        charts.push(chart);
    }
    text += &claims(&all)?;
    let notes = ["Crosses are the limits of an independent program. Every GE pair keeps a root 1, left out here, so that"
        .to_owned(), "an error of v leaves an offset of x.".to_owned()];
    let svg = picture(item, &square_rows(&charts, 3), &notes)?;
    Ok(Sheet { text, csv, svg })
}

/// The direction beyond which the limit of Adams' method exceeds that of the pair, in degrees.
fn crossover(pair: &Explicit, adams: &Explicit) -> Result<f64, Failure> {
    let (pair, adams) = (analyse(&*pair.method)?, analyse(&*adams.method)?);
    last((120.0, 170.0), |degrees| Ok(pair.along(degrees) > adams.along(degrees)))
}

/// The claims of the text, with the results here.
fn claims(all: &[Explicit]) -> Result<String, Failure> {
    let [third, adams3, fourth, adams4, fifth, _] = all else {
        return Err(Failure::run("the reference must have six explicit methods"));
    };
    let known = reference().map_err(failed)?;
    let of = |key: &str| number(&known[key]).map_err(failed);
    let undamped = |pair: &Explicit| Ok::<f64, Failure>(analyse(&*pair.method)?.along(90.0));
    let mut text = String::from("\nin the text, and here\n\n");
    let _ = writeln!(
        text,
        "  GE3 is stable on (−2i, 2i): right, limit {:.10}\n  \
         GE4 has (−i, i): that is where its damping is small, ρ − 1 = {:.4} at i; the limit is {:.10}, √(8/3) = {:.10}\n  \
         GE5 has (−0.2i, 0.2i): that is where its principal root is accurate; unstable at every step",
        undamped(third)?,
        radius(&*fourth.method, 1.0, 90.0)? - 1.0,
        undamped(fourth)?,
        of("GE4_imag_limit")?,
    );
    let roots = numbers(&known["GE5_parasitic_at_0.1_0.2"]).map_err(failed)?;
    for (omega_h, theirs) in [0.1, 0.2].into_iter().zip(roots) {
        let ours = radius(&*fifth.method, omega_h, 90.0)?;
        let _ = writeln!(
            text,
            "    ρ = {ours:.10} at {omega_h}i; the root is {theirs:.10} in the independent program"
        );
    }
    for (pair, adams, key) in [
        (third, adams3, "angle_where_GE3/AB2_and_AB3_cross"),
        (fourth, adams4, "angle_where_GE4/AB3_and_AB4_cross"),
    ] {
        let _ = writeln!(
            text,
            "  {} reaches farther than {} up to {:.4}°, {:.4}° in the independent program, and loses beyond",
            pair.name,
            adams.name,
            crossover(pair, adams)?,
            of(key)?
        );
    }
    Ok(text)
}
