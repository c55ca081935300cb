//! Half-implicit and fully implicit Euler methods for ODEs and index-3 DAEs, on Lie groups as well.
//!
//! Half-implicit: forces at t_n, the position at t_{n+1} from the new velocity, and the constraints there:
//!
//! ```text
//! M_n (v₁ − v₀)/h + B_n (λ, ψ) = f_n,   q₁ = q₀ ⊞ h v₁,   g(t₁, q₁) = 0,   k(t₁, q₀, v₁) = 0             (1)
//! [ M_n  B_n ] [ u  ]   [ f_n − M_n a − B_n (λ, ψ) ]
//! [ G    0   ] [ dλ ] = [ −g(t₁, q₁)/h²            ]    v₁ = v₀ + h a,   da = u                       (2)
//! [ D_n  0   ] [ dψ ]   [ −k(t₁, q₀, v₁)/h         ]
//! ```
//!
//! With G = G_n the matrix is factored once per step ([`Iteration::Frozen`]); with G at q₁ and
//! da = dexp⁻¹_{h v₁}(u), Newton's iteration is complete ([`Iteration::Full`]).
//!
//! Fully implicit ([`ImplicitEuler`]): everything at t₁.
//!
//! ```text
//! M₁ a₁ = f(t₁, q₁, v₁, λ₁, ψ₁),   v₁ = v₀ + h a₁,   q₁ = q₀ ⊞ h v₁,   g(t₁, q₁) = 0,   k(t₁, q₁, v₁) = 0       (3)
//! ```
//!
//! Both are first order. In a vector space the half-implicit method is Störmer's with a start that lags by half a step: started from
//! v₀ − h a₀/2 ([`HalfImplicitEuler::half_step_start`]) its positions are second order if forces do not depend on
//! velocities, and its velocities belong to t_n − h/2. First-order states use implicit Euler in both. The method of order 2
//! for every mechanism, with constraints on positions and velocities, is [`Rattle`](crate::symplectic::Rattle).
//!
//! Reactions that enter the forces (joint friction) are those of the previous step, with one Newton iteration for
//! the new ones:
//!
//! ```text
//! f_n = f(λ₋₁) − B(λ₋₁)(λ − λ₋₁)                                                                  (4)
//! ```
//!
//! As published, friction follows from the reactions of the previous step, and the first ones are those
//! of index 1 at the start without friction ([`HalfImplicitEuler::lagged_reactions`]).
//!
//! ```text
//! f_n = f(λ₋₁) + Gᵀλ₋₁ + Dᵀψ₋₁ − Gᵀλ − Dᵀψ                                                        (5)
//! ```
//!
//! (4) and (5) are the same if forces are f₀ − Gᵀλ − Dᵀψ, and otherwise differ by O(h): the error of (5) is the change of friction in a
//! step.
//!
//! The start satisfies the rates of the constraints, so that in the first step of (1) the positions need half of the acceleration along G that the
//! motion asks for, 0 = g(t₁, q₀ ⊞ h v₁) = h² (G a + γ/2) + O(h³) with G a + γ = 0 at index 1: its multipliers are off by a part that does not vanish with h, as are those of every step whose
//! size is not that of the step before it. Samples have those of the equations of motion there, (11) of `unequal`.
//! Mechanisms with friction that sticks start with the whole acceleration instead, (9) of `lag`.
//!
//! Invariant: a step ends with g = 0 at q₁ to rounding. Source: Fang, Kissel, Zhang, Negrut 2023, with its errata.

mod implicit_euler;
mod lag;
mod lagged;
mod solve;
mod unequal;

use alloc::string::String;
pub use implicit_euler::{ImplicitEuler, ImplicitEulerWorkspace};
pub use solve::Workspace;

use crate::error::SnapshotError;
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};

/// The matrix of the iteration of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Iteration {
    /// That of t_n, factored once (and again only if the iteration would fail).
    #[default]
    Frozen,
    /// Newton's, factored in every iteration.
    Full,
}

/// The half-implicit symplectic Euler method: see the [module](self).
///
/// One force evaluation and one factorisation per step; first order; stable for ωh ≤ 2, with bounded errors of the energy.
///
/// ```
/// use linkwork::half_implicit::HalfImplicitEuler;
/// use linkwork::stability::{OneStep, stability_limit};
/// let limit = stability_limit(&OneStep(HalfImplicitEuler::default()), 0.0).unwrap();
/// assert!((limit - 2.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfImplicitEuler {
    iteration: Iteration,
    half_step: bool,
    lagged: bool,
    own_reactions: bool,
    tolerance: Option<f64>,
}

impl HalfImplicitEuler {
    /// The same method with another iteration.
    pub fn iteration(self, iteration: Iteration) -> Self {
        Self { iteration, ..self }
    }

    /// The same method, started from v₀ − h a₀/2: velocities then belong to t_n − h/2 throughout a run of fixed steps.
    pub fn half_step_start(self) -> Self {
        Self { half_step: true, ..self }
    }

    /// The same method with friction from the reactions of the previous step, as published: (5) of the [module](self) instead of (4).
    ///
    /// Forces must contain −Gᵀλ − Dᵀψ, as those of bodies and of energies always do; if `force` contains a multiplier at the level of
    /// matrices in another form, a start fails with [`StepFailure::OwnReaction`]. Friction must be the smaller part of the effect of
    /// a multiplier: otherwise errors grow from step to step.
    pub fn lagged_reactions(self) -> Self {
        Self { lagged: true, ..self }
    }

    /// The same method with the accelerations and multipliers of its own iteration in every sample, as published: in the first step after a start they have half
    /// of the acceleration along G, and in one of another size than the step before another part ((10) of `unequal`).
    pub fn own_reactions(self) -> Self {
        Self { own_reactions: true, ..self }
    }

    /// The same method with an iteration that ends when |(h² da, h² dλ, h² dψ)| (Euclidean) is below `tolerance` instead of at
    /// rounding, as for the published counts of iterations. Zero, negative values and NaN mean rounding.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance: (tolerance > 0.0).then_some(tolerance), ..self }
    }
}

impl<M: Mechanism> Stepper<M> for HalfImplicitEuler {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        let name = match (self.iteration, self.lagged) {
            (Iteration::Frozen, false) => "half-implicit Euler",
            (Iteration::Full, false) => "half-implicit Euler (full Newton)",
            (Iteration::Frozen, true) => "half-implicit Euler (lagged reactions)",
            (Iteration::Full, true) => "half-implicit Euler (full Newton, lagged reactions)",
        };
        name.into()
    }

    fn order(&self) -> u32 {
        1
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        if let Some(constraint) = m.flags().own_reaction.filter(|_| self.lagged) {
            return Err(StepFailure::OwnReaction { row: from.v.len() + constraint });
        }
        let mut w = Workspace::new(m, from, self.lagged)?;
        if self.half_step {
            let back = M::Scalar::exact(-0.5) * h;
            w.here.v.axpy(back, &w.last.a);
            w.unequal.start_lagging(h);
        } else {
            w.lag(m, h);
        }
        if self.own_reactions {
            w.unequal.leave();
        }
        Ok(w)
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.q, &w.here.v))?;
        w.solve(m, h, self.iteration, self.tolerance)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        w.commit();
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.agree("the tolerance of the iteration", self.tolerance.unwrap_or(0.0))?;
        over.agree("reactions of the method's own", f64::from(u8::from(self.own_reactions)))?;
        w.transfer(m, over)
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        w.sample()
    }
}
