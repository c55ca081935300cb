//! Velocities of the start: those that are given stay, the others satisfy the constraints and are nearest to rest,
//! or to what was guessed.

use super::newton::{Level, Remaining, newton};
use super::search::classify;
use super::{GIVEN, Open, Rows};
use crate::RowSpace;

/// The equations of a mechanism between its velocities, at one position.
pub trait Velocities {
    /// Rates of constraints g, nonholonomic constraints k, conditions.
    fn equations(&mut self, v: &[f64]) -> Rows;
    /// D v − w: rates of the deviations less what was guessed of them. Affine in v.
    fn deviations(&mut self, v: &[f64]) -> Rows;
    /// The rounding unit of the arithmetic.
    fn rounding(&self) -> f64 {
        f64::EPSILON
    }
}

struct Unknown<'a> {
    of: &'a mut dyn Velocities,
}

impl Level for Unknown<'_> {
    fn evaluate(&mut self, v: &[f64]) -> Rows {
        self.of.equations(v)
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

/// Completes the velocities. `tolerances` are half units of last decimals of what is given.
///
/// # Errors
/// [`Open`] where the equations cannot be satisfied; rows as in [`Velocities::equations`].
pub fn close_velocities(
    of: &mut dyn Velocities,
    start: &[f64],
    given: &[bool],
    tolerances: &[f64],
) -> Result<Vec<f64>, Open> {
    let free: Vec<bool> = (0..start.len()).map(|j| !given.get(j).copied().unwrap_or(false)).collect();
    let mut v = start.to_vec();
    let mut remaining = newton(&mut Unknown { of }, &mut v, &free);
    let failed = (v.clone(), free.clone());
    let mut free = free;
    if !remaining.closed() {
        // Given values may be decimals that were rounded.
        free = vec![true; start.len()];
        remaining = newton(&mut Unknown { of }, &mut v, &free);
        let allowed = |j: usize| {
            tolerances.get(j).copied().unwrap_or(0.0).max(GIVEN * (1.0 + start[j].abs())) * (1.0 + 1e-6)
        };
        let held = (0..start.len()).all(|j| failed.1[j] || (v[j] - start[j]).abs() <= allowed(j));
        if !remaining.closed() || !held {
            return Err(refused(of, failed));
        }
        free = failed.1;
    }
    for _ in 0..ITERATIONS {
        let (found, wanted) = (of.equations(&v), of.deviations(&v));
        let space = RowSpace::rounded(&found.jacobian, &free, of.rounding());
        // The equations are closed: only directions that they do not see are left to move in.
        let still = vec![0.0; found.values.len()];
        let step = space.minimise(&still, &wanted.jacobian, &wanted.values, &free);
        let mut there: Vec<f64> = v.iter().zip(&step).map(|(v, step)| v + step).collect();
        if !newton(&mut Unknown { of }, &mut there, &free).closed() {
            break;
        }
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let done = largest(&step) <= STILL * (1.0 + largest(&v));
        v = there;
        if done {
            break;
        }
    }
    Ok(v)
}

fn refused(of: &mut dyn Velocities, (mut v, free): (Vec<f64>, Vec<bool>)) -> Open {
    let mut level = Unknown { of };
    let remaining: Remaining = newton(&mut level, &mut v, &free);
    classify(&mut level, &v, &remaining, &free)
}
