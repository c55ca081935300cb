//! Detects events between one sample and the next.
//!
//! Invariant: every crossed root of a step is either pending (to be located and recorded) or the reason why the
//! run was interrupted, with the last sample before it.
//!
//! **Rounding.** A quantity at rest at its level (a velocity, while friction sticks) remains there except for rounding, and no crossing of it is
//! recorded. It is at rest if two consecutive samples have |x − level| ≤ 64 ε max(|level|, |x| so far). Methods satisfy constraints to the
//! rounding of positions, which affects velocities over a step: for these the largest |q|/h so far also counts, if h
//! is at least 10⁻⁴ of the longest step. Events that stop or reset a run never count as rest: a ball would fall through its floor.
//!
//! **Plateaus.** A quantity that is exactly on its level for some time (the force of a contact in flight) crosses it where it leaves it, for events
//! of one direction, unless it crossed it in that direction where it arrived. A step that crosses the switch at which a quantity leaves its level
//! has it there on the held side: it is evaluated without held sides as long as it is on its level.

use super::event::{Direction, Event, Reaction};
use crate::error::SnapshotError;
use crate::error::{ControlError, Error};
use crate::solution::Occurrence;
use crate::solution::{Quantities, State};
use crate::stepper::{Sample, Start};
use crate::transfer::Transfer;
use crate::{Mechanism, Real, Vector};
use alloc::string::String;
use alloc::vec::Vec;

/// Differences from the level below this many rounding units of the largest value so far are rounding.
pub(super) const ROUNDING: f64 = 64.0;

/// Steps below this part of the longest one, next to an event, are ignored for velocities.
const SHORT: f64 = 1e-4;

/// |q|/h of a step to this configuration, beside a step of usual size: velocities that follow from positions have the rounding of these times that.
pub(super) fn per_step<M: Mechanism>(q: &M::Configuration, step: f64, usual: f64) -> f64 {
    // Both samples of a reset have the same time.
    if step > 0.0 { q.magnitude() / step.max(SHORT * usual) } else { 0.0 }
}

/// An event, the index of its quantity, and its value at the last sample.
pub(super) struct Watched<'m, M: Mechanism> {
    pub(super) event: Event,
    pub(super) reaction: Reaction<'m, M>,
    pub(super) column: usize,
    before: f64,
    /// max |x| so far, and of the level.
    largest: f64,
    /// The largest |q|/h so far, if it is a velocity.
    per_step: Option<f64>,
    /// For how many samples it has been exactly on its level, and the value before that, zero for none.
    plateau: (u32, f64),
    /// The plateau that it left with the last sample, if the run does not continue from there.
    leaving: Option<(u32, f64)>,
    /// x − level at a sample without held sides, while it is on its level.
    free: f64,
    /// The direction of departure, which replaces the value at the next sample: after a reset the value is zero except for rounding.
    pub(super) departing: Option<f64>,
}

/// A root that a step crossed.
#[derive(Clone)]
pub(super) struct Passed<M: Mechanism> {
    /// The event.
    pub(super) index: usize,
    /// The last sample before it.
    pub(super) before: State<M>,
    /// The size of the step that crossed it.
    pub(super) step: M::Scalar,
    pub(super) rising: bool,
    /// Its value at the end of the step, if it was exactly on its level before.
    pub(super) left: Option<f64>,
}

impl<M: Mechanism> Watched<'_, M> {
    /// The value at the end of a step, if it leaves a plateau with this step, and this counts as a root.
    fn leaves(&mut self, before: f64, value: f64) -> Option<f64> {
        let (samples, arrived) = self.plateau;
        if value == 0.0 {
            self.plateau = if samples == 0 { (1, before) } else { (samples.saturating_add(1), arrived) };
            return None;
        }
        let counts = samples > 1 && arrived * value >= 0.0 && self.event.direction != Direction::Either;
        self.leaving = counts.then_some(self.plateau);
        self.plateau = (0, 0.0);
        counts.then_some(value)
    }

    /// Stores x − level of a sample, with |q|/h in `per_step`; returns that of the previous sample, zero if it
    /// was on no side or is at rest.
    fn replace(&mut self, value: f64, per_step: f64) -> f64 {
        self.largest = self.largest.max((value + self.event.level).abs());
        let of_steps = self.per_step.as_mut().map_or(0.0, |most| {
            *most = most.max(per_step);
            *most
        });
        let noise = ROUNDING * M::Scalar::epsilon() * (self.largest + of_steps);
        let on_level = |x: f64| x.abs() <= noise;
        let before = core::mem::replace(&mut self.before, value);
        if matches!(self.reaction, Reaction::Record) && on_level(value) {
            if on_level(before) {
                self.before = 0.0;
                return 0.0;
            }
            // It is still on its previous side.
            if value != 0.0 && (before > 0.0) == (value > 0.0) {
                self.before = before;
            }
        }
        before
    }
}

/// All events of a run.
pub(super) struct Watch<'m, M: Mechanism> {
    pub(super) events: Vec<Watched<'m, M>>,
    pub(super) quantities: Quantities<M>,
    /// The mechanism without held sides.
    pub(super) free: Option<M>,
    /// Roots that are only recorded.
    pub(super) pending: Vec<Passed<M>>,
    /// Roots that interrupt the run.
    pub(super) interrupting: Vec<Passed<M>>,
    pub(super) occurrences: Vec<Occurrence<M>>,
    longest_step: f64,
}

