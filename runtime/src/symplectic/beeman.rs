//! Beeman's method: the positions of Störmer's method, with velocities of a higher order.
//!
//! ```text
//! q_{n+1} = q_n ⊞ (h v_n + h²/6 ((3 + r) a_n − r a_{n−1}))                                          (1)
//! ṽ = v_n + h (a_n + r/2 (a_n − a_{n−1})),   a_{n+1} = a(t_{n+1}, q_{n+1}, ṽ)                           (2)
//! v_{n+1} = v_n + h/6 (2 a_{n+1} + (4 + r) a_n − r a_{n−1})                                        (3)
//! a_{−1} = 2 a_0 − a(t_1, q_0 ⊞ (h v_0 + h²/2 a_0), v_0 + h a_0)                                     (4)
//! ```
//!
//! r = h/h₋, where h₋ is the previous step: 1 in fixed steps, where (1) and (3) are Beeman's (J. Comput. Phys. 20 (1976) 130).
//! They give (q_{n+1} − q_n)/h + h/6 (2 a_{n+1} + a_n) for v_{n+1}, for any a_{n−1}, and from there
//! q_{n+1} − 2 q_n + q_{n−1} = h² a_n: positions are those of Störmer's method, of order 2, and velocities differ from those of
//! the motion through these positions by O(h³). The start (4) differs from a(t_0 − h) by O(h²), which changes the motion by O(h³)
//! once: both orders are kept. It evaluates no force before t_0, where it may be undefined.
//!
//! Invariant: `before` is a_{n−1}, at t_n − `last`; an attempt changes neither.

use super::Carrier;
use crate::error::SnapshotError;
use crate::runge_kutta::{Euler, Projection, merge};
use crate::stepper::{Sample, Start, StepFailure, StepReport, Stepper, check_step};
use crate::transfer::Transfer;
use crate::{Clamped, Mechanism, Real, Vector};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// Beeman's method, order 2 (3 for velocities relative to the positions of the method itself): see the file's equations.
///
/// One force evaluation per step; energies computed from q and v vary less than those of
/// [`VelocityVerlet`](super::VelocityVerlet), for the same positions. Forces that depend on velocities are evaluated at ṽ, which
/// keeps the order and costs a second evaluation; errors of the energy are bounded only for forces that depend on positions.
/// First-order states use Euler's method, of order 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beeman;

/// The workspace of a run of [`Beeman`].
#[derive(Clone, Debug)]
pub struct Workspace<M: Mechanism> {
    pub(super) carrier: Carrier<M>,
    /// a_{n−1}.
    pub(super) before: M::Velocity,
    /// h₋.
    last: M::Scalar,
}

impl<M: Clamped> Stepper<M> for Beeman {
    type Workspace = Workspace<M>;

    fn name(&self) -> String {
        "Beeman".to_owned()
    }

    fn order(&self) -> u32 {
        if M::FLAGS.states { 1 } else { 2 }
    }

    fn order_for(&self, m: &M) -> u32 {
        if m.flags().states { 1 } else { 2 }
    }

    fn start(&self, m: &M, from: &Start<M>, h: M::Scalar) -> Result<Workspace<M>, StepFailure> {
        check_step(h)?;
        let mut carrier = Carrier::starting::<Euler>(m, from, None)?;
        carrier.begin(m, h)?;
        let mut before = carrier.found.a.clone();
        // With a_n for a_{n−1}, (1) and (2) give the state for (4).
        carrier.predict(m, h, M::Scalar::one(), &before);
        carrier.solve_end(m)?;
        before.scale(M::Scalar::exact(2.0));
        before.axpy(-M::Scalar::one(), &carrier.scratch.a); // (4)
        Ok(Workspace { carrier, before, last: h })
    }

    fn attempt(&self, m: &M, h: M::Scalar, w: &mut Workspace<M>) -> Result<StepReport, StepFailure> {
        let Workspace { carrier, before, last } = w;
        let mut report = carrier.begin(m, h)?;
        let r = h / *last;
        carrier.predict(m, h, r, before); // (1), (2)
        merge(&mut report, carrier.solve_end(m)?);
        carrier.correct(h, r, before); // (3)
        // The next step needs forces at v_{n+1}.
        carrier.solved = !m.flags().velocity_dependent && !m.flags().states;
        merge(&mut report, carrier.finish(m, Projection::None)?);
        Ok(report)
    }

    fn commit(&self, _m: &M, w: &mut Workspace<M>) {
        w.before.copy_from(&w.carrier.found.a);
        w.last = w.carrier.h();
        w.carrier.commit();
    }

    fn complete(&self, m: &M, w: &mut Workspace<M>) -> Result<Option<StepReport>, StepFailure> {
        w.carrier.complete(m).map(Some)
    }

    fn transfer(&self, m: &M, w: &mut Workspace<M>, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        w.carrier.transfer(m, over)?;
        over.vector(&mut w.before)?;
        over.real(&mut w.last)
    }

    fn sample<'a>(&self, w: &'a Workspace<M>) -> Sample<'a, M> {
        w.carrier.sample()
    }
}

impl<M: Mechanism> Carrier<M> {
    /// (1) and ṽ from `here`, and y by Euler's method.
    fn predict(&mut self, m: &M, h: M::Scalar, r: M::Scalar, before: &M::Velocity) {
        let exact = M::Scalar::exact;
        let (here, a, by) = (&self.here, &self.found.a, &mut self.increment);
        let sixth = h * h / exact(6.0);
        by.q.copy_from(&here.v);
        by.q.scale(h);
        by.q.axpy(sixth * (exact(3.0) + r), a);
        by.q.axpy(-(sixth * r), before);
        let half = exact(0.5) * r * h;
        by.v.copy_from(a);
        by.v.scale(h + half);
        by.v.axpy(-half, before);
        if m.flags().states {
            m.state_rates(&self.at, &here.v, &here.y, &mut by.y);
            by.y.scale(h);
        }
        self.end.set_displaced(m, here, h, (&by.q, &by.v, &by.y));
        (self.placed, self.solved) = (false, false);
    }

    /// v ← ṽ + h/3 (a_{n+1} − (1 + r) a_n + r a_{n−1}), which is (3).
    fn correct(&mut self, h: M::Scalar, r: M::Scalar, before: &M::Velocity) {
        let third = h / M::Scalar::exact(3.0);
        let by = &mut self.increment.v;
        by.copy_from(&self.scratch.a);
        by.axpy(-(M::Scalar::one() + r), &self.found.a);
        by.axpy(r, before);
        by.scale(third);
        self.end.push(by);
    }
}
