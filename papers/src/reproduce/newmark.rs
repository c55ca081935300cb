//! Newmark's family with β = ϑ/2 and γ = ϑ: domains of stability, limits, orders, and the claims of the text about them.
//!
//! Invariant: limits, roots and orders come from the stepper applied to the test equation.

use super::plane::{analyse, mirrored as both, square_rows};
use super::{Item, Sheet, failed, picture};
use linkwork::GeneralizedAlpha;
use linkwork::stability::roots;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Chart, Mark, Series};
use linkwork_figures::plane::in_the_plane;
use linkwork_figures::stability::StabilityAnalysis;
use std::fmt::Write;

/// ϑ of the figure.
const THETAS: [(&str, f64); 5] = [("0", 0.0), ("1/4", 0.25), ("1/2", 0.5), ("3/4", 0.75), ("1", 1.0)];
/// Directions of λh, in degrees.
const DIRECTIONS: [f64; 7] = [90.0, 95.0, 100.0, 120.0, 135.0, 150.0, 180.0];
/// Half the width of what a chart shows, and its mesh.
const HALF: f64 = 6.0;
const MESH: (usize, usize) = (72, 72);
/// Ω that represents infinity.
const INFINITY: f64 = 1e7;
/// The root of A, which is zero at infinity because a step does not use the previous acceleration.
const ZERO: f64 = 1e-3;

fn newmark(theta: f64) -> Result<GeneralizedAlpha, Failure> {
    GeneralizedAlpha::newmark(0.5 * theta, theta).map_err(Failure::run)
}

/// The limit of |λh|: −4 cos φ/(1 − 2ϑ), and no more than 1/(1 − 2ϑ) to the left.
fn closed_form(theta: f64, degrees: f64) -> f64 {
    if theta >= 0.5 {
        return f64::INFINITY;
    }
    let cosine = if degrees == 90.0 { 0.0 } else { -degrees.to_radians().cos() };
    (4.0 * cosine).min(cosine.recip()) / (1.0 - 2.0 * theta)
}

fn limited(limit: f64) -> String {
    if limit.is_finite() { format!("{limit:.7}") } else { "none".into() }
}

/// The five domains.
pub fn domains(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let mut text = String::from("limits of |λh| along arg λh: in closed form, and here\n");
    let mut csv = String::from("theta,arg lambda h [degrees],closed form,here\n");
    let mut summary = String::from(
        "\n    ϑ   class                                                             order   roots at infinity\n",
    );
    let mut charts = Vec::new();
    for (name, theta) in THETAS {
        let method = newmark(theta)?;
        let analysis = analyse(&method)?;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\nϑ = {name}\n  arg λh   closed form          here");
        let mut crosses = Vec::new();
        for degrees in DIRECTIONS {
            let (exact, ours) = (closed_form(theta, degrees), analysis.along(degrees));
            let _ = writeln!(text, "  {degrees:>5}°   {:>11}   {:>11}", limited(exact), limited(ours));
            let cell = |limit: f64| if limit.is_finite() { limit.to_string() } else { String::new() };
            let _ = writeln!(csv, "{name},{degrees},{},{}", cell(exact), cell(ours));
            if exact.is_finite() {
                crosses.extend(both(exact, degrees));
            }
        }
        let _ = writeln!(
            summary,
            "  {name:>3}   {:<64}  {:>5.2}   {}",
            analysis.class.to_string(),
            analysis.order(),
            at_infinity(&method)?
        );
        charts.push(domain(&format!("ϑ = {name}"), &analysis, crosses));
    }
    let stormer = GeneralizedAlpha::stormer();
    let stormer = analyse(&stormer)?;
    text += &summary;
    text += &claims(stormer.along(90.0))?;
    charts.push(domain("β = 0, γ = 1/2", &stormer, Vec::new()));
    let rows = square_rows(&charts, 3);
    let note =
        "Crosses are the limits in closed form. λh and its conjugate are the pair of the test equation.";
    let svg = picture(item, &rows, &[note.to_owned()])?;
    Ok(Sheet { text, csv, svg })
}

/// A domain with its limits.
fn domain(name: &str, analysis: &StabilityAnalysis<'_>, crosses: Vec<(f64, f64)>) -> Chart {
    let mut chart = in_the_plane(name, (-HALF, HALF, -HALF, HALF), MESH, &|x, y| analysis.growth(x, y));
    chart.series.push(Series { name: String::new(), colour: 1, mark: Mark::Crosses, points: crosses });
    chart
}

/// The nonzero roots.
fn at_infinity(method: &GeneralizedAlpha) -> Result<String, Failure> {
    let found = roots(method, INFINITY, 0.5).map_err(|e| failed(format!("{e:?}")))?;
    if found.iter().any(|z| z.norm() > 1.0 / ZERO) {
        return Ok("without bound".into());
    }
    let mut real: Vec<f64> = found.iter().filter(|z| z.norm() > ZERO).map(|z| z.re).collect();
    real.sort_by(f64::total_cmp);
    Ok(real.iter().map(|z| format!("{z:.4}")).collect::<Vec<_>>().join(", "))
}

/// The claims of the text, with the results here; `explicit` is the limit of central differences.
fn claims(explicit: f64) -> Result<String, Failure> {
    let mut text = String::from("\nin the text, and here\n\n");
    let (complements, beyond) = mirrored()?;
    let _ = writeln!(
        text,
        "  ϑ = 0 is stable in a part of the disc |λh + 2| ≤ 2: right, where Re λh ≥ −1, and nowhere on the imaginary axis\n  \
         ϑ = 1/2 is F-stable, larger ones are A-stable, with no damping at infinity: right\n  \
         domains of ϑ and 1 − ϑ are mirror images of complements: right at {complements} of {} samples of ϑ = 1/4 and 3/4;\n    \
         at the others, all with a real root beyond |Re λh| = 1/(1 − 2ϑ), neither is stable\n  \
         all are of second order: wrong but for ϑ = 1/2, see the orders above\n  \
         all but ϑ = 0 are implicit: wrong for β = 0, γ = 1/2, which is not of the family: central differences, with\n    \
         the limit {explicit:.7}, explicit where forces do not depend on velocities",
        complements + beyond
    );
    Ok(text)
}

/// The number of samples at which exactly one of ϑ = ¼ and ¾ is stable, and at which neither is.
fn mirrored() -> Result<(u32, u32), Failure> {
    /// Samples along each side of a quadrant, half a sample away from the axes, where radii are 1.
    const SIDE: u32 = 24;
    let methods = [newmark(0.25)?, newmark(0.75)?];
    let (quarter, three_quarters) = (analyse(&methods[0])?, analyse(&methods[1])?);
    let (mut complements, mut none) = (0, 0);
    for i in 0..2 * SIDE {
        for j in 0..SIDE {
            let at = |k: u32| HALF * (f64::from(k) + 0.5) / f64::from(SIDE);
            let (x, y) = (at(i) - HALF, at(j));
            let stable = [quarter.growth(x, y) < 0.0, three_quarters.growth(-x, y) < 0.0];
            match (stable, x < -1.0 / (1.0 - 2.0 * 0.25)) {
                ([true, false] | [false, true], _) => complements += 1,
                ([false, false], true) => none += 1,
                _ => {
                    return Err(Failure::run(format!(
                        "Newmark's domains are not complementary at {x} ± {y}i"
                    )));
                }
            }
        }
    }
    Ok((complements, none))
}
