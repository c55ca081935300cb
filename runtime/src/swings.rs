//! Damping of a Newton iteration that oscillates about its solution.
//!
//! Friction regularised with a small velocity is a step in the force, which Newton's iteration crosses back and forth, since
//! it is flat on both sides. From the eighth solve on the iteration stores the largest distance along its steps δ_i that it has
//! reached, and multiplies them by a factor s so that they go at most half the way there:
//!
//! ```text
//! b ← |s_{i−1} δ_{i−1}|        where δ_i · δ_{i−1} < 0: the solution lies on the segment that was just passed
//! b ← b − |s_{i−1} δ_{i−1}|    else, if b is known; four times as far after four steps onward, since nothing bounds a solution
//!                              of several unknowns but the first
//! s = min(1, b/(2 |δ_i|))                                                                                (1)
//! ```
//!
//! so that flat sides are bisected, down to a step of any steepness, where the iteration converges and makes full steps again. Invariant: an
//! iteration that converges earlier makes only full steps.

use crate::{Real, Vector};
use core::marker::PhantomData;

/// Solves before damping begins.
pub(crate) const ALONE: u32 = 8;
/// The largest number of solves of a damped iteration.
const LONGEST: u32 = 300;
/// The number of steps in one direction after which the assumed end is moved.
const ONWARD: u32 = 4;
/// The smallest factor, so that the change of a full step can be computed.
const LEAST: f64 = 1e-100;
/// The factor by which the end is then moved.
const FURTHER: f64 = 4.0;

/// The steps of an iteration, to detect whether it oscillates.
#[derive(Clone, Debug)]
pub(crate) struct Swings<T, V> {
    last: V,
    /// |s δ| of the last step.
    previous: f64,
    /// b.
    ahead: f64,
    onward: u32,
    damped: bool,
    scalar: PhantomData<T>,
}

impl<T: Real, V: Vector<T>> Swings<T, V> {
    /// For steps with `n` entries.
    pub(crate) fn new(n: usize) -> Self {
        Self {
            last: V::zeros(n),
            previous: 0.0,
            ahead: f64::INFINITY,
            onward: 0,
            damped: false,
            scalar: PhantomData,
        }
    }

    /// Stores δ_i of solve i, counted from one, and returns the damping factor if it is not 1.
    #[inline]
    pub(crate) fn share(&mut self, solve: u32, step: &V) -> Option<f64> {
        if solve >= ALONE { self.damp(solve, step) } else { None }
    }

    /// (1).
    #[cold]
    fn damp(&mut self, solve: u32, step: &V) -> Option<f64> {
        if solve == ALONE {
            (self.ahead, self.onward, self.damped) = (f64::INFINITY, 0, false);
        }
        let square = step.as_slice().iter().fold(T::zero(), |sum, x| sum + *x * *x);
        let size = (0..T::LANES).map(|lane| square.lane(lane).sqrt()).fold(0.0, f64::max);
        if solve > ALONE {
            let pairs = step.as_slice().iter().zip(self.last.as_slice());
            let along = pairs.fold(T::zero(), |sum, (a, b)| sum + *a * *b);
            if (0..T::LANES).any(|lane| along.lane(lane) < 0.0) {
                (self.ahead, self.onward, self.damped) = (self.previous, 0, true);
            } else {
                self.ahead -= self.previous;
                self.onward += 1;
                if self.onward.is_multiple_of(ONWARD) {
                    self.ahead *= FURTHER;
                }
            }
        }
        let share = if size > 0.5 * self.ahead { (0.5 * self.ahead / size).max(LEAST) } else { 1.0 };
        self.previous = share * size;
        self.last.copy_from(step);
        (share < 1.0).then_some(share)
    }

    /// The number of solves beyond which the iteration fails, after solve i: `usual` if it does not oscillate.
    #[inline]
    pub(crate) fn longest(&self, solve: u32, usual: u32) -> u32 {
        // Before that, these values belong to another iteration.
        if solve >= ALONE && self.damped { LONGEST } else { usual }
    }
}

/// The change of a full step, from that of a damped one.
#[inline]
pub(crate) fn whole(change: f64, share: Option<f64>) -> f64 {
    share.map_or(change, |share| change / share)
}

#[cfg(test)]
mod tests {
    use super::Swings;
    use nalgebra::SVector;

    /// x + 10 tanh(1000 x) = 1: Newton's iteration oscillates between 11 and −9.
    #[test]
    fn a_step_in_a_force_is_found() {
        let solve = |damped: bool| {
            let mut swings: Swings<f64, SVector<f64, 1>> = Swings::new(1);
            let mut x: f64 = 3.0;
            for solve in 1..=120 {
                let (t, c) = ((1e3 * x).tanh(), (1e3 * x).cosh());
                let step = -(x + 10.0 * t - 1.0) / (1.0 + 1e4 / (c * c));
                let share = swings.share(solve, &SVector::from([step])).unwrap_or(1.0);
                x += if damped { share * step } else { step };
            }
            (x + 10.0 * (1e3 * x).tanh() - 1.0).abs()
        };
        assert!(solve(true) < 1e-12, "{:e}", solve(true));
        assert!(solve(false) > 1.0, "the test does not test: {:e}", solve(false));
    }
}
