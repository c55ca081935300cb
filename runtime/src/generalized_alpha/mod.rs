//! Newmark, HHT-α and generalized-α methods for ODEs and DAEs, and Wilson's θ method: second order,
//! unconditionally stable, with adjustable numerical damping of high frequencies.
//!
//! The accelerations A of a run belong to t_n + α h, α = α_m − α_f (α_m and α_f are the weights of the old values):
//!
//! ```text
//! q₁ = q₀ ⊞ (h v₀ + h²((½ − β) A₀ + β Ã))        ṽ = v₀ + h((1 − γ) A₀ + γ Ã)                       (1)
//! (1 − α_m) M₁ Ã + α_m P₀ = (1 − α_f) f(t₁, q₁, ṽ, λ̃, ψ̃) + α_f f₀,   g(t₁, q₁) = 0,   k(t₁, q₁, ṽ) = 0     (2)
//! v₁ = v₀ + h((1 − γ) A₀ + γ A₁)                                                                 (3)
//! (1 − α_m) M₁ A₁ + α_m P₀ = (1 − α_f) f(t₁, q₁, v₁, λ₁, ψ₁) + α_f f₀,   ġ(t₁, q₁, v₁) = 0,   k(t₁, q₁, v₁) = 0    (4)
//! M₁ = M(t₀ + (1 + α)h, q₀ ⊞ h(1 + α)v₀),   P₁ = M₁ A₁,   f₁ = f(t₁, q₁, v₁, λ₁, ψ₁)                      (5)
//! ```
//!
//! This is the stabilised index-2 form (SOI2): (1) and (2) give q₁, (3) and (4) the rest, so that g, ġ and k hold
//! at every t_n. The index-3 form omits (3) and (4), and has M at t₁:
//!
//! ```text
//! (1 − α_m) A₁ + α_m A₀ = (1 − α_f) v̇₁ + α_f v̇₀,   M(t₁, q₁) v̇₁ = f₁,   g(t₁, q₁) = 0,   k(t₁, q₁, v₁) = 0   (6)
//! ```
//!
//! Without holonomic constraints (3) and (4) are the same as (1) and (2), and the stabilised form is (6). If M is constant, that is (2), divided by M,
//! and has the accelerations of the equations of motion at t₁. If M varies, M₁ of (5) belongs to a configuration that the step does not reach, and
//! 16 bars on ball joints diverge within half a second at h = 0.5 ms with it; with (6), h = 2 ms is stable.
//!
//! The index-2 form is (6) with ġ(t₁, q₁, v₁) = 0 in place of g, which is then violated by O(h²), without growth in
//! periodic motion. A start that violates g slightly keeps this violation, while the other forms respond with
//! reactions of its size over h². If g must hold, the projected form projects positions after a step, and then satisfies (3) and
//! (4):
//!
//! ```text
//! [ M₁  B₁ ] [ δ ]   [  0 ]    q₁ ← q₁ ⊞ δ  until g(t₁, q₁) = 0                                     (9)
//! [ G₁  0  ] [ μ ] = [ −g ]    (and D₁ δ = 0)
//! ```
//!
//! When the step size changes, the quantities at t_n + α h, A and P, are corrected:
//!
//! ```text
//! A₀ ← A₀ + α(h_n/h_{n−1} − 1)(A₀ − A₋₁),    P₀ ← P₀ + α(h_n/h_{n−1} − 1)(P₀ − P₋₁)                (7)
//! ```
//!
//! where A₋₁, P₋₁ are those of the previous step. First-order states use the companion method for y' = f_y
//! with the same α_f and half the shift, α' = α/2, α_m' = α_f + α', γ' = ½ − α', which has the same ρ∞:
//!
//! ```text
//! y₁ = y₀ + h((1 − γ')Y₀ + γ' Y₁),    (1 − α_m')Y₁ + α_m' Y₀ = (1 − α_f) f_y(t₁) + α_f f_y(t₀)           (8)
//! ```
//!
//! Invariant: the method object holds coefficients only; the matrix is the generated μM + rC + pK with its borders.
//!
//! Sources: Newmark 1959; Hilber, Hughes, Taylor 1977; Chung, Hulbert 1993; Jay, Negrut 2009 (stabilised index 2, (7));
//! Arnold, Brüls 2007 and Brüls, Cardona 2010 (6); Jansen, Whiting, Hulbert 2000 (8); Wilson 1968.

