//! A run with events: from event to event, each located within rounding.
//!
//! A step of size h that passed a root of φ is repeated from its beginning with sizes τ, until
//!
//! ```text
//! φ(τ) = 0,   0 < τ ≤ h                                                                        (1)
//! ```
//!
//! by regula falsi with halved weights (M. Dowell, P. Jarratt, *A modified regula falsi method for computing the root of an
//! equation*, BIT 11 (1971) 168). The repeated steps start anew at the sample before the root, so that the root is that
//! of the method's own motion, and of its order, whatever the method needs of the past.
//!
//! Invariant: between events a run is what it would be without them.

use super::event::{Occurrence, Reaction};
use super::plan::consistent;
use super::watch::Passed;
use super::{Drive, Plan, Recorder};
use crate::coincidence::apart;
use crate::error::{ControlError, Error};
use crate::solution::{Quantities, State};
use crate::stepper::{Start, StepFailure, Stepper};
use crate::{Mechanism, Real};

/// Attempts at (1); halved weights need about ten.
const ATTEMPTS: u32 = 60;
/// A root is located within this share of a step.
const LOCATED: f64 = 1e-13;
/// Which way a quantity leaves its root behind a reset is looked at after this share of a step.
const DEPARTED: f64 = 1e-3;
/// The same at once. One that leaves and has returned when it should have departed will do so again and again, ever faster.
const LEAVING: f64 = 1e-6;
/// What is left of a run below this share of a step is nothing.
const NOTHING: f64 = 1e-9;

/// A root that was located.
struct Located<M: Mechanism> {
    passed: Passed<M>,
    state: State<M>,
}

/// Drives the mechanism until the end of the run, or to an event that stops it.
pub(super) fn run<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    plan: &mut Plan<M>,
    recorder: &mut Recorder<'_, M>,
    drive: Drive<M, S>,
) -> Result<(), Error> {
    let step = plan.step;
    let Start { t, q, v, y } = &plan.start;
    apart(m, *t, q, v, y)?;
    loop {
        drive(m, method, plan, recorder)?;
        let pending = core::mem::take(&mut recorder.watch.pending);
        let interrupting = core::mem::take(&mut recorder.watch.interrupting);
        let mut located = locate_all(m, method, recorder, interrupting)?;
        located.truncate(1);
        let event = located.pop();
        for record in locate_all(m, method, recorder, pending)? {
            if event.as_ref().is_none_or(|event| record.state.t.value() <= event.state.t.value()) {
                occurred(recorder, &record);
            }
        }
        let Some(Located { passed, state }) = event else { return Ok(()) };
        occurred(recorder, &Located { passed: passed.clone(), state: state.clone() });
        let remaining = plan.until.value() - state.t.value();
        let watched = &mut recorder.watch.events[passed.index];
        let mut start = Start { t: state.t, q: state.q.clone(), v: state.v.clone(), y: state.y.clone() };
        let stops = match &mut watched.reaction {
            Reaction::Reset(change) => {
                change(&mut start);
                false
            }
            Reaction::Stop | Reaction::Record => true,
        };
        let ends = stops || remaining <= NOTHING * step;
        recorder.record_state(m, &state, ends)?;
        recorder.accept((state.t - passed.before.t).value());
        if ends {
            return Ok(());
        }
        start.t = state.t;
        plan.start = consistent(m, &start)?;
        plan.step = step.min(remaining);
        depart(m, method, recorder, plan, &passed)?;
    }
}

/// Located roots in the order of time.
fn locate_all<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    recorder: &mut Recorder<'_, M>,
    passed: Vec<Passed<M>>,
) -> Result<Vec<Located<M>>, Error> {
    let mut located: Vec<Located<M>> = Vec::with_capacity(passed.len());
    for passed in passed {
        let watched = &recorder.watch.events[passed.index];
        let (column, level) = (watched.column, watched.event.level);
        let root = Root { column, level, rising: passed.rising, from: &passed.before };
        let found = root.locate(m, method, &mut recorder.watch.quantities, passed.step);
        let (time, step) = (passed.before.t.value(), passed.step.value());
        let state = found.map_err(|failure| recorder.failed(m, time, step, failure))?;
        let place = located.partition_point(|other| other.state.t.value() <= state.t.value());
        located.insert(place, Located { state, passed });
    }
    Ok(located)
}

