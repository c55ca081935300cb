//! Conditionally explicit methods of degree 3 … 8 for ODEs of second order and index-3 DAEs.
//!
//! Invariant: the method object holds coefficients only, derived from the weights at construction;
//! the constants of the mechanism select one of the algorithms below at compile time.
//!
//! Degree d counts x itself; D = d − 1 is the order of the highest derivative. With
//! y_k = hᵏ x⁽ᵏ⁾/k! at t_n, p_k their prediction, l_0 = w_0 − 1, l_k = C(D,k) w_k, l_D = 1, s = Σ_{k≥0} l_k:
//!
//! ```text
//! y_k = p_k + l_k Δ,   k = 1 … D                                                       (1)
//! x_{n+1} = x_n ⊞ (Σ_{k≥1} p_k + s Δ)                                                  (2)
//! A. f(t, q):      M a = f,  l_2 Δ = h² a/2 − p_2                          explicit     (3)
//! B. f(t, q, v):   (l_2 M + (h/2) l_1 C) dΔ = h² f/2 − M (p_2 + l_2 Δ),  v = (p_1 + l_1 Δ)/h  (4)
//! C. constraints:  [ l_2 M + (h/2) l_1 C  B_n ] [ dΔ ]   [ h² f/2 − M (p_2 + l_2 Δ) ]
//!                  [ s G_{n+1}           0   ] [ dμ ] = [ −g(t_{n+1}, x_{n+1})     ]   μ = h² λ/2    (5)
//!                  [ l_2 D               0   ] [ dν ]   [ h² γ_k/2 − D (p_2 + l_2 Δ) ]   ν = h² ψ/2
//!    and           [ M B; G 0; D 0 ] [δ; ·; ·] = [0; 0; −h k(v)],   p_1, x_{n+1} += δ           (6)
//! ```
//!
//! The methods are the Nordsieck predict–evaluate–correct family for second-order equations with the
//! *corrected* velocity in f. Nonholonomic constraints are imposed at acceleration level and the
//! velocity is projected in the same step, because imposing k(v_n) = 0 itself is unstable from degree 4 on.
//!
//! The first step is a step like any other: with constraints, its Δ satisfies g at t₁ and changes the given v₀ to
//! v = (p_1 + l_1 Δ)/h, by O(hᴰ). The sample at t₀ is the given state, with the accelerations and multipliers that follow from it.
//!
//! Source: Fernández de Bustos et al., Mathematics 12 (2024) 2862, in Nordsieck form, with its errata.

mod amplification;
mod central_differences;
mod deciding;
mod estimate;
mod kept;
mod manifold;
mod newton;
mod nordsieck;
mod start;
mod weights;
mod workspace;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
pub use central_differences::{CentralDifferences, CentralDifferencesWorkspace};
pub use workspace::Workspace;

use crate::error::SnapshotError;
use crate::stability::{
    factorial, l_of_weights, order_condition, parasitic_roots, sigma_roots, steady_errors,
    steady_predictions, weights_of_l,
};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Unconstrained};
use nalgebra::Complex;

/// Degree 3: second order, positions of order 3 with [`stormer`](ThirdDegree::stormer).
pub type ThirdDegree = ConditionallyExplicit<3>;
/// Degree 4: third order.
pub type FourthDegree = ConditionallyExplicit<4>;
/// Degree 5: fourth order. The default.
pub type FifthDegree = ConditionallyExplicit<5>;
/// Degree 6: fifth order; fixed steps.
pub type SixthDegree = ConditionallyExplicit<6>;
/// Degree 7: sixth order; fixed steps.
pub type SeventhDegree = ConditionallyExplicit<7>;
/// Degree 8: seventh order; unstable on constrained mechanisms, where it does not compile.
pub type EighthDegree = ConditionallyExplicit<8>;

