//! The times of steps of fixed size.
//!
//! ```text
//! t_n = t₀ + n h                                  if the run is a multiple of h up to rounding               (1)
//! …, t_end − (t_end − t₀ − n h)/2, t_end          else: the last two steps share the rest                    (2)
//! ```
//!
//! Invariant: times do not accumulate the rounding of steps.

use crate::Real;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// A quotient this close to an integer counts as the integer: decimal steps like 1e-3 are not exact in binary.
const WHOLE: f64 = 1e-9;

/// Times t₀ + n·h in s, and a tail of two equal shorter steps if the run is not a multiple of h: those of the samples of a run without
/// switches, events and shortened steps.
///
/// ```
/// let grid = linkwork::simulation::Grid::new(0.3, 0.0, 1.0);
/// let times: Vec<f64> = (0..=grid.steps()).map(|n| grid.time(n)).collect();
/// assert_eq!(times, [0.0, 0.3, 0.6, 0.8, 1.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grid<T> {
    t0: T,
    until: T,
    h: T,
    full: u64,
    tail: u64,
    short: T,
}

#[cfg(test)]
impl Grid<f64> {
    /// Full steps from t = 0.
    pub(super) fn of_steps(h: f64, full: u64) -> Self {
        Self { t0: 0.0, until: h * full as f64, h, full, tail: 0, short: h }
    }
}

impl<T: Real> Grid<T> {
    /// The steps of a run from t₀ to a later time, of this size or of that of the run if this is smaller, in s.
    pub fn new(step: f64, t0: T, until: T) -> Self {
        let length = until.value() - t0.value();
        let step = if step < length { step } else { length };
        let quotient = length / step;
        let whole = quotient.round();
        let h = T::exact(step);
        if (quotient - whole).abs() <= WHOLE + 4.0 * f64::EPSILON * quotient {
            return Self { t0, until, h, full: whole as u64, tail: 0, short: h };
        }
        // The last two steps share the remaining time, so that none is too short for the method (quotient ≥ 1).
        let full = linkwork_numerics::elementary::f64::floor(quotient) - 1.0;
        let short = T::exact(0.5) * (until - (t0 + T::exact(full) * h));
        Self { t0, until, h, full: full as u64, tail: 2, short }
    }

    /// Whether the last two steps are shorter.
    pub fn is_uneven(&self) -> bool {
        self.tail > 0
    }

    /// The number of steps.
    pub fn steps(&self) -> u64 {
        self.full.saturating_add(self.tail)
    }

    /// t_n, in s; the end of the run for larger n.
    pub fn time(&self, n: u64) -> T {
        if n >= self.steps() {
            self.until
        } else if n <= self.full {
            self.t0 + T::exact(n as f64) * self.h
        } else {
            self.until - self.short
        }
    }

    /// t_{n+1} − t_n in s; after the end the size of the last step.
    pub fn size(&self, n: u64) -> T {
        if n < self.full || self.tail == 0 { self.h } else { self.short }
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;
    use std::prelude::v1::*;

    #[test]
    fn times_do_not_accumulate_rounding() {
        let grid = Grid::new(0.1, 0.0, 1e5);
        assert_eq!(grid.time(123_456), 123_456.0 * 0.1);
        assert_eq!((grid.steps(), grid.time(grid.steps())), (1_000_000, 1e5));
    }

    #[test]
    fn the_last_two_steps_share_the_rest() {
        let grid = Grid { t0: 0.0, until: 1.0, h: 0.3, full: 2, tail: 2, short: 0.2 };
        let times: Vec<f64> = (0..=grid.steps()).map(|n| grid.time(n)).collect();
        assert_eq!(times, [0.0, 0.3, 0.6, 0.8, 1.0]);
        let sizes: Vec<f64> = (0..=grid.steps()).map(|n| grid.size(n)).collect();
        assert_eq!(sizes, [0.3, 0.3, 0.2, 0.2, 0.2]);
    }
}
