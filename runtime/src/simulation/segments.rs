//! A run with events and switches: from one to the next, each located to rounding (`located`).
//!
//! Events are requested by the user. At switches the forces change from one smooth piece to another: the run
//! holds the side of every switching function (`sides`), locates the root at which it leaves that side, and continues from
//! there with the other. Steps after a switch return to the times of the steps before it.
//!
//! Invariant: events and switches do not affect a run between them; no step crosses a switch
//! whose side is held. A mechanism without held sides ([`Described::HOLDS`](crate::Described::HOLDS)) has only events.

use super::arrival::arrived;
use super::corners::{self, Corner};
use super::event::Reaction;
use super::impulse;
use super::locate::{DEPARTED, SingleSteps, start_of};
use super::located::{Located, TOGETHER, locate_all, locate_switch};
use super::moving_times;
use super::opening::{self, LEAVING};
use super::sides::Switch;
use super::starting;
use super::watch::Passed;
use super::{Plan, Recorder};
use crate::coincidence::apart;
use crate::error::{ControlError, Error};
use crate::solution::Occurrence;
use crate::solution::State;
use crate::stepper::{Start, StepFailure};
use crate::{Mechanism, Real};
use alloc::vec;
use alloc::vec::Vec;

/// A remainder of a run below this part of a step counts as zero.
const NOTHING: f64 = 1e-9;

