//! `model.simulate()`: joins a mechanism, a method, step control, output and observers, and runs them.
//!
//! Invariant: whether a method supports a mechanism is checked once, when the method is selected:
//! [`Simulation::method`] stores the driver for that pair as a function pointer.

mod adaptive;
mod arrival;
mod checkpoints;
mod clearance;
mod corners;
mod event;
mod excursions;
mod failure;
mod first_step;
mod fixed;
mod grid;
mod impulse;
mod late;
mod locate;
mod located;
mod moving_times;
mod opening;
mod options;
mod orientation;
mod plan;
mod recorder;
mod segments;
mod selection;
mod short_steps;
mod sides;
mod slides;
mod starting;
mod together;
mod undefined;
mod unresolved;
mod violations;
mod watch;

pub use crate::solution::Occurrence;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
pub use checkpoints::Checkpoints;
#[doc(hidden)]
pub use clearance::Clearance;
pub use event::Event;
pub use failure::RunError;
pub use grid::Grid;
#[doc(hidden)]
pub use late::take_impulse;
#[doc(hidden)]
pub use opening::sides_at_start;

use crate::conditionally_explicit::FifthDegree;
use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::solution::Solution;
use crate::stepper::{Controller, ErrorEstimate, Sample, Start, Stepper, Tolerance};
use crate::{Mechanism, Real};
use checkpoints::{Taker, Taking};
use core::sync::atomic::AtomicBool;
use event::Reaction;
use options::Options;
use plan::Plan;
use recorder::Recorder;
use watch::Watch;

/// Which samples a solution keeps. The start and the end are always kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Sampling {
    /// The sample of every step, and those of the times of the [`Grid`] that steps of fixed size pass over behind a switch.
    #[default]
    EveryStep,
    /// The sample of every n-th step.
    Every(u64),
    /// One sample per interval of this many seconds, counted from the start, as accurate as the steps: if no step ends there, a method of order 5 or
    /// more (4 with first-order states or a tolerance, 3 with both or on manifolds) makes a step from the last sample to that time; for other methods it is
    /// interpolated as by [`Solution::at`]. The sampling does not affect the steps.
    Interval(f64),
    /// The start and the end only.
    Ends,
    /// All steps at first; whenever this number is reached, every second sample is discarded, and the interval between kept steps
    /// is doubled. For runs of unknown length in constant memory; at least two.
    AtMost(usize),
}

/// [`simulate`](Simulate::simulate) for every mechanism.
pub trait Simulate: Mechanism + Sized {
    /// Begins the options of a simulation. By default the method is `FifthDegree::default()`, the
    /// run starts at t = 0 from the state that `build()` assembled, and every step is kept.
    ///
    /// A pack of runs (a scalar with several lanes) has one time for all lanes: a mechanism with switches or sticking friction, and a run with
    /// events, are refused with [`Error::Parted`]. With a tolerance, the largest error of all lanes determines the step size; the relative
    /// part refers to the largest value of all lanes.
    ///
    /// ```
    /// use linkwork::prelude::*;
    /// fn run<M: Energetic<Scalar = f64>>(model: &M) -> Result<(), linkwork::Error> {
    ///     let solution = model.simulate().method(FifthDegree::default()).step(1e-3).until(10.0).run()?;
    ///     println!("energy drift {:.2e} J", solution.energy_drift());
    ///     Ok(())
    /// }
    /// ```
    fn simulate(&self) -> Simulation<'_, Self>;
}

impl<M: Mechanism> Simulate for M {
    fn simulate(&self) -> Simulation<'_, Self> {
        let settings = Settings {
            start: None,
            options: Options::default(),
            observers: Vec::new(),
            streams: Vec::new(),
            events: Vec::new(),
            progress: None,
            interrupt: None,
            checkpoints: None,
            resume: None,
        };
        Simulation {
            model: self,
            method: FifthDegree::default(),
            settings,
            drive: fixed::drive::<M, FifthDegree>,
            segments: run_segments::<M, FifthDegree>,
            name: <FifthDegree as Stepper<M>>::name,
        }
    }
}

