//! Contacts that steps of fixed size do not resolve: they are listed in the report of a run.
//!
//! ```text
//! d*(t_n+1) = 2 d_n − d_n−1 > 0 ≥ d_n−1                     a contact of depth d begins                       (1)
//! q± = q_n ⊞ v_n (τ ± h/2),   d_n + τ (d_n − d_n−1)/h = 0    half a step after its beginning, and before it    (2)
//! rate(q+, v_n) h > 1/2,   rate(q+, v_n) > 2 rate(q−, v_n)                                                    (3)
//! ```
//!
//! with the rate of [`stiffness`](crate::stiffness), √(k/m) of a spring k on a mass m. For any exponent, a contact that
//! lasts for many steps is not deep at q+, the first evaluation of a step, and passes; one that is over within a step is as deep
//! there as the step is long. Motion that is as fast without the contact is ignored.
//!
//! Invariant: a run checks a limited number of beginnings, and none after an unresolved one.

use super::sides::Sides;
use crate::error::SnapshotError;
use crate::error::Stiffness;
use crate::solution::{State, Unresolved};
use crate::stepper::Sample;
use crate::stiffness::stiffness_of_forces;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// The number of beginnings that a run checks: later ones are of the same kind in most mechanisms.
const MOST: usize = 16;
/// The factor of (3).
const FASTER: f64 = 2.0;

/// The results so far.
pub(super) struct Watch {
    /// The step size, if it is fixed.
    step: Option<f64>,
    looked: usize,
    /// Depths and time of the last sample.
    depths: Vec<f64>,
    time: f64,
    found: Option<Unresolved>,
}

impl Watch {
    /// For steps of this size, if it is fixed.
    pub(super) fn new<M: Mechanism>(m: &M, step: Option<f64>) -> Self {
        let depths = vec![f64::NAN; m.names().contacts.len()];
        Self { step, looked: 0, depths, time: f64::NAN, found: None }
    }

    /// Checks a sample with its depths.
    pub(super) fn look<M: Mechanism>(
        &mut self,
        m: &M,
        sides: &Sides<M>,
        sample: &Sample<'_, M>,
        depths: impl Iterator<Item = f64>,
    ) {
        let Some(step) = self.step.filter(|_| !self.depths.is_empty() && self.found.is_none()) else {
            return;
        };
        let time = sample.t.value();
        let passed = time - self.time;
        self.time = time;
        for (number, depth) in depths.enumerate() {
            let before = core::mem::replace(&mut self.depths[number], depth);
            // (1), from the second sample on.
            let begins = passed > 0.0 && before <= 0.0 && 2.0 * depth - before > 0.0;
            if begins && self.looked < MOST && self.found.is_none() {
                self.looked += 1;
                let until = -depth * passed / (depth - before);
                self.found = behind(m, sides, sample, (until, step)).map(|(stiffness, state)| Unresolved {
                    contact: m.names().contacts[number].name.to_string(),
                    rate: stiffness.rate,
                    time: time + until,
                    step,
                    state,
                });
            }
        }
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.count(&mut self.looked)?;
        over.numbers(&mut self.depths)?;
        over.number(&mut self.time)?;
        let new = || Unresolved {
            contact: String::new(),
            rate: 0.0,
            time: 0.0,
            step: 0.0,
            state: Default::default(),
        };
        over.optional(&mut self.found, new, |over, found| {
            over.text(&mut found.contact)?;
            over.number(&mut found.rate)?;
            over.number(&mut found.time)?;
            over.number(&mut found.step)?;
            found.state.iter_mut().try_for_each(|x| over.list(x, || 0.0, |over, x| over.number(x)))
        })
    }

    /// The result.
    pub(super) fn found(self) -> Option<Unresolved> {
        self.found
    }
}

/// (2) and (3).
fn behind<M: Mechanism>(
    m: &M,
    sides: &Sides<M>,
    sample: &Sample<'_, M>,
    (until, step): (f64, f64),
) -> Option<(Stiffness, [Vec<f64>; 3])> {
    // Forces on their current sides, not on those held before the contact.
    let mut free = m.clone();
    free.hold(&vec![0.0; sides.held.len()]);
    let at = |by: f64| {
        let mut state = State::from(sample);
        let mut ahead = sample.v.clone();
        ahead.scale(M::Scalar::exact(by));
        free.advance(&mut state.q, &ahead, &mut M::Velocity::zeros(ahead.len()));
        stiffness_of_forces(&free, &state).map(|stiffness| (stiffness, state))
    };
    let (found, state) = at(until + 0.5 * step).filter(|(found, _)| found.exceeds(step))?;
    let without = at(until - 0.5 * step).map_or(0.0, |(found, _)| found.rate);
    let state = [state.q.as_slice(), state.v.as_slice(), state.y.as_slice()].map(values_of);
    (found.rate > FASTER * without).then_some((found, state))
}

fn values_of<T: Real>(all: &[T]) -> Vec<f64> {
    all.iter().map(|x| x.value()).collect()
}
