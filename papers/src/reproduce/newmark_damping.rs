//! Newmark's family on x'' = −ω² x: spectral radius, numerical damping and period elongation, compared with their closed forms.
//!
//! A step in (x, hv) has the characteristic polynomial z² − 2 A₁ z + A₂ with D = 1 + β Ω²,
//!
//! ```text
//! A₁ = 1 − (γ + ½) Ω²/(2D),      A₂ = 1 − (γ − ½) Ω²/D                                               (1)
//! A₁² < A₂:   ρ = √A₂,   z = ρ e^{±iφ},   φ = arccos(A₁/ρ);      else   ρ = |A₁| + √(A₁² − A₂)          (2)
//! T̄/T − 1 = Ω/φ − 1,      ζ̄ = −ln ρ/√(φ² + ln² ρ)                                                    (3)
//! ```
//!
//! Invariant: our numbers come from the stepper applied to the test equation.

use super::{Item, Sheet, failed, picture};
use linkwork::GeneralizedAlpha;
use linkwork::stability::roots;
use linkwork_figures::failure::Failure;
use linkwork_figures::picture::chart::{Axis, Chart, Mark, Row, Series};
use linkwork_figures::picture::scale::Scale;
use std::fmt::Write;

const HEIGHT: f64 = 240.0;
const SAMPLES: usize = 200;
/// Ω of the tables and the end of the curves.
const ROWS: [f64; 7] = [0.1, 0.2, 0.5, 1.0, 1.5, 3.0, 6.0];
const UNTIL: f64 = 6.0;
/// Differences from the closed forms due to rounding of roots.
const ROUNDING: f64 = 1e-9;

/// Name, β and γ.
const MEMBERS: [(&str, f64, f64); 7] = [
    ("average acceleration", 0.25, 0.5),
    ("linear acceleration", 1.0 / 6.0, 0.5),
    ("central differences", 0.0, 0.5),
    ("ϑ = 0", 0.0, 0.0),
    ("ϑ = 1/4", 0.125, 0.25),
    ("ϑ = 3/4", 0.375, 0.75),
    ("ϑ = 1", 0.5, 1.0),
];

/// ρ, ζ̄ and T̄/T − 1; the latter two are NaN if the motion has no period.
type Numbers = [f64; 3];

/// (1) to (3).
fn closed_form(beta: f64, gamma: f64, omega: f64) -> Numbers {
    let square = omega * omega;
    let d = 1.0 + beta * square;
    let a1 = 1.0 - (gamma + 0.5) * square / (2.0 * d);
    let a2 = 1.0 - (gamma - 0.5) * square / d;
    if a1 * a1 >= a2 {
        return [a1.abs() + (a1 * a1 - a2).sqrt(), f64::NAN, f64::NAN];
    }
    let rho = a2.sqrt();
    let phi = (a1 / rho).acos();
    [rho, -rho.ln() / phi.hypot(rho.ln()), omega / phi - 1.0]
}

/// The same from the roots of the step; the largest is the principal root.
fn ours(method: &GeneralizedAlpha, omega: f64) -> Result<Numbers, Failure> {
    let all = roots(method, omega, 0.0).map_err(|e| failed(format!("{e:?}")))?;
    let rho = all.iter().fold(0.0, |most: f64, root| linkwork::Real::max(most, root.norm()));
    // Of a conjugate pair, the one with positive imaginary part.
    let motion = all.iter().find(|root| root.im > ROUNDING && root.norm() > rho * (1.0 - ROUNDING));
    let Some(motion) = motion else { return Ok([rho, f64::NAN, f64::NAN]) };
    let (growth, phi) = (motion.norm().ln(), motion.arg());
    Ok([rho, -growth / phi.hypot(growth), omega / phi - 1.0])
}

