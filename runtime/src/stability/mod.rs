//! Amplification matrices, spectral radii and stability limits of fixed-step methods.
//!
//! Invariant: a matrix is computed by applying the stepper itself to x'' = −ω² x − 2ζω x', never from a
//! separate formula, so that a new weight set can be analysed before it is used.
//!
//! ```
//! use linkwork::stability::{spectral_radius, stability_limit};
//! use linkwork::FifthDegree;
//!
//! let limit = stability_limit(&FifthDegree::a(), 0.0).unwrap();
//! assert!((limit - 1.5_f64.sqrt()).abs() < 1e-9);
//! // The paper's set is unstable at every step size: −(1 + 4Ω²/15 + …).
//! assert!(spectral_radius(&FifthDegree::paper(), 0.1, 0.0).unwrap() > 1.002);
//! ```
//!
//! For the conditionally explicit family, see also [`parasitic_roots`] and [`sigma_roots`]: the former
//! must be inside the unit circle, and so must the latter if the mechanism has constraints.

mod accuracy;
mod classes;
mod polynomials;
mod step_changes;
mod test_equation;

pub use accuracy::{Accuracy, accuracy, parasitic, principal_root, roots};
use alloc::vec;
use alloc::vec::Vec;
pub use classes::{Class, classify, is_stable_at};
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
pub(crate) use polynomials::{
    factorial, l_of_weights, l_with_parasitic_root, order_condition, steady_errors, steady_predictions,
    weights_of_l,
};
pub(crate) use step_changes::growth;
pub use test_equation::TestEquation;

use crate::stepper::{Start, StepFailure, Stepper};
use nalgebra::linalg::{Schur, balancing};
use nalgebra::{Complex, DMatrix, SVector};

/// A radius up to 1 + this counts as stable: a root on the unit circle with rounding.
pub const STRICT: f64 = 1e-11;
/// [`stability_limit`] checks Ω = `GRID`, 2 `GRID` … up to [`LARGEST`].
const GRID: f64 = 1.0 / 100.0;
/// No explicit method of the family is stable beyond Ω = 2 for undamped motion; Runge–Kutta methods reach about 8.
const LARGEST: f64 = 20.0;

/// A method whose step on the linear test equation is a matrix.
pub trait FixedStep {
    /// The matrix of one step with h = 1 s on x'' = −Ω² x − 2ζΩ x', over all numbers that the method
    /// stores from step to step.
    ///
    /// # Errors
    ///
    /// The failure of the step.
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure>;

    /// Whether the step has a root z = 1 at every Ω and ζ, which the matrix omits: a part of each error then never decays.
    fn has_lasting_root(&self) -> bool {
        false
    }

    /// The roots that constrained directions of an index-3 DAE obey, for methods that integrate those: all
    /// must be inside the unit circle. `None` for methods that impose constraints by other means.
    fn constrained_roots(&self) -> Option<Vec<Complex<f64>>> {
        None
    }
}

/// Any method that stores only (x, x') from step to step.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneStep<S>(pub S);

impl<S: Stepper<TestEquation<false>> + Stepper<TestEquation<true>>> FixedStep for OneStep<S> {
    fn amplification_matrix(&self, omega_h: f64, zeta: f64) -> Result<DMatrix<f64>, StepFailure> {
        if zeta == 0.0 {
            one_step(&self.0, &TestEquation::<false> { omega: omega_h, zeta })
        } else {
            one_step(&self.0, &TestEquation::<true> { omega: omega_h, zeta })
        }
    }
}

/// The images of (1, 0) and (0, 1).
fn one_step<const DAMPED: bool, S: Stepper<TestEquation<DAMPED>>>(
    method: &S,
    equation: &TestEquation<DAMPED>,
) -> Result<DMatrix<f64>, StepFailure> {
    let mut matrix = DMatrix::zeros(2, 2);
    for column in 0..2 {
        let unit = |i: usize| SVector::from([f64::from(u8::from(i == column))]);
        let start = Start { t: 0.0, q: unit(0), v: unit(1), y: SVector::from([]) };
        let mut w = method.start(equation, &start, 1.0)?;
        method.step(equation, 1.0, &mut w)?;
        method.attempt(equation, 1.0, &mut w)?;
        let end = method.sample(&w);
        matrix[(0, column)] = end.q[0];
        matrix[(1, column)] = end.v[0];
    }
    Ok(matrix)
}