fn occurred<M: Mechanism>(recorder: &mut Recorder<'_, M>, located: &Located<M>) {
    let event = &recorder.watch.events[located.passed.index].event;
    let (quantity, level) = (event.quantity.clone(), event.level);
    let (rising, state) = (located.passed.rising, located.state.clone());
    let occurrences = &mut recorder.watch.occurrences;
    let place = occurrences.partition_point(|other| other.state.t.value() <= state.t.value());
    occurrences.insert(place, Occurrence { quantity, level, rising, state });
}

/// Which way the quantity that was reset goes.
fn depart<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    recorder: &mut Recorder<'_, M>,
    plan: &Plan<M>,
    passed: &Passed<M>,
) -> Result<(), Error> {
    recorder.restart();
    let watched = &recorder.watch.events[passed.index];
    let (column, level) = (watched.column, watched.event.level);
    let quantity = watched.event.quantity.clone();
    let mut value = |share: f64| {
        let size = M::Scalar::exact(share * plan.step);
        let state = reach(m, method, &plan.start, size)
            .map_err(|failure| recorder.failed(m, plan.start.t.value(), size.value(), failure))?;
        Ok::<_, Error>(recorder.watch.quantities.of_state(m, &state)[column].value() - level)
    };
    let (leaving, departing) = (value(LEAVING)?, value(DEPARTED)?);
    let watched = &mut recorder.watch.events[passed.index];
    if watched.event.direction.passed(leaving, departing) {
        return Err(ControlError::EndlessEvents { time: plan.start.t.value(), event: quantity }.into());
    }
    watched.departing = Some(departing);
    Ok(())
}

/// A root of one quantity behind one sample.
struct Root<'a, M: Mechanism> {
    column: usize,
    level: f64,
    rising: bool,
    from: &'a State<M>,
}

impl<M: Mechanism> Root<'_, M> {
    /// (1)
    fn locate<S: Stepper<M>>(
        &self,
        m: &M,
        method: &S,
        quantities: &mut Quantities<M>,
        step: M::Scalar,
    ) -> Result<State<M>, StepFailure> {
        let from =
            Start { t: self.from.t, q: self.from.q.clone(), v: self.from.v.clone(), y: self.from.y.clone() };
        let mut value = |state: &State<M>| quantities.of_state(m, state)[self.column].value() - self.level;
        let (mut near, mut at_near) = (0.0, value(self.from));
        if at_near == 0.0 || (at_near < 0.0) != self.rising {
            // Behind a reset of the same event; see `depart`.
            near = DEPARTED * step.value();
            at_near = value(&reach(m, method, &from, M::Scalar::exact(near))?);
        }
        let mut best = reach(m, method, &from, step)?;
        let (mut far, mut at_far) = (step.value(), value(&best));
        // A root within rounding of the end of the step is the end.
        if at_near == 0.0 || (at_near > 0.0) == (at_far > 0.0) {
            return Ok(best);
        }
        for _ in 0..ATTEMPTS {
            if at_far == 0.0 || (far - near).abs() <= LOCATED * step.value() {
                break;
            }
            let between = far - at_far * (far - near) / (at_far - at_near);
            let next = reach(m, method, &from, M::Scalar::exact(between))?;
            let at_next = value(&next);
            if (at_next > 0.0) == (at_far > 0.0) && at_next != 0.0 {
                at_near *= 0.5;
            } else {
                (near, at_near) = (far, at_far);
            }
            (far, at_far, best) = (between, at_next, next);
        }
        Ok(best)
    }
}

/// One step of this size from a state, with everything that belongs to its end.
fn reach<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    from: &Start<M>,
    size: M::Scalar,
) -> Result<State<M>, StepFailure> {
    let mut w = method.start(m, from, size)?;
    method.step(m, size, &mut w)?;
    method.attempt(m, size, &mut w)?;
    let mut state = State::from(&method.sample(&w));
    state.t = from.t + size;
    Ok(state)
}
