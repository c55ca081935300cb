//! The leapfrog: velocities half a step before positions.
//!
//! ```text
//! v_{n+½} = v_{n−½} + h a_n,   q_{n+1} = q_n ⊞ h v_{n+½}                                           (1)
//! v_n = v_{n−½} + h/2 a_n,   v_½ = v_0 + h/2 a_0                                                (2)
//! ```
//!
//! When the step size changes from h₋ to h, (h₋ + h)/2 replaces h in the first of (1), and h₋ replaces h in (2), whose
//! second part is that with h₋ = 0. Invariant: the point of the carrier at t_n has v_{n−½}; samples have v_n.

use super::{Carrier, LastVelocity, OfPositions, Takes, explicit_order};
use crate::error::SnapshotError;
use crate::runge_kutta::{Euler, Projection, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::transfer::Transfer;
use crate::{Clamped, Mechanism, Real, Vector};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::marker::PhantomData;

/// The leapfrog method, order 2: one force evaluation and one kick per step; the half kick of (2) is made for samples only.
///
/// The motion is that of [`VelocityVerlet`](super::VelocityVerlet), whose v_½ it stores. For forces that depend on time and positions:
///
/// ```
/// use linkwork::prelude::*;
/// use linkwork::Separable;
/// use linkwork::symplectic::Leapfrog;
/// fn orbit<M: Unconstrained + Separable + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(Leapfrog::default()).step(1e-2).until(100.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leapfrog<F = OfPositions>(PhantomData<F>);

impl Default for Leapfrog<OfPositions> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl Leapfrog<OfPositions> {
    /// The same method for forces of every kind: those that depend on velocities are evaluated at v_{n−½}, the order is
    /// then 1, and the method is no longer symplectic.
    pub fn with_last_velocity() -> Leapfrog<LastVelocity> {
        Leapfrog(PhantomData)
    }
}

/// The workspace of a run of [`Leapfrog`].
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    pub(super) carrier: Carrier<M>,
    /// h₋.
    pub(super) last: M::Scalar,
    /// v_n.
    velocity: M::Velocity,
}

impl<M: Mechanism> Workspace<M> {
    /// v_n of (2).
    fn meet(&mut self) {
        self.velocity.copy_from(&self.carrier.here.v);
        self.velocity.axpy(M::Scalar::exact(0.5) * self.last, &self.carrier.found.a);
    }
}

impl<M: Clamped, F: Takes<M>> Stepper<M> for Leapfrog<F> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        "Leapfrog".to_owned()
    }

    fn order(&self) -> u32 {
        explicit_order(2, M::FLAGS)
    }

    fn order_for(&self, m: &M) -> u32 {
        explicit_order(2, m.flags())
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let carrier = Carrier::starting::<Euler>(m, from, None)?;
        Ok(Workspace { carrier, last: M::Scalar::zero(), velocity: from.v.clone() })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let mut report = w.carrier.begin(m, h)?;
        let half = M::Scalar::exact(0.5);
        w.meet();
        w.carrier.drift(m, h, half * (w.last + h), true);
        merge(&mut report, w.carrier.finish(m, Projection::None)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.last = w.carrier.h();
        w.carrier.commit();
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        let report = w.carrier.complete(m)?;
        w.meet();
        Ok(Some(report))
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.carrier.transfer(m, over)?;
        over.real(&mut w.last)?;
        over.vector(&mut w.velocity)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        Sample { v: &w.velocity, ..w.carrier.sample() }
    }
}