/// The eigenvalues of a small matrix, balanced first; NaN if the matrix is not finite.
pub(crate) fn eigenvalues(mut matrix: DMatrix<f64>) -> Vec<Complex<f64>> {
    const ITERATIONS: usize = 10_000;
    if matrix.is_empty() {
        return Vec::new();
    }
    let unknown = vec![Complex::new(f64::NAN, f64::NAN); matrix.nrows()];
    if matrix.iter().any(|x| !x.is_finite()) {
        return unknown;
    }
    balancing::balance_parlett_reinsch(&mut matrix);
    Schur::try_new(matrix, f64::EPSILON, ITERATIONS)
        .map_or(unknown, |schur| eigenvalues_of_blocks(&schur.unpack().1))
}

/// The eigenvalues of a real Schur form, block by block:
///
/// ```text
/// [ a b ]      λ = (a + d)/2 ± √(((a − d)/2)² + b c)
/// [ c d ]
/// ```
///
/// For a double root, rounding gives a radicand of either sign; nalgebra's own function assumes it to be negative.
fn eigenvalues_of_blocks(t: &DMatrix<f64>) -> Vec<Complex<f64>> {
    let n = t.nrows();
    let mut all = Vec::with_capacity(n);
    while all.len() < n {
        let i = all.len();
        if i + 1 == n || t[(i + 1, i)] == 0.0 {
            all.push(Complex::new(t[(i, i)], 0.0));
            continue;
        }
        let [a, b, c, d] = [t[(i, i)], t[(i, i + 1)], t[(i + 1, i)], t[(i + 1, i + 1)]];
        let root = Complex::new((0.5 * (a - d)).powi(2) + b * c, 0.0).sqrt();
        let middle = 0.5 * (a + d);
        all.extend([middle + root, middle - root]);
    }
    all
}

/// The largest modulus of an eigenvalue of the amplification matrix at Ω = ωh and damping ratio ζ; NaN if one is unknown.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn spectral_radius<S: FixedStep + ?Sized>(
    method: &S,
    omega_h: f64,
    zeta: f64,
) -> Result<f64, StepFailure> {
    let moduli = roots(method, omega_h, zeta)?.into_iter().map(Complex::norm);
    // Unlike `f64::max`, the maximum of a number and NaN is NaN here, in either order.
    Ok(moduli.fold(0.0, |m: f64, r| if m.is_nan() || r <= m { m } else { r }))
}

/// The largest Ω = ωh up to which the spectral radius is at most 1 + [`STRICT`] everywhere; 0 for a method
/// that is unstable at every step size, infinite if no limit was found up to Ω = 20.
///
/// At such a limit two roots may meet on the unit circle (central differences at Ω = 2): there the
/// solution grows linearly, which the radius does not show.
///
/// # Errors
///
/// The failure of a step on the test equation.
pub fn stability_limit<S: FixedStep + ?Sized>(method: &S, zeta: f64) -> Result<f64, StepFailure> {
    let stable =
        |omega_h: f64| Ok::<bool, StepFailure>(spectral_radius(method, omega_h, zeta)? <= 1.0 + STRICT);
    let (mut low, mut high) = (0.0, GRID);
    while stable(high)? {
        low = high;
        high += GRID;
        if high > LARGEST {
            return Ok(f64::INFINITY);
        }
    }
    if low == 0.0 {
        return Ok(0.0);
    }
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if stable(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// The parasitic roots at h → 0 of a conditionally explicit method of degree d with weights w_0 … w_{d−2}.
pub fn parasitic_roots(weights: &[f64]) -> Vec<Complex<f64>> {
    polynomials::roots_of_r(&l_of_slice(weights))
}

/// The roots that constrained directions of an index-3 DAE obey under a conditionally explicit
/// method of degree d with weights w_0 … w_{d−2}; all must be inside the unit circle.
pub fn sigma_roots(weights: &[f64]) -> Vec<Complex<f64>> {
    polynomials::roots_of_sigma(&l_of_slice(weights))
}

/// The spectral radius in constrained directions if h is multiplied by r and 1/r in turn at every step.
pub fn alternating_steps(weights: &[f64], r: f64) -> f64 {
    step_changes::alternating(&l_of_slice(weights), r)
}

/// Steady relative errors (position, velocity) of a conditionally explicit method under a force of frequency ω.
pub fn steady_state_errors(weights: &[f64], omega_h: f64) -> (f64, f64) {
    polynomials::steady_errors(&l_of_slice(weights), omega_h)
}

/// l_0 … l_D, with w_D = 1.
fn l_of_slice(weights: &[f64]) -> Vec<f64> {
    let d = weights.len();
    let scaled = weights
        .iter()
        .enumerate()
        .map(|(k, w)| if k == 0 { w - 1.0 } else { polynomials::binomial(d, k) * w });
    scaled.chain([1.0]).collect()
}
