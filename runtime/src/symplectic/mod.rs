//! Symplectic methods for forces that do not depend on velocities, RATTLE and SHAKE for constrained mechanisms.
//!
//! ```text
//! v_½ = v_n + θ w h a_n,   q_{n+1} = q_n ⊞ w h v_½,   v_{n+1} = v_½ + (1 − θ) w h a_{n+1}                       (1)
//! ```
//!
//! θ = 1/2 is velocity Verlet: [`StormerVerlet`], [`Leapfrog`] and [`Beeman`] have the same motion, with positions
//! alone, with the velocities v_½, or with more accurate velocities. θ = 1 is the symplectic Euler method. Yoshida's method
//! of order 4 makes three steps (1) of sizes w₁h, w₀h, w₁h.
//!
//! # Fixed coordinates
//!
//! Constraints that fix single coordinates ([`Clamped`]) are supported by all methods with the accelerations of index 1, at no further
//! cost. With q_c fixed, q_f free and λ the reaction on q_c:
//!
//! ```text
//! a_c = 0,   M_ff a_f = f_f,   λ/s = f_c − M_cf a_f                                                 (2)
//! ```
//!
//! so that (1) does not change the bits of v_c = 0 and q_c, and the other coordinates move as if q_c had not been declared. That is RATTLE's motion:
//! each of its two solves per step requires v_c = 0 at the end of its half, which is a_c = 0, so both are (2), and the
//! second one at t_n is the first one of the next step. Driven coordinates need RATTLE: there v_½ is the difference quotient of
//! the drive, not the result of (1) with its acceleration.
//!
//! Invariant: a_{n+1} of a step is a_n of the next, so that (1) costs one force evaluation per substep. Forces that depend
//! on velocities are supported only on request ([`Symplectic::with_last_velocity`]).

mod amplification;
mod beeman;
mod drift;
mod leapfrog;
mod rattle;
mod shake;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
pub use beeman::{Beeman, Workspace as BeemanWorkspace};
pub use leapfrog::{Leapfrog, Workspace as LeapfrogWorkspace};
pub use rattle::{Rattle, Workspace as RattleWorkspace};
pub use shake::{Shake, Workspace as ShakeWorkspace};

use crate::error::SnapshotError;
use crate::runge_kutta::{Euler, Projection, Workspace as Carrier, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::transfer::Transfer;
use crate::{Clamped, Flags, Mechanism, Real, Separable, Vector};
use core::fmt::Debug;
use core::marker::PhantomData;

/// A composition of steps (1).
pub trait Composition: Copy + Debug + Default + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;
    /// Order of convergence for forces a(t, q).
    const ORDER: u32;
    /// θ.
    const FIRST_KICK: f64;
    /// The number of substeps.
    const SUBSTEPS: usize;
    /// w of one substep.
    fn weight<T: Real>(substep: usize) -> T;
}

/// θ = 1, one substep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KickDrift;
impl Composition for KickDrift {
    const NAME: &'static str = "SymplecticEuler";
    const ORDER: u32 = 1;
    const FIRST_KICK: f64 = 1.0;
    const SUBSTEPS: usize = 1;
    fn weight<T: Real>(_substep: usize) -> T {
        T::one()
    }
}

/// θ = 1/2, one substep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KickDriftKick;
impl Composition for KickDriftKick {
    const NAME: &'static str = "VelocityVerlet";
    const ORDER: u32 = 2;
    const FIRST_KICK: f64 = 0.5;
    const SUBSTEPS: usize = 1;
    fn weight<T: Real>(_substep: usize) -> T {
        T::one()
    }
}

/// θ = 1/2, three substeps w₁ = 1/(2 − 2^{1/3}), w₀ = −2^{1/3} w₁, w₁ (Yoshida 1990).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TripleJump;
impl Composition for TripleJump {
    const NAME: &'static str = "Yoshida4";
    const ORDER: u32 = 4;
    const FIRST_KICK: f64 = 0.5;
    const SUBSTEPS: usize = 3;
    fn weight<T: Real>(substep: usize) -> T {
        let two = T::exact(2.0);
        let root = two.pow(T::exact(3.0).recip());
        let outer = (two - root).recip();
        if substep == 1 { -(root * outer) } else { outer }
    }
}

/// Forces that depend on time and positions only, as the methods require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfPositions;
/// Any forces; those that depend on velocities are evaluated at the last known velocity, and the order is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastVelocity;

/// Forces that a method supports, of mechanisms of type `M`.
pub trait Takes<M: Mechanism>: Copy + Debug + Send + Sync + 'static {}
impl<M: Separable> Takes<M> for OfPositions {}
impl<M: Mechanism> Takes<M> for LastVelocity {}

