//! One level closed from one start: Newton's iteration with the shortest step, damped where that does not help
//! (Levenberg and Marquardt), every column in its own unit, with a limit on angles in a step.
//!
//! Invariant: Σ (gap/scale)² never grows from one iteration to the next, so that where a mechanism cannot be assembled
//! the iteration ends at the position that comes nearest to it.

use super::{CLOSED, Gap, Rows};
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use crate::{RowSpace, SparseRow, elementary};
use alloc::vec;
use alloc::vec::Vec;

/// Iterations at most; an assembly that is possible takes four to twenty.
const ITERATIONS: usize = 100;
/// A full step that leaves more than this part of Σ gap² is damped.
const GOOD: f64 = 0.9;
/// λ of damped steps.
const DAMPING: [f64; 5] = [1e-4, 1e-2, 1.0, 1e2, 1e4];
/// The iteration ends where Σ gap² decreases by less than this part.
const STALLED: f64 = 1e-6;
/// The longest step of an angle, in rad: a joint does not gain turns in the iteration.
const STRIDE: f64 = 0.5;
/// A row of the Jacobian whose free part is smaller than this, relative to the whole, has no free coordinates.
const NEGLIGIBLE: f64 = 1e-9;
/// The tolerance of coarse arithmetic, in rounding units.
const ROUNDINGS: f64 = 64.0;
/// Lower bound of the unit of a row that no coordinate moves: 1 mm where no length of the mechanism is known.
const SMALLEST: f64 = 1e-3;
/// The scale of a row is at least this part of the largest: redundant rows of a folded loop vanish, and the others leave the error of the
/// position in them, times the velocities.
const VANISHING: f64 = 1e-2;
/// Maximum number of further steps at a closed position, while they reduce the gaps.
const POLISH: usize = 2;

/// Equations of one level, in scaled columns.
pub(super) trait Level {
    /// Residuals and their Jacobian.
    fn evaluate(&mut self, x: &[f64]) -> Rows;
    /// The function that is minimised where the equations leave freedoms.
    fn deviations(&mut self, x: &[f64]) -> Rows;
    /// x ← x ⊞ δ.
    fn displace(&mut self, x: &mut [f64], by: &[f64]);
    /// The scale of each column at x.
    fn sizes(&self, x: &[f64]) -> Vec<f64>;
    /// Whether a column is an angle, whose steps are limited.
    fn is_angle(&self, column: usize) -> bool;
    /// The rounding unit of the arithmetic.
    fn rounding(&self) -> f64;
}

/// The result of the iteration.
pub(super) struct Remaining {
    /// The residual of each equation.
    pub gaps: Vec<f64>,
    /// The same relative to the size of its terms.
    pub relative: Vec<f64>,
    /// Whether a free column occurs in it.
    pub movable: Vec<bool>,
    /// The tolerance.
    limit: f64,
}

impl Remaining {
    /// The largest relative gap; infinite where one is not a number.
    pub fn worst(&self) -> f64 {
        // `f64::max` would swallow a NaN.
        self.relative.iter().map(|r| if r.is_nan() { f64::INFINITY } else { *r }).fold(0.0, f64::max)
    }

    pub fn closed(&self) -> bool {
        self.worst() <= self.limit
    }

    pub fn gap(&self, row: usize) -> Gap {
        Gap { row, value: self.gaps[row] }
    }
}

/// Closes the level from `x` as far as possible by moving the free entries.
pub(super) fn newton(level: &mut dyn Level, x: &mut Vec<f64>, free: &[bool]) -> Remaining {
    let mut found = level.evaluate(x);
    // Sizes of terms: the largest of all iterations, so that a gap does not count as large where its gradient is small.
    let mut scales = vec![0.0; found.values.len()];
    let mut polished = 0;
    for _ in 0..ITERATIONS {
        let remaining = measure(level, x, free, &found, &mut scales);
        if remaining.closed() {
            polished += 1;
            if polished > POLISH {
                break;
            }
        }
        if !improve(level, x, free, &mut found, &scales, remaining.closed()) {
            break;
        }
    }
    measure(level, x, free, &found, &mut scales)
}

/// The gaps at x.
pub(super) fn gaps(level: &mut dyn Level, x: &[f64], free: &[bool]) -> Remaining {
    let found = level.evaluate(x);
    let mut scales = vec![0.0; found.values.len()];
    measure(level, x, free, &found, &mut scales)
}

