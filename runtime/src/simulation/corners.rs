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
//!
//! If forces lead back from both pieces, the motion returns to the corner after times whose sum is finite. It is held there once
//!
//! ```text
//! 2 |φ̇|/|φ̈| ≤ 10⁻⁶ h,   s φ̈ < 0 on both                                                             (4)
//! ```
//!
//! A motion that rests in a corner crosses φ = 0 by rounding, with a velocity whose jump is rounding, too. It takes the impulse again, because an error of
//! v, which the next piece does not have, would grow, and the side of φ is never released there, because a step across the corner would have no
//! meaning. So whether a function has a corner follows from the rates of velocities that no piece has, not from those of the motion.

use super::impulse::{self, Jump};
use super::locate::start_of;
use super::sides::{Sides, Switch};
use crate::error::{ControlError, Error};
use crate::solution::State;
use crate::stepper::Start;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;

/// φ̇ below this part of that before the corner is rounding.
const STOPPED: f64 = 1e-9;
/// Projections end when they change the velocities by less than this part, or by less than that without becoming smaller.
const RESTS: f64 = 1e-15;
const ROUNDED: f64 = 1e-12;
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
    /// The time of (4), or zero if the motion has come from afar.
    pub(super) soon: f64,
}

/// The velocities after a corner, from those before it: (1) to (4). `before` are the sides before it; those after it are held on return.
///
/// # Errors
/// [`ControlError::HeldInCorner`].
pub(super) fn pass<M: Mechanism>(
    held: &mut M,
    corner: &Corner<'_>,
    before: &[f64],
    (sides, start): (&mut Sides<M>, &mut Start<M>),
) -> Result<(), Error> {
    let &Corner { side, after, soon, .. } = corner;
    let before = &*sides.without_friction(before);
    let arriving = sides.rate_of(held, start, (side, after)).abs();
    held.hold(&sides.held);
    impulse::stop(held, start);
    let leaving = sides.held[side] * sides.rate_of(held, start, (side, after));
    if leaving > STOPPED * arriving {
        if soon > 0.0 && returns(held, (side, after), before, (sides, start), leaving / soon) {
            return Err(held_in(start, corner));
        }
        return Ok(());
    }
    // (2): φ̇ of rounding does not tell where they end, but their impulses do.
    let (whole, mut last) = (start.v.norm_l1(), f64::INFINITY);
    for _ in 0..IMPULSES {
        let mut impulse = start.v.clone();
        impulse.scale(-M::Scalar::one());
        held.hold(before);
        impulse::stop(held, start);
        held.hold(&sides.held);
        impulse::stop(held, start);
        impulse.add(&start.v);
        let size = impulse.norm_l1();
        if size <= RESTS * whole || (size >= last && size <= ROUNDED * whole) {
            break;
        }
        last = size;
    }
    leave(held, corner, before, (sides, start))
}

/// The constraint whose velocity jumps with these sides at some velocity there; the sides after the switch are held on return.
pub(super) fn corner_at<M: Mechanism>(
    held: &mut M,
    sides: (&[f64], &[f64]),
    start: &Start<M>,
) -> Option<Jump> {
    // A velocity that no piece has shows whether they differ.
    let mut moving = start.clone();
    for (k, v) in moving.v.as_mut_slice().iter_mut().enumerate() {
        let any: f64 = Real::sqrt(1.0 + k as f64);
        *v = M::Scalar::exact(any);
    }
    impulse::jumps(held, sides, &moving).ok().flatten()
}

/// Whether a state before these switches, which come soon after it, is apart from them: positions jump where the sides change there, and do not at the
/// switches.
pub(super) fn is_apart<M: Mechanism>(
    m: &M,
    sides: &Sides<M>,
    switches: &[Switch],
    (before, at): (&State<M>, &State<M>),
) -> bool {
    if !m.flags().constrained() || at.t.value() <= before.t.value() {
        return false;
    }
    let next = sides.beyond(switches);
    let mut held = m.clone();
    let mut is_jump =
        |state: &State<M>| impulse::jumps(&mut held, (&sides.held, &next), &start_of(state)).is_err();
    is_jump(before) && !is_jump(at)
}

/// Functions of corners that have been released at a switch, because the motion returns to them at once, change their sides instead.
pub(super) fn hold_released<M: Mechanism>(
    held: &mut M,
    before: &[f64],
    (sides, start): (&mut Sides<M>, &Start<M>),
) {
    if !held.flags().constrained() {
        return;
    }
    for side in sides.taken(before) {
        if sides.held[side] != 0.0 {
            continue;
        }
        let mut next = sides.held.clone();
        next[side] = -before[side];
        if corner_at(held, (before, &next), start).is_some() {
            sides.hold_again(side, next[side]);
        }
    }
}

