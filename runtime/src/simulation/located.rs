//! The events and switches that a step has passed: the roots of their functions (`locate`), in the order of time.

use super::Recorder;
use super::locate::{SingleSteps, beside, parts_at_start, root};
use super::sides::{Crossing, Switch};
use super::watch::Passed;
use crate::error::Error;
use crate::solution::State;
use crate::{Mechanism, Real};
use alloc::vec;
use alloc::vec::Vec;

/// Roots closer than this part of a step coincide.
pub(super) const TOGETHER: f64 = 1e-10;
/// The largest number of switches that are found one before the other in one step.
const EARLIER: u32 = 8;

/// A located root.
pub(super) struct Located<M: Mechanism> {
    pub(super) passed: Passed<M>,
    pub(super) state: State<M>,
}

/// A located switch; several functions may change sides there.
pub(super) struct Switched<M: Mechanism> {
    pub(super) switches: Vec<Switch>,
    pub(super) state: State<M>,
    /// The parts of its time beside the value.
    pub(super) parts: M::Scalar,
    pub(super) before: State<M>,
    pub(super) step: f64,
}

/// The first of the switches crossed by the last step, with those crossed at the same time. At its end, functions may have returned that are
/// beyond their roots at the first switch: these come before it.
pub(super) fn locate_switch<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<Option<Switched<M>>, Error> {
    let mut first = None;
    for _ in 0..EARLIER {
        let crossed = core::mem::take(&mut recorder.sides.crossed);
        if crossed.is_empty() {
            break;
        }
        first = first_of(m, method, recorder, (first, crossed))?;
        if let Some(Switched { switches, state, before, .. }) = &first {
            recorder.sides.look_back(m, (before, state), switches);
        }
    }
    recorder.sides.crossed.clear();
    if let Some(Switched { state, before, .. }) = &mut first {
        recorder.solve_if_short(m, state, before.t.value());
    }
    Ok(first)
}

/// The first of these crossings and of one that is located.
fn first_of<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    recorder: &mut Recorder<'_, M>,
    (mut first, crossed): (Option<Switched<M>>, Vec<Crossing<M>>),
) -> Result<Option<Switched<M>>, Error> {
    for crossing in crossed {
        let (switch, step) = (crossing.switch, crossing.step.value());
        if first.as_ref().is_some_and(|other| recorder.sides.is_later(m, &other.state, &crossing)) {
            continue;
        }
        let (state, parts) = if let Some(at) = crossing.at {
            (at, M::Scalar::zero())
        } else {
            let rising = recorder.sides.rises(switch);
            let sides = &mut recorder.sides;
            let of = (&crossing.before, crossing.step);
            let mut value = |state: &State<M>| sides.value(m, state, switch);
            let located = root(m, method, of, rising, &mut value).and_then(|state| {
                let parts = match &state {
                    Some(state) => beside(state.t),
                    None => parts_at_start(m, method, of, &mut value)?,
                };
                Ok((state, parts))
            });
            let time = crossing.before.t.value();
            let (state, parts) = located.map_err(|failure| recorder.failed(m, time, step, failure))?;
            (state.unwrap_or_else(|| crossing.before.clone()), parts)
        };
        let ahead = first.as_ref().map(|other| state.t.value() - other.state.t.value());
        match (&mut first, ahead) {
            (Some(other), Some(ahead)) if ahead.abs() <= TOGETHER * step => other.switches.push(switch),
            (Some(_), Some(ahead)) if ahead > 0.0 => {}
            _ => {
                first = Some(Switched { switches: vec![switch], state, parts, before: crossing.before, step })
            }
        }
    }
    Ok(first)
}

/// Located roots in the order of time.
pub(super) fn locate_all<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    recorder: &mut Recorder<'_, M>,
    passed: Vec<Passed<M>>,
) -> Result<Vec<Located<M>>, Error> {
    let mut located: Vec<Located<M>> = Vec::with_capacity(passed.len());
    for passed in passed {
        let watched = &recorder.watch.events[passed.index];
        let (column, level) = (watched.column, watched.event.level);
        let quantities = &mut recorder.watch.quantities;
        // On a plateau its side says nothing of it.
        let of = recorder.watch.free.as_ref().filter(|_| passed.left.is_some()).unwrap_or(m);
        let mut value = |state: &State<M>| {
            let value = quantities.of_state(of, state)[column] - M::Scalar::exact(level);
            // On a plateau it is before its root.
            passed.left.filter(|_| value.value() == 0.0).map_or(value, |left| M::Scalar::exact(-left))
        };
        let found = if passed.left.is_some_and(|left| value(&passed.before).value() * left > 0.0) {
            // It was left at the switch from which the step began.
            Ok(Some(passed.before.clone()))
        } else {
            root(m, method, (&passed.before, passed.step), passed.rising, &mut value)
        };
        // Beyond it from the beginning: within rounding of the sample there, of which a step may have another rounding of the time.
        let found = match found {
            Ok(None) => Ok(Some(passed.before.clone())),
            other => other,
        };
        let (time, step) = (passed.before.t.value(), passed.step.value());
        let state = found.map_err(|failure| recorder.failed(m, time, step, failure))?;
        let Some(mut state) = state else { continue };
        recorder.solve_if_short(m, &mut state, passed.before.t.value());
        let place = located.partition_point(|other| other.state.t.value() <= state.t.value());
        located.insert(place, Located { state, passed });
    }
    Ok(located)
}