/// One step: the full one, or the first damped one that reduces the gaps; `false` if none does.
fn improve(
    level: &mut dyn Level,
    x: &mut Vec<f64>,
    free: &[bool],
    found: &mut Rows,
    scales: &[f64],
    closed: bool,
) -> bool {
    // Rows that nothing has moved so far are not scaled.
    let shortest = shortest(scales);
    let scales: Vec<f64> =
        scales.iter().map(|&scale| if scale > 0.0 { scale.max(shortest) } else { 1.0 }).collect();
    let merit = |gaps: &[f64]| -> f64 { gaps.iter().zip(&scales).map(|(r, s)| (r / s) * (r / s)).sum() };
    let before = merit(&found.values);
    let columns = free.len();
    let sizes = level.sizes(x);
    let residual: Vec<f64> = found.values.iter().zip(&scales).map(|(r, s)| r / s).collect();
    let mut scaled = found.scaled(&sizes);
    for (row, scale) in scaled.iter_mut().zip(&scales) {
        row.iter_mut().for_each(|entry| entry.1 /= scale);
    }
    for lambda in core::iter::once(None).chain(DAMPING.map(Some)) {
        let (enough, mut step) = match lambda {
            None => (GOOD, RowSpace::rounded(&scaled, free, level.rounding()).solve(&residual)),
            Some(lambda) => (1.0 - STALLED, damped(&scaled, &residual, free, lambda)),
        };
        step.iter_mut().zip(&sizes).for_each(|(step, size)| *step *= size);
        let longest = (0..columns).filter(|&j| level.is_angle(j)).map(|j| step[j].abs()).fold(0.0, f64::max);
        // A shorter step reduces the gaps in proportion.
        let part = if longest > STRIDE { STRIDE / longest } else { 1.0 };
        step.iter_mut().for_each(|step| *step *= part);
        let enough = 1.0 - part * (1.0 - enough);
        let mut there = x.clone();
        level.displace(&mut there, &step);
        let next = level.evaluate(&there);
        if merit(&next.values) < enough * before {
            (*x, *found) = (there, next);
            return true;
        }
        if closed {
            return false;
        }
    }
    false
}

/// min |δ|² + |s|² with J δ + √λ s = −r: the shortest solution of a wider system.
fn damped(jacobian: &[SparseRow<f64>], residual: &[f64], free: &[bool], lambda: f64) -> Vec<f64> {
    let (rows, columns) = (residual.len(), free.len());
    let mut wider = jacobian.to_vec();
    for (number, row) in wider.iter_mut().enumerate() {
        row.push((columns + number, lambda.sqrt()));
    }
    let mut all_free = free.to_vec();
    all_free.resize(columns + rows, true);
    let mut step = RowSpace::new(&wider, &all_free).solve(residual);
    step.truncate(columns);
    step
}

/// The smallest scale of a row.
fn shortest(scales: &[f64]) -> f64 {
    VANISHING * scales.iter().copied().fold(0.0, f64::max)
}

/// |residual| over Σ |J_ij| size_j.
fn measure(level: &dyn Level, x: &[f64], free: &[bool], found: &Rows, scales: &mut [f64]) -> Remaining {
    let sizes = level.sizes(x);
    let limit = CLOSED.max(ROUNDINGS * level.rounding());
    let mut remaining =
        Remaining { gaps: found.values.clone(), relative: Vec::new(), movable: Vec::new(), limit };
    let smallest = sizes.iter().copied().fold(1.0, f64::min).max(SMALLEST);
    let terms = |row: usize, only_free: bool| -> f64 {
        let used = found.jacobian[row].iter().filter(|(j, _)| !only_free || free[*j]);
        used.map(|(j, entry)| entry.abs() * sizes[*j]).sum()
    };
    for (row, scale) in scales.iter_mut().enumerate() {
        let all = terms(row, false);
        if all.is_finite() {
            *scale = scale.max(all);
        }
    }
    let shortest = shortest(scales);
    for (row, scale) in scales.iter().enumerate() {
        let (all, movable) = (terms(row, false), terms(row, true));
        // Where no coordinate has moved the row so far, its gap counts in the smallest unit there is:
        // what rounding leaves of constants is no gap.
        let size = if *scale > 0.0 { scale.max(shortest) } else { smallest };
        remaining.relative.push(found.values[row].abs() / size);
        remaining.movable.push(movable > NEGLIGIBLE * all);
    }
    remaining
}

/// Whether these rows depend on each other not only where a search ended.
pub(super) fn depend_everywhere(level: &mut dyn Level, x: &[f64], rows: &[usize], free: &[bool]) -> bool {
    /// The radius of the samples.
    const ELSEWHERE: f64 = 0.1;
    let columns = free.len();
    (1..=3).all(|number| {
        let mut there = x.to_vec();
        let sizes = level.sizes(x);
        let by = |i: usize| {
            if free[i] { ELSEWHERE * sizes[i] * elementary::f64::sin(number as f64 + i as f64) } else { 0.0 }
        };
        level.displace(&mut there, &(0..columns).map(by).collect::<Vec<_>>());
        let found = level.evaluate(&there);
        let scaled = found.scaled(&sizes);
        let some: Vec<SparseRow<f64>> = rows.iter().map(|&row| scaled[row].clone()).collect();
        RowSpace::new(&some, free).rank() < rows.len()
    })
}
