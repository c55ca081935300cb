//! The nearest closure: min |d(q)|² on the manifold of closures, from a closed position.
//!
//! Gauss and Newton's step δ makes |D δ + d| smallest among the steps that stay closed; where |d| is not small it
//! converges linearly, and Anderson's mixing of the last steps makes that fast:
//!
//! ```text
//! δ = f − (ΔX + ΔF) γ,   γ = argmin |f − ΔF γ|                                                    (1)
//! ```
//!
//! Invariant: the result is closed as well as the argument, and not farther from the reference.

use super::newton::{Level, newton};
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use crate::{RowSpace, SparseRow};
use alloc::vec;
use alloc::vec::Vec;

/// Steps at most.
const ITERATIONS: usize = 200;
/// Steps that are mixed.
const DEPTH: usize = 5;
/// A step below this, in units of the columns, ends the iteration.
const STILL: f64 = 1e-12;
/// The same in coarse arithmetic, in rounding units.
const ROUNDINGS: f64 = 16.0;
/// A step above this, in units of the columns, is cut.
const STRIDE: f64 = 0.3;
/// Steps are mixed once they are shorter than this.
const LOCAL: f64 = 0.1;
/// Steps below this, in units of the columns, are near the end.
const FLAT: f64 = 1e-5;
/// A change of the square below this part of it is rounding.
const ROUNDED: f64 = 1e-13;
/// Maximum number of times that a step that increases the distance is halved.
const HALVINGS: usize = 12;

/// |after|² − |before|², without the rounding of entries that are equal.
fn change_of_square(before: &[f64], after: &[f64]) -> f64 {
    before.iter().zip(after).map(|(before, after)| (after - before) * (after + before)).sum()
}

fn square(values: &[f64]) -> f64 {
    values.iter().map(|x| x * x).sum()
}

/// Moves `x` along the closures to the nearest; `true` if the distance is stationary there, `false` if the iteration ended before, as near a
/// singular closure.
pub(super) fn nearest(level: &mut dyn Level, x: &mut Vec<f64>, free: &[bool]) -> bool {
    let mut measured = level.deviations(x);
    let mut history: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    let mut last: Option<(Vec<f64>, Vec<f64>)> = None;
    for _ in 0..ITERATIONS {
        let sizes = level.sizes(x);
        let (found, slopes) = (level.evaluate(x), measured.scaled(&sizes));
        let space = RowSpace::rounded(&found.scaled(&sizes), free, level.rounding());
        let plain = space.minimise(&found.values, &slopes, &measured.values, free);
        let longest = |step: &[f64]| step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let length = longest(&plain);
        if !length.is_finite() {
            return false;
        }
        if length <= STILL.max(ROUNDINGS * level.rounding()) {
            return true;
        }
        if let Some((taken, step)) = last.take() {
            let difference = plain.iter().zip(&step).map(|(a, b)| a - b).collect();
            history.push((taken, difference));
            if history.len() > DEPTH {
                history.remove(0);
            }
        }
        let mixed = if length < LOCAL { mix(&plain, &history) } else { None };
        let before = square(&measured.values);
        // Whether |d|² − |d + D δ|² vanishes in the rounding of |d|²: large deviations that cannot change hide the others.
        let hidden = {
            let by = |row: &SparseRow<f64>| row.iter().map(|&(j, slope)| slope * plain[j]).sum::<f64>();
            let pairs = measured.values.iter().zip(&slopes);
            let there: Vec<f64> = pairs.map(|(d, row)| d + by(row)).collect();
            -change_of_square(&measured.values, &there) <= before * ROUNDED
        };
        let mut attempts: Vec<Vec<f64>> = mixed.into_iter().collect();
        let cut = if length > STRIDE { STRIDE / length } else { 1.0 };
        attempts.extend((0..HALVINGS).map(|k| {
            let part = cut * 0.5_f64.powi(k as i32);
            plain.iter().map(|x| x * part).collect()
        }));
        let mut moved = false;
        for step in attempts {
            let mut there = x.clone();
            let by: Vec<f64> = step.iter().zip(&sizes).map(|(step, size)| step * size).collect();
            level.displace(&mut there, &by);
            if !newton(level, &mut there, free).closed() {
                continue;
            }
            let next = level.deviations(&there);
            let change = change_of_square(&measured.values, &next.values);
            // Where the square is flat, as near the end, steps are what converges.
            let flat = (length < FLAT || hidden) && change <= before * ROUNDED + 1e-300;
            if change < 0.0 || flat {
                (*x, measured) = (there, next);
                last = Some((step, plain.clone()));
                moved = true;
                break;
            }
            history.clear();
        }
        if !moved {
            return length < FLAT;
        }
    }
    false
}

/// Equation (1).
fn mix(step: &[f64], history: &[(Vec<f64>, Vec<f64>)]) -> Option<Vec<f64>> {
    if history.is_empty() {
        return None;
    }
    // Columns of ΔF as rows of a least-squares problem in γ: no rows to satisfy, |ΔF γ − f| smallest.
    let width = history.len();
    let changes = |i: usize| history.iter().map(|(_, change)| change[i]).enumerate().collect();
    let slopes: Vec<SparseRow<f64>> = (0..step.len()).map(changes).collect();
    let offsets: Vec<f64> = step.iter().map(|x| -x).collect();
    let free = vec![true; width];
    let gamma = RowSpace::new(&[], &free).minimise(&[], &slopes, &offsets, &free);
    let mut mixed = step.to_vec();
    for ((taken, change), gamma) in history.iter().zip(gamma) {
        for ((x, taken), change) in mixed.iter_mut().zip(taken).zip(change) {
            *x -= gamma * (taken + change);
        }
    }
    let longest = mixed.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    (longest <= STRIDE).then_some(mixed)
}
