//! Impulses at switches that another program has located: an integrator stops behind a switch, by its tolerance or by a step.
//!
//! ```text
//! g₊ − g₋ = ∫ (ġ₊ − ġ₋) dt over s,   s = |φ/φ'|                                                       (1)
//! ```
//!
//! is the difference of the constraints before and after the switch, φ = 0, at a point that is later by s, where their positions do not jump. Their
//! velocities jump as within a run, and the bodies take the impulse of `impulse`.

use super::arrival::{jumping, switches};
use super::impulse::{self, JUMPS, Rows};
use super::opening::LEAVING;
use crate::error::Error;
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};

/// (1) for rates that are not constant over s, and for an s that is not exact.
const ROOM: f64 = 4.0;

/// Makes velocities satisfy the constraints after a switch, where the sides `before` have become those after it, which `held` has on
/// return: whether they have changed. `step` is the size of usual steps; `late` tells whether the motion may be behind the switch.
///
/// # Errors
/// A constraint whose position jumps, [`ControlError::JumpingConstraint`](crate::ControlError::JumpingConstraint).
pub fn take_impulse<M: Mechanism>(
    held: &mut M,
    (before, after): (&[f64], &[f64]),
    start: &mut Start<M>,
    (step, late): (f64, bool),
) -> Result<bool, Error> {
    held.hold(before);
    if !held.flags().constrained() || before == after {
        held.hold(after);
        return Ok(false);
    }
    let since = if late { time_since(held, (before, after), start, step) } else { 0.0 };
    let rows_before = Rows::of(held, start);
    held.hold(after);
    let rows = Rows::of(held, start);
    let (q, v) = (start.q.norm_l1(), start.v.norm_l1());
    let [values, rates, slips] = rows_before.changes(&rows);
    let jumps = |(value, rate): (&f64, &f64)| *value > JUMPS * (1.0 + q) + ROOM * since * rate;
    if let Some(index) = values.iter().zip(&rates).position(jumps) {
        return Err(jumping(held, start.t.value(), index));
    }
    if rates.iter().chain(&slips).all(|change| *change <= JUMPS * (1.0 + v)) {
        return Ok(false);
    }
    impulse::stop(held, start);
    Ok(true)
}

/// s of (1), of the function that has switched first; those in which others are nested have not passed a root of their own.
fn time_since<M: Mechanism>(held: &M, (before, after): (&[f64], &[f64]), start: &Start<M>, step: f64) -> f64 {
    let size = LEAVING * step;
    let (here, earlier) = (switches(held, start, 0.0), switches(held, start, -size));
    let values =
        here.as_slice().iter().zip(earlier.as_slice()).map(|(z, old)| (z.value(), (*z - *old).value()));
    let switched = before.iter().zip(after).zip(values).filter(|((s, to), _)| s != to);
    let passed = switched.filter(|((s, _), (z, change))| **s * z <= 0.0 && *change != 0.0);
    passed.map(|(_, (z, change))| (z / change).abs() * size).fold(0.0, f64::max)
}