/// Functions of corners in which a motion rests while others switch, of those that are open there: forces that jump may lead it away, as in (3).
///
/// # Errors
/// [`ControlError::HeldInCorner`].
pub(super) fn leave_opened<M: Mechanism>(
    held: &mut M,
    before: &[f64],
    open: &mut Vec<usize>,
    (sides, start): (&mut Sides<M>, &Start<M>),
    after: f64,
) -> Result<(), Error> {
    if !held.flags().constrained() {
        return Ok(());
    }
    let mut others = Vec::new();
    for side in core::mem::take(open) {
        let released = sides.held.clone();
        let [front, back] = [before[side], -before[side]].map(|own| {
            let mut on = released.clone();
            on[side] = own;
            on
        });
        let jump = if before[side] == 0.0 { None } else { corner_at(held, (&front, &back), start) };
        held.hold(&released);
        let moves = |sides: &mut Sides<M>, held: &mut M| {
            sides.rate_of(held, start, (side, after)).abs() > STOPPED * (1.0 + start.v.norm_l1())
        };
        match jump {
            Some(jump) if !moves(sides, held) => {
                let constraint = jump.name(held);
                sides.hold_again(side, before[side]);
                leave(
                    held,
                    &Corner { side, constraint: &constraint, after, soon: 0.0 },
                    &back,
                    (sides, start),
                )?;
            }
            _ => others.push(side),
        }
    }
    *open = others;
    Ok(())
}

/// (4), for this φ̇ over that time; the next sides are held on return.
fn returns<M: Mechanism>(
    held: &mut M,
    at: (usize, f64),
    before: &[f64],
    (sides, start): (&mut Sides<M>, &Start<M>),
    least: f64,
) -> bool {
    let next = sides.held.clone();
    let mut leads_back = |own: &[f64], least: f64| {
        held.hold(own);
        let leads = sides.leads(held, start, at, own[at.0]);
        leads.is_some_and(|(along, part)| part < -WEIGHTLESS && along <= -least)
    };
    leads_back(before, 0.0) && leads_back(&next, 2.0 * least)
}

fn held_in<M: Mechanism>(start: &Start<M>, corner: &Corner<'_>) -> Error {
    let (time, constraint) = (start.t.value(), corner.constraint.into());
    ControlError::HeldInCorner { time, constraint }.into()
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
        let leads = sides.leads(held, start, (corner.side, corner.after), own[corner.side]);
        leads.map_or(f64::NEG_INFINITY, |(_, part)| part)
    });
    let along = |least: f64| leads.iter().position(|leads| *leads > least);
    let Some(piece) = along(WEIGHTLESS).or_else(|| along(-WEIGHTLESS)) else {
        return Err(held_in(start, corner));
    };
    sides.held.copy_from_slice(pieces[piece]);
    held.hold(&sides.held);
    Ok(())
}

/// The sides of those of these functions, which are zero at a start, that have corners and depart from them along its velocities, sign φ̇ (2); the
/// others remain in the list. No step tells these sides: between its pieces a constraint has a direction that neither piece has, and equations with it may be
/// singular.
pub(super) fn leave_in_motion<M: Mechanism>(
    held: &mut M,
    (sides, start): (&mut Sides<M>, &Start<M>),
    open: &mut Vec<usize>,
    after: f64,
) {
    if !held.flags().constrained() {
        return;
    }
    let released = sides.held.clone();
    let least = STOPPED * (1.0 + start.v.norm_l1());
    held.hold(&released);
    open.retain(|&side| {
        let to = sides.side_ahead(held, start, (side, after), least);
        if to == 0.0 {
            return true;
        }
        let [front, back] = [to, -to].map(|own| {
            let mut on = released.clone();
            on[side] = own;
            on
        });
        let is_corner = corner_at(held, (&back, &front), start).is_some();
        held.hold(&released);
        if is_corner {
            sides.held[side] = to;
        }
        !is_corner
    });
    held.hold(&sides.held);
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
    let jump = corner_at(held, (&front, &back), start);
    held.hold(&released);
    let Some(jump) = jump else { return Ok(()) };
    if sides.rate_of(held, start, (side, after)).abs() > STOPPED * (1.0 + start.v.norm_l1()) {
        return Ok(());
    }
    let constraint = jump.name(held);
    let mut leads = |on: &[f64]| {
        held.hold(on);
        sides.leads(held, start, (side, after), on[side]).is_some_and(|(_, part)| part > WEIGHTLESS)
    };
    if leads(&front) && leads(&back) {
        return Err(ControlError::StartOnCorner { time: start.t.value(), constraint }.into());
    }
    sides.held.copy_from_slice(&front);
    leave(held, &Corner { side, constraint: &constraint, after, soon: 0.0 }, &back, (sides, start))
}
