//! Impulses at switches that another program has located: an integrator stops behind a switch, by its tolerance or by a step.
//!
//! ```text
//! g₊ − g₋ = ∫ (ġ₊ − ġ₋) dt over s,   s = |φ/φ'|                                                       (1)
//! ```
//!
//! is the difference of the constraints before and after the switch, φ = 0, at a point that is later by s, where their positions do not jump. Their
//! velocities jump as within a run, and the bodies take the impulse of `impulse`.

use super::arrival::{jumping, switches};
use super::impulse;
use super::opening::LEAVING;
use crate::error::Error;
use crate::stepper::Start;
use crate::{Mechanism, Real, Space, Vector};
use alloc::vec::Vec;

/// What changes by less than this part of 1 + |q| or 1 + |v| is rounding, as within a run.
const JUMPS: f64 = 1e-9;
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
    let changes = |before: &[M::Scalar], after: &[M::Scalar]| -> Vec<f64> {
        before.iter().zip(after).map(|(x, to)| (*to - *x).magnitude()).collect()
    };
    let values = changes(rows_before.values.as_slice(), rows.values.as_slice());
    let rates = changes(rows_before.rates.as_slice(), rows.rates.as_slice());
    let slips = changes(rows_before.slips.as_slice(), rows.slips.as_slice());
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

/// The constraints and their rates at a point.
struct Rows<M: Mechanism> {
    values: <M as Space>::Holonomic,
    rates: <M as Space>::Holonomic,
    slips: <M as Space>::Nonholonomic,
}

impl<M: Mechanism> Rows<M> {
    fn of(m: &M, start: &Start<M>) -> Self {
        let mut at = m.position_cache();
        m.place(&m.now(start.t), &start.q, &mut at);
        let (mut values, mut slips) = m.initial_reactions();
        let mut rates = values.clone();
        m.holonomic(&at, &mut values);
        m.holonomic_rate(&at, &start.v, &mut rates);
        m.nonholonomic(&at, &start.v, &mut slips);
        Self { values, rates, slips }
    }
}
