//! The linear systems of a mechanism: the blocks of their matrix, and the fallback of a solve.

use super::Evaluate;

/// How a linear solve was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fallback {
    /// Straight-line factors, as planned.
    #[default]
    None,
    /// A pivot was small: straight-line factors and one step of iterative refinement. For a tree of more than 3000 velocities, whose matrix is
    /// not kept: its factors, which have reproduced a known vector to 1e-6.
    Refined,
    /// The planned pivots were too small: a pivoted LU on the stack.
    Pivoted,
}

/// Weights of the blocks of the bordered matrix
/// `[ mass·M + damping·C + stiffness·K + identity·I   B ; G₂ 0 ; a·k_q + b·D 0 ]`.
#[derive(Clone, Copy, Debug)]
pub struct Weights<T> {
    /// Of the mass matrix M.
    pub mass: T,
    /// Of C = −∂f/∂v.
    pub damping: T,
    /// Of K = ∂(M a − f)/∂q.
    pub stiffness: T,
    /// Of the identity (a Euclidean metric for projections, regularisation).
    pub identity: T,
    /// a: of k_q in the rows of the nonholonomic constraints.
    pub constraint_position: T,
    /// b: of D = ∂k/∂v in the rows of the nonholonomic constraints.
    pub constraint_velocity: T,
}

/// The points at which the blocks of a bordered matrix are evaluated, which may belong to different instants.
pub struct Blocks<'a, M: Evaluate> {
    /// M.
    pub mass: &'a M::PositionCache,
    /// B, the columns of the multipliers.
    pub columns: &'a M::PositionCache,
    /// G₂ and D, the rows of the constraints.
    pub rows: &'a M::PositionCache,
    /// Velocity-dependent entries: C, and D and B if they depend on the velocity or the multipliers.
    pub moving: &'a M::VelocityCache,
    /// K and k_q; `None` for zero weights.
    pub stiffness: Option<&'a M::StiffnessCache>,
}

impl<M: Evaluate> Clone for Blocks<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M: Evaluate> Copy for Blocks<'_, M> {}
