//! A point beyond q₁, whose G approximates G + (p/r) dG/dt at q₁.

use super::Point;
use crate::{Mechanism, Vector};

/// Space for it.
#[derive(Clone, Debug)]
pub(super) struct Ahead<M: Mechanism> {
    q: M::Configuration,
    carry: M::Velocity,
    path: M::Velocity,
    at: M::PositionCache,
}

impl<M: Mechanism> Ahead<M> {
    pub(super) fn new(m: &M, here: &Point<M>) -> Self {
        let (carry, path) = (here.q_carry.clone(), here.v.clone());
        Self { q: here.q.clone(), carry, path, at: m.position_cache() }
    }

    /// At (t + by, q ⊞ by·v).
    pub(super) fn place(&mut self, m: &M, from: &Point<M>, by: M::Scalar) -> &M::PositionCache {
        self.q.copy_from(&from.q);
        self.carry.copy_from(&from.q_carry);
        self.path.copy_from(&from.v);
        self.path.scale(by);
        m.advance(&mut self.q, &self.path, &mut self.carry);
        m.place(&m.now(from.t + by), &self.q, &mut self.at);
        &self.at
    }
}
