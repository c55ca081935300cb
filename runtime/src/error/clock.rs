//! Times in messages.

use alloc::format;
use core::fmt;

/// A time as messages write it, without the rounding of sums: `0.059` for 0.059000000000000004.
///
/// ```
/// assert_eq!(linkwork::Clock(0.059_000_000_000_000_004).to_string(), "0.059");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock(pub f64);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(time) = *self;
        // Twelve significant digits, without trailing zeros.
        let rounded = format!("{time:.11e}").parse().unwrap_or(time);
        write!(f, "{rounded:?}")
    }
}
