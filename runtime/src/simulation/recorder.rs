//! Receives the sample of every step: keeps the selected ones, calls observers, reports progress.
//!
//! Output times within a step: by the polynomial through the samples at its ends, if that is as accurate as the method. A method
//! of higher order repeats the step from its beginning to that time.
//!
//! Invariant: samples arrive in the order of time, and the last good one can always be kept.

mod keeping;
mod kept;

use super::checkpoints::Taking;
use super::excursions::Excursions;
use super::first_step::judged;
use super::locate::SingleSteps;
use super::orientation::Orientation;
use super::selection::Selection;
use super::short_steps::ShortSteps;
use super::sides::Sides;
use super::undefined::cause;
use super::unresolved;
use super::violations::Violations;
use super::watch::Watch;
use super::{Observer, Plan, Progress, Sampling, Stream, Streams};
use crate::clock::WallClock;
use crate::coincidence::Coincidences;
use crate::error::{Error, Row, StepError};
use crate::solution::{Jumps, Report, Solution, State};
use crate::stepper::{Sample, StepFailure, StepReport, Stepper};
use crate::stiffness::{stiffness_at_start, stiffness_of};
use crate::{Fallback, Mechanism, Real};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

/// For a method of this order or more, states within a step are computed by steps: polynomials through the samples at both ends
/// have the errors O(h⁵) of velocities on a vector space, O(h⁴) of first-order states and O(h³) of velocities on a manifold
/// (`Interpolator::between`). With a tolerance, steps are as long as it allows: there one order less is not sufficient.
fn order_beyond_polynomials<M: Mechanism>(m: &M, follows_tolerance: bool) -> u32 {
    match (m.flags().vector_space, m.flags().states) {
        (true, false) => 5 - u32::from(follows_tolerance),
        (true, true) => 4 - u32::from(follows_tolerance),
        (false, _) => 3,
    }
}

/// The last sample, kept or not.
fn latest<'a, M: Mechanism>(
    selection: &Selection<M>,
    samples: &'a [State<M>],
    beside: &'a Option<State<M>>,
) -> Option<&'a State<M>> {
    match selection.sampling {
        Sampling::EveryStep => samples.last(),
        _ => beside.as_ref(),
    }
}

/// The results of a run in progress.
pub(super) struct Recorder<'m, M: Mechanism> {
    selection: Selection<M>,
    origin: State<M>,
    start: f64,
    until: f64,
    samples: Vec<State<M>>,
    /// The last sample, if not every one is kept.
    latest: Option<State<M>>,
    streams: Vec<(Selection<M>, Stream<'m, M>)>,
    /// Whether states within a step are computed by steps of the method.
    stepping: bool,
    observers: Vec<Observer<'m, M>>,
    pub(super) watch: Watch<'m, M>,
    coincidences: Coincidences<M>,
    orientation: Orientation<M>,
    violations: Violations<M>,
    excursions: Excursions<M>,
    pub(super) unresolved: unresolved::Watch,
    pub(super) sides: Sides<M>,
    /// Whether the next sample has already been recorded: the run continues from it.
    resuming: bool,
    /// A time of the grid that the steps from here pass over.
    pub(super) passed_over: Option<f64>,
    progress: Option<Progress<'m>>,
    /// An early end of the run.
    pub(super) interrupt: Option<&'m AtomicBool>,
    shown: f64,
    pub(super) report: Report,
    /// The times of switches of the forces.
    switches: Vec<f64>,
    jumps: Jumps,
    /// The last sample with the accelerations and multipliers of the step that begins there, if it is at a switch.
    departing: Option<State<M>>,
    short_steps: ShortSteps<M>,
    /// Whether the next sample is the first one of the run, or after a reset.
    opening: bool,
    /// Whether the method supports forces that are too fast for its steps.
    pub(super) supports_stiff_forces: bool,
    /// The receiver of snapshots, if any.
    pub(super) taking: Option<Taking<'m>>,
    /// The number of steps after which the next check for a snapshot is due.
    pub(super) next_check: u64,
    /// The part of a snapshot about the driver of steps and the method, for a run that continues from it.
    pub(super) rest: Option<Vec<u8>>,
    pub(super) began: WallClock,
}