mod amplification;
mod estimate;
mod manifold;
mod start;
mod wilson;
mod workspace;

use alloc::format;
use alloc::string::String;
pub use wilson::{WilsonTheta, WilsonWorkspace};
pub use workspace::Workspace;

use crate::error::Error;
use crate::error::SnapshotError;
use crate::implicit::{Level, Scheme};
use crate::runge_kutta::merge;
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};

/// How constraints and the mass matrix enter a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Equations (1) to (5): g and ġ hold; two solves per step. Without holonomic constraints, equation (6).
    #[default]
    StabilizedIndex2,
    /// Equation (6): g holds, ġ only approximately; one solve per step.
    Index3,
    /// Equation (6) with ġ in place of g, which holds only approximately; one solve per step.
    Index2,
    /// The same, and g holds by (9); three solves per step.
    ProjectedIndex2,
}

/// The choice of the first A₀.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstAcceleration {
    /// (1 − α) a(t₀) + α a(t₁) with a trial step to t₁, which differs from a(t₀ + αh) by h². The same as
    /// [`AtStart`](Self::AtStart) for α = 0.
    #[default]
    Shifted,
    /// a(t₀): positions and velocities keep their order, A and multipliers have an error of h, which
    /// decays as |α_m/(1 − α_m)|ⁿ.
    AtStart,
}

/// The quantities that (7) corrects when the step size changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correction {
    /// A and P: order 2 in all quantities.
    #[default]
    Both,
    /// A alone: the order of multipliers falls to 1 if M is not constant.
    Acceleration,
    /// Nothing: the order of A and multipliers falls to 1. The published method before its correction, for comparison.
    Nothing,
}

/// A generalized-α method (Newmark's and HHT-α included); see the [module](self) for the equations.
///
/// Second order in q, v, a, λ and ψ. Stable for every step size if 2β ≥ γ ≥ ½. It supports ODEs and constrained
/// mechanisms of any kind, on manifolds, too; its use is for stiff ones.
///
/// ```
/// use linkwork::GeneralizedAlpha;
/// use linkwork::stability::spectral_radius;
/// # fn main() -> Result<(), linkwork::Error> {
/// let method = GeneralizedAlpha::with_spectral_radius(0.2)?;
/// assert!((method.beta() - 25.0 / 36.0).abs() < 1e-15 && (method.gamma() - 7.0 / 6.0).abs() < 1e-15);
/// assert!((spectral_radius(&method, 1e7, 0.0).unwrap() - 0.2).abs() < 1e-3);
/// assert!(GeneralizedAlpha::with_spectral_radius(1.5).is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneralizedAlpha {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
    kind: Kind,
    form: Form,
    first: FirstAcceleration,
    correction: Correction,
}

/// The family of the coefficients, for the name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Radius(f64),
    Hht(f64),
    Newmark,
}

impl Default for GeneralizedAlpha {
    /// ρ∞ = 0.8.
    fn default() -> Self {
        Self::of_radius(0.8)
    }
}

impl GeneralizedAlpha {
    /// The method of Chung and Hulbert with ρ∞ = `radius` in [0, 1], the spectral radius at infinite frequency:
    /// no damping for 1, annihilation for 0.
    ///
    /// ```text
    /// α_m = (2ρ − 1)/(ρ + 1),   α_f = ρ/(ρ + 1),   β = (1 − α)²/4,   γ = ½ − α
    /// ```
    ///
    /// # Errors
    /// [`Error::Setting`] for a radius outside [0, 1].
    pub fn with_spectral_radius(radius: f64) -> Result<Self, Error> {
        if (0.0..=1.0).contains(&radius) {
            Ok(Self::of_radius(radius))
        } else {
            Err(Error::setting("spectral_radius", radius, "it must be in [0, 1]"))
        }
    }

