//! Plain GE_n and GI_n on x'' = λ² x, without a formula for the velocity.
//!
//! With the weights w_j of q_{n+1−j} in h² x'' at t_n (GE) or t_{n+1} (GI), of which there are k + 1,
//!
//! ```text
//! GE_n:  Σ_j w_j z^(k−j) = (λh)² z^(k−1),      GI_n:  Σ_j w_j z^(k−j) = (λh)² z^k                      (1)
//! ```
//!
//! Invariant: weights are those of the methods of the library, roots those of (1). Both e^{λt} and e^{−λt} are solutions: stability
//! away from the imaginary axis means that a growing motion is damped.

use super::plane::{mirrored, square_rows};
use super::{Item, Sheet, failed, picture};
use crate::godunov::reference;
use crate::methods::{number, numbers};
use linkwork::multistep::{
    Formula, Godunov2Backward1, Godunov3Adams2, Godunov3Backward2, Godunov4Adams3, Godunov4Backward3,
    Godunov5Adams4, Godunov5Backward4, ImplicitFormula,
};
use linkwork::runge_kutta::Coefficient;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Mark, Series};
use linkwork_figures::plane::in_the_plane;
use nalgebra::{Complex, DMatrix};
use std::fmt::Write;

/// Half the width of a chart, and its grid.
const HALF: f64 = 4.0;
const MESH: (usize, usize) = (80, 80);
/// Radii this close to 1 count as 1: double roots are accurate to √ε.
const ROUNDING: f64 = 3e-7;
/// The resolution in Ω.
const STEP: f64 = 1e-3;
/// The range of Ω in which limits are searched; below it, growth may be less than [`ROUNDING`].
const NEAR: f64 = 0.2;
const FAR: f64 = 4.0;

/// A method without its velocity.
struct Plain {
    name: &'static str,
    /// w_0, w_1 …
    weights: Vec<f64>,
    implicit: bool,
    /// The interval of Ω in which it is stable on the imaginary axis.
    stable: (f64, f64),
}

impl Plain {
    /// The largest modulus of the roots of (1).
    fn radius(&self, lambda: Complex<f64>) -> f64 {
        let k = self.weights.len() - 1;
        let mut c: Vec<Complex<f64>> = self.weights.iter().map(|w| Complex::new(*w, 0.0)).collect();
        c[usize::from(!self.implicit)] -= lambda * lambda;
        if c[0].norm() < f64::MIN_POSITIVE {
            return f64::INFINITY;
        }
        let companion = DMatrix::from_fn(k, k, |i, j| match (i, j) {
            (0, j) => -c[j + 1] / c[0],
            (i, j) if i == j + 1 => Complex::new(1.0, 0.0),
            _ => Complex::new(0.0, 0.0),
        });
        let Some(roots) = companion.eigenvalues() else { return f64::NAN };
        roots.iter().fold(0.0, |most, root| linkwork::Real::max(most, root.norm()))
    }

    /// The first Ω up to [`FAR`] and the last at which undamped motion does not grow; `None` where it always does.
    fn interval(&self) -> Option<(f64, f64)> {
        let stable = |omega: f64| self.radius(Complex::new(0.0, omega)) <= 1.0 + ROUNDING;
        let count = ((FAR - NEAR) / STEP) as u32;
        let all = (0..=count).map(|i| NEAR + STEP * f64::from(i));
        let inside: Vec<f64> = all.filter(|omega| stable(*omega)).collect();
        let (first, last) = (*inside.first()?, *inside.last()?);
        let edge = |mut out: f64, mut within: f64| {
            for _ in 0..40 {
                let middle = 0.5 * (out + within);
                if stable(middle) {
                    within = middle;
                } else {
                    out = middle;
                }
            }
            within
        };
        let low = if first > NEAR { edge(first - STEP, first) } else { 0.0 };
        let high = if last < FAR - 1.5 * STEP { edge(last + STEP, last) } else { f64::INFINITY };
        Some((low, high))
    }
}

fn method(name: &'static str, weights: &[Coefficient], implicit: bool, stable: (f64, f64)) -> Plain {
    Plain { name, weights: weights.iter().map(|w| w.to()).collect(), implicit, stable }
}

