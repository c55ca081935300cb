//! Starts at a corner of a drive or a cam, with the velocities of the motion that has reached it.
//!
//! A run that ends at a corner has the velocities before it, and they violate the constraints after it. Where such a state is continued,
//! the functions that switch there are those whose signs differ beside it along the motion:
//!
//! ```text
//! s∓ = sign φ(t ∓ δ, q ∓ δ v, v, y),   δ = 10⁻⁶ h                                                     (1)
//! ```
//!
//! If the velocities satisfy the constraints with s₋ and not with s₊, the bodies take the impulse of the corner ((1) of `impulse`), as within a
//! run. A state behind the corner, whose φ has the other sign by rounding, satisfies them with s₊ and continues unchanged.
//!
//! Invariant: a start beside its switches, on which it satisfies the constraints as they are, is not changed by this.

use super::impulse;
use super::opening::LEAVING;
use super::plan::consistent;
use crate::error::{ControlError, Error};
use crate::stepper::Start;
use crate::{Mechanism, Real, Space, Vector};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// A start with the sides of the functions that switch there; 0 for the other functions. Empty if none is known.
pub(super) type Arrived<M> = (Start<M>, Vec<f64>);

/// The state from which a run continues that has reached this one, in steps of this size.
///
/// # Errors
/// A start off the constraints on both sides of every switch; a constraint whose position jumps there.
pub(super) fn arrived<M: Mechanism>(m: &M, start: &Start<M>, step: f64) -> Result<Arrived<M>, Error> {
    let plain = consistent(m, start);
    let as_it_is = |plain: Result<Start<M>, Error>| plain.map(|start| (start, Vec::new()));
    match &plain {
        Ok(_) if M::HOLDS && is_on_switch(m, start) => {}
        Err(Error::Initial { .. } | Error::Assembly { .. }) if M::HOLDS => {}
        _ => return as_it_is(plain),
    }
    let mut held = m.clone();
    held.hold(&vec![0.0; m.held_numbers()]);
    let delta = LEAVING * step;
    let (before, after) = (beside(&held, start, -delta), beside(&held, start, delta));
    if before == after {
        return as_it_is(plain);
    }
    let switched = before.iter().zip(&after).map(|(s, to)| if s == to { 0.0 } else { *to }).collect();
    held.hold(&after);
    if let Ok(behind) = consistent(&held, start) {
        return if plain.is_ok() { as_it_is(plain) } else { Ok((behind, switched)) };
    }
    held.hold(&before);
    let Ok(mut reached) = consistent(&held, start) else { return as_it_is(plain) };
    let jumps = impulse::jumps(&mut held, (&before, &after), &reached);
    jumps.map_err(|index| jumping(m, start.t.value(), index))?;
    impulse::stop(&held, &mut reached);
    Ok((consistent(&held, &reached)?, switched))
}

/// Whether a function is exactly zero, so that nothing tells on which of its pieces the constraints are.
fn is_on_switch<M: Mechanism>(m: &M, start: &Start<M>) -> bool {
    let sides = m.sizes().sides;
    m.flags().constrained() && switches(m, start, 0.0).as_slice()[..sides].iter().any(|z| z.value() == 0.0)
}

/// (1) after this time, with nothing sticking.
fn beside<M: Mechanism>(held: &M, start: &Start<M>, after: f64) -> Vec<f64> {
    let values = switches(held, start, after);
    let mut sides = vec![0.0; held.held_numbers()];
    for (side, value) in sides.iter_mut().zip(&values.as_slice()[..held.sizes().sides]) {
        *side = f64::from(i8::from(value.value() > 0.0) - i8::from(value.value() < 0.0));
    }
    sides
}

/// The switching functions after this time, at the velocities of a start.
pub(super) fn switches<M: Mechanism>(held: &M, start: &Start<M>, after: f64) -> <M as Space>::Switches {
    let after = M::Scalar::exact(after);
    let mut path = start.v.clone();
    path.scale(after);
    let (mut q, mut carry) = (start.q.clone(), path.clone());
    carry.fill(M::Scalar::zero());
    held.advance(&mut q, &path, &mut carry);
    let mut at = held.position_cache();
    held.place(&held.now(start.t + after), &q, &mut at);
    let count = held.sizes().switches + 3 * held.names().coincidences.len();
    let mut values = <M as Space>::Switches::zeros(count);
    held.switches(&at, &start.v, &start.y, &mut values);
    values
}

/// The error of a constraint whose position jumps.
pub(super) fn jumping<M: Mechanism>(m: &M, time: f64, index: usize) -> Error {
    let constraint = m.names().holonomic[index].name.to_string();
    ControlError::JumpingConstraint { time, constraint }.into()
}