    fn of_radius(radius: f64) -> Self {
        let (alpha_m, alpha_f) = ((2.0 * radius - 1.0) / (radius + 1.0), radius / (radius + 1.0));
        Self::damped(alpha_m, alpha_f, Kind::Radius(radius))
    }

    fn damped(alpha_m: f64, alpha_f: f64, kind: Kind) -> Self {
        let alpha = alpha_m - alpha_f;
        let beta = 0.25 * (1.0 - alpha) * (1.0 - alpha);
        Self { alpha_m, alpha_f, ..Self::of_newmark(beta, 0.5 - alpha, kind) }
    }

    fn of_newmark(beta: f64, gamma: f64, kind: Kind) -> Self {
        Self {
            alpha_m: 0.0,
            alpha_f: 0.0,
            beta,
            gamma,
            kind,
            form: Form::default(),
            first: FirstAcceleration::default(),
            correction: Correction::default(),
        }
    }

    /// The method of Hilber, Hughes and Taylor with their α = `alpha` in [−1/3, 0]: α_m = 0, α_f = −α.
    ///
    /// # Errors
    /// [`Error::Setting`] for an `alpha` outside [−1/3, 0].
    pub fn hht(alpha: f64) -> Result<Self, Error> {
        if (-1.0 / 3.0..=0.0).contains(&alpha) {
            Ok(Self::damped(0.0, -alpha, Kind::Hht(alpha)))
        } else {
            Err(Error::setting("alpha", alpha, "it must be in [-1/3, 0]"))
        }
    }

    /// Newmark's method; second order for γ = ½ only. With γ = 0 velocities cannot satisfy constraints, with β = 0 positions
    /// cannot; a step then reports a singular matrix.
    ///
    /// # Errors
    /// [`Error::Setting`] unless β ≥ 0 and γ ≥ 0 are finite.
    pub fn newmark(beta: f64, gamma: f64) -> Result<Self, Error> {
        if !(beta >= 0.0 && beta.is_finite()) {
            return Err(Error::setting("beta", beta, "it must be finite and not negative"));
        }
        if !(gamma >= 0.0 && gamma.is_finite()) {
            return Err(Error::setting("gamma", gamma, "it must be finite and not negative"));
        }
        Ok(Self::of_newmark(beta, gamma, Kind::Newmark))
    }

    /// Newmark's method with β = ¼, γ = ½, the trapezoidal rule: no numerical damping.
    pub fn average_acceleration() -> Self {
        Self::of_newmark(0.25, 0.5, Kind::Newmark)
    }

    /// The trapezoidal rule with constraints on velocities only: α_m = α_f = ½, β = ¼, γ = ½ at index 2.
    ///
    /// ```text
    /// q₁ = q₀ ⊞ h/2 (v₀ + v₁),   v₁ = v₀ + h/2 (v̇₀ + v̇₁),   M₁ v̇₁ = f(t₁, q₁, v₁, λ₁, ψ₁),   ġ = 0,   k = 0 at t₁
    /// ```
    pub fn trapezoidal_index2() -> Self {
        Self::of_radius(1.0).index2()
    }

    /// Newmark's method with β = 1/6, γ = ½: stable for ωh ≤ √12.
    pub fn linear_acceleration() -> Self {
        Self::of_newmark(1.0 / 6.0, 0.5, Kind::Newmark)
    }

    /// Newmark's method with β = 0, γ = ½: stable for ωh ≤ 2. It does not support holonomic constraints, for which a step
    /// reports a singular matrix.
    pub fn stormer() -> Self {
        Self::of_newmark(0.0, 0.5, Kind::Newmark)
    }

    /// The index-3 form of the same method.
    pub fn index3(self) -> Self {
        Self { form: Form::Index3, ..self }
    }

    /// The index-2 form of the same method: velocities obey the constraints, positions drift by O(h²).
    pub fn index2(self) -> Self {
        Self { form: Form::Index2, ..self }
    }

    /// The index-2 form with positions projected onto the constraints after every step.
    pub fn projected_index2(self) -> Self {
        Self { form: Form::ProjectedIndex2, ..self }
    }