/// Tables and curves of all members.
pub fn damping(item: &Item, _: f64) -> Result<Sheet, Failure> {
    let mut text = String::from(
        "spectral radius ρ, numerical damping ratio ζ̄ and period elongation T̄/T − 1: in closed form, and here\n",
    );
    let mut csv = String::from(
        "member,omega h,radius (closed form),radius,damping (closed form),damping,period error (closed form),period error\n",
    );
    let mut curves: [Vec<Series>; 3] = Default::default();
    let mut largest = 0.0_f64;
    for (colour, (name, beta, gamma)) in MEMBERS.into_iter().enumerate() {
        let method = GeneralizedAlpha::newmark(beta, gamma).map_err(Failure::run)?;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{name}: β = {beta:.6}, γ = {gamma}\n       Ω   ρ, closed          here   ζ̄, closed          here   T̄/T − 1, closed          here"
        );
        for omega in ROWS {
            let exact = closed_form(beta, gamma, omega);
            let found = ours(&method, omega)?;
            // No negative zeros.
            let rounded = |x: f64| (1e8 * x).round() / 1e8 + 0.0;
            let shown = |x: f64| if x.is_nan() { "—".into() } else { format!("{:.8}", rounded(x)) };
            let _ = writeln!(
                text,
                "  {omega:>6}   {:>10}   {:>11}   {:>10}   {:>11}   {:>15}   {:>11}",
                shown(exact[0]),
                shown(found[0]),
                shown(exact[1]),
                shown(found[1]),
                shown(exact[2]),
                shown(found[2])
            );
            let cell = |x: f64| if x.is_nan() { String::new() } else { format!("{x:e}") };
            let _ = write!(csv, "{name},{omega}");
            for (exact, found) in exact.into_iter().zip(found) {
                let _ = write!(csv, ",{},{}", cell(exact), cell(found));
                // Both have a period, or neither has.
                if !exact.is_nan() || !found.is_nan() {
                    largest = linkwork::Real::max(largest, (exact - found).abs() / (1.0 + exact.abs()));
                }
            }
            csv.push('\n');
        }
        for (k, series) in curves.iter_mut().enumerate() {
            let at = |i: usize| UNTIL * i as f64 / SAMPLES as f64;
            let mut points = Vec::new();
            for i in 1..=SAMPLES {
                let found = ours(&method, at(i))?[k];
                if found.is_finite() {
                    points.push((at(i), found));
                }
            }
            let name = if k == 0 { name.into() } else { String::new() };
            series.push(Series { name, colour, mark: Mark::Line, points });
            let exact = ROWS.map(|omega| (omega, closed_form(beta, gamma, omega)[k]));
            let points = exact.into_iter().filter(|(_, x)| x.is_finite()).collect();
            series.push(Series { name: String::new(), colour, mark: Mark::Crosses, points });
        }
    }
    let verdict = if largest <= ROUNDING { "agrees to rounding" } else { "differs" };
    let _ = writeln!(
        text,
        "\nThe largest difference is {largest:.1e}: the step {verdict}. Only γ = 1/2 has no numerical damping; for ϑ < 1/2 the motion grows. If both roots are real\nthere is no period."
    );
    let titles =
        [("spectral radius ρ", 0.0, 2.0), ("damping ratio ζ̄", -0.5, 0.5), ("period elongation", -0.5, 1.5)];
    let rows = curves.into_iter().zip(titles).map(|(series, (title, low, high))| Row {
        charts: vec![Chart {
            x: Axis { name: "Ω = ωh".into(), unit: "", scale: Scale::tight([0.0, UNTIL].into_iter(), 7) },
            y: Axis { name: title.into(), unit: "", scale: Scale::tight([low, high].into_iter(), 6) },
            series,
            areas: Vec::new(),
        }],
        height: HEIGHT,
    });
    let rows: Vec<Row> = rows.collect();
    let notes = ["Undamped test equation. Crosses are the closed forms.".to_owned()];
    let svg = picture(item, &rows, &notes)?;
    Ok(Sheet { text, csv, svg })
}

#[cfg(test)]
mod tests {
    use super::{MEMBERS, ROUNDING, ROWS, closed_form, ours};
    use linkwork::GeneralizedAlpha;

    /// The step of every member is that of the closed forms, which for γ = ½ are ω̄h = 2 atan(Ω/2), arccos(1 − Ω²/2) and
    /// arccos((1 − Ω²/3)/(1 + Ω²/6)).
    #[test]
    fn steps_are_the_closed_forms() {
        for (name, beta, gamma) in MEMBERS {
            let method = GeneralizedAlpha::newmark(beta, gamma).unwrap();
            for omega in ROWS {
                let exact = closed_form(beta, gamma, omega);
                let found = ours(&method, omega).unwrap();
                for (a, b) in exact.into_iter().zip(found) {
                    let off = (a - b).abs() / (1.0 + a.abs());
                    assert!(
                        off <= ROUNDING || (a.is_nan() && b.is_nan()),
                        "{name}, Ω = {omega}: {exact:?} {found:?}"
                    );
                }
            }
        }
        let period =
            |beta: f64, phi: f64| assert!((closed_form(beta, 0.5, 1.0)[2] - (1.0 / phi - 1.0)).abs() < 1e-14);
        period(0.25, 2.0 * 0.5_f64.atan());
        period(0.0, 0.5_f64.acos());
        period(1.0 / 6.0, (2.0_f64 / 3.0 / (7.0 / 6.0)).acos());
    }
}
