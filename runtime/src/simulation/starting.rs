//! Starts on a corner of a constraint.
//!
//! The assembled velocities of a start are those after its corners (`linkwork_numerics::closure`). Others may be those of no piece: released sides have the rate 0 of
//! |x| at x = 0, and that of one piece for other functions. Velocities after a corner of the time satisfy
//!
//! ```text
//! g_t + G v = 0 with the sides at t₀ + 10⁻⁶ h, by the impulse (1) of `impulse`                            (1)
//! ```
//!
//! as if the drive had set the bodies in motion there. At a corner of the state, where φ = 0, the velocities decide on the piece, and the piece on the
//! velocities. Those of what is driven through it follow from the piece, those of what drives are kept:
//!
//! ```text
//! G v = −g_t with the sides of sign φ̇, by the same impulse, if that does not change φ̇                        (2)
//! ```
//!
//! Otherwise the velocities before the corner are not known, and neither is the impulse.

use super::arrival::jumping;
use super::impulse::{self, Jump};
use super::locate::DEPARTED;
use super::{Plan, Recorder};
use crate::error::{ControlError, Error};
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Real};
use alloc::vec::Vec;

/// (2) does not change φ̇ by more than this part of it, or of 1 SI unit.
const SAME: f64 = 1e-9;

/// A constraint whose velocity jumps with the sides from those before to those after them, which are held on return.
///
/// # Errors
/// [`ControlError::JumpingConstraint`].
pub(super) fn jumps<M: Mechanism>(
    held: &mut M,
    sides: (&[f64], &[f64]),
    start: &Start<M>,
) -> Result<Option<Jump>, Error> {
    impulse::jumps(held, sides, start).map_err(|index| jumping(held, start.t.value(), index))
}

/// (1), where the sides that functions of the time have after a start differ from those before it; the frictions that are then at rest.
///
/// # Errors
/// [`ControlError::JumpingConstraint`].
pub(super) fn follow_drives<M: Mechanism>(
    held: &mut M,
    before: &[f64],
    (plan, recorder): (&mut Plan<M>, &mut Recorder<'_, M>),
) -> Result<Option<Vec<usize>>, Error> {
    let sides = (before, &*recorder.sides.held);
    if sides.0 == sides.1 || jumps(held, sides, &plan.start)?.is_none() {
        return Ok(None);
    }
    recorder.sides.release_slips();
    held.hold(&recorder.sides.held);
    impulse::stop(held, &mut plan.start);
    Ok(Some(recorder.sides.take_slips(held, &State::of_start(held, &plan.start))))
}

/// (2) for a start on a corner of the state; whether its velocities have changed.
///
/// # Errors
/// [`ControlError::StartOnCorner`].
pub(super) fn enter_corner<M: Mechanism>(
    held: &mut M,
    before: &[f64],
    (plan, recorder): (&mut Plan<M>, &mut Recorder<'_, M>),
) -> Result<bool, Error> {
    let after = recorder.sides.held.clone();
    if before == after {
        return Ok(false);
    }
    let Some(jump) = jumps(held, (before, &after), &plan.start)? else { return Ok(false) };
    let (time, step) = (plan.start.t.value(), DEPARTED * plan.step);
    let taken: Vec<usize> = recorder.sides.taken(before);
    let mut moved = plan.start.clone();
    impulse::stop(held, &mut moved);
    for side in taken {
        let [rate, next] =
            [&plan.start, &moved].map(|start| recorder.sides.rate_of(held, start, (side, step)));
        if (next - rate).abs() > SAME * (1.0 + rate.abs()) {
            return Err(ControlError::StartOnCorner { time, constraint: jump.name(held) }.into());
        }
    }
    plan.start = moved;
    Ok(true)
}