    /// The same method with another first A₀.
    pub fn first_acceleration(self, first: FirstAcceleration) -> Self {
        Self { first, ..self }
    }

    /// The same method with another treatment of variable steps.
    pub fn correction(self, correction: Correction) -> Self {
        Self { correction, ..self }
    }

    /// α_m.
    pub fn alpha_m(&self) -> f64 {
        self.alpha_m
    }

    /// α_f.
    pub fn alpha_f(&self) -> f64 {
        self.alpha_f
    }

    /// β.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// γ.
    pub fn gamma(&self) -> f64 {
        self.gamma
    }

    /// α = α_m − α_f: A belongs to t_n + α h.
    pub fn shift(&self) -> f64 {
        self.alpha_m - self.alpha_f
    }

    /// (α_m', γ') of (8).
    fn companion(&self) -> (f64, f64) {
        let shift = 0.5 * self.shift();
        (self.alpha_f + shift, 0.5 - shift)
    }

    fn scheme<T: Real>(&self, h: T) -> Scheme<T> {
        let (state_m, state_gamma) = self.companion();
        let new = 1.0 - self.alpha_f;
        Scheme {
            path: T::exact(self.beta) * h * h,
            rate: T::exact(self.gamma) * h,
            inertia: T::exact((1.0 - self.alpha_m) / new),
            state_path: T::exact(state_gamma) * h,
            state_inertia: T::exact((1.0 - state_m) / new),
        }
    }

    /// The form of the steps of a mechanism.
    fn form_for<M: Mechanism>(&self, m: &M) -> Form {
        if self.form == Form::StabilizedIndex2 && !m.flags().holonomic { Form::Index3 } else { self.form }
    }

    /// The first-order or second-order condition γ = ½ − α; rounding is not a violation.
    fn second_order(&self) -> bool {
        (self.gamma + self.shift() - 0.5).abs() < 1e-12
    }
}

impl<M: Mechanism> Stepper<M> for GeneralizedAlpha {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        let form = match self.form {
            Form::StabilizedIndex2 => "",
            Form::Index3 => ", index 3",
            Form::Index2 => ", index 2",
            Form::ProjectedIndex2 => ", index 2, projected",
        };
        match self.kind {
            Kind::Radius(radius) => format!("generalized-α (ρ∞ = {radius}{form})"),
            Kind::Hht(alpha) => format!("HHT-α (α = {alpha}{form})"),
            Kind::Newmark => format!("Newmark (β = {}, γ = {}{form})", self.beta, self.gamma),
        }
    }

    fn order(&self) -> u32 {
        if self.second_order() { 2 } else { 1 }
    }

    fn supports_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        self.begin(m, from, h)
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.point.q, &w.here.point.v))?;
        w.committed = false;
        w.prepare(self, m, h);
        let scheme = self.scheme(h);
        let rates = m.flags().holonomic && matches!(self.form, Form::Index2 | Form::ProjectedIndex2);
        let first = if rates { Level::Rate } else { Level::Position };
        let mut report = w.newton.solve(m, &scheme, first, &w.here.point, &mut w.there.point)?;
        if m.flags().holonomic && matches!(self.form, Form::StabilizedIndex2 | Form::ProjectedIndex2) {
            w.position_l.copy_from(&w.there.point.lambda);
            w.position_p.copy_from(&w.there.point.psi);
            if let Some(manifold) = &mut w.manifold {
                merge(&mut report, manifold.reach(m, &mut w.there.point)?);
            }
            let second = w.newton.solve(m, &scheme, Level::Velocity, &w.here.point, &mut w.there.point)?;
            merge(&mut report, second);
        }
        w.conclude(self, m, &scheme);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        w.commit();
    }

    fn complete(&self, _m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        w.committed = false;
        Ok(Some(StepReport::default()))
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        for (what, x) in [("α_m", self.alpha_m), ("α_f", self.alpha_f), ("β", self.beta), ("γ", self.gamma)]
        {
            over.agree(what, x)?;
        }
        w.transfer(m, over)
    }

    #[inline]
    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        w.sample()
    }
}