/// GE3 to GE5 and GI2 to GI5, with the intervals on the imaginary axis from an independent program.
fn methods() -> Result<Vec<Plain>, Failure> {
    let known = reference().map_err(failed)?;
    let of = |key: &str| number(&known[key]).map_err(failed);
    let ge = |weights: Option<&'static [Coefficient]>| weights.unwrap_or(&[]);
    Ok(vec![
        method("GE3", ge(Godunov3Adams2::POSITION), false, (0.0, of("GE3_imag_limit")?)),
        method("GE4", ge(Godunov4Adams3::POSITION), false, (0.0, of("GE4_imag_limit")?)),
        method("GE5", ge(Godunov5Adams4::POSITION), false, (f64::NAN, f64::NAN)),
        method("GI2", Godunov2Backward1::POSITION, true, (0.0, f64::INFINITY)),
        method("GI3", Godunov3Backward2::POSITION, true, (0.0, f64::INFINITY)),
        method(
            "GI4",
            Godunov4Backward3::POSITION,
            true,
            (of("GI4_unstable_on_imag_axis_below")?, f64::INFINITY),
        ),
        method(
            "GI5",
            Godunov5Backward4::POSITION,
            true,
            (of("GI5_unstable_on_imag_axis_below")?, f64::INFINITY),
        ),
    ])
}

/// The interval in which undamped motion does not grow, in words.
fn words((low, high): (f64, f64)) -> String {
    match (low, high) {
        (low, _) if low.is_nan() => "nowhere".into(),
        (0.0, high) if high.is_infinite() => "everywhere".into(),
        (low, high) if high.is_infinite() => format!("above {low:.7}"),
        (_, high) => format!("up to {high:.7}"),
    }
}

/// Domains, limits and poles.
pub fn plain(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let all = methods()?;
    let known = reference().map_err(failed)?;
    let poles = numbers(&known["GI_poles_on_real_axis"]).map_err(failed)?;
    let mut text = String::from(
        "x'' = λ² x without a formula for x': where undamped motion (λ = iω) does not grow, Ω = ωh\n\n  method   independent program    here\n",
    );
    let mut csv = String::from("method,from (independent),to (independent),from,to\n");
    let mut charts = Vec::new();
    for method in &all {
        let found = method.interval().unwrap_or((f64::NAN, f64::NAN));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<6}   {:<20}   {}", method.name, words(method.stable), words(found));
        let cell = |x: f64| if x.is_finite() { x.to_string() } else { String::new() };
        let (from, to) = method.stable;
        let _ =
            writeln!(csv, "{},{},{},{},{}", method.name, cell(from), cell(to), cell(found.0), cell(found.1));
        let growth = |x: f64, y: f64| method.radius(Complex::new(x, y)) - 1.0;
        let mut chart = in_the_plane(method.name, (-HALF, HALF, -HALF, HALF), MESH, &growth);
        if found.0 == 0.0 && found.1.is_finite() {
            // A domain without interior.
            let points = vec![(0.0, -found.1), (0.0, found.1)];
            chart.series.push(Series { name: String::new(), colour: 0, mark: Mark::Line, points });
        }
        let limits = [from, to].into_iter().filter(|x| x.is_finite() && *x > 0.0);
        let points = limits.flat_map(|limit| mirrored(limit, 90.0)).collect();
        chart.series.push(Series { name: String::new(), colour: 1, mark: Mark::Crosses, points });
        charts.push(chart);
    }
    text.push_str("\npoles on the real axis, λh = √w₀\n\n  method   independent program          here\n");
    for (method, pole) in all.iter().filter(|method| method.implicit).zip(poles) {
        let ours = method.weights.first().map_or(f64::NAN, |w| w.sqrt());
        let _ = writeln!(text, "  {:<6}   {pole:>19.10}   {ours:>11.10}", method.name);
    }
    text.push_str(
        "\nGE3 and GE4 are stable on a part of the imaginary axis; the domain of GE3 has no area, since the product of its roots is 1. GI methods\n\
         are stable far from the origin, on both sides: they damp growing solutions.\n",
    );
    let notes = ["Crosses are the limits of an independent program.".to_owned()];
    let svg = picture(item, &square_rows(&charts, 3), &notes)?;
    Ok(Sheet { text, csv, svg })
}
