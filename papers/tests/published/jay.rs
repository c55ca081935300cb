//! Jay's problem against its closed form: y = (eᵗ, e⁻²ᵗ), λ = e⁻ᵗ, ψ = eᵗ.
//!
//! The mass matrix depends on time and is not symmetric, forces are not linear in the multipliers, and a
//! nonholonomic constraint is not linear in the velocities.

use linkwork::prelude::*;
use linkwork::{FourthDegree, SixthDegree, ThirdDegree};
use linkwork_models::{Jay, JayModel};
use linkwork_papers::convergence::{Convergence, distance};
use linkwork_papers::run::{initial, walk};

/// Steps of a second.
const DIVISIONS: [u64; 3] = [50, 100, 200];
/// Errors below this are mixed with round-off; λ carries ε/h².
const FLOOR: f64 = 1e-11;

/// Errors of y, y', λ and ψ at t = 1, and the largest |g|, |k| along the way.
fn errors<S: Stepper<JayModel>>(method: &S, division: u64) -> Result<([f64; 4], f64), String> {
    let m = Jay::default().build().map_err(|e| e.to_string())?;
    let (mut errors, mut residual) = ([f64::NAN; 4], 0.0);
    walk(&m, method, &initial(&m), 1.0 / division as f64, division, |n, s| {
        let shape = s.q[0] * s.q[0] * s.q[1] - 1.0;
        let speed = s.q[0] * s.v[0] * s.v[1] + 2.0;
        residual = linkwork::Real::max(residual, linkwork::Real::max(shape.abs(), speed.abs()));
        if n == division {
            let (grown, fallen) = (1.0_f64.exp(), (-2.0_f64).exp());
            errors = [
                distance(s.q.as_slice(), &[grown, fallen]),
                distance(s.v.as_slice(), &[grown, -2.0 * fallen]),
                (s.lambda[0] - (-1.0_f64).exp()).abs(),
                (s.psi[0] - grown).abs(),
            ];
        }
    })?;
    Ok((errors, residual))
}

/// All four converge with the order of the method; at the start, where x₁ is on the constraints and the
/// derivatives are exact, λ is of one order less for a few steps.
fn converges<S: Stepper<JayModel>>(method: &S, satisfied: f64) {
    let mut convergences = vec![Convergence::new(); 4];
    for division in DIVISIONS {
        let (errors, residual) = errors(method, division).unwrap();
        for (convergence, error) in convergences.iter_mut().zip(errors) {
            convergence.record(1.0 / division as f64, error);
        }
        assert!(residual <= satisfied, "{}: {residual:e}", method.name());
    }
    for (convergence, part) in convergences.iter().zip(["y", "y'", "λ", "ψ"]) {
        let what = format!("{}, {part}", method.name());
        convergence.require_order(&what, f64::from(method.order()), FLOOR).unwrap();
    }
}

#[test]
fn jay() {
    converges(&ThirdDegree::default(), 1e-12);
    converges(&FourthDegree::default(), 1e-12);
    converges(&FifthDegree::default(), 1e-12);
    converges(&SixthDegree::default(), 1e-12);
    converges(&RungeKutta4::projected(), 1e-12);
    converges(&RungeKutta4::index1(), 1e-5);
}
