//! Looks for events between one sample and the next.
//!
//! Invariant: every passed root of a step is either pending (to be located and recorded) or the reason why the
//! run was interrupted, with the last sample before it.

use super::event::{Event, Occurrence, Reaction};
use crate::error::{ControlError, Error};
use crate::solution::{Quantities, State};
use crate::stepper::Sample;
use crate::{Mechanism, Real};

/// An event, where its quantity stands, and its value at the last sample.
pub(super) struct Watched<'m, M: Mechanism> {
    pub(super) event: Event,
    pub(super) reaction: Reaction<'m, M>,
    pub(super) column: usize,
    before: f64,
    /// What stands for the value at the next sample: behind a reset it is zero but for rounding, and the way it goes counts.
    pub(super) departing: Option<f64>,
}

/// A root that a step passed.
#[derive(Clone)]
pub(super) struct Passed<M: Mechanism> {
    /// The event.
    pub(super) index: usize,
    /// The last sample before it.
    pub(super) before: State<M>,
    /// The size of the step that passed it.
    pub(super) step: M::Scalar,
    pub(super) rising: bool,
}

/// All events of a run.
pub(super) struct Watch<'m, M: Mechanism> {
    pub(super) events: Vec<Watched<'m, M>>,
    pub(super) quantities: Quantities<M>,
    /// Roots that only want to be recorded.
    pub(super) pending: Vec<Passed<M>>,
    /// Roots that ask for more; the run waits.
    pub(super) interrupting: Vec<Passed<M>>,
    pub(super) occurrences: Vec<Occurrence<M>>,
}

impl<'m, M: Mechanism> Watch<'m, M> {
    /// Finds the quantities by name.
    pub(super) fn new(m: &M, events: Vec<(Event, Reaction<'m, M>)>) -> Result<Self, Error> {
        let quantities = Quantities::new(m);
        let watched = events.into_iter().map(|(event, reaction)| {
            let column = quantities.find(&event.quantity)?;
            if !event.level.is_finite() {
                return Err(Error::setting("event", event.level, "the level must be finite"));
            }
            Ok(Watched { event, reaction, column, before: 0.0, departing: None })
        });
        Ok(Self {
            events: watched.collect::<Result<_, _>>()?,
            quantities,
            pending: Vec::new(),
            interrupting: Vec::new(),
            occurrences: Vec::new(),
        })
    }

    /// Compares a sample with the one before it; `true` interrupts the run before this sample.
    ///
    /// # Errors
    /// [`ControlError::EventNotANumber`].
    pub(super) fn look(
        &mut self,
        m: &M,
        before: Option<&State<M>>,
        sample: &Sample<'_, M>,
    ) -> Result<bool, Error> {
        if self.events.is_empty() {
            return Ok(false);
        }
        let row = self.quantities.of_sample(m, sample);
        for (index, watched) in self.events.iter_mut().enumerate() {
            let value = row[watched.column].value() - watched.event.level;
            if value.is_nan() {
                let event = watched.event.quantity.clone();
                return Err(ControlError::EventNotANumber { time: sample.t.value(), event }.into());
            }
            let value_before = core::mem::replace(&mut watched.before, value);
            if let Some(departing) = watched.departing.take() {
                watched.before = departing;
                continue;
            }
            if let Some(before) = before
                && watched.event.direction.passed(value_before, value)
            {
                let step = sample.t - before.t;
                let passed = Passed { index, before: before.clone(), step, rising: value_before < 0.0 };
                match watched.reaction {
                    Reaction::Record => self.pending.push(passed),
                    Reaction::Stop | Reaction::Reset(_) => self.interrupting.push(passed),
                }
            }
        }
        Ok(!self.interrupting.is_empty())
    }

    /// The run goes on from this state, where these events (with whether they rose) have just taken place.
    pub(super) fn resume(&mut self, m: &M, state: &State<M>, occurred: &[(usize, bool)]) {
        if self.events.is_empty() {
            return;
        }
        let row = self.quantities.of_state(m, state);
        for watched in &mut self.events {
            watched.before = row[watched.column].value() - watched.event.level;
        }
        for &(index, rising) in occurred {
            // They are behind their level, whatever rounding says.
            self.events[index].before = if rising { f64::MIN_POSITIVE } else { -f64::MIN_POSITIVE };
        }
    }

    /// Forgets the values of the last sample: what comes next is not its continuation.
    pub(super) fn restart(&mut self) {
        for watched in &mut self.events {
            watched.before = 0.0;
        }
    }
}