impl<'m, M: Mechanism> Watch<'m, M> {
    /// Finds the quantities by name.
    pub(super) fn new(m: &M, events: Vec<(Event, Reaction<'m, M>)>) -> Result<Self, Error> {
        let quantities = Quantities::new(m);
        let columns = Quantities::find(m, events.iter().map(|(event, _)| event.quantity.as_str()))?;
        let (q, v, _) = m.initial();
        // The first column is time.
        let velocities = 1 + q.len()..1 + q.len() + v.len();
        let mut watched = Vec::with_capacity(events.len());
        for ((event, reaction), column) in events.into_iter().zip(columns) {
            if !event.level.is_finite() {
                return Err(Error::setting("event", event.level, "the level must be finite"));
            }
            let largest = event.level.abs();
            let is_velocity = velocities.contains(&column) || event.quantity.starts_with("der(");
            let per_step = is_velocity.then_some(0.0);
            watched.push(Watched {
                event,
                reaction,
                column,
                before: 0.0,
                largest,
                per_step,
                plateau: (0, 0.0),
                leaving: None,
                free: 0.0,
                departing: None,
            });
        }
        let free = (M::HOLDS && !watched.is_empty()).then(|| m.clone());
        Ok(Self {
            events: watched,
            quantities,
            free,
            pending: Vec::new(),
            interrupting: Vec::new(),
            occurrences: Vec::new(),
            longest_step: 0.0,
        })
    }

    /// Compares a sample with the previous one; `true` interrupts the run before this sample.
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
        if let Some(free) = &self.free
            && self.events.iter().any(|watched| watched.plateau.0 > 0)
        {
            let row = self.quantities.of_sample_placed(free, sample);
            for watched in &mut self.events {
                watched.free = row[watched.column].value() - watched.event.level;
            }
        }
        let row = self.quantities.of_sample(m, sample);
        let per_step = before.map_or(0.0, |before| {
            let step = (sample.t - before.t).value();
            self.longest_step = self.longest_step.max(step);
            per_step::<M>(sample.q, step, self.longest_step)
        });
        for (index, watched) in self.events.iter_mut().enumerate() {
            let value = row[watched.column].value() - watched.event.level;
            let is_on_level = M::HOLDS && value == 0.0 && watched.plateau.0 > 0;
            let value = if is_on_level { watched.free } else { value };
            if value.is_nan() {
                let event = watched.event.quantity.clone();
                return Err(ControlError::EventNotANumber { time: sample.t.value(), event }.into());
            }
            watched.leaving = None;
            let last = watched.before;
            let value_before = watched.replace(value, per_step);
            let left = watched.leaves(last, value);
            let value_before = left.map_or(value_before, |value| -value);
            if let Some(departing) = watched.departing.take() {
                watched.before = departing;
                continue;
            }
            if let Some(before) = before
                && watched.event.direction.passed(value_before, value)
            {
                let step = sample.t - before.t;
                let passed = Passed { index, before: before.clone(), step, rising: value_before < 0.0, left };
                match watched.reaction {
                    Reaction::Record => self.pending.push(passed),
                    Reaction::Stop | Reaction::Reset(_) => self.interrupting.push(passed),
                }
            }
        }
        Ok(!self.interrupting.is_empty())
    }

    /// Continues the run from this state, at which these events (with their directions) have just occurred.
    pub(super) fn resume(&mut self, m: &M, state: &State<M>, occurred: &[(usize, bool)]) {
        if self.events.is_empty() {
            return;
        }
        let row = self.quantities.of_state(m, state);
        for watched in &mut self.events {
            watched.before = row[watched.column].value() - watched.event.level;
            // A plateau may end at a switch: the value there is rounding, and the next sample is beyond it.
            watched.plateau = watched.leaving.take().unwrap_or(watched.plateau);
            if watched.plateau.0 > 1 {
                watched.before = 0.0;
            }
        }
        for &(index, rising) in occurred {
            // They are beyond their level, even if rounding contradicts this.
            self.events[index].before = if rising { f64::MIN_POSITIVE } else { -f64::MIN_POSITIVE };
            self.events[index].plateau = (0, 0.0);
        }
    }

    /// Writes to a snapshot or reads from it, between steps.
    pub(super) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        for watched in &mut self.events {
            over.number(&mut watched.before)?;
            over.number(&mut watched.largest)?;
            over.optional(&mut watched.per_step, || 0.0, |over, x| over.number(x))?;
            over.small(&mut watched.plateau.0)?;
            over.number(&mut watched.plateau.1)?;
            over.optional(&mut watched.departing, || 0.0, |over, x| over.number(x))?;
        }
        over.number(&mut self.longest_step)?;
        let zero = || State::of_start(m, &Start::initial(m));
        let new = || Passed { index: 0, before: zero(), step: M::Scalar::zero(), rising: false, left: None };
        over.list(&mut self.pending, new, |over, passed| {
            over.count(&mut passed.index)?;
            passed.before.transfer(over)?;
            over.real(&mut passed.step)?;
            over.flag(&mut passed.rising)?;
            over.optional(&mut passed.left, || 0.0, |over, x| over.number(x))
        })?;
        if self.pending.iter().any(|passed| passed.index >= self.events.len()) {
            return Err(SnapshotError::Damaged("an event does not belong to the run"));
        }
        let new = || Occurrence { quantity: String::new(), level: 0.0, rising: false, state: zero() };
        over.list(&mut self.occurrences, new, |over, occurrence| {
            over.text(&mut occurrence.quantity)?;
            over.number(&mut occurrence.level)?;
            over.flag(&mut occurrence.rising)?;
            occurrence.state.transfer(over)
        })
    }

    /// Discards the values of the last sample: the next one is not its continuation.
    pub(super) fn restart(&mut self) {
        for watched in &mut self.events {
            watched.before = 0.0;
            (watched.plateau, watched.leaving) = ((0, 0.0), None);
        }
    }
}
