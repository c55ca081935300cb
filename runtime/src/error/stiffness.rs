//! What is too fast for explicit steps, in the user's names.

use super::Row;
use core::fmt;

/// An explicit method does not resolve more than this in a step.
pub(crate) const RESOLVED: f64 = 0.5;

/// The fastest answer of the forces to a disturbance.
#[derive(Clone, Debug, PartialEq)]
pub struct Stiffness {
    /// In 1/s, as `stiffness` measures it.
    pub rate: f64,
    /// Is it a damper's? Else a spring's, or another force of positions.
    pub damping: bool,
    /// The coordinate (of a joint, in minimal coordinates) that has most of it.
    pub row: Row,
}

impl Stiffness {
    /// The longest step that an explicit method should make, in s.
    pub fn longest_step(&self) -> f64 {
        RESOLVED / self.rate
    }

    /// Is it too fast for explicit steps of this size?
    pub fn exceeds(&self, step: f64) -> bool {
        self.rate * step > RESOLVED
    }
}

impl fmt::Display for Stiffness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.damping { "damping" } else { "stiffness" };
        write!(f, "the {what} at {} has the rate {:.1e} 1/s", self.row, self.rate)
    }
}
