//! Runs with a step size from the estimated error.
//!
//! ```text
//! accept if err ≤ 1,   h_new = safety·h·err^(−1/exponent)
//! ```
//!
//! or, optionally, a proportional–integral controller for one-step methods.
//!
//! With `clamp`, a step of the smallest size is accepted whatever its error, and counted; steps that fail or are not finite are
//! rejected nevertheless.
//!
//! A multistep method estimates the error of a step from the forces before it. Where its next estimate is by far larger, forces appeared
//! within the step, as those of a contact do: the step is discarded with its successor, and the run restarts at its beginning.
//!
//! Invariant: the step size of a multistep method is increased only after as many steps of one size as the method requires, and by at most
//! its limit ([`StepRules`]); it is reduced after a rejection, by enough that further rejections are unlikely, because
//! a change costs a multistep method more than a rejected step does.

use super::checkpoints;
use super::clearance::Clearance;
use super::locate::{ended, start_of};
use super::{Plan, Recorder};
use crate::error::SnapshotError;
use crate::error::{ControlError, Error};
use crate::stepper::{Controller, ErrorEstimate, Start, StepFailure, StepRules};
use crate::transfer::Transfer;
use crate::{Mechanism, Real};

/// The smallest factor by which the step size is increased.
const WORTH_RAISING: f64 = 1.1;
/// A rejected step is repeated with a size between these fractions of its own.
const AGAIN: (f64, f64) = (0.1, 0.7);
/// The same if the previous step was also reduced. Parasitic modes of a method that halves its step size every
/// time need not decay (those of Adams' method of order 4 grow); with this fraction they do.
const AT_ONCE: f64 = 0.1;
/// A step of a multistep method whose successor has an error this large met forces that its own estimate did not know. Errors of steps
/// of one size change slowly where forces are smooth.
const UNFORESEEN: f64 = 10.0;
/// The factor after a step without a meaningful error (it failed, or it is not finite).
const AFTER_FAILURE: f64 = 0.25;
/// An end within this distance, in steps, counts as reached.
const SAME: f64 = 1e-9;

/// The factor for the step size from `error`.
fn factor(rules: &StepRules, error: f64) -> f64 {
    // The lower bound is for an error of zero.
    rules.safety * Real::pow(error.max(1e-12), -1.0 / rules.exponent)
}

/// The smallest factor of one-step methods.
const SHRINK: f64 = 0.2;

/// The factor for the next step of a one-step method whose last two accepted steps had these errors.
fn follow(rules: &StepRules, controller: Controller, error: f64, before: f64) -> f64 {
    let proposed = match controller {
        Controller::Elementary => factor(rules, error),
        Controller::ProportionalIntegral => {
            let power = |error: f64, exponent: f64| Real::pow(error.max(1e-12), exponent / rules.exponent);
            rules.safety * power(error, -0.7) * power(before, 0.4)
        }
    };
    proposed.clamp(SHRINK, rules.growth)
}

/// The size of the next step, so that the last steps reach the end: no step is shorter than half of the others.
fn fitted(h: f64, remaining: f64) -> f64 {
    if remaining <= h * (1.0 + SAME) {
        remaining
    } else if remaining < 2.0 * h {
        0.5 * remaining
    } else {
        h
    }
}