impl<'m, M: Mechanism> Recorder<'m, M> {
    pub(super) fn new(
        m: &M,
        plan: &Plan<M>,
        (observers, streams): (Vec<Observer<'m, M>>, Streams<'m, M>),
        watch: Watch<'m, M>,
        progress: Option<Progress<'m>>,
    ) -> Self {
        let start = plan.start.t.value();
        Self {
            selection: Selection::new(plan.sampling, start),
            origin: State::of_start(m, &plan.start),
            start,
            until: plan.until.value(),
            samples: Vec::new(),
            latest: None,
            streams: streams.into_iter().map(|(which, to)| (Selection::new(which, start), to)).collect(),
            stepping: false,
            observers,
            watch,
            coincidences: Coincidences::new(m),
            orientation: Orientation::new(m),
            violations: Violations::new(),
            excursions: Excursions::new(m),
            unresolved: unresolved::Watch::new(m, (plan.tolerance.absolute == 0.0).then_some(plan.step)),
            sides: Sides::new(m, plan.step),
            resuming: false,
            passed_over: None,
            progress,
            interrupt: None,
            shown: f64::NEG_INFINITY,
            supports_stiff_forces: false,
            switches: Vec::new(),
            jumps: Jumps::default(),
            departing: None,
            short_steps: ShortSteps::new(),
            opening: true,
            taking: None,
            next_check: u64::MAX,
            rest: None,
            began: WallClock::now(),
            report: Report { smallest_step: f64::INFINITY, ..Report::default() },
        }
    }

    /// Begins a segment with this method.
    pub(super) fn begin<S: Stepper<M>>(&mut self, m: &M, method: &S, plan: &Plan<M>) {
        self.report.method = method.name();
        self.report.order = method.order_for(m);
        self.supports_stiff_forces = method.supports_stiff_forces();
        self.stepping = method.order_for(m) >= order_beyond_polynomials(m, plan.tolerance.absolute > 0.0);
    }

