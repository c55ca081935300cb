//! Snapshots during the run, and a run that continues from one.
//!
//! Invariant: snapshots do not affect a run; a run that continues from a snapshot is identical to the interrupted one, except
//! for its wall time, which is the sum of both.

use super::options::in_words;
use super::{Event, Plan, Recorder, Sampling, Settings};
use crate::Mechanism;
use crate::clock::WallClock;
use crate::error::Error;
use crate::snapshot::{Snapshot, SnapshotError, Transfer};
use crate::stepper::Start;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// When snapshots of a run are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Checkpoints {
    /// After every n-th step.
    Steps(u64),
    /// Whenever this many seconds of wall time have passed since the last one, or since the beginning.
    Seconds(f64),
}

/// A function that receives snapshots.
pub(super) type Taker<'m> = Box<dyn FnMut(Snapshot) -> Result<(), Error> + 'm>;

/// The number of clock readings per interval, estimated from the previous steps.
const LOOKS: f64 = 64.0;
/// The largest number of steps between two clock readings: a reading takes as long as half a step of a small mechanism.
const MOST: f64 = 16_384.0;

/// Snapshots of a run.
pub(super) struct Taking<'m> {
    every: Checkpoints,
    to: Taker<'m>,
    options: Vec<(String, String)>,
    /// The time of the last snapshot, and the number of steps and the time of the last clock reading.
    last: WallClock,
    looked: (u64, WallClock),
}

impl<'m> Taking<'m> {
    pub(super) fn new(
        every: Checkpoints,
        to: Taker<'m>,
        options: Vec<(String, String)>,
    ) -> Result<Self, Error> {
        match every {
            Checkpoints::Steps(0) => {
                return Err(Error::setting("checkpoints", 0, "steps are counted from 1"));
            }
            Checkpoints::Seconds(seconds) if !(seconds >= 0.0 && seconds.is_finite()) => {
                return Err(Error::setting("checkpoints", seconds, "it must be finite and not negative"));
            }
            Checkpoints::Seconds(seconds) if !WallClock::EXISTS => {
                return Err(Error::setting(
                    "checkpoints",
                    seconds,
                    "the feature `std` is needed for wall-clock time",
                ));
            }
            _ => {}
        }
        let now = WallClock::now();
        Ok(Self { every, to, options, last: now, looked: (0, now) })
    }

    /// Whether a snapshot is due after this number of steps, and the number of steps until the next check.
    pub(super) fn ask(&mut self, steps: u64) -> (bool, u64) {
        let seconds = match self.every {
            Checkpoints::Steps(n) => {
                return (steps > 0 && steps.is_multiple_of(n), (steps / n + 1).saturating_mul(n));
            }
            Checkpoints::Seconds(seconds) => seconds,
        };
        let now = WallClock::now();
        let (before, then) = self.looked;
        let step = now.since(then).as_secs_f64() / steps.saturating_sub(before).max(1) as f64;
        self.looked = (steps, now);
        // NaN, from no time for no step, counts as one.
        let ahead = ((seconds / LOOKS / step).clamp(1.0, MOST) as u64).max(1);
        let due = steps > 0 && now.since(self.last).as_secs_f64() >= seconds;
        (due, steps + ahead)
    }
}

/// The options that determine a run, in addition to mechanism and method.
pub(super) fn options_of<M: Mechanism>(settings: &Settings<'_, M>) -> Vec<(String, String)> {
    let mut all = settings.options.facts();
    for (number, (sampling, _)) in settings.streams.iter().enumerate() {
        all.push(fact_of_stream(number, sampling));
    }
    all.push(("the number of events".to_owned(), settings.events.len().to_string()));
    for (number, (event, reaction)) in settings.events.iter().enumerate() {
        all.push(fact_of_event(number, event, reaction.name()));
    }
    all
}

fn fact_of_stream(number: usize, sampling: &Sampling) -> (String, String) {
    (format!("the samples of stream {}", number + 1), in_words(*sampling))
}

fn fact_of_event(number: usize, event: &Event, reaction: &str) -> (String, String) {
    (format!("event {}", number + 1), format!("{event:?}, {reaction}"))
}