/// The steps of a method from the start of a plan to its end, or to an event or a switch.
type Drive<'d, M> = &'d dyn Fn(&M, &Plan<M>, &mut Recorder<'_, M>) -> Result<(), Error>;

/// Drives the mechanism until the end of the run, or to an event that stops it.
pub(super) fn run<M: Mechanism>(
    m: &M,
    (method, drive): (&dyn SingleSteps<M>, Drive<'_, M>),
    plan: &mut Plan<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<(), Error> {
    let step = plan.step;
    let Start { t, q, v, y } = &plan.start;
    let mut resumed = recorder.rest.is_some();
    if !resumed {
        apart(m, *t, q, v, y)?;
    }
    // The mechanism with its sides held, if it has any.
    let mut held = (!recorder.sides.is_empty()).then(|| m.clone());
    if M::HOLDS
        && let Some(held) = &mut held
        && !resumed
    {
        take_sides(held, method, plan, recorder)?;
    }
    loop {
        if let Some(held) = &mut held {
            // A snapshot has its own sides.
            if !core::mem::take(&mut resumed) {
                recorder.sides.take_flying(&plan.start.v);
            }
            held.hold(&recorder.sides.held);
        }
        let model = held.as_ref().unwrap_or(m);
        let failed = drive(model, plan, recorder).err();
        let pending = core::mem::take(&mut recorder.watch.pending);
        if let Some(error) = failed {
            let is_step = matches!(error, Error::Step(_));
            if M::HOLDS && is_step {
                let from = recorder.last().map_or_else(|| plan.start.clone(), start_of);
                recorder.sides.unique_beyond(model, &from)?;
            }
            // The end of a slide may be within the failed step.
            let ends = M::HOLDS && is_step && recorder.sides.any_free();
            let again = M::HOLDS && is_step && (ends || recorder.sides.any_held());
            for record in locate_all(model, method, recorder, pending)? {
                occurred(recorder, &record);
            }
            if !M::HOLDS {
                return Err(error);
            }
            // A piece of f may be undefined beyond the switch: such a step is made without held sides.
            let Some(last) = recorder.last().filter(|_| again) else { return Err(error) };
            plan.start = start_of(last);
            let last = last.clone();
            recorder.leave(model, &last);
            if ends {
                recorder.sides.hold_directions(&last);
            } else if !recorder.sides.refine() {
                recorder.sides.release_all();
            }
            recorder.resume();
            continue;
        }
        let interrupting = core::mem::take(&mut recorder.watch.interrupting);
        let mut located = locate_all(model, method, recorder, interrupting)?;
        located.truncate(1);
        let mut event = located.pop();
        let settled = recorder.sides.settled.take();
        let mut switched = if M::HOLDS { locate_switch(model, method, recorder)? } else { None };
        if let (Some(found), Some(switch)) = (&event, &switched) {
            if found.state.t.value() <= switch.state.t.value() + TOGETHER * switch.step {
                switched = None;
            } else {
                event = None;
            }
        }
        let until = match (&event, &switched, &settled) {
            (Some(event), ..) => event.state.t.value(),
            (None, Some(switch), _) => switch.state.t.value() + TOGETHER * switch.step,
            (None, None, Some(last)) => last.t.value(),
            (None, None, None) => f64::INFINITY,
        };
        let mut at_switch = Vec::new();
        for record in locate_all(model, method, recorder, pending)? {
            if record.state.t.value() <= until {
                at_switch.push((record.passed.index, record.passed.rising, record.passed.before.t.value()));
                occurred(recorder, &record);
            }
        }
        if M::HOLDS
            && let Some(switch) = switched
            && event.is_none()
        {
            recorder.switch(switch.state.t.value());
            let began = switch.before.t.value();
            at_switch.retain(|&(.., before)| before >= began);
            let at_once = switch.state.t.value() - began <= LEAVING * switch.step;
            let both = (&switch.before, &switch.state);
            let advanced = !at_once || corners::is_apart(model, &recorder.sides, &switch.switches, both);
            let ends = plan.until.value() - switch.state.t.value() <= NOTHING * step;
            recorder.leave(model, if advanced || ends { &switch.state } else { &switch.before });
            if advanced || ends {
                let (time, size) = (switch.state.t.value(), switch.step);
                let fixed = moving_times::at_value(model, method, &switch.state, size)
                    .map_err(|failure| recorder.failed(m, time, size, failure))?;
                recorder.record_state(model, method, fixed.as_ref().unwrap_or(&switch.state), ends)?;
                recorder.accept((switch.state.t - switch.before.t).value());
            } else {
                recorder.hold_sides(switch.before.t.value());
            }
            if ends {
                return Ok(());
            }
            let state = if advanced { &switch.state } else { &switch.before };
            let before = recorder.sides.held.clone();
            let Some(mut resting) = recorder.sides.cross(model, &switch.switches, state, advanced) else {
                let (time, switch) = (state.t.value(), recorder.sides.name(m, switch.switches[0]));
                return Err(ControlError::EndlessSwitches { time, switch }.into());
            };
            if plan.tolerance.absolute == 0.0
                && let Some((side, periods)) = recorder.sides.too_many_periods(step)
            {
                let (time, switch) = (state.t.value(), recorder.sides.name(m, Switch::Side(side)));
                return Err(ControlError::TooManyPeriods { time, switch, periods, step }.into());
            }
            plan.start = start_of(state);
            if !advanced && switch.parts.magnitude() > 0.0 {
                moving_times::move_by(model, &mut plan.start, state, switch.parts);
            }
            recorder.sides.rest(&switch.switches, &mut plan.start);
            plan.first = Some(switch.step);
            let passed: Vec<(usize, bool)> =
                at_switch.iter().map(|&(index, rising, _)| (index, rising)).collect();
            recorder.watch.resume(model, state, &passed);
            let mut jumped_velocity = false;
            if let Some(held) = &mut held {
                // Efforts jump where forces do: what sticks may be beyond its limit now.
                let jumped = recorder.sides.any_jump(&switch.switches);
                let mut sticking = if jumped { recorder.sides.sticking() } else { Vec::new() };
                corners::hold_released(held, &before, (&mut recorder.sides, &plan.start));
                recorder.sides.follow(held, state, &switch.switches);
                let sides = (&*before, &*recorder.sides.held);
                let jump = starting::jumps(held, sides, &plan.start)?;
                jumped_velocity = jump.is_some();
                let only = recorder.sides.only_side(&switch.switches);
                let jump = jump.or_else(|| {
                    let rests = jumped && only.is_some() && held.flags().constrained();
                    if rests { corners::corner_at(held, sides, &plan.start) } else { None }
                });
                if let Some(jump) = jump {
                    recorder.sides.release_slips();
                    held.hold(&recorder.sides.held);
                    if let Some(side) = only {
                        if !jumped_velocity {
                            recorder.sides.rest_on(held, side, &plan.start);
                        }
                        let constraint = &*jump.name(held);
                        let soon = if at_once { LEAVING * plan.step } else { 0.0 };
                        let corner = Corner { side, constraint, after: DEPARTED * plan.step, soon };
                        corners::pass(held, &corner, &before, (&mut recorder.sides, &mut plan.start))?;
                    } else {
                        impulse::stop(held, &mut plan.start);
                    }
                    resting = recorder.sides.take_slips(held, &State::of_start(held, &plan.start));
                    sticking.clear();
                } else if jumped {
                    resting.extend(recorder.sides.stopped_by_constraints(held, &mut plan.start));
                    resting.sort_unstable();
                    resting.dedup();
                }
                let mut open =
                    recorder.sides.open(held, (method, plan.step), state, (&switch.switches, &before));
                let at = (&mut recorder.sides, &plan.start);
                corners::leave_opened(held, &before, &mut open, at, DEPARTED * plan.step)?;
                stick(held, method, plan, recorder, (&resting, &sticking))?;
                opening::depart(held, method, (&plan.start, plan.step), (&mut recorder.sides, &open));
                // Functions in which the opened ones are nested may jump with them.
                if !open.is_empty() {
                    recorder.sides.follow(held, state, &switch.switches);
                }
                held.hold(&recorder.sides.held);
            }
            to_value(held.as_ref().unwrap_or(m), method, plan, recorder)?;
            if jumped_velocity {
                recorder.jump_of_velocity(plan.start.t.value());
                recorder.restart();
            } else {
                recorder.resume();
            }
            continue;
        }
        let Some(Located { passed, state }) = event else {
            let Some(last) = settled else { return Ok(()) };
            plan.start = start_of(&last);
            recorder.sides.settle();
            recorder.watch.resume(m, &last, &[]);
            recorder.resume();
            continue;
        };
        occurred(recorder, &Located { passed: passed.clone(), state: state.clone() });
        let remaining = plan.until.value() - state.t.value();
        let watched = &mut recorder.watch.events[passed.index];
        let mut start = start_of(&state);
        let stops = match &mut watched.reaction {
            Reaction::Reset(change) => {
                change(&mut start);
                recorder.reset(state.t.value());
                false
            }
            Reaction::Stop | Reaction::Record => true,
        };
        let ends = stops || remaining <= NOTHING * step;
        if M::HOLDS && held.is_some() {
            recorder.leave(model, &state);
        }
        recorder.record_state(model, method, &state, ends)?;
        recorder.accept((state.t - passed.before.t).value());
        if ends {
            return Ok(());
        }
        start.t = state.t;
        (plan.start, plan.arrived) = arrived(m, &start, step)?;
        plan.step = step.min(remaining);
        plan.first = None;
        if M::HOLDS
            && let Some(held) = &mut held
        {
            take_sides(held, method, plan, recorder)?;
            held.hold(&recorder.sides.held);
        }
        to_value(held.as_ref().unwrap_or(m), method, plan, recorder)?;
        plan.origin = plan.start.t;
        depart(held.as_ref().unwrap_or(m), method, recorder, plan, &passed)?;
    }
}

/// Continues from the value of a time with derivatives.
fn to_value<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    plan: &mut Plan<M>,
    recorder: &Recorder<'_, M>,
) -> Result<(), Error> {
    let (time, step) = (plan.start.t.value(), plan.step);
    moving_times::to_value(m, method, plan).map_err(|failure| recorder.failed(m, time, step, failure))
}

/// The sides at the start of a run, or after a reset, and the friction that sticks there; for a function that is zero there, the
/// side to which it departs.
fn take_sides<M: Mechanism>(
    held: &mut M,
    method: &dyn SingleSteps<M>,
    plan: &mut Plan<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<(), Error> {
    let at_start = State::of_start(held, &plan.start);
    // Functions in which others are nested are on whichever side those are.
    held.hold(&vec![0.0; recorder.sides.held.len()]);
    let mut resting = recorder.sides.take(held, &at_start);
    recorder.sides.take_arrived(&plan.arrived);
    let before = recorder.sides.held.clone();
    // Loads that change at this time are those after it, for what they set in motion.
    recorder.sides.take_in_time(held, &at_start, LEAVING * plan.step);
    recorder.sides.follow(held, &at_start, &[]);
    if let Some(moved) = starting::follow_drives(held, &before, (plan, recorder))? {
        resting = moved;
    }
    let before = recorder.sides.held.clone();
    let mut open = recorder.sides.open_sides();
    let at = (&mut recorder.sides, &plan.start);
    corners::leave_in_motion(held, at, &mut open, LEAVING * plan.step);
    if recorder.sides.held != before {
        recorder.sides.follow(held, &at_start, &[]);
    }
    if starting::enter_corner(held, &before, (plan, recorder))? {
        recorder.sides.release_slips();
        held.hold(&recorder.sides.held);
        resting = recorder.sides.take_slips(held, &State::of_start(held, &plan.start));
    }
    stick(held, method, plan, recorder, (&resting, &[]))?;
    let mut open = recorder.sides.open_sides();
    if let &[side] = &*open
        && held.flags().constrained()
    {
        let at = (&mut recorder.sides, &plan.start);
        corners::leave_at_rest(held, side, at, DEPARTED * plan.step)?;
        open = recorder.sides.open_sides();
    }
    let before = recorder.sides.held.clone();
    opening::depart(held, method, (&plan.start, plan.step), (&mut recorder.sides, &open));
    recorder.sides.follow(held, &at_start, &[]);
    if starting::enter_corner(held, &before, (plan, recorder))? {
        recorder.sides.release_slips();
        held.hold(&recorder.sides.held);
        let resting = recorder.sides.take_slips(held, &State::of_start(held, &plan.start));
        stick(held, method, plan, recorder, (&resting, &[]))?;
    }
    Ok(())
}

/// Friction at rest at the start of a segment: sticking, sliding on, or beginning to slide; `sticking` does so already.
fn stick<M: Mechanism>(
    held: &mut M,
    method: &dyn SingleSteps<M>,
    plan: &mut Plan<M>,
    recorder: &mut Recorder<'_, M>,
    (resting, sticking): (&[usize], &[usize]),
) -> Result<(), Error> {
    // The efforts of these jump: of one that slides on, it turns round. What sticks already may be beyond its limit then.
    let sticking = if resting.is_empty() { sticking.to_vec() } else { recorder.sides.sticking() };
    let mut resting = recorder.sides.pass(held, &plan.start, resting);
    if resting.is_empty() && sticking.is_empty() && !recorder.sides.is_uneven() {
        return Ok(());
    }
    recorder.sides.try_to_stick(&resting, &mut plan.start);
    resting.extend(sticking);
    resting.sort_unstable();
    resting.dedup();
    // A direction of a slide may change within a whole step.
    let size = M::Scalar::exact(recorder.sides.start_size(plan.step));
    let mut may_hold = true;
    let mut shares = recorder.sides.is_uneven() || recorder.sides.any_redundant(held, &plan.start);
    loop {
        if core::mem::take(&mut shares)
            && let Some(all) = recorder.sides.share_out(held, &mut plan.start)?
        {
            resting = all;
        }
        held.hold(&recorder.sides.held);
        impulse::stop(held, &mut plan.start);
        recorder.sides.join(held, &plan.start);
        if recorder.sides.is_uneven() {
            shares = true;
            continue;
        }
        let state = match method.at_start(held, &plan.start, size) {
            Ok(state) => state,
            // Several may hold one motion.
            Err(StepFailure::Singular { .. }) if recorder.sides.several_at_rest() => {
                shares = true;
                continue;
            }
            // Directions of slow slides change too fast for a step.
            Err(_) if may_hold && recorder.sides.any_free() => {
                may_hold = false;
                recorder.sides.hold_directions(&State::of_start(held, &plan.start));
                continue;
            }
            Err(failure) => {
                recorder.sides.unique_beyond(held, &plan.start)?;
                return Err(recorder.failed(held, plan.start.t.value(), plan.step, failure));
            }
        };
        let beyond = recorder.sides.beyond_limits(held, &state, &resting);
        if beyond.is_empty() {
            recorder.sides.grade(&state.v, &state.a);
            return Ok(());
        }
        // A friction beyond its limit may leave to the others what they can hold.
        let can_share = recorder.sides.any_carried() || recorder.sides.are_coupled(held);
        if can_share && !recorder.sides.is_undecided() {
            beyond.into_iter().for_each(|grip| recorder.sides.exhaust(grip));
            shares = true;
            continue;
        }
        beyond.into_iter().for_each(|grip| recorder.sides.slip(grip));
        recorder.sides.grade(&state.v, &state.a);
    }
}

fn occurred<M: Mechanism>(recorder: &mut Recorder<'_, M>, located: &Located<M>) {
    let event = &recorder.watch.events[located.passed.index].event;
    let (quantity, level) = (event.quantity.clone(), event.level);
    let (rising, state) = (located.passed.rising, located.state.clone());
    let occurrences = &mut recorder.watch.occurrences;
    let place = occurrences.partition_point(|other| other.state.t.value() <= state.t.value());
    occurrences.insert(place, Occurrence { quantity, level, rising, state });
}

/// The direction in which the reset quantity departs.
fn depart<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
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
        let state = method
            .reach(m, &plan.start, size)
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
