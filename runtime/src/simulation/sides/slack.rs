//! How far functions are beyond their sides before these are left: σ of (2) to (4) of `sides`, and of (2) of `passing`.

use super::{SLACK, Sides, fastest, rounding_of_slips};
use crate::simulation::locate::LOCATED;
use crate::simulation::watch::{ROUNDING, per_step};
use crate::{Mechanism, Real, Vector};

/// Relative to the value at the end of a step, a value at a root may be rounding; a larger one is that of a function that jumps.
const ROUNDED: f64 = 1e-6;

/// A friction that has begun to slide and returned more often than this without progress of the run slides on.
const BOUNCES: u32 = 4;

/// σ of (2) of `sides`, from the value at the root and the larger one at the ends of the step that left the side: none where the function jumps.
pub(super) fn slack(at_root: f64, reached: f64) -> f64 {
    if at_root.abs() > ROUNDED * reached { 0.0 } else { SLACK * at_root.abs().max(LOCATED * reached) }
}

impl<M: Mechanism> Sides<M> {
    /// σ of (3) of `sides` after a step of this size.
    pub(super) fn noise(&self, m: &M, (q, v): (&M::Configuration, &M::Velocity), step: f64) -> f64 {
        let of_steps = if m.flags().constrained() { per_step::<M>(q, step, self.step) } else { 0.0 };
        ROUNDING * M::Scalar::epsilon() * (fastest::<M>(v).max(q.magnitude()) + of_steps)
    }

    /// σ after a step of this size: that of a slip which has slid on is at least the rounding of velocities that follow from positions.
    pub(super) fn slack_after(
        &self,
        m: &M,
        index: usize,
        state: (&M::Configuration, &M::Velocity),
        step: f64,
    ) -> f64 {
        let slack = self.slack[index];
        if slack == 0.0 || self.grip_at(index).is_none() {
            slack
        } else {
            slack.max(self.noise(m, state, step))
        }
    }

    /// (4) of `sides`, of a friction that begins to slide.
    pub(super) fn slack_of_slide(&self, grip: usize, side: usize) -> f64 {
        if self.bounced[grip] > BOUNCES { self.reached[side] } else { 0.0 }
    }

    /// The same along a held direction; at least rounding, beyond which a slide may go back that begins where several frictions are at their limits.
    pub(super) fn slack_along(&self, grip: usize, v: &M::Velocity) -> f64 {
        let back = if self.bounced[grip] > BOUNCES { self.went_back[grip] } else { 0.0 };
        back.max(rounding_of_slips::<M>(v))
    }

    /// (2) of `sides`: the motion has reached a side. A step that is repeated has not.
    pub(super) fn forget_slack(&mut self) {
        let values = self.values.as_slice().iter().zip(&self.held[..self.count]);
        for (slack, (value, held)) in self.slack.iter_mut().zip(values) {
            if held * value.value() > *slack {
                *slack = 0.0;
            }
        }
    }
}