/// The start of a run, which determines the order of the whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starting {
    /// Exact derivatives of any order, from [`exact_start`](crate::exact_start). If the mechanism is not
    /// analytic ([`Flags::analytic`](crate::Flags::analytic)), [`FromAccelerations`](Self::FromAccelerations) is used instead.
    #[default]
    Exact,
    /// A polynomial through the accelerations at t₀ and after 2m = 2⌊D/2⌋ quarter-steps of the classical Runge–Kutta method: it uses no forces
    /// before t₀, where inputs may differ. Keeps the order D.
    FromAccelerations,
    /// Velocity and acceleration exact, all higher derivatives zero: the paper's start.
    /// **Warning:** for a generic motion the order of every degree falls to 2.
    ZeroHigher,
}

/// A marker that methods of a degree are stable on mechanisms of type `M`.
///
/// ```
/// use linkwork::stepper::Stepper;
/// use linkwork::{EighthDegree, FifthDegree, Mechanism, Unconstrained};
/// fn takes<M: Mechanism, S: Stepper<M>>(_m: &M, _method: S) {}
/// fn any<M: Mechanism>(m: &M) {
///     takes(m, FifthDegree::default());
/// }
/// fn free<M: Unconstrained>(m: &M) {
///     takes(m, EighthDegree::default());
/// }
/// ```
///
/// Degree 8 on a mechanism that may have constraints does not compile:
///
/// ```compile_fail,E0277
/// use linkwork::stepper::Stepper;
/// use linkwork::{EighthDegree, Mechanism};
/// fn takes<M: Mechanism, S: Stepper<M>>(_m: &M, _method: S) {}
/// fn any<M: Mechanism>(m: &M) {
///     takes(m, EighthDegree::default());
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "conditionally explicit methods of this degree cannot integrate `{M}`",
    note = "degrees 3 to 7 run on every mechanism, degree 8 is unstable where there are constraints"
)]
pub trait StableFor<M: Mechanism> {}

/// The degree of a method, as a type.
#[derive(Clone, Copy, Debug)]
pub enum Degree<const DEGREE: usize> {}

impl<M: Mechanism> StableFor<M> for Degree<3> {}
impl<M: Mechanism> StableFor<M> for Degree<4> {}
impl<M: Mechanism> StableFor<M> for Degree<5> {}
impl<M: Mechanism> StableFor<M> for Degree<6> {}
impl<M: Mechanism> StableFor<M> for Degree<7> {}
impl<M: Unconstrained> StableFor<M> for Degree<8> {}

