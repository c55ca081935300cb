//! Damping and period from the roots of a step.
//!
//! The exact solution of x'' = −ω² x − 2ζω x' is multiplied by e^z in a step, z = Ω (−ζ ± i √(1 − ζ²)). The root λ
//! of the method that is nearest to it is the principal root:
//!
//! ```text
//! ln λ = Ω̄ (−ζ̄ + i √(1 − ζ̄²))        numerical damping  ζ̄ − ζ                          (1)
//! period error   T̄/T − 1 = Ω √(1 − ζ²) / Im ln λ − 1                                (2)
//! ```
//!
//! Invariant: everything follows from the amplification matrix, which is computed with the stepper itself.

use super::{FixedStep, eigenvalues};
use crate::stepper::StepFailure;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::Complex;

/// The Ω at which parasitic roots are distinguished from the pair that approximates the motion: small enough that the latter
/// is 1 to three digits, and large enough that rounding does not mix them.
const SMALL: f64 = 1e-3;

/// Damping and period of a method compared with those of the equation, see [`accuracy`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// ζ̄ − ζ of (1): positive if the method adds damping. NaN for ζ ≥ 1.
    pub damping: f64,
    /// T̄/T − 1 of (2); NaN for ζ ≥ 1, since the motion has no period.
    pub period_error: f64,
}

/// All roots of a step: the eigenvalues of the amplification matrix at Ω = ωh and damping ratio ζ.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn roots<S: FixedStep + ?Sized>(
    method: &S,
    omega_h: f64,
    zeta: f64,
) -> Result<Vec<Complex<f64>>, StepFailure> {
    Ok(eigenvalues(method.amplification_matrix(omega_h, zeta)?))
}

/// z of the exact solution that oscillates upwards, or decays more slowly.
fn exponent(omega_h: f64, zeta: f64) -> Complex<f64> {
    if zeta.abs() <= 1.0 {
        Complex::new(-zeta * omega_h, (1.0 - zeta * zeta).max(0.0).sqrt() * omega_h)
    } else {
        let slow = 1.0 / (zeta.abs() + (zeta * zeta - 1.0).sqrt());
        Complex::new(-zeta.signum() * slow * omega_h, 0.0)
    }
}

/// The root that is nearest to the exact e^z; NaN if a root is not finite.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn principal_root<S: FixedStep + ?Sized>(
    method: &S,
    omega_h: f64,
    zeta: f64,
) -> Result<Complex<f64>, StepFailure> {
    let exact = exponent(omega_h, zeta).exp();
    let unknown = Complex::new(f64::NAN, f64::NAN);
    let found = roots(method, omega_h, zeta)?;
    Ok(found.into_iter().min_by(|a, b| (a - exact).norm().total_cmp(&(b - exact).norm())).unwrap_or(unknown))
}

/// Numerical damping and period error of a step at Ω = ωh and damping ratio ζ; NaN if the principal root
/// is real and so has no period.
///
/// ```
/// use linkwork::stability::accuracy;
/// use linkwork::ThirdDegree;
///
/// // Central differences: no damping, and Ω̄ = 2 arcsin(Ω/2), a period that is short by Ω²/24.
/// let found = accuracy(&ThirdDegree::central_differences(), 0.1, 0.0).unwrap();
/// assert!(found.damping.abs() < 1e-12);
/// assert!((found.period_error - (0.1 / (2.0 * 0.05_f64.asin()) - 1.0)).abs() < 1e-12);
/// ```
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn accuracy<S: FixedStep + ?Sized>(method: &S, omega_h: f64, zeta: f64) -> Result<Accuracy, StepFailure> {
    let root = principal_root(method, omega_h, zeta)?;
    let log = root.ln();
    if zeta.abs() >= 1.0 || root.im == 0.0 {
        return Ok(Accuracy { damping: f64::NAN, period_error: f64::NAN });
    }
    Ok(Accuracy {
        damping: -log.re / log.norm() - zeta,
        period_error: exponent(omega_h, zeta).im / log.im.abs() - 1.0,
    })
}

/// The parasitic roots at h → 0: all except the two nearest to 1. A method is useless if one is
/// outside the unit circle.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn parasitic<S: FixedStep + ?Sized>(method: &S) -> Result<Vec<Complex<f64>>, StepFailure> {
    let one = Complex::new(1.0, 0.0);
    let mut all = roots(method, SMALL, 0.0)?;
    all.sort_by(|a, b| (a - one).norm().total_cmp(&(b - one).norm()));
    Ok(all.split_off(2.min(all.len())))
}
