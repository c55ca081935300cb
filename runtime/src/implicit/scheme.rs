//! The data of an implicit step, by the equations of the iteration: factors, the form of the constraints, states.

use crate::{Mechanism, Real, Vector};

/// The factors of (1), (2) and (5).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scheme<T> {
    /// p.
    pub(crate) path: T,
    /// r.
    pub(crate) rate: T,
    /// μ.
    pub(crate) inertia: T,
    /// s.
    pub(crate) state_path: T,
    /// σ.
    pub(crate) state_inertia: T,
}

/// The form of the holonomic constraints in (3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// g = 0.
    Position,
    /// dg/dt = 0 at a known position.
    Velocity,
    /// dg/dt = 0 at a position that depends on A.
    Rate,
}

/// The matrix of the iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Matrix {
    /// (6) at t₁.
    #[default]
    Whole,
    /// (6) at t₀ without K and k_q.
    Frozen,
}

/// A state with its unknowns.
#[derive(Clone, Debug)]
pub(crate) struct Point<M: Mechanism> {
    pub(crate) t: M::Scalar,
    pub(crate) t_carry: M::Scalar,
    pub(crate) q: M::Configuration,
    pub(crate) q_carry: M::Velocity,
    pub(crate) v: M::Velocity,
    pub(crate) y: M::States,
    /// A.
    pub(crate) a: M::Velocity,
    /// Y.
    pub(crate) rate: M::States,
    pub(crate) lambda: M::Holonomic,
    pub(crate) psi: M::Nonholonomic,
    pub(crate) at: M::PositionCache,
}

impl<M: Mechanism> Point<M> {
    /// t₁ = t₀ + h, a compensated sum.
    #[inline]
    pub(crate) fn tick(&mut self, from: &Self, h: M::Scalar) {
        (self.t, self.t_carry) = from.t.two_sum(h + from.t_carry);
    }

    /// Moves to q₁ = q₀ ⊞ δ and evaluates there.
    #[inline]
    pub(crate) fn arrive(&mut self, m: &M, from: &Self, by: &M::Velocity, now: &M::TimeCache) {
        self.q.copy_from(&from.q);
        self.q_carry.copy_from(&from.q_carry);
        m.advance(&mut self.q, by, &mut self.q_carry);
        m.place(now, &self.q, &mut self.at);
    }
}
