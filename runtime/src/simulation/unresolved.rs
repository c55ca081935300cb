//! Contacts that steps of fixed size do not resolve: a run that meets one says so in its report.
//!
//! A force that begins at a switch, as that of a contact or of an end stop, is looked at half a step behind the switch, where
//! a step from there looks first:
//!
//! ```text
//! q* = q ⊞ v h/2,    rate(q*, v) h > 1/2                                                       (1)
//! ```
//!
//! with the rate of [`stiffness`](crate::stiffness), √(k/m) of a spring k on a mass m. Whatever its exponent, a contact that
//! lasts for many steps is not deep at q* and passes; one that is over within a step is as deep there as it makes a step blind.
//! What is as fast before the switch is none of its business.
//!
//! Invariant: nothing here is called in a step; a run looks at its first switches alone.

use crate::solution::{State, Unresolved};
use crate::stepper::Start;
use crate::stiffness::stiffness_of;
use crate::{Mechanism, Real, Vector};

/// Switches that a run looks at: those behind them are of the same kind in most mechanisms.
const MOST: usize = 16;
/// A force that begins is this much faster than what was there before.
const FASTER: f64 = 2.0;

/// What was found so far.
pub(super) struct Watch {
    looked: usize,
    found: Option<Unresolved>,
}

impl Watch {
    pub(super) fn new() -> Self {
        Self { looked: 0, found: None }
    }

    /// Does it look at another switch?
    pub(super) fn looks(&self) -> bool {
        self.looked < MOST && self.found.is_none()
    }

    /// Looks behind a switch, with the sides before it and behind it: (1).
    pub(super) fn behind<M: Mechanism>(&mut self, before: &M, behind: &M, start: &Start<M>, step: f64) {
        self.looked += 1;
        let mut state = State::of_start(behind, start);
        let n = state.v.len();
        let mut ahead = start.v.clone();
        ahead.scale(M::Scalar::exact(0.5 * step));
        behind.advance(&mut state.q, &ahead, &mut M::Velocity::zeros(n));
        let Some(stiffness) = stiffness_of(behind, &state).filter(|found| found.exceeds(step)) else { return };
        let known = stiffness_of(before, &state).map_or(0.0, |found| found.rate);
        if stiffness.rate > FASTER * known {
            let of = |values: &[M::Scalar]| values.iter().map(|x| x.value()).collect();
            self.found = Some(Unresolved {
                stiffness,
                time: state.t.value(),
                step,
                state: [of(state.q.as_slice()), of(state.v.as_slice()), of(state.y.as_slice())],
            });
        }
    }

    /// What was found.
    pub(super) fn found(self) -> Option<Unresolved> {
        self.found
    }
}
