//! The jumps of the power of the forces at switches.
//!
//! ```text
//! p = v·f(t, q, v, y, λ, ψ)                                                                          (1)
//! ```
//!
//! At a switch f and the reactions have a value on each side of it. A sample there is that of the step that ends at the switch, and its f,
//! evaluated without held sides, is that of either side, as rounding decides. With (1) on both sides the power of such a sample is
//! known for the step that ends there and for the one that begins there.
//!
//! Invariant: the times ascend; a time occurs once.

use crate::error::SnapshotError;
use crate::stepper::Sample;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::vec::Vec;

/// (1) at a switch, at the start of a run, at a reset, or at a sample that is on a switching function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    /// The time of the state from which the run continues, in s.
    pub(crate) time: f64,
    /// At the end of the step before it, in W; `None` at the start of a run.
    pub(crate) before: Option<f64>,
    /// At the beginning of the step after it; `None` where a run ends at a switch.
    pub(crate) after: Option<f64>,
    /// Whether the forces are smooth there, along the held sides.
    pub(crate) smooth: bool,
}

/// All jumps of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps {
    all: Vec<Jump>,
    /// The times at which events, or drives whose velocities jump, have changed the state, ascending.
    resets: Vec<f64>,
}

impl Jumps {
    /// In the order of time.
    pub(crate) fn all(&self) -> &[Jump] {
        &self.all
    }

    /// The times at which events, or drives whose velocities jump, have changed the state.
    pub(crate) fn resets(&self) -> &[f64] {
        &self.resets
    }

    /// An event, or a drive whose velocity jumps, changes the state.
    pub(crate) fn reset(&mut self, time: f64) {
        self.resets.push(time);
    }

    /// Ends a smooth piece of the run with this sample. Pieces of no length have no end of their own.
    pub(crate) fn leave<M: Mechanism>(&mut self, m: &M, sample: &Sample<'_, M>) {
        let time = sample.t.value();
        match self.all.last_mut() {
            Some(last) if last.time >= time => last.smooth = false,
            _ => self.all.push(Jump { time, before: Some(power(m, sample)), after: None, smooth: false }),
        }
    }

    /// A sample on a switching function, or beyond it by rounding, in a smooth piece: the steps on both of its sides have the value of its held side.
    pub(crate) fn stay<M: Mechanism>(&mut self, m: &M, sample: &Sample<'_, M>) {
        let time = sample.t.value();
        if self.all.last().is_none_or(|last| last.time < time) {
            let power = Some(power(m, sample));
            self.all.push(Jump { time, before: power, after: power, smooth: true });
        }
    }

    /// Begins a smooth piece with this sample, if one has ended there or if it opens a run.
    pub(crate) fn arrive<M: Mechanism>(&mut self, m: &M, sample: &Sample<'_, M>, opens: bool) {
        let time = sample.t.value();
        match self.all.last_mut() {
            Some(last) if last.time >= time => last.after = Some(power(m, sample)),
            _ if opens => {
                let after = Some(power(m, sample));
                self.all.push(Jump { time, before: None, after, smooth: false });
            }
            _ => {}
        }
    }

    /// Writes to a snapshot or reads from it.
    pub(crate) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let new = || Jump { time: 0.0, before: None, after: None, smooth: false };
        over.list(&mut self.all, new, |over, jump| {
            over.number(&mut jump.time)?;
            over.optional(&mut jump.before, || 0.0, |over, x| over.number(x))?;
            over.optional(&mut jump.after, || 0.0, |over, x| over.number(x))?;
            over.flag(&mut jump.smooth)
        })?;
        over.list(&mut self.resets, || 0.0, |over, time| over.number(time))
    }
}

/// (1)
fn power<M: Mechanism>(m: &M, sample: &Sample<'_, M>) -> f64 {
    let mut force = M::Velocity::zeros(m.sizes().velocities);
    m.force(sample.at, sample.v, sample.y, (sample.lambda, sample.psi), &mut force);
    let products = sample.v.as_slice().iter().zip(force.as_slice());
    products.map(|(v, f)| v.value() * f.value()).sum()
}
