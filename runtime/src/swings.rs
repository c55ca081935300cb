//! Damping of a Newton iteration that swings to and fro about its solution.
//!
//! Friction that is regularised with a small velocity is a step in the force, which Newton's iteration crosses back and forth: either
//! side of it is flat, and neither knows of the other. From the eighth solve on a share s of the step δ_i is taken,
//!
//! ```text
//! s ← s/2   where δ_i · δ_{i−1} < 0,      s ← min(1, 1.3 s)   else                                      (1)
//! ```
//!
//! which halves the swing until it is within the step, where the iteration converges and takes whole steps again. Invariant: an iteration that converges in
//! less takes all of its steps as they are.

use crate::{Real, Vector};
use core::marker::PhantomData;

/// Solves of an iteration that is left alone.
const ALONE: u32 = 8;
/// Solves of an iteration that is damped, at most.
const LONGEST: u32 = 300;
/// (1): slow enough that a swing gets smaller, whatever it meets.
const BACK: f64 = 0.5;
const ONWARD: f64 = 1.3;

/// The steps of an iteration, as far as they tell whether it swings.
#[derive(Clone, Debug)]
pub(crate) struct Swings<T, V> {
    last: V,
    share: f64,
    solves: u32,
    damped: bool,
    scalar: PhantomData<T>,
}

impl<T: Real, V: Vector<T>> Swings<T, V> {
    /// Of steps with so many entries.
    pub(crate) fn new(n: usize) -> Self {
        Self { last: V::zeros(n), share: 1.0, solves: 0, damped: false, scalar: PhantomData }
    }

    /// An iteration begins.
    #[inline]
    pub(crate) fn begin(&mut self) {
        (self.share, self.solves, self.damped) = (1.0, 0, false);
    }

    /// Takes δ_i, and gives the share of it that is to be taken.
    #[inline]
    pub(crate) fn share(&mut self, step: &V) -> f64 {
        self.solves += 1;
        if self.solves >= ALONE { self.damp(step) } else { 1.0 }
    }

    /// (1).
    #[cold]
    fn damp(&mut self, step: &V) -> f64 {
        if self.solves > ALONE {
            let pairs = step.as_slice().iter().zip(self.last.as_slice());
            let along = pairs.fold(T::zero(), |sum, (a, b)| sum + *a * *b);
            let back = (0..T::LANES).any(|lane| along.lane(lane) < 0.0);
            self.share = if back { BACK * self.share } else { f64::min(1.0, ONWARD * self.share) };
            self.damped |= back;
        }
        self.last.copy_from(step);
        self.share
    }

    /// The number of solves beyond which the iteration is given up, `usual` where it does not swing.
    pub(crate) fn longest(&self, usual: u32) -> u32 {
        if self.damped { LONGEST } else { usual }
    }
}

#[cfg(test)]
mod tests {
    use super::Swings;
    use nalgebra::SVector;

    /// x + 10 tanh(1000 x) = 1: Newton's iteration goes to and fro between 11 and −9.
    #[test]
    fn a_step_in_a_force_is_found() {
        let solve = |damped: bool| {
            let mut swings: Swings<f64, SVector<f64, 1>> = Swings::new(1);
            let mut x: f64 = 3.0;
            for _ in 0..120 {
                let (t, c) = ((1e3 * x).tanh(), (1e3 * x).cosh());
                let step = -(x + 10.0 * t - 1.0) / (1.0 + 1e4 / (c * c));
                let share = swings.share(&SVector::from([step]));
                x += if damped { share * step } else { step };
            }
            (x + 10.0 * (1e3 * x).tanh() - 1.0).abs()
        };
        assert!(solve(true) < 1e-12, "{:e}", solve(true));
        assert!(solve(false) > 1.0, "the test does not test: {:e}", solve(false));
    }
}
