//! Starts of a search away from the guess: around it, along continuations from known closures, by relaxation, and scattered.

use super::{Effort, MANY, PERTURBATIONS, SAME, Search};
use crate::RowSpace;
use crate::closure::guarded::Guarded;
use crate::closure::newton::{Level, newton};
use crate::closure::{Rows, starts};
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use alloc::vec;
use alloc::vec::Vec;

/// The longest step of a continuation: of given angles in rad, of given lengths in characteristic ones.
const STRIDE: f64 = 0.35;
/// Weights of the deviations in (3), and the maximum number of steps with each.
const WEIGHTS: [f64; 5] = [1.0, 0.3, 0.1, 0.03, 0.01];
const RELAXED: usize = 12;
/// Steps of a continuation at most.
const STEPS: usize = 32;
/// Scattered starts where nothing closes.
const SCATTERED: usize = 16;
/// The same where something does: a small mechanism may fold onto itself from nearly everywhere, with its proper closure nearer.
pub(super) const FURTHER: usize = 64;
/// A search with more work than this, in entries of the matrix times starts, has fewer starts.
const WORK: usize = 100_000;

impl Search<'_> {
    /// A known closure with the given values of this search.
    fn with_given(&self, known: &[f64]) -> Vec<f64> {
        let mut x = known.to_vec();
        for (j, coordinate) in self.layout.plain().into_iter().enumerate() {
            if let Some(at) = coordinate.filter(|_| !self.free[j]) {
                x[at] = self.guess[at];
            }
        }
        for &(first, column) in &self.layout.rotations {
            if !self.free[column] {
                x[first..first + 4].copy_from_slice(&self.guess[first..first + 4]);
            }
        }
        x
    }

    /// Starts around the guess, between the reference and the guess, and far away.
    pub(super) fn elsewhere(&mut self, reference: &[f64], effort: Effort) {
        for size in PERTURBATIONS {
            let mut x = self.guess.clone();
            let perturbation = starts::perturbation(self.layout, &self.free, size);
            self.of.displace(&mut x, &perturbation);
            self.start(x);
        }
        self.continued(reference);
        self.relaxed();
        let rows = self.of.equations(&self.guess).values.len();
        let work = (rows * rows * self.layout.columns).max(1);
        let count = (WORK / work).clamp(2, FURTHER);
        for number in 0..count {
            let enough = match self.closures.is_empty() {
                true => number >= SCATTERED,
                false => effort == Effort::Known || self.layout.columns >= MANY,
            };
            if enough {
                return;
            }
            let mut x = self.guess.clone();
            let by = starts::scattered(self.layout, &self.free, number);
            self.of.displace(&mut x, &by);
            self.start(x);
        }
    }

    /// From the guess, with joints at their wanted values, to a closure of the constraints, with decreasing weight on the former:
    ///
    /// ```text
    /// min |r(q)|² + μ² |d(q)|²,   μ = 1 … 1/100                                                    (3)
    /// ```
    fn relaxed(&mut self) {
        let mut x = self.guess.clone();
        for weight in WEIGHTS {
            for _ in 0..RELAXED {
                let (open, away) = (self.of.equations(&x), self.of.deviations(&x));
                let Rows { values: offsets, jacobian: slopes } = open.then(&away.times(weight));
                let step = RowSpace::new(&[], &self.free).minimise(&[], &slopes, &offsets, &self.free);
                let longest =
                    (0..step.len()).map(|j| step[j].abs() / self.layout.unit(j)).fold(0.0, f64::max);
                if !longest.is_finite() {
                    return;
                }
                let part = if longest > STRIDE { STRIDE / longest } else { 1.0 };
                let by: Vec<f64> = step.iter().map(|step| part * step).collect();
                self.of.displace(&mut x, &by);
                if longest < SAME {
                    break;
                }
            }
        }
        self.start(x);
    }

    /// From a closure near the reference, where nothing is given, in steps to the given values.
    fn continued(&mut self, reference: &[f64]) {
        let all = vec![true; self.layout.columns];
        let mut x = reference.to_vec();
        let mut level = Guarded::new(self.of, self.layout, reference);
        level.constraints_only = true;
        let mut remaining = newton(&mut level, &mut x, &all);
        for size in PERTURBATIONS {
            if remaining.closed() {
                break;
            }
            x = reference.to_vec();
            let perturbation = starts::perturbation(self.layout, &all, size);
            level.of.displace(&mut x, &perturbation);
            remaining = newton(&mut level, &mut x, &all);
        }
        if !remaining.closed() {
            return;
        }
        self.follow(&x);
    }

    /// From a position that closes other given values, or other parameters, in steps to those of this search:
    ///
    /// ```text
    /// r(q) = (1 − s) r(q₀),   given coordinates (1 − s) x₀ + s x,   s = 0 … 1                       (2)
    /// ```
    pub(super) fn follow(&mut self, begun: &[f64]) {
        let wanted = self.with_given(begun);
        let open = Guarded::new(self.of, self.layout, &self.guess).evaluate(begun).values;
        let plain = self.layout.plain();
        let ways = plain.iter().enumerate().filter_map(|(j, at)| {
            at.filter(|_| !self.free[j]).map(|at| (wanted[at] - begun[at]).abs() / self.layout.unit(j))
        });
        let turned =
            if self.layout.rotations.iter().any(|&(_, column)| !self.free[column]) { 1.0 } else { 0.0 };
        let by_conditions = open.iter().skip(self.layout.constraints).map(|c| c.abs());
        let longest = ways.chain(by_conditions).fold(turned, f64::max);
        let steps = ((longest / STRIDE).ceil() as usize).clamp(1, STEPS);
        let mut x = begun.to_vec();
        for step in 1..steps {
            let part = step as f64 / steps as f64;
            // Free entries keep their values of the last step.
            let mut next = x.clone();
            let way = starts::between(self.layout, begun, &wanted, part);
            for (j, coordinate) in plain.iter().enumerate() {
                if let Some(at) = coordinate.filter(|_| !self.free[j]) {
                    next[at] = way[at];
                }
            }
            for &(first, column) in &self.layout.rotations {
                if !self.free[column] {
                    next[first..first + 4].copy_from_slice(&way[first..first + 4]);
                }
            }
            self.of.wind(&mut next);
            let mut level = Guarded::new(self.of, self.layout, &self.guess);
            level.offsets = open.iter().map(|c| (1.0 - part) * c).collect();
            if !newton(&mut level, &mut next, &self.free).closed() {
                break;
            }
            x = next;
        }
        self.start(self.with_given(&x));
    }
}