/// As many steps as the error requires; the sample at the end comes from [`ended`].
pub(super) fn drive<M: Mechanism, S: ErrorEstimate<M>>(
    m: &M,
    method: &S,
    plan: &Plan<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<(), Error> {
    recorder.begin(m, method, plan);
    let (rules, end) = (method.rules(), plan.until.value());
    let again = if rules.hold == 0 { rules.safety } else { AGAIN.1 };
    let mut time = plan.start.t.value();
    let largest = recorder.sides.largest().max(plan.smallest);
    let mut h =
        fitted(plan.first.unwrap_or(plan.step).clamp(plan.smallest, plan.largest).min(largest), end - time);
    let mut held = (h, 0);
    let mut clearance = Clearance::new();
    let start = method.start(m, &plan.start, M::Scalar::exact(h));
    let mut w = start.map_err(|f| recorder.failed(m, time, h, f))?;
    // Accepted steps since the last rejection.
    let mut accepted = u64::MAX;
    // The error of the last accepted step.
    let mut before = 1.0;
    checkpoints::restore(recorder, &mut |over| {
        transfer(over, (&mut time, &mut h, &mut held), (&mut accepted, &mut before))?;
        method.transfer(m, &mut w, over)
    })?;
    while end - time > SAME * h {
        if recorder.report.steps + recorder.report.rejected == plan.max_steps {
            return Err(ControlError::TooManySteps { time, limit: plan.max_steps }.into());
        }
        let mut size = fitted(h.min(largest), end - time);
        let proposed = M::Scalar::exact(size);
        let attempt = clearance.attempt(m, method, proposed, &mut w, |report| recorder.count(report));
        let (error, failure) = match attempt {
            Ok(cleared) => {
                if let Some(cleared) = cleared {
                    size = cleared.size;
                    recorder.report.avoided += u64::from(cleared.again);
                }
                (method.error(m, &w, &plan.tolerance), None)
            }
            Err(failure) => (f64::NAN, Some(failure)),
        };
        // The size to keep for the next step; reductions at singular configurations do not count.
        let least = plan.clamp && proposed.value() <= plan.smallest * (1.0 + SAME);
        let clamped = least && error > 1.0 && error.is_finite();
        if (error > 1.0 || error.is_nan()) && !clamped {
            recorder.report.rejected += 1;
            let reduced = held.0 * AGAIN.0;
            let unforeseen = rules.hold > 0 && accepted > 0 && error > UNFORESEEN && reduced >= plan.smallest;
            if let Some(from) = if unforeseen { last_start(plan, recorder, time) } else { None } {
                recorder.report.rejected += 1;
                recorder.resume();
                (time, h) = (from.t.value(), reduced);
                (held, accepted) = ((h, 0), 0);
                let start = method.start(m, &from, M::Scalar::exact(h));
                w = start.map_err(|f| recorder.failed(m, time, h, f))?;
                continue;
            }
            let shrink =
                if error.is_finite() { factor(&rules, error).clamp(AGAIN.0, again) } else { AFTER_FAILURE };
            h = size * if accepted == 1 && rules.hold > 0 { AT_ONCE } else { shrink };
            accepted = 0;
            if plan.clamp && failure.is_none() && error.is_finite() {
                h = h.max(plan.smallest);
            }
            if h < plan.smallest {
                if recorder.keep_last(m, method, &mut w, M::Scalar::exact(time))?.is_break() {
                    return Ok(());
                }
                return Err(given_up(recorder, m, plan, (time, size, h), failure));
            }
            continue;
        }
        if recorder.record(m, method, &method.sample(&w), false)?.is_break() {
            return Ok(());
        }
        method.commit(m, &mut w);
        recorder.accept(size);
        recorder.report.clamped += u64::from(clamped);
        time += size;
        accepted = accepted.saturating_add(1);
        held = if size == held.0 { (size, held.1 + 1) } else { (size, 1) };
        if rules.hold == 0 {
            let most = if accepted == 1 { 1.0 } else { f64::INFINITY };
            let proposed = size * follow(&rules, plan.controller, error, before).min(most);
            // A step that was shortened to reach the end does not determine the next one.
            if size == h || proposed < h {
                h = proposed.clamp(plan.smallest, plan.largest);
            }
            before = error;
        } else {
            let proposed = factor(&rules, error);
            if proposed >= WORTH_RAISING && held.1 >= rules.hold && size == h {
                h = (h * proposed.min(rules.growth)).min(plan.largest);
            }
        }
        if recorder.is_to_ask() {
            checkpoints::take(m, plan, recorder, &mut |over| {
                transfer(over, (&mut time, &mut h, &mut held), (&mut accepted, &mut before))?;
                method.transfer(m, &mut w, over)
            })?;
        }
    }
    let last = M::Scalar::exact(held.0);
    let report = ended(m, method, last, &mut w).map_err(|f| recorder.failed(m, time, held.0, f))?;
    recorder.count(&report);
    let mut sample = method.sample(&w);
    sample.t = plan.until;
    // The caller finds an event in the last step.
    recorder.record(m, method, &sample, true).map(|_| ())
}

/// The start of the last step, which ended at this time. That of the first one need not be the last sample, which may be before a reset.
fn last_start<M: Mechanism>(plan: &Plan<M>, recorder: &Recorder<'_, M>, time: f64) -> Option<Start<M>> {
    let last = recorder.last().filter(|last| last.t.value() < time)?;
    let first = last.t.value() <= plan.start.t.value();
    Some(if first { plan.start.clone() } else { start_of(last) })
}

/// Writes the data for the size of the next step to a snapshot or reads it.
fn transfer(
    over: &mut Transfer<'_>,
    (time, h, held): (&mut f64, &mut f64, &mut (f64, u32)),
    (accepted, before): (&mut u64, &mut f64),
) -> Result<(), SnapshotError> {
    over.number(time)?;
    over.number(h)?;
    over.number(&mut held.0)?;
    over.small(&mut held.1)?;
    over.word(accepted)?;
    over.number(before)
}

/// The error below the smallest step: the failure of the method, if any, instead of the step size.
fn given_up<M: Mechanism>(
    recorder: &Recorder<'_, M>,
    m: &M,
    plan: &Plan<M>,
    (time, failed, step): (f64, f64, f64),
    failure: Option<StepFailure>,
) -> Error {
    match failure {
        Some(failure) => recorder.failed(m, time, failed, failure),
        None => ControlError::StepTooSmall { time, step, smallest: plan.smallest }.into(),
    }
}