/// A function that is called with the sample of every step.
type Observer<'m, M> = Box<dyn FnMut(&Sample<'_, M>) + 'm>;
/// A function that receives samples during the run.
type Stream<'m, M> = Box<dyn FnMut(&M, &Sample<'_, M>) -> Result<(), Error> + 'm>;
/// Streams with the selections of samples.
type Streams<'m, M> = Vec<(Sampling, Stream<'m, M>)>;
/// A function that is called with the completed fraction of the run.
type Progress<'m> = Box<dyn FnMut(f64) + 'm>;
/// Runs one pair of mechanism and method.
type Drive<M, S> = fn(&M, &S, &Plan<M>, &mut Recorder<'_, M>) -> Result<(), Error>;
/// The same from event to event.
type Segments<M, S> = fn(&M, &S, &mut Plan<M>, &mut Recorder<'_, M>, Drive<M, S>) -> Result<(), Error>;

/// [`segments::run`] with this method.
fn run_segments<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    plan: &mut Plan<M>,
    recorder: &mut Recorder<'_, M>,
    drive: Drive<M, S>,
) -> Result<(), Error> {
    let steps = |m: &M, plan: &Plan<M>, recorder: &mut Recorder<'_, M>| drive(m, method, plan, recorder);
    segments::run(m, (method, &steps), plan, recorder)
}

/// The options of a simulation; [`run`](Self::run) executes it.
#[must_use = "a simulation does nothing until `run` is called"]
pub struct Simulation<'m, M: Mechanism, S = FifthDegree> {
    model: &'m M,
    method: S,
    settings: Settings<'m, M>,
    drive: Drive<M, S>,
    segments: Segments<M, S>,
    name: fn(&S) -> String,
}