    /// Records the sample at t_n; `last` is the one at the end of the run. A break means that an event
    /// is before this sample, which then is not recorded.
    pub(super) fn record(
        &mut self,
        m: &M,
        method: &dyn SingleSteps<M>,
        sample: &Sample<'_, M>,
        last: bool,
    ) -> Result<ControlFlow<()>, Error> {
        let before = latest(&self.selection, &self.samples, &self.latest);
        // At a switch it has the derivatives of the motion before it, and the step began with those after it.
        let before = self.departing.as_ref().or(before);
        if core::mem::take(&mut self.resuming) {
            if M::HOLDS {
                self.sides.look(m, None, sample);
                self.sides.unique(m, sample)?;
                self.jumps.arrive(m, sample, false);
                self.departing = Some(sample.into());
            }
            return Ok(ControlFlow::Continue(()));
        }
        let passed = self.watch.look(m, before, sample)?;
        if (M::HOLDS && self.sides.look(m, before, sample)) || passed {
            return Ok(ControlFlow::Break(()));
        }
        if M::HOLDS {
            self.sides.unique(m, sample)?;
        }
        self.orientation.look(m, sample)?;
        self.violations.look(m, sample)?;
        self.coincidences.look(m, sample.t, (sample.at, sample.v, sample.y))?;
        self.keep(m, method, sample, last)?;
        if M::HOLDS && core::mem::take(&mut self.opening) && !self.sides.is_empty() {
            self.jumps.arrive(m, sample, true);
        }
        // Without held sides, f of this sample may be that of another side.
        let is_kept = |last: &State<M>| last.t.value() == sample.t.value();
        if M::HOLDS && self.sides.is_beside() && self.samples.last().is_some_and(is_kept) {
            self.jumps.stay(m, sample);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Records the final state at t_n, if the method knows it completely. A break as in [`record`](Self::record).
    pub(super) fn keep_last<S: Stepper<M>>(
        &mut self,
        m: &M,
        method: &S,
        w: &mut S::Workspace,
        t: M::Scalar,
    ) -> Result<ControlFlow<()>, Error> {
        if self.last().is_some_and(|last| last.t.value() < t.value())
            && let Ok(Some(_)) = method.complete(m, w)
        {
            let mut sample = method.sample(w);
            sample.t = t;
            return self.record(m, method, &sample, false);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The last recorded sample, with the motion after it.
    pub(super) fn last(&self) -> Option<&State<M>> {
        self.departing.as_ref().or(latest(&self.selection, &self.samples, &self.latest))
    }

    /// Enables snapshots.
    pub(super) fn take_snapshots(&mut self, mut taking: Taking<'m>) {
        (_, self.next_check) = taking.ask(self.report.steps);
        self.taking = Some(taking);
    }

    /// Continues the run from a snapshot.
    pub(super) fn continue_with(&mut self, rest: Vec<u8>) {
        self.rest = Some(rest);
    }

    /// Whether a snapshot may be due.
    #[inline]
    pub(super) fn is_to_ask(&self) -> bool {
        self.report.steps >= self.next_check
    }

    /// Continues the run from the last sample.
    pub(super) fn resume(&mut self) {
        self.resuming = true;
    }

    /// Ends a smooth piece of the run at this state, with the sides held until then.
    pub(super) fn leave(&mut self, model: &M, state: &State<M>) {
        let mut at = model.position_cache();
        model.place(&model.now(state.t), &state.q, &mut at);
        self.jumps.leave(model, &state.as_sample(&at));
    }

    /// Records a switch of the forces; several may occur at one time.
    pub(super) fn switch(&mut self, time: f64) {
        if self.switches.last() != Some(&time) {
            self.switches.push(time);
        }
    }

    /// An event, or a drive whose velocity jumps, changes the state at this time.
    pub(super) fn reset(&mut self, time: f64) {
        self.jumps.reset(time);
    }

    /// The same of a drive, or a cam: the run continues with the sides that are held now.
    pub(super) fn jump_of_velocity(&mut self, time: f64) {
        self.jumps.reset(time);
        self.jumps.hold_after(time, &self.sides.held);
    }

    /// Discards the last sample: the next one is not its continuation.
    pub(super) fn restart(&mut self) {
        self.watch.restart();
        self.coincidences.restart();
        self.opening = true;
    }

    /// Records the state at a switch or an event, which may end the run, of a step by this method with these sides held.
    pub(super) fn record_state(
        &mut self,
        m: &M,
        method: &dyn SingleSteps<M>,
        state: &State<M>,
        last: bool,
    ) -> Result<(), Error> {
        let mut at = m.position_cache();
        m.place(&m.now(state.t), &state.q, &mut at);
        self.keep(m, method, &state.as_sample(&at), last)?;
        if M::HOLDS {
            self.hold_sides(state.t.value());
        }
        Ok(())
    }

    /// The last sample, if it is at this time and is kept, has the sides that are held now.
    pub(super) fn hold_sides(&mut self, time: f64) {
        if !self.sides.is_empty() && self.samples.last().is_some_and(|kept| kept.t.value() == time) {
            self.jumps.hold(time, &self.sides.held);
        }
    }

    /// Counts an attempt.
    pub(super) fn count(&mut self, report: &StepReport) {
        self.report.evaluations += u64::from(report.evaluations);
        self.report.iterations += u64::from(report.iterations);
        match report.fallback {
            Fallback::None => {}
            Fallback::Refined => self.report.refined += 1,
            Fallback::Pivoted => self.report.pivoted += 1,
        }
    }

    /// Counts an accepted step.
    pub(super) fn accept(&mut self, size: f64) {
        self.report.steps += 1;
        self.report.smallest_step = self.report.smallest_step.min(size);
        self.report.largest_step = self.report.largest_step.max(size);
    }

    /// The error of a step that failed.
    pub(super) fn failed(&self, m: &M, time: f64, step: f64, failure: StepFailure) -> Error {
        let (method, number) = (self.report.method.clone(), self.report.steps);
        let state = self.last().unwrap_or(&self.origin);
        let failure = cause(m, (time, step), state, failure);
        let failure = if number == 0 { judged(m, &self.origin, failure) } else { failure };
        // The start first: samples before a failure may no longer be a motion.
        let states = [self.samples.first(), self.latest.as_ref().or(self.samples.last())];
        let unstarted = self.samples.is_empty() && self.latest.is_none() && !self.supports_stiff_forces;
        let at_start = if unstarted { stiffness_at_start(m) } else { None };
        let stiff = states
            .into_iter()
            .flatten()
            .filter(|_| !self.supports_stiff_forces)
            .filter_map(|state| stiffness_of(m, state))
            .chain(at_start)
            .find(|stiff| stiff.exceeds(step));
        Error::Step(Box::new(StepError {
            method,
            time,
            step,
            number,
            row: Row::of_failure(m, &failure),
            failure,
            stiff,
        }))
    }

    /// The solution up to the last sample.
    pub(super) fn finish(mut self, m: &M) -> Option<Solution<M>> {
        if let Some(latest) = self.latest.take()
            && self.samples.last().is_none_or(|s| s.t.value() < latest.t.value())
        {
            self.samples.push(latest);
        }
        self.report.wall_time += self.began.elapsed();
        self.report.slid = self.sides.slid;
        self.report.excursions = self.excursions.all();
        self.report.unresolved = self.unresolved.found();
        self.report.supports_stiff_forces = self.supports_stiff_forces;
        if self.report.steps == 0 {
            self.report.smallest_step = 0.0;
        }
        Some(
            Solution::new(m.clone(), self.samples, self.report)?
                .with_events(self.watch.occurrences, (self.switches, self.jumps)),
        )
    }
}
