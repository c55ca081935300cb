//! Accelerations and multipliers at the end of steps that are much shorter than others: up to a switch, to an event, to an output time, and
//! from there back to the grid.
//!
//! A method that satisfies constraints in positions has them from differences of positions over its steps. With the step h after one of the
//! size h' they have the rounding error ε |q|/h², and those of Euler's methods are wrong by the factor (1 + h'/h)/2 along the
//! constraints. After a short step they are those of the equations of motion at its end,
//!
//! ```text
//! M a + B·(λ, ψ) = f₀(t, q, v, y),   d²g/dt² = 0,   dk/dt = 0                                           (1)
//! ```
//!
//! Invariant: the motion is that of the method; its positions, velocities and states are not changed.

use crate::Mechanism;
use crate::solution::{Interpolator, State};

/// Steps below this part of the largest one are short.
const SHORT: f64 = 1e-2;

/// Space for the solutions of (1), once a step has been short: steps do not allocate it again.
pub(super) struct ShortSteps<M: Mechanism> {
    solver: Option<Interpolator<M>>,
    /// The end of the last one.
    pub(super) end: Option<State<M>>,
}

impl<M: Mechanism> ShortSteps<M> {
    pub(super) const fn new() -> Self {
        Self { solver: None, end: None }
    }

    /// Whether a step of this size is short beside the largest one so far, and its end has reactions.
    pub(super) fn is_short(m: &M, size: f64, largest: f64) -> bool {
        m.flags().constrained() && size > 0.0 && size < SHORT * largest
    }

    /// (1) at a state; what the method has found where (1) has no solution: the next step says what is wrong there.
    pub(super) fn solve(&mut self, m: &M, state: &mut State<M>) {
        self.solver.get_or_insert_with(|| Interpolator::new(m, state)).solve(m, state).ok();
    }
}