/// The options as given by the user, not checked yet.
struct Settings<'m, M: Mechanism> {
    start: Option<Start<M>>,
    options: Options,
    observers: Vec<Observer<'m, M>>,
    streams: Streams<'m, M>,
    events: Vec<(Event, Reaction<'m, M>)>,
    progress: Option<Progress<'m>>,
    interrupt: Option<&'m AtomicBool>,
    checkpoints: Option<(Checkpoints, Taker<'m>)>,
    resume: Option<Snapshot>,
}

impl<'m, M: Mechanism, S> Simulation<'m, M, S> {
    /// Selects the method, with steps of fixed size; call `.tolerance(…)` after it.
    pub fn method<N: Stepper<M>>(self, method: N) -> Simulation<'m, M, N> {
        let mut settings = self.settings;
        settings.options.tolerance = None;
        let (drive, segments) = (fixed::drive::<M, N>, run_segments::<M, N>);
        Simulation { model: self.model, method, settings, drive, segments, name: <N as Stepper<M>>::name }
    }

    /// Chooses the step size by the estimated error, which stays below
    /// `absolute + relative·|x|` in every component. `.step(…)` is then the size of the first step. The conditionally explicit methods estimate
    /// the errors of velocities after 2D steps of one size only, where D is the degree, and otherwise control those of positions: velocities then err by about the
    /// tolerance times the fastest frequency.
    pub fn tolerance(mut self, absolute: f64, relative: f64) -> Self
    where
        S: ErrorEstimate<M>,
    {
        self.settings.options.tolerance = Some(Tolerance { absolute, relative });
        self.drive = adaptive::drive::<M, S>;
        self
    }

    /// The step-size controller of one-step methods (default: [`Controller::Elementary`]); multistep methods
    /// have their own rule and ignore it.
    pub fn controller(mut self, controller: Controller) -> Self {
        self.settings.options.controller = controller;
        self
    }

    /// The size of a step, in s (with `.tolerance(…)`: of the first step; default a thousandth of the run).
    ///
    /// Steps lie at t₀ + n·h, without accumulated rounding. If the time of the run is not a multiple of h,
    /// the last two steps share the remaining time, so that the run ends exactly at its end.
    pub fn step(mut self, size: f64) -> Self {
        self.settings.options.step = Some(size);
        self
    }

    /// The time at which the run ends, in s.
    pub fn until(mut self, time: f64) -> Self {
        self.settings.options.until = Some(time);
        self
    }

    /// Starts from other values than `build()` assembled, for instance from [`Solution::final_state`].
    /// They must satisfy the constraints to about five digits; exactly at the corner of a drive or a cam, velocities may be those before it,
    /// where another run has ended, and take its impulse. All lanes of a pack start at one time.
    pub fn from(mut self, start: Start<M>) -> Self {
        self.settings.start = Some(start);
        self
    }

    /// The smallest and the largest step of a run with `.tolerance(…)`, in s (defaults: 1e-12 of the run, and the run).
    pub fn step_limits(mut self, smallest: f64, largest: f64) -> Self {
        self.settings.options.limits = Some((smallest, largest));
        self
    }

    /// Continues a run with `.tolerance(…)` if the error requires steps below the smallest of `.step_limits(…)`: steps of that
    /// size are accepted whatever their error, and [`Report::clamped`](crate::solution::Report::clamped) counts them.
    /// Without this option, the run ends with an error.
    pub fn clamp_to_smallest_step(mut self) -> Self {
        self.settings.options.clamp = true;
        self
    }

    /// Which samples the solution keeps.
    pub fn output(mut self, sampling: Sampling) -> Self {
        self.settings.options.sampling = sampling;
        self
    }

    /// Passes samples on during the run, independently of what `output` keeps: with `.output(Sampling::Ends)` a run of any
    /// length needs no more memory than a step, its events and the times of its switches. An error ends the run.
    ///
    /// ```
    /// use linkwork::prelude::*;
    /// use linkwork::simulation::Sampling;
    /// use linkwork::solution::TableWriter;
    /// fn table<M: Mechanism<Scalar = f64>>(model: &M) -> Result<Vec<u8>, linkwork::Error> {
    ///     let mut table = TableWriter::new(model, Vec::new(), None)?;
    ///     let run = model.simulate().output(Sampling::Ends).step(1e-3).until(10.0);
    ///     run.stream(Sampling::Interval(0.1), |model, sample| table.write(model, sample)).run()?;
    ///     table.finish()
    /// }
    /// ```
    pub fn stream(
        mut self,
        which: Sampling,
        to: impl FnMut(&M, &Sample<'_, M>) -> Result<(), Error> + 'm,
    ) -> Self {
        self.settings.streams.push((which, Box::new(to)));
        self
    }

    /// Calls `observer` with the state at every step, including the start and the end, independently of `output`.
    pub fn observe(mut self, observer: impl FnMut(&Sample<'_, M>) + 'm) -> Self {
        self.settings.observers.push(Box::new(observer));
        self
    }

    /// Records the times of an event ([`Solution::events`]), without affecting the run. A quantity that stays at its
    /// level to rounding error does not cross it.
    pub fn record_at(mut self, event: Event) -> Self {
        self.settings.events.push((event, Reaction::Record));
        self
    }

    /// Ends the run at an event: the last sample is the state there.
    pub fn stop_at(mut self, event: Event) -> Self {
        self.settings.events.push((event, Reaction::Stop));
        self
    }

    /// Lets `change` set the state at an event (an impact, an end stop, a latch), and continues from it. The solution
    /// then has two samples at that time, before and after, with [`Sampling::EveryStep`]; others may have one or none, and
    /// [`Solution::at`] is an error beside it. The changed state must satisfy the constraints to
    /// about five digits. Its time has no effect: the run continues at the time of the event, whatever `change` sets `t` to.
    /// With scalars that have derivatives, so has the time of the event, and derivatives after it include the change of that time.
    pub fn reset_at(mut self, event: Event, change: impl FnMut(&mut Start<M>) + 'm) -> Self {
        self.settings.events.push((event, Reaction::Reset(Box::new(change))));
        self
    }

    /// Calls `progress` with the completed fraction of the run, about once per percent, and with 1 at the end.
    pub fn progress(mut self, progress: impl FnMut(f64) + 'm) -> Self {
        self.settings.progress = Some(Box::new(progress));
        self
    }

    /// Ends the run with [`Error::Interrupted`] after the step in which this becomes true: for a key, a signal, or a closed window.
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use linkwork::prelude::*;
    /// fn not_at_all<M: Mechanism<Scalar = f64>>(model: &M) {
    ///     let over = AtomicBool::new(true);
    ///     let run = model.simulate().step(1e-3).until(10.0).interrupted_by(&over).run();
    ///     assert!(matches!(run.map_err(|run| run.error), Err(linkwork::Error::Interrupted { time }) if time == 0.0));
    /// }
    /// ```
    pub fn interrupted_by(mut self, over: &'m AtomicBool) -> Self {
        self.settings.interrupt = Some(over);
        self
    }

    /// Stops with an error if the run needs more steps than this, rejected ones included.
    pub fn max_steps(mut self, limit: u64) -> Self {
        self.settings.options.max_steps = Some(limit);
        self
    }

    /// Passes a [`Snapshot`] from time to time, from which [`resume`](Self::resume) continues with the same bits, in another process
    /// if need be. Its size is that of the samples and events that are kept so far: with `.output(Sampling::Ends)` or
    /// [`Sampling::AtMost`] it does not grow with the run. An error ends the run.
    ///
    /// ```
    /// use linkwork::prelude::*;
    /// use linkwork::simulation::{Checkpoints, Sampling};
    /// use linkwork::snapshot::Snapshot;
    ///
    /// fn in_two_parts<M: Mechanism<Scalar = f64>>(model: &M) -> Result<(), linkwork::Error> {
    ///     let run = || model.simulate().output(Sampling::Ends).step(1e-3).until(1.0);
    ///     let mut kept = Vec::new();
    ///     let keep = |snapshot: Snapshot| {
    ///         kept = snapshot.to_bytes();
    ///         Ok(())
    ///     };
    ///     let whole = run().checkpoints(Checkpoints::Steps(600), keep).run()?;
    ///     let second_half = run().resume(Snapshot::from_bytes(&kept)?).run()?;
    ///     assert_eq!(whole.last().q.as_slice(), second_half.last().q.as_slice());
    ///     assert_eq!(whole.report().steps, second_half.report().steps);
    ///     Ok(())
    /// }
    /// ```
    pub fn checkpoints(
        mut self,
        every: Checkpoints,
        take: impl FnMut(Snapshot) -> Result<(), Error> + 'm,
    ) -> Self {
        self.settings.checkpoints = Some((every, Box::new(take)));
        self
    }

    /// Continues from a snapshot of a run with the same mechanism, method, options, streams and events: the solution is that of
    /// the uninterrupted run. Streams and observers receive the samples after the snapshot.
    pub fn resume(mut self, from: Snapshot) -> Self {
        self.settings.resume = Some(from);
        self
    }

    /// Runs the simulation.
    ///
    /// # Errors
    /// [`RunError`], which becomes an [`Error`] under `?`: an invalid setting, a failed step, a failure of the
    /// step control, or a pack that cannot be run at once. It contains the solution up to that time.
    pub fn run(self) -> Result<Solution<M>, RunError<M>> {
        let mut plan = Plan::new(self.model, &self.settings)?;
        let options = checkpoints::options_of(&self.settings);
        let taking = self
            .settings
            .checkpoints
            .map(|(every, to)| Taking::new(every, to, options.clone()))
            .transpose()?;
        let watch = Watch::new(self.model, self.settings.events)?;
        let takers = (self.settings.observers, self.settings.streams);
        let mut recorder = Recorder::new(self.model, &plan, takers, watch, self.settings.progress);
        recorder.interrupt = self.settings.interrupt;
        if let Some(from) = &self.settings.resume {
            let method = (self.name)(&self.method);
            checkpoints::resume(self.model, method, (&mut plan, &mut recorder), from, options)?;
        }
        if let Some(taking) = taking {
            recorder.take_snapshots(taking);
        }
        let result = (self.segments)(self.model, &self.method, &mut plan, &mut recorder, self.drive);
        let solution = recorder.finish(self.model);
        match (result, solution) {
            (Ok(()), Some(solution)) => Ok(solution),
            (Ok(()), None) => Err(Error::setting("until", plan.until.value(), "the run is empty").into()),
            (Err(error), partial) => Err(RunError { error, partial: partial.map(Box::new) }),
        }
    }
}