/// A symplectic method for mechanisms without constraints, or with fixed coordinates.
///
/// ```
/// use linkwork::prelude::*;
/// use linkwork::Separable;
/// use linkwork::symplectic::Yoshida4;
/// fn orbit<M: Unconstrained + Separable + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(Yoshida4::default()).step(1e-2).until(100.0).run()?)
/// }
/// ```
///
/// Without [`Separable`] this is an error at `.method`, which names an alternative:
///
/// ```compile_fail,E0277
/// use linkwork::prelude::*;
/// use linkwork::symplectic::Yoshida4;
/// fn orbit<M: Unconstrained + Mechanism<Scalar = f64>>(m: &M) -> Result<Solution<M>, linkwork::Error> {
///     Ok(m.simulate().method(Yoshida4::default()).step(1e-2).until(100.0).run()?)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symplectic<S, F = OfPositions>(PhantomData<(S, F)>);

/// The symplectic Euler method, order 1.
pub type SymplecticEuler<F = OfPositions> = Symplectic<KickDrift, F>;
/// Störmer–Verlet, x_{n+1} = 2x_n − x_{n−1} + h² a_n, order 2, under its other name: `StormerVerlet::default()`.
pub type StormerVerlet = crate::conditionally_explicit::CentralDifferences;
/// Velocity Verlet, order 2; the motion of Störmer–Verlet, of the leapfrog and of Beeman's method.
pub type VelocityVerlet<F = OfPositions> = Symplectic<KickDriftKick, F>;
/// Yoshida's method of order 4.
pub type Yoshida4<F = OfPositions> = Symplectic<TripleJump, F>;

impl<S: Composition> Default for Symplectic<S, OfPositions> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S: Composition> Symplectic<S, OfPositions> {
    /// The same method for forces of every kind: of order 1 if they depend on velocities, and no longer symplectic.
    pub fn with_last_velocity() -> Symplectic<S, LastVelocity> {
        Symplectic(PhantomData)
    }
}

/// The order where forces do not depend on velocities; with first-order states that of Euler's method, which they use.
fn explicit_order(order: u32, flags: Flags) -> u32 {
    if flags.velocity_dependent || flags.states { 1 } else { order }
}

/// The workspace of a run.
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    carrier: Carrier<M>,
    weights: Vec<M::Scalar>,
}

impl<M: Clamped, S: Composition, F: Takes<M>> Stepper<M> for Symplectic<S, F> {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        S::NAME.to_owned()
    }

    fn order(&self) -> u32 {
        explicit_order(S::ORDER, M::FLAGS)
    }

    fn order_for(&self, m: &M) -> u32 {
        explicit_order(S::ORDER, m.flags())
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let carrier = Carrier::starting::<Euler>(m, from, None)?;
        Ok(Workspace { carrier, weights: (0..S::SUBSTEPS).map(S::weight).collect() })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let mut report = w.carrier.begin(m, h)?;
        let first = M::Scalar::exact(S::FIRST_KICK);
        for (i, weight) in w.weights.iter().enumerate() {
            let size = *weight * h;
            w.carrier.drift(m, size, first * size, i == 0);
            merge(&mut report, w.carrier.solve_end(m)?);
            w.carrier.kick((M::Scalar::one() - first) * size);
        }
        // Accelerations do not depend on the last kick.
        w.carrier.solved = !m.flags().velocity_dependent && !m.flags().states;
        merge(&mut report, w.carrier.finish(m, Projection::None)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.carrier.commit();
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.carrier.complete(m).map(Some)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.carrier.transfer(m, over)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.carrier.sample()
    }
}

impl<M: Mechanism> Carrier<M> {
    /// From `here` (the first substep) or the end: v ← v + kick·a, q ← q ⊞ size·v, y ← y + size·y'.
    fn drift(&mut self, m: &M, size: M::Scalar, kick: M::Scalar, first: bool) {
        let (from, at, a) = if first {
            (&self.here, &self.at, &self.found.a)
        } else {
            (&self.end, &self.at_end, &self.scratch.a)
        };
        let by = &mut self.increment;
        by.v.copy_from(a);
        by.v.scale(kick);
        by.q.copy_from(&from.v);
        by.q.add(&by.v);
        by.q.scale(size);
        if m.flags().states {
            m.state_rates(at, &from.v, &from.y, &mut by.y);
            by.y.scale(size);
        }
        self.stage.set_displaced(m, from, size, (&by.q, &by.v, &by.y));
        core::mem::swap(&mut self.stage, &mut self.end);
        (self.placed, self.solved) = (false, false);
    }

    /// v ← v + size·a at the end.
    fn kick(&mut self, size: M::Scalar) {
        let by = &mut self.increment.v;
        by.copy_from(&self.scratch.a);
        by.scale(size);
        self.end.push(by);
    }
}
