//! Corners of constraints: where the motion goes from there.
//!
//! A corner of a cam or of a wire is a root of a switching function φ at which the velocity that a constraint prescribes jumps. After the impulse along
//! the next piece, with its side s,
//!
//! ```text
//! s φ̇ > 0:  the motion goes on along it                                                                              (1)
//! s φ̇ < 0:  it would return: both pieces exert impulses until φ̇ = 0 (a corner of less than a right angle)            (2)
//! φ̇ = 0:    it leaves along a piece with s φ̈ > 0, or rests on one with φ̈ = 0, the next one first; if s φ̈ < 0 on both,
//!           they hold it in the corner: it has no smooth motion                                                      (3)
//! ```
//!
//! with φ̈ from the accelerations on each side. The velocity of (2) is the projection onto both constraints in the metric of the masses, which
//! alternating projections have as their limit. A start at rest on a corner leaves it as in (3), if that leads
//! along one piece only.

use super::impulse;
use super::sides::Sides;
use crate::error::{ControlError, Error};
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};

/// φ̇ below this part of that before the corner is rounding.
const STOPPED: f64 = 1e-9;
/// Projections end when φ̇ < 0 is less than this part.
const RESTS: f64 = 1e-15;
/// φ̈ below this part of the accelerations, or of 1 SI unit, is rounding.
const WEIGHTLESS: f64 = 1e-5;
/// The largest number of alternating projections.
const IMPULSES: u32 = 10_000;

/// What corners know of a mechanism at one state: which constraint has a corner where this function changes its side, and the time within which
/// differences of functions are taken.
pub(super) struct Corner<'c> {
    pub(super) side: usize,
    pub(super) constraint: &'c str,
    pub(super) after: f64,
}

/// The velocities after a corner, from those before it: (1) to (3). `before` are the sides before it; those after it are held on return.
///
/// # Errors
/// [`ControlError::HeldInCorner`].
pub(super) fn pass<M: Mechanism>(
    held: &mut M,
    corner: &Corner<'_>,
    before: &[f64],
    (sides, start): (&mut Sides<M>, &mut Start<M>),
) -> Result<(), Error> {
    let &Corner { side, after, .. } = corner;
    let before = &*sides.without_friction(before);
    let arriving = sides.rate_of(held, start, (side, after)).abs();
    held.hold(&sides.held);
    impulse::stop(held, start);
    let mut leaving = sides.held[side] * sides.rate_of(held, start, (side, after));
    if leaving > STOPPED * arriving {
        return Ok(());
    }
    // (2)
    for _ in 0..IMPULSES {
        if leaving >= -RESTS * arriving {
            break;
        }
        held.hold(before);
        impulse::stop(held, start);
        held.hold(&sides.held);
        impulse::stop(held, start);
        leaving = sides.held[side] * sides.rate_of(held, start, (side, after));
    }
    leave(held, corner, before, (sides, start))
}

/// (3), from the sides that are held, or those before them.
///
/// # Errors
/// [`ControlError::HeldInCorner`].
pub(super) fn leave<M: Mechanism>(
    held: &mut M,
    corner: &Corner<'_>,
    before: &[f64],
    (sides, start): (&mut Sides<M>, &Start<M>),
) -> Result<(), Error> {
    let next = sides.held.clone();
    let pieces = [&*next, before];
    let leads = pieces.map(|own| {
        held.hold(own);
        sides.leads(held, start, (corner.side, corner.after), own[corner.side]).unwrap_or(f64::NEG_INFINITY)
    });
    let along = |least: f64| leads.iter().position(|leads| *leads > least);
    let Some(piece) = along(WEIGHTLESS).or_else(|| along(-WEIGHTLESS)) else {
        let (time, constraint) = (start.t.value(), corner.constraint.into());
        return Err(ControlError::HeldInCorner { time, constraint }.into());
    };
    sides.held.copy_from_slice(pieces[piece]);
    held.hold(&sides.held);
    Ok(())
}

/// A start at rest on a corner of a constraint, where one function has no side yet: it leaves along a piece, as in (3).
///
/// # Errors
/// [`ControlError::HeldInCorner`]; [`ControlError::StartOnCorner`] where it may leave along both pieces.
pub(super) fn leave_at_rest<M: Mechanism>(
    held: &mut M,
    side: usize,
    (sides, start): (&mut Sides<M>, &Start<M>),
    after: f64,
) -> Result<(), Error> {
    let released = sides.held.clone();
    let [front, back] = [1.0, -1.0].map(|own| {
        let mut on = released.clone();
        on[side] = own;
        on
    });
    // A velocity that no piece has shows whether they differ.
    let mut moving = start.clone();
    for (k, v) in moving.v.as_mut_slice().iter_mut().enumerate() {
        let any: f64 = Real::sqrt(1.0 + k as f64);
        *v = M::Scalar::exact(any);
    }
    let jump = impulse::jumps(held, (&front, &back), &moving);
    held.hold(&released);
    let Ok(Some(jump)) = jump else { return Ok(()) };
    if sides.rate_of(held, start, (side, after)).abs() > STOPPED * (1.0 + start.v.norm_l1()) {
        return Ok(());
    }
    let constraint = jump.name(held);
    let mut leads = |on: &[f64]| {
        held.hold(on);
        sides.leads(held, start, (side, after), on[side]).is_some_and(|leads| leads > WEIGHTLESS)
    };
    if leads(&front) && leads(&back) {
        return Err(ControlError::StartOnCorner { time: start.t.value(), constraint }.into());
    }
    sides.held.copy_from_slice(&front);
    leave(held, &Corner { side, constraint: &constraint, after }, &back, (sides, start))
}
