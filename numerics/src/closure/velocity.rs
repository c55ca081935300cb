//! Velocities of the start: those that are given stay, the others satisfy the constraints and are nearest to rest,
//! or to what was guessed.

use super::newton::{Level, newton};
use super::rounded::SLACK;
use super::search::classify;
use super::{GIVEN, Open, Rows, cancelled_below};
use crate::RowSpace;
use alloc::vec;
use alloc::vec::Vec;

/// The equations of a mechanism between its velocities, at one position.
pub trait Velocities {
    /// Rates of constraints g, nonholonomic constraints k, conditions.
    fn equations(&mut self, v: &[f64]) -> Rows;
    /// D v − w: rates of the deviations minus their guesses. Affine in v.
    fn deviations(&mut self, v: &[f64]) -> Rows;
    /// The rounding unit of the arithmetic.
    fn rounding(&self) -> f64 {
        f64::EPSILON
    }
}

/// The equations without the given number of conditions at their end.
struct Unknown<'a> {
    of: &'a mut dyn Velocities,
    conditions: usize,
}

impl Unknown<'_> {
    /// The conditions that are left out.
    fn beside(&mut self, v: &[f64]) -> Rows {
        let mut all = self.of.equations(v);
        let first = all.values.len() - self.conditions;
        Rows { values: all.values.split_off(first), jacobian: all.jacobian.split_off(first) }
    }

    /// The step that closes the equations and minimises the deviations.
    fn step(&mut self, v: &[f64], wanted: &Rows, free: &[bool]) -> Vec<f64> {
        let found = self.evaluate(v);
        let space = RowSpace::rounded(&found.jacobian, free, self.rounding());
        space.minimise(&found.values, &wanted.jacobian, &wanted.values, free)
    }
}

impl Level for Unknown<'_> {
    fn evaluate(&mut self, v: &[f64]) -> Rows {
        let mut all = self.of.equations(v);
        all.values.truncate(all.values.len() - self.conditions);
        all.jacobian.truncate(all.values.len());
        let least = cancelled_below(&all.jacobian, self.of.rounding());
        all.cancelled(least, |_| 1.0)
    }

    fn deviations(&mut self, v: &[f64]) -> Rows {
        self.of.deviations(v)
    }

    fn displace(&mut self, v: &mut [f64], by: &[f64]) {
        v.iter_mut().zip(by).for_each(|(v, by)| *v += by);
    }

    fn sizes(&self, v: &[f64]) -> Vec<f64> {
        v.iter().map(|v| 1.0 + v.abs()).collect()
    }

    fn is_angle(&self, _: usize) -> bool {
        false
    }

    fn rounding(&self) -> f64 {
        self.of.rounding()
    }
}

/// Iterations: one where the equations are linear.
const ITERATIONS: usize = 20;
/// A correction below this part of the velocities ends the iteration.
const STILL: f64 = 1e-14;

/// The given velocities.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenVelocities<'a> {
    /// Which entries are given; missing ones are not.
    pub entries: &'a [bool],
    /// Half a unit of the last decimal of each entry; missing ones are 0.
    pub tolerances: &'a [f64],
    /// How many of the equations, at the end, are conditions of the start.
    pub conditions: usize,
    /// The same for conditions.
    pub condition_tolerances: &'a [f64],
}

/// Velocities that satisfy the equations.
#[derive(Clone, Debug)]
pub struct ClosedVelocities {
    /// v.
    pub velocity: Vec<f64>,
    /// Whether given values were moved within their last decimal.
    pub rounded: bool,
}

/// Completes the velocities.
///
/// # Errors
/// [`Open`] where the equations cannot be satisfied; rows as in [`Velocities::equations`].
pub fn close_velocities(
    of: &mut dyn Velocities,
    start: &[f64],
    given: GivenVelocities<'_>,
) -> Result<ClosedVelocities, Open> {
    let free: Vec<bool> = (0..start.len()).map(|j| !given.entries.get(j).copied().unwrap_or(false)).collect();
    let mut v = start.to_vec();
    let mut level = Unknown { of, conditions: 0 };
    let remaining = newton(&mut level, &mut v, &free);
    if !remaining.closed() {
        return match rounded(level.of, start, given) {
            Some(velocity) => Ok(ClosedVelocities { velocity, rounded: true }),
            None => Err(classify(&mut level, &v, &remaining, &free)),
        };
    }
    for _ in 0..ITERATIONS {
        let wanted = level.of.deviations(&v);
        let step = level.step(&v, &wanted, &free);
        let mut there: Vec<f64> = v.iter().zip(&step).map(|(v, step)| v + step).collect();
        if !newton(&mut level, &mut there, &free).closed() {
            break;
        }
        let done = largest(&step) <= STILL * (1.0 + largest(&v));
        v = there;
        if done {
            break;
        }
    }
    Ok(ClosedVelocities { velocity: v, rounded: false })
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// Given values may be decimals that were rounded: they move within half a unit of the last, and no more than the constraints
/// ask for.
///
/// ```text
/// min Σ ((v − v₀)/ε)² + Σ (c/ε)² + |D v − w|²     with the rates of constraints zero                 (1)
/// ```
fn rounded(of: &mut dyn Velocities, start: &[f64], given: GivenVelocities<'_>) -> Option<Vec<f64>> {
    let n = start.len();
    let typed = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
    let held: Vec<(usize, f64)> = (0..n)
        .filter(|&j| given.entries.get(j).copied().unwrap_or(false))
        .map(|j| (j, typed(given.tolerances, j).max(GIVEN * (1.0 + start[j].abs()))))
        .collect();
    let conditions: Vec<f64> =
        (0..given.conditions).map(|i| typed(given.condition_tolerances, i).max(GIVEN)).collect();
    if held.is_empty() && conditions.is_empty() {
        return None;
    }
    let mut level = Unknown { of, conditions: given.conditions };
    let free = vec![true; n];
    let mut v = start.to_vec();
    for _ in 0..ITERATIONS {
        let mut wanted = Rows::default();
        for &(j, allowed) in &held {
            wanted.values.push((v[j] - start[j]) / allowed);
            wanted.jacobian.push(vec![(j, 1.0 / allowed)]);
        }
        let beside = level.beside(&v).weighted(&conditions);
        let wanted = wanted.then(&beside).then(&level.of.deviations(&v));
        let step = level.step(&v, &wanted, &free);
        v.iter_mut().zip(&step).for_each(|(v, step)| *v += step);
        if largest(&step) <= STILL * (1.0 + largest(&v)) {
            break;
        }
    }
    let closed = newton(&mut level, &mut v, &free).closed();
    let held = held.iter().all(|&(j, allowed)| (v[j] - start[j]).abs() <= SLACK * allowed);
    let beside = level.beside(&v).values;
    let satisfied = beside.iter().zip(&conditions).all(|(c, allowed)| c.abs() <= SLACK * allowed);
    (closed && held && satisfied).then_some(v)
}
