//! Newton's iteration on one level of constraints, damped where the full step does not help.
//!
//! Invariant: the gaps never grow from one iteration to the next, so where a mechanism cannot be
//! assembled the iteration ends at the position that comes nearest to it.

use super::least_norm::LeastNorm;
use crate::{Mechanism, Named, Real};

/// What remains of a closed constraint, relative to the size of its terms: a few hundred rounding units.
pub(super) const CLOSED: f64 = 1e-12;
/// Iterations at most; an assembly that is possible takes four to ten.
const ITERATIONS: usize = 200;
/// A full step that leaves more than this part of Σ gap² is not trusted.
const GOOD: f64 = 0.9;
/// λ of the damped steps that are tried one after the other.
const DAMPING: [f64; 5] = [1e-4, 1e-2, 1.0, 1e2, 1e4];
/// Where Σ gap² shrinks by less than this part, there is nothing to be gained.
const STALLED: f64 = 1e-9;
/// A row of the Jacobian whose free part is smaller than this, relative to the whole, has no free coordinates.
const NEGLIGIBLE: f64 = 1e-9;

/// Residuals and Jacobian, row by row.
pub(super) type Evaluated<T> = (Vec<T>, Vec<T>);

/// One level of constraints: residuals and Jacobian as functions of a point.
pub(super) trait Level<M: Mechanism> {
    type Point: Clone;
    /// Residuals and dense Jacobian (row by row, with respect to a displacement of the point).
    fn evaluate(&mut self, point: &Self::Point) -> Evaluated<M::Scalar>;
    fn displace(&self, point: &mut Self::Point, by: &[M::Scalar]);
    /// The size of the point's entries, one a column of the Jacobian.
    fn sizes(&self, point: &Self::Point) -> Vec<f64>;
    /// Names of the residuals, with whether these are rates of the named quantity.
    fn names(&self) -> Vec<(&Named, bool)>;
}

/// What the iteration leaves of one constraint.
pub(super) struct Remaining {
    pub(super) row: usize,
    pub(super) gap: f64,
    /// The size of the constraint's terms, and the gap relative to it.
    scale: f64,
    pub(super) relative: f64,
    /// Does a free coordinate occur in it?
    pub(super) free: bool,
}

pub(super) fn closed(remaining: &[Remaining]) -> bool {
    worst(remaining) <= CLOSED
}

/// The largest relative gap; infinite where one is not a number.
pub(super) fn worst(remaining: &[Remaining]) -> f64 {
    // `f64::max` would swallow a NaN.
    remaining.iter().map(|r| if r.relative.is_nan() { f64::INFINITY } else { r.relative }).fold(0.0, f64::max)
}

/// Closes the gaps by moving the free entries of `point`, as far as that is possible; returns what remains.
pub(super) fn newton<M: Mechanism, L: Level<M>>(
    level: &mut L,
    point: &mut L::Point,
    free: &[bool],
) -> Vec<Remaining> {
    let mut found = level.evaluate(point);
    let mut polished = 0;
    for _ in 0..ITERATIONS {
        let remaining = measure::<M, L>(level, point, free, &found);
        if closed(&remaining) {
            // Twice more, as long as it helps: the parts of dual numbers and series follow the value.
            polished += 1;
            if polished > 2 {
                break;
            }
        }
        if !improve::<M, L>(level, point, free, &mut found, &remaining) {
            break;
        }
    }
    measure::<M, L>(level, point, free, &found)
}

/// One step, the full one or the first damped one that makes the gaps smaller; `false` if none does.
fn improve<M: Mechanism, L: Level<M>>(
    level: &mut L,
    point: &mut L::Point,
    free: &[bool],
    found: &mut Evaluated<M::Scalar>,
    remaining: &[Remaining],
) -> bool {
    let merit = |residual: &[M::Scalar]| -> f64 {
        let relative = residual.iter().zip(remaining).map(|(r, now)| r.magnitude() / now.scale);
        relative.map(|r| r * r).sum()
    };
    let before = merit(&found.0);
    for lambda in core::iter::once(None).chain(DAMPING.map(Some)) {
        let (enough, step) = match lambda {
            None => (GOOD, LeastNorm::new(&found.1, free.len(), free).solve(&found.0)),
            Some(lambda) => (1.0 - STALLED, damped(found, free, remaining, lambda)),
        };
        let mut there = point.clone();
        level.displace(&mut there, &step);
        let next = level.evaluate(&there);
        if merit(&next.0) < enough * before {
            (*point, *found) = (there, next);
            return true;
        }
        if closed(remaining) {
            return false;
        }
    }
    false
}

/// The step of Levenberg and Marquardt, min |δ|² + |s|² with J δ + √λ·scale·s = −r: the shortest solution of a
/// wider system.
fn damped<T: Real>(
    (residual, jacobian): &Evaluated<T>,
    free: &[bool],
    remaining: &[Remaining],
    lambda: f64,
) -> Vec<T> {
    let (rows, columns) = (residual.len(), free.len());
    let mut wider = Vec::with_capacity(rows * (columns + rows));
    for (row, now) in remaining.iter().enumerate() {
        wider.extend_from_slice(&jacobian[row * columns..(row + 1) * columns]);
        let slack = |i| T::exact(if i == row { lambda.sqrt() * now.scale } else { 0.0 });
        wider.extend((0..rows).map(slack));
    }
    let all_free: Vec<bool> = free.iter().copied().chain((0..rows).map(|_| true)).collect();
    let mut step = LeastNorm::new(&wider, columns + rows, &all_free).solve(residual);
    step.truncate(columns);
    step
}

/// Relative gaps: |residual| over the size of the constraint's terms, Σ|J_ij|·(1 + |x_j|).
fn measure<M: Mechanism, L: Level<M>>(
    level: &L,
    point: &L::Point,
    free: &[bool],
    (residual, jacobian): &Evaluated<M::Scalar>,
) -> Vec<Remaining> {
    let sizes = level.sizes(point);
    let measured = residual.iter().enumerate().map(|(row, r)| {
        let entries = &jacobian[row * free.len()..(row + 1) * free.len()];
        let terms = |only_free: bool| -> f64 {
            let used = entries.iter().zip(&sizes).zip(free).filter(|(_, free)| !only_free || **free);
            used.map(|((j, x), _)| j.leading() * (1.0 + x)).sum()
        };
        let (all, movable) = (terms(false), terms(true));
        let scale = if all > 0.0 { all } else { 1.0 };
        let relative = r.magnitude() / scale;
        Remaining { row, gap: r.value(), scale, relative, free: movable > NEGLIGIBLE * scale }
    });
    measured.collect()
}