/// Transfers the recorder and the part of a plan that changes during a run.
fn transfer<M: Mechanism>(
    m: &M,
    plan: (&mut Start<M>, &mut M::Scalar, &mut f64, &mut Option<f64>),
    recorder: &mut Recorder<'_, M>,
    over: &mut Transfer<'_>,
) -> Result<(), SnapshotError> {
    let (start, origin, step, first) = plan;
    start.transfer(over)?;
    over.real(origin)?;
    over.number(step)?;
    over.optional(first, || 0.0, |over, x| over.number(x))?;
    recorder.transfer(m, over)
}

/// Restores plan and recorder, for a method of this name; the rest is for the driver of steps.
pub(super) fn resume<M: Mechanism>(
    m: &M,
    method: String,
    (plan, recorder): (&mut Plan<M>, &mut Recorder<'_, M>),
    from: &Snapshot,
    options: Vec<(String, String)>,
) -> Result<(), Error> {
    from.check_run(&Snapshot::of_run_by(m, method, Vec::new()).with_all(&options))?;
    let mut over = Transfer::reading(from.body());
    let Plan { start, origin, step, first, .. } = plan;
    transfer(m, (start, origin, step, first), recorder, &mut over)?;
    let mut rest = Vec::new();
    over.bytes(&mut rest)?;
    over.end()?;
    recorder.continue_with(rest);
    Ok(())
}

/// Takes a snapshot if one is due; `driver` transfers the data of the driver of steps and of the method.
#[cold]
pub(super) fn take<M: Mechanism>(
    m: &M,
    plan: &Plan<M>,
    recorder: &mut Recorder<'_, M>,
    driver: &mut dyn FnMut(&mut Transfer<'_>) -> Result<(), SnapshotError>,
) -> Result<(), Error> {
    let Some(mut taking) = recorder.taking.take() else { return Ok(()) };
    let (due, next) = taking.ask(recorder.report.steps);
    recorder.next_check = next;
    if due {
        let mut rest = Vec::new();
        let mut over = Transfer::writing(&mut rest);
        driver(&mut over)?;
        let mut body = Vec::new();
        let mut over = Transfer::writing(&mut body);
        let (mut start, mut origin, mut step, mut first) =
            (plan.start.clone(), plan.origin, plan.step, plan.first);
        let before = recorder.report.wall_time;
        recorder.report.wall_time += recorder.began.elapsed();
        transfer(m, (&mut start, &mut origin, &mut step, &mut first), recorder, &mut over)?;
        recorder.report.wall_time = before;
        over.bytes(&mut rest)?;
        (taking.to)(Snapshot::of_run_by(m, recorder.report.method.clone(), body).with_all(&taking.options))?;
        taking.last = WallClock::now();
        taking.looked.1 = taking.last;
    }
    recorder.taking = Some(taking);
    Ok(())
}

/// At the beginning of a segment: restores the data of the driver of steps and of the method, if the run continues from a snapshot.
pub(super) fn restore<M: Mechanism>(
    recorder: &mut Recorder<'_, M>,
    driver: &mut dyn FnMut(&mut Transfer<'_>) -> Result<(), SnapshotError>,
) -> Result<(), Error> {
    if let Some(rest) = recorder.rest.take() {
        let mut over = Transfer::reading(&rest);
        driver(&mut over)?;
        over.end()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_the_clock_is_not_read_in_each() {
        let taking = |every| Taking::new(every, Box::new(|_| Ok(())), Vec::new());
        let mut steps = taking(Checkpoints::Steps(10)).unwrap();
        assert_eq!([0, 9, 10, 20].map(|n| steps.ask(n)), [(false, 10), (false, 10), (true, 20), (true, 30)]);
        let mut always = taking(Checkpoints::Seconds(0.0)).unwrap();
        assert_eq!((always.ask(0).0, always.ask(1).0), (false, true));
        let mut never = taking(Checkpoints::Seconds(1e9)).unwrap();
        let (due, next) = never.ask(1_000_000);
        assert!(!due && next > 1_000_000 && next <= 1_000_000 + MOST as u64);
        for bad in [Checkpoints::Steps(0), Checkpoints::Seconds(f64::NAN), Checkpoints::Seconds(-1.0)] {
            assert!(taking(bad).is_err(), "{bad:?}");
        }
    }
}
