//! Forces that are too fast for explicit steps, with the names of the description.

use super::Row;
use core::fmt;

/// The largest rate times step size that an explicit method resolves.
pub(crate) const RESOLVED: f64 = 0.5;

/// The fastest response of the forces to a disturbance.
#[derive(Clone, Debug, PartialEq)]
pub struct Stiffness {
    /// In 1/s, as `stiffness` measures it.
    pub rate: f64,
    /// Whether it is that of a damper; otherwise of a spring, or another force that depends on positions.
    pub damping: bool,
    /// The dominant coordinate (of a joint, in minimal coordinates).
    pub row: Row,
}

impl Stiffness {
    /// The longest step that an explicit method should make, in s.
    pub fn longest_step(&self) -> f64 {
        RESOLVED / self.rate
    }

    /// Whether it is too fast for explicit steps of this size.
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
