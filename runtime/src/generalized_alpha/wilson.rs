//! Wilson's θ method: the acceleration is linear over θ h, and the equations of motion hold at its end.
//!
//! ```text
//! q_θ = q₀ ⊞ (τ v₀ + τ²/6 (a_θ + 2 a₀)),  v_θ = v₀ + τ/2 (a_θ + a₀),  M a_θ = f(t₀ + τ, q_θ, v_θ),  τ = θ h    (1)
//! a₁ = a₀ + (a_θ − a₀)/θ,  v₁ = v₀ + h/2 (a₀ + a₁),  q₁ = q₀ ⊞ (h v₀ + h²/6 (a₁ + 2 a₀))                   (2)
//! ```
//!
//! First-order states likewise: y_θ = y₀ + τ/2 (Y_θ + Y₀), Y₁ = Y₀ + (Y_θ − Y₀)/θ, y₁ = y₀ + h/2 (Y₀ + Y₁).
//! Invariant: a₁ is the acceleration of the method, not that of the equations at t₁. Source: Wilson 1968.

use crate::error::Error;
use crate::error::SnapshotError;
use crate::implicit::{Level, Newton, Point, Scheme, first};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_attempt, check_step};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Unconstrained, Vector};
use alloc::format;
use alloc::string::String;

/// Wilson's θ method, second order; stable at every step size for θ ≥ 1.37. For mechanisms without constraints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WilsonTheta {
    theta: f64,
}

impl Default for WilsonTheta {
    /// θ = 1.42.
    fn default() -> Self {
        Self { theta: 1.42 }
    }
}

impl WilsonTheta {
    /// The method with another θ ≥ 1; 1 is linear acceleration.
    ///
    /// # Errors
    /// [`Error::Setting`] for θ < 1, infinity and NaN.
    pub fn new(theta: f64) -> Result<Self, Error> {
        if theta >= 1.0 && theta.is_finite() {
            Ok(Self { theta })
        } else {
            Err(Error::setting("theta", theta, "it must be finite and at least 1"))
        }
    }

    /// θ.
    pub fn theta(&self) -> f64 {
        self.theta
    }
}

/// The state of a run of [`WilsonTheta`].
#[derive(Clone, Debug)]
pub struct WilsonWorkspace<M: Mechanism> {
    pub(super) here: Point<M>,
    there: Point<M>,
    far: Point<M>,
    newton: Newton<M>,
    committed: bool,
}

impl<M: Unconstrained> Stepper<M> for WilsonTheta {
    type Workspace = WilsonWorkspace<M>;

    fn name(&self) -> String {
        format!("Wilson-θ (θ = {})", self.theta)
    }

    fn order(&self) -> u32 {
        2
    }

    fn supports_stiff_forces(&self) -> bool {
        true
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Self::Workspace, StepFailure> {
        check_step(h)?;
        let (here, _) = first(m, from, m.initial_reactions())?;
        let newton = Newton::new(m, from.v.len(), m.now(from.t));
        Ok(WilsonWorkspace { there: here.clone(), far: here.clone(), here, newton, committed: false })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Self::Workspace) -> Result<StepReport, StepFailure> {
        check_attempt(m, h, (&w.here.q, &w.here.v))?;
        w.committed = false;
        let exact = M::Scalar::exact;
        let (half, third, sixth) = (exact(0.5), exact(3.0).recip(), exact(6.0).recip());
        let theta = exact(self.theta);
        let tau = theta * h;
        let WilsonWorkspace { here, there, far, newton, .. } = w;
        let scheme = Scheme {
            path: sixth * tau * tau,
            rate: half * tau,
            inertia: M::Scalar::one(),
            state_path: half * tau,
            state_inertia: M::Scalar::one(),
        };
        newton.path_base.fill(M::Scalar::zero());
        newton.path_base.axpy(tau, &here.v);
        newton.path_base.axpy(third * tau * tau, &here.a);
        newton.velocity_base.copy_from(&here.v);
        newton.velocity_base.axpy(half * tau, &here.a);
        newton.state_base.copy_from(&here.y);
        newton.state_base.axpy(half * tau, &here.rate);
        far.tick(here, tau);
        m.now_into(far.t, &mut newton.now);
        far.a.copy_from(&here.a);
        far.rate.copy_from(&here.rate);
        let report = newton.solve(m, &scheme, Level::Position, here, far)?; // (1)

        // (2)
        let (old, new) = (M::Scalar::one() - theta.recip(), theta.recip());
        there.a.fill(M::Scalar::zero());
        there.a.axpy(old, &here.a);
        there.a.axpy(new, &far.a);
        newton.path.fill(M::Scalar::zero());
        newton.path.axpy(h, &here.v);
        newton.path.axpy(third * h * h, &here.a);
        newton.path.axpy(sixth * h * h, &there.a);
        there.tick(here, h);
        m.now_into(there.t, &mut newton.now);
        there.arrive(m, here, &newton.path, &newton.now);
        there.v.copy_from(&here.v);
        there.v.axpy(half * h, &here.a);
        there.v.axpy(half * h, &there.a);
        if m.flags().states {
            there.rate.fill(M::Scalar::zero());
            there.rate.axpy(old, &here.rate);
            there.rate.axpy(new, &far.rate);
            there.y.copy_from(&here.y);
            there.y.axpy(half * h, &here.rate);
            there.y.axpy(half * h, &there.rate);
        }
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Self::Workspace) {
        core::mem::swap(&mut w.here, &mut w.there);
        w.committed = true;
    }

    fn complete(&self, _m: &M, w: &mut Self::Workspace) -> Result<Option<StepReport>, StepFailure> {
        w.committed = false;
        Ok(Some(StepReport::default()))
    }

    fn transfer(&self, m: &M, w: &mut Self::Workspace, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.agree("θ", self.theta)?;
        w.here.transfer(m, over)?;
        w.there.transfer(m, over)?;
        over.flag(&mut w.committed)
    }

    fn sample<'a>(&self, w: &'a Self::Workspace) -> Sample<'a, M> {
        let Point { t, q, v, y, a, lambda, psi, at, .. } = if w.committed { &w.there } else { &w.here };
        Sample { t: *t, q, v, a, lambda, psi, y, at }
    }
}
