//! The jumps of the power of the forces at switches.
//!
//! ```text
//! p = v·f(t, q, v, y, λ, ψ) + λ·dg/dt + ψ·k                                                          (1)
//! ```
//!
//! The terms in dg/dt and k are zero for the exact motion. A method that satisfies constraints in positions alone leaves dg/dt ≠ 0: without them
//! its reactions would do the work −λ·dg/dt, of any size where λ is that of a short step.
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
    /// The sides held in the step to a sample at a switch or an event, by its time, ascending.
    sides: Vec<(f64, Vec<f64>)>,
    /// The sides held in the step from a sample after a velocity has jumped, likewise.
    sides_after: Vec<(f64, Vec<f64>)>,
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

    /// A sample at a switch or an event is that of a step with these sides held.
    pub(crate) fn hold(&mut self, time: f64, sides: &[f64]) {
        if self.sides.last().is_none_or(|(last, _)| *last < time) {
            self.sides.push((time, sides.to_vec()));
        }
    }

    /// The second sample at this time, after a velocity has jumped, begins a step with these sides held.
    pub(crate) fn hold_after(&mut self, time: f64, sides: &[f64]) {
        self.sides_after.push((time, sides.to_vec()));
    }

    /// The sides held in the step to the first sample at this time, if it is at a switch or an event, or in the step from the second one, if
    /// a velocity has jumped.
    pub(crate) fn sides_at(&self, time: f64, is_first: bool) -> Option<&[f64]> {
        let all = if is_first { &self.sides } else { &self.sides_after };
        let place = all.binary_search_by(|(other, _)| other.total_cmp(&time)).ok()?;
        Some(&all[place].1)
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
        over.list(&mut self.resets, || 0.0, |over, time| over.number(time))?;
        let new = || (0.0, Vec::new());
        for sides in [&mut self.sides, &mut self.sides_after] {
            over.list(sides, new, |over, (time, sides)| {
                over.number(time)?;
                over.list(sides, || 0.0, |over, side| over.number(side))
            })?;
        }
        Ok(())
    }
}

/// (1) of a sample.
fn power<M: Mechanism>(m: &M, sample: &Sample<'_, M>) -> f64 {
    power_of_forces(m, sample.at, (sample.v, sample.y), (sample.lambda, sample.psi))
}

/// (1)
pub(crate) fn power_of_forces<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    (v, y): (&M::Velocity, &M::States),
    reactions: (&M::Holonomic, &M::Nonholonomic),
) -> f64 {
    let mut force = M::Velocity::zeros(v.len());
    m.force(at, v, y, reactions, &mut force);
    let (mut rates, mut slips) = (reactions.0.clone(), reactions.1.clone());
    m.holonomic_rate(at, v, &mut rates);
    m.nonholonomic(at, v, &mut slips);
    product(v.as_slice(), force.as_slice())
        + product(reactions.0.as_slice(), rates.as_slice())
        + product(reactions.1.as_slice(), slips.as_slice())
}

fn product<T: Real>(a: &[T], b: &[T]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.value() * b.value()).sum()
}