/// A conditionally explicit method of degree 3 … 8: explicit unless forces depend on the velocity, and
/// then implicit in the velocity only; index-3 DAEs without index reduction.
///
/// One force evaluation and at most a few solves a step; see the [module](self) for the equations and the
/// constructors for the weight sets. Order D = DEGREE − 1 in positions, velocities and multipliers.
///
/// ```
/// use linkwork::{ConditionallyExplicit, FifthDegree};
/// let [w0, w1, w2, w3] = FifthDegree::default().weights()[..] else { unreachable!() };
/// assert!((w0 - 89.0 / 75.0).abs() < 1e-15 && (w3 - 3.0 / 4.0).abs() < 1e-15);
/// assert!((w1 - (3.0 * w2 - w3) / 2.0).abs() < 1e-15);
/// let custom = ConditionallyExplicit::<4>::with_weights([1.375, 7.0 / 12.0, 0.75]);
/// assert!(custom.max_parasitic_root() < 0.34);
/// ```
///
/// A set has as many weights as the degree has derivatives:
///
/// ```compile_fail
/// linkwork::FifthDegree::with_weights([1.0, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConditionallyExplicit<const DEGREE: usize> {
    set: &'static str,
    /// l_0 … l_D.
    l: [f64; DEGREE],
    /// r_1 … r_D of the first-order states, see [`adams`]; slot 0 is unused.
    r: [f64; DEGREE],
    /// π_k.
    steady: [f64; DEGREE],
    /// The error constant of states, in units of Δ_y: γ_D of Adams and Bashforth.
    state_error: f64,
    /// D! |c_x| and D! |c_v|.
    error: (f64, f64),
    order: u32,
    starting: Starting,
}

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    /// The method with weights w_0 … w_{D−1}, in the papers' names (α, β), (α, β, γ), (α, β, γ, ζ) …
    ///
    /// Check it with [`stability_limit`](crate::stability::stability_limit), [`max_parasitic_root`](Self::max_parasitic_root),
    /// [`max_sigma_root`](Self::max_sigma_root) and [`order`](Stepper::order). w_2 must not be zero.
    pub fn with_weights<const WEIGHTS: usize>(weights: [f64; WEIGHTS]) -> Self {
        Self::named(weights::CUSTOM, weights)
    }

    fn named<const WEIGHTS: usize>(set: &'static str, weights: [f64; WEIGHTS]) -> Self {
        const {
            assert!(DEGREE >= 3 && DEGREE <= 8, "the degree is 3 to 8");
            assert!(WEIGHTS + 1 == DEGREE, "a method of degree d has d - 1 weights");
        }
        let mut all = [1.0; DEGREE];
        all[..WEIGHTS].copy_from_slice(&weights);
        Self::from_l(set, l_of_weights(all))
    }

    fn from_l(set: &'static str, l: [f64; DEGREE]) -> Self {
        /// ωh at which the error constants are computed: twenty steps per radian of the motion.
        const OMEGA_H: f64 = 0.05;
        /// Weights that violate the order condition by rounding satisfy it.
        const ROUNDING: f64 = 1e-12;
        let d = DEGREE - 1;
        let (x, v) = steady_errors(&l, OMEGA_H);
        let scale = (0..d).fold(factorial(d), |scale, _| scale / OMEGA_H);
        let size: f64 = l.iter().map(|l| l.abs()).sum();
        let r: [f64; DEGREE] = adams();
        let motion = steady_predictions(&l, false);
        // In units of r_D Δ_y the states have a set of their own, with l_D = 1.
        let states = steady_predictions(&r.map(|x| x / r[d]), true);
        let missed: f64 = (2..=d).map(|k| r[d] * states[k] + r[k]).sum();
        let off = order_condition(&l).abs() > ROUNDING * size;
        Self {
            set,
            l,
            r,
            steady: core::array::from_fn(|k| motion[k]),
            state_error: r[d] / DEGREE as f64 - missed,
            error: (scale * x, scale * v),
            order: if off { d as u32 - 1 } else { d as u32 },
            starting: Starting::default(),
        }
    }

    /// The same method with another start.
    pub fn starting(self, starting: Starting) -> Self {
        Self { starting, ..self }
    }

    /// The weights w_0 … w_{D−1}.
    pub fn weights(&self) -> Vec<f64> {
        weights_of_l(self.l)[..DEGREE - 1].to_vec()
    }

    /// The largest modulus of a parasitic root at h → 0; the method is unstable if it exceeds 1.
    pub fn max_parasitic_root(&self) -> f64 {
        largest(&parasitic_roots(&self.weights()))
    }

    /// The largest modulus of a root of σ; unstable on constrained mechanisms if it exceeds 1.
    pub fn max_sigma_root(&self) -> f64 {
        largest(&sigma_roots(&self.weights()))
    }

    /// The error constants (|c_x|, |c_v|): in a steady motion of frequency ω, positions are off by
    /// c_x (ωh)ᴰ and velocities by c_v (ωh)ᴰ, in relative terms.
    pub fn error_constants(&self) -> (f64, f64) {
        let scale = factorial(DEGREE - 1);
        (self.error.0 / scale, self.error.1 / scale)
    }

    /// s = Σ_{k=0}^{D} l_k, the derivative of x_{n+1} with respect to Δ.
    #[inline]
    fn s(&self) -> f64 {
        self.l.iter().sum()
    }
}

/// The largest modulus.
fn largest(roots: &[Complex<f64>]) -> f64 {
    roots.iter().fold(0.0, |m, root| m.max(root.norm()))
}

