//! One point (t, q, v, y) of a trajectory, moved by compensated sums.
//!
//! Invariant: every entry is the leading part of a sum whose rounding errors its carry holds, so a
//! long run loses digits with the size of the increments, not of the values.

use crate::error::SnapshotError;
use crate::stepper::Start;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};

/// A point with the carries of its sums.
#[derive(Clone, Debug)]
pub(crate) struct Point<M: Mechanism> {
    pub(crate) t: M::Scalar,
    pub(crate) q: M::Configuration,
    pub(crate) v: M::Velocity,
    pub(crate) y: M::States,
    t_carry: M::Scalar,
    pub(super) q_carry: M::Velocity,
    v_carry: M::Velocity,
    y_carry: M::States,
}

/// x ← x + by, where `carry` holds the rounding errors of earlier additions (Knuth's two-sum).
#[inline]
fn add<T: Real>(x: &mut T, by: T, carry: &mut T) {
    (*x, *carry) = x.two_sum(by + *carry);
}

#[inline]
fn add_all<T: Real, V: Vector<T>>(x: &mut V, by: &V, carry: &mut V) {
    let pairs = x.as_mut_slice().iter_mut().zip(by.as_slice());
    for ((x, by), carry) in pairs.zip(carry.as_mut_slice()) {
        add(x, *by, carry);
    }
}

impl<M: Mechanism> Point<M> {
    pub(crate) fn new(from: &Start<M>) -> Self {
        let mut zero = from.v.clone();
        zero.fill(M::Scalar::zero());
        let mut still = from.y.clone();
        still.fill(M::Scalar::zero());
        Self {
            t: from.t,
            q: from.q.clone(),
            v: from.v.clone(),
            y: from.y.clone(),
            t_carry: M::Scalar::zero(),
            q_carry: zero.clone(),
            v_carry: zero,
            y_carry: still,
        }
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.t)?;
        over.real(&mut self.t_carry)?;
        over.vector(&mut self.q)?;
        over.vector(&mut self.q_carry)?;
        over.vector(&mut self.v)?;
        over.vector(&mut self.v_carry)?;
        over.vector(&mut self.y)?;
        over.vector(&mut self.y_carry)
    }

    /// self ← from ⊞ (dt, δ, dv, dy).
    #[inline]
    pub(crate) fn set_displaced(
        &mut self,
        m: &M,
        from: &Self,
        dt: M::Scalar,
        by: (&M::Velocity, &M::Velocity, &M::States),
    ) {
        (self.t, self.t_carry) = (from.t, from.t_carry);
        self.q.copy_from(&from.q);
        self.q_carry.copy_from(&from.q_carry);
        self.v.copy_from(&from.v);
        self.v_carry.copy_from(&from.v_carry);
        add(&mut self.t, dt, &mut self.t_carry);
        m.advance(&mut self.q, by.0, &mut self.q_carry);
        add_all(&mut self.v, by.1, &mut self.v_carry);
        if m.flags().states {
            self.y.copy_from(&from.y);
            self.y_carry.copy_from(&from.y_carry);
            add_all(&mut self.y, by.2, &mut self.y_carry);
        }
    }

    /// v ← v + δ.
    #[inline]
    pub(crate) fn push(&mut self, by: &M::Velocity) {
        add_all(&mut self.v, by, &mut self.v_carry);
    }
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn a_million_tenths() {
        let (mut x, mut carry) = (0.0, 0.0);
        for _ in 0..1_000_000 {
            add(&mut x, 0.1, &mut carry);
        }
        // 1e6 · fl(0.1) rounded once; the plain sum is off by 1.3e-6.
        assert_eq!(x, 1e6 * 0.1);
    }
}
