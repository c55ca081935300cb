//! Jay's problem with the generalized-α method and steps of h/3 and 2h/3 in turn: errors at t = 1 of this library and of
//! an independent program.

use super::methods::{part, rows};
use super::run::initial;
use linkwork::GeneralizedAlpha;
use linkwork::stepper::Stepper;
use linkwork_models::Jay;

/// ρ∞ of both figures.
pub const RADIUS: f64 = 0.2;
/// The quantities of [`errors`].
pub const PARTS: [&str; 5] = ["y", "z", "a", "λ", "ψ"];

/// (h, errors of [`PARTS`]) of the independent program, the largest h first.
///
/// # Errors
/// The file is malformed.
pub fn table(name: &str) -> Result<Vec<(f64, [f64; 5])>, String> {
    let found = rows(&part("jay")?["tables"][name])?;
    let row = |row: &Vec<f64>| match row[..] {
        [h, y, z, a, l, p, ..] => Ok((h, [y, z, a, l, p])),
        _ => Err(format!("jay, {name}: {row:?} is too short")),
    };
    found.iter().map(row).collect()
}

/// a(t).
fn acceleration(t: f64) -> [f64; 2] {
    [t.exp(), 4.0 * (-2.0 * t).exp()]
}

/// Errors of y, z, A, λ and ψ at t = 1 after an exact start: A is compared with a(1 + α h_last), to which it belongs.
///
/// # Errors
/// A step that failed.
pub fn errors(method: &GeneralizedAlpha, h: f64) -> Result<[f64; 5], String> {
    let m = Jay::default().build().map_err(|e| e.to_string())?;
    let (one, two) = (h / 3.0, h - h / 3.0);
    let first = acceleration(method.shift() * one);
    let failed = |failure| format!("generalized-α, h = {h:e}: {failure:?}");
    let reactions = (&[1.0].into(), &[1.0].into());
    let mut w = method.start_with(&m, &initial(&m), one, &first.into(), reactions).map_err(failed)?;
    for _ in 0..(1.0 / h).round() as usize {
        method.step(&m, one, &mut w).map_err(failed)?;
        method.step(&m, two, &mut w).map_err(failed)?;
    }
    let a = *w.shifted_acceleration();
    // A sample belongs to the start of a step.
    method.attempt(&m, one, &mut w).map_err(failed)?;
    let s = method.sample(&w);
    let e = 1.0_f64.exp();
    let gap = |x: &[f64], y: [f64; 2]| (x[0] - y[0]).hypot(x[1] - y[1]);
    Ok([
        gap(s.q.as_slice(), [e, 1.0 / (e * e)]),
        gap(s.v.as_slice(), [e, -2.0 / (e * e)]),
        gap(a.as_slice(), acceleration(1.0 + method.shift() * two)),
        (s.lambda[0] - 1.0 / e).abs(),
        (s.psi[0] - e).abs(),
    ])
}