/// r_0 … r_D of the explicit Adams method of order D in Nordsieck form, for y' = f_y.
///
/// At t_n the prediction p uses y'_{n−1} … y'_{n−D}; y'_n = f_y(t_n, q_n, v_n, y_n) differs from it by
/// Δ_y/h, Δ_y = h y'_n − p_1. The correction of the polynomial, in τ = (t − t_n)/h, must be zero at
/// τ = 0, and its slope zero at τ = −1 … −(D−1) and Δ_y at τ = 0:
///
/// ```text
/// W(τ) = ∫₀^τ Π_{i=1}^{D−1} (u + i) du / (D−1)! = Σ_{k=1}^{D} r_k τᵏ,     r_1 = 1
/// z_k = p_k + r_k Δ_y,   y_{n+1} = y_n + Σ_{k≥1} z_k
/// ```
fn adams<const DEGREE: usize>() -> [f64; DEGREE] {
    let d = DEGREE - 1;
    // Coefficients of the product, in slots 1 … D: slot k holds that of u^(k−1).
    let mut r = [0.0; DEGREE];
    r[1] = 1.0;
    for i in 1..d {
        for k in (1..=d).rev() {
            r[k] = i as f64 * r[k] + if k > 1 { r[k - 1] } else { 0.0 };
        }
    }
    for (k, r) in r.iter_mut().enumerate().skip(1) {
        *r /= k as f64 * factorial(d - 1);
    }
    r
}

impl<M: Mechanism, const DEGREE: usize> Stepper<M> for ConditionallyExplicit<DEGREE>
where
    Degree<DEGREE>: StableFor<M>,
{
    type Workspace = Workspace<M, DEGREE>;

    fn name(&self) -> String {
        format!("conditionally explicit, degree {DEGREE} ({})", self.set)
    }

    fn order(&self) -> u32 {
        self.order
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        self.begin(m, from, h)
    }

    // Derivatives of the motion have no step size.
    fn starts_for_any_size(&self) -> bool {
        self.starting == Starting::Exact
    }

    #[inline]
    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.instants[0].q, &w.v))?;
        w.set_step(m, h, &self.steady);
        w.sampled = 0;
        w.beginning = w.first;
        let report = if m.flags().constrained() || m.flags().velocity_dependent || m.flags().borders_move {
            self.solve_implicit(m, w)?
        } else {
            self.solve_explicit(m, w)?
        };
        if m.flags().states {
            w.state_rates(m)?;
        }
        w.solved = true;
        Ok(report)
    }

    #[inline]
    fn commit(&self, m: &M, w: &mut Self::Workspace) {
        w.commit(m, &self.l, &self.r);
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        for (k, l) in self.l.iter().enumerate() {
            over.agree(&format!("l_{k} of the method"), *l)?;
        }
        w.transfer(m, over)
    }

    #[inline]
    fn target<'a>(&self, w: &'a Self::Workspace) -> Option<&'a M::PositionCache> {
        M::FLAGS.holonomic.then_some(&w.instants[1].at)
    }

    #[inline]
    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        w.sample()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Explicit Adams methods of order 2, 3, 4: the weights of y'_n in y_{n+1} are Σ r_k = 3/2, 23/12, 55/24.
    #[test]
    fn states_use_adams_bashforth() {
        let newest = |r: &[f64]| r.iter().sum::<f64>();
        assert!((newest(&adams::<3>()) - 3.0 / 2.0).abs() < 1e-15);
        assert!((newest(&adams::<4>()) - 23.0 / 12.0).abs() < 1e-15);
        assert!((newest(&adams::<5>()) - 55.0 / 24.0).abs() < 1e-15);
        assert_eq!(adams::<5>()[1], 1.0);
        // Their error constants.
        assert!((ThirdDegree::default().state_error - 5.0 / 12.0).abs() < 1e-15);
        assert!((FifthDegree::default().state_error - 251.0 / 720.0).abs() < 1e-14);
        assert!((SeventhDegree::default().state_error - 19087.0 / 60480.0).abs() < 1e-13);
    }
}
