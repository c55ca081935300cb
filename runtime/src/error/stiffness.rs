//! Forces and first-order states that are too fast for explicit steps, with the names of the description.

use super::Row;
use core::fmt;

/// The largest rate times step size that an explicit method resolves.
pub(crate) const RESOLVED: f64 = 0.5;

/// The fastest response of the forces and of first-order states to a disturbance.
#[derive(Clone, Debug, PartialEq)]
pub struct Stiffness {
    /// In 1/s, as `stiffness` measures it.
    pub rate: f64,
    /// Whether it is that of a damper; otherwise of a spring, another force that depends on positions, or a first-order state.
    pub damping: bool,
    /// The dominant coordinate (of a joint, in minimal coordinates), or the dominant state.
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
        let Self { rate, damping, row } = self;
        if matches!(row, Row::State(_)) {
            return write!(f, "{row} has the rate {rate:.1e} 1/s (time constant {:.1e} s)", rate.recip());
        }
        let what = if *damping { "damping" } else { "stiffness" };
        write!(f, "the {what} at {row} has the rate {rate:.1e} 1/s")
    }
}
