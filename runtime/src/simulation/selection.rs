//! The selection of samples of a run: those of steps, or of times between them, by dense output or steps to them.
//!
//! Invariant: samples arrive and are passed on in the order of time; the first and the last one are always selected.

use super::Sampling;
use crate::error::Error;
use crate::error::SnapshotError;
use crate::solution::{Interpolator, State};
use crate::stepper::Sample;
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Space};

/// An output time within this distance of a step, in steps, is the step.
const SAME: f64 = 1e-9;

/// Makes a step of this size from a state.
pub(super) type Between<'b, M> = &'b dyn Fn(&State<M>, <M as Space>::Scalar) -> Result<State<M>, Error>;

/// Selects samples by [`Sampling`].
pub(super) struct Selection<M: Mechanism> {
    pub(super) sampling: Sampling,
    start: f64,
    /// Samples so far.
    count: u64,
    /// For [`Sampling::AtMost`]: the number of steps between selected samples.
    stride: u64,
    /// The number of past output times of [`Sampling::Interval`].
    intervals: u64,
    dense: Option<(Interpolator<M>, M::PositionCache)>,
    /// The time of the last selected sample.
    taken: f64,
}

impl<M: Mechanism> Selection<M> {
    pub(super) fn new(sampling: Sampling, start: f64) -> Self {
        let taken = f64::NEG_INFINITY;
        Self { sampling, start, count: 0, stride: 1, intervals: 0, dense: None, taken }
    }

    /// Doubles the number of steps between selected samples.
    pub(super) fn thin(&mut self) {
        self.stride *= 2;
    }

    /// Writes to a snapshot or reads from it.
    pub(super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.word(&mut self.count)?;
        over.word(&mut self.stride)?;
        over.word(&mut self.intervals)?;
        over.number(&mut self.taken)
    }

    /// Passes on the samples between `before`, which need not have been selected, and this one, after a number of steps,
    /// by steps of the method or by dense output.
    pub(super) fn look(
        &mut self,
        m: &M,
        (before, steps): (Option<&State<M>>, u64),
        (by, sample): (Option<Between<'_, M>>, &Sample<'_, M>),
        last: bool,
        take: &mut dyn FnMut(&Sample<'_, M>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let first = self.count == 0;
        let wanted = match self.sampling {
            Sampling::EveryStep => true,
            Sampling::Every(n) => steps.is_multiple_of(n),
            Sampling::AtMost(_) => self.count.is_multiple_of(self.stride),
            Sampling::Ends => first,
            Sampling::Interval(interval) => self.between(m, before, (by, sample), interval, take)?,
        };
        self.count += 1;
        let t = sample.t.value();
        // Both samples of a reset have the same time. A run that an event ends at its last sample has that already.
        let again = (last || matches!(self.sampling, Sampling::Interval(_))) && t <= self.taken;
        if (wanted || last) && !again {
            self.taken = t;
            take(sample)?;
        }
        Ok(())
    }

    /// Output times t₀ + k·interval before this sample, and whether the sample is one.
    fn between(
        &mut self,
        m: &M,
        before: Option<&State<M>>,
        (by, sample): (Option<Between<'_, M>>, &Sample<'_, M>),
        interval: f64,
        take: &mut dyn FnMut(&Sample<'_, M>) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let t = sample.t.value();
        let near = before.map_or(f64::MAX, |before| SAME * (t - before.t.value()));
        let mut wanted = false;
        loop {
            let next = self.start + self.intervals as f64 * interval;
            if next > t + near.min(interval * SAME) {
                return Ok(wanted);
            }
            self.intervals += 1;
            match before {
                Some(before) if next < t - near => {
                    let new = || (Interpolator::new(m, before), m.position_cache());
                    let (dense, at) = self.dense.get_or_insert_with(new);
                    let time = M::Scalar::exact(next);
                    let state = match by {
                        Some(step) => step(before, time - before.t)?,
                        None => dense.between(m, before, &sample.into(), time)?,
                    };
                    m.place(&m.now(state.t), &state.q, at);
                    self.taken = next;
                    take(&state.as_sample(at))?;
                }
                _ => wanted = true,
            }
        }
    }
}
