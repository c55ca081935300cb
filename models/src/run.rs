//! From settings to a [`Trajectory`], the same way for every mechanism and every method.
//!
//! Invariant: the result of a run does not depend on the type of the mechanism.

use crate::Trajectory;
use crate::table::{Lines, Table};
use linkwork::analysis::{Balance, Dual};
use linkwork::simulation::{Checkpoints, Event, Sampling, Simulate, Simulation};
use linkwork::snapshot::Snapshot;
use linkwork::solution::Solution;
use linkwork::stepper::{ErrorEstimate, Start, Stepper, Tolerance};
use linkwork::{Energetic, Error, Mechanism, Vector};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// The settings of a run.
pub struct RunOptions<'a> {
    /// The initial state, if it is not the one that was assembled for t = 0.
    pub start: Option<State>,
    /// Size of the (first) step, in s.
    pub step: Option<f64>,
    /// End of the run, in s.
    pub until: f64,
    /// The tolerance of variable steps.
    pub tolerance: Option<Tolerance>,
    /// The smallest and the largest step of a run with a tolerance, in s.
    pub limits: Option<(f64, f64)>,
    /// Whether steps of the smallest size are accepted if the error requires smaller ones.
    pub clamp: bool,
    /// The events that end the run.
    pub stop_at: &'a [Event],
    /// The largest number of steps, accepted and rejected.
    pub max_steps: Option<u64>,
    /// The events that are recorded.
    pub record_at: &'a [Event],
    /// Which samples are kept.
    pub sampling: Sampling,
    /// Whether the energy is balanced over all samples.
    pub balance: bool,
    /// A table that is written during the run.
    pub table: Option<Table<'a>>,
    /// When snapshots of the run are taken, after all lines of the table before them are written, and their receiver.
    pub checkpoints: Option<(Checkpoints, TakeSnapshot<'a>)>,
    /// The snapshot from which it continues; the table already contains the earlier lines.
    pub resume: Option<Snapshot>,
    /// Ends the run with an error after the step in which it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
    /// Called with the fraction of the run that is done.
    pub progress: &'a mut dyn FnMut(f64),
}

/// An initial state, which satisfies the constraints to about five digits.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time, in s.
    pub time: f64,
    /// Configuration.
    pub q: Vec<f64>,
    /// Velocity.
    pub v: Vec<f64>,
    /// First-order states.
    pub y: Vec<f64>,
}

impl State {
    /// The same of a mechanism.
    ///
    /// # Errors
    /// A number of values that differs from that of the mechanism.
    pub fn of<M: Mechanism<Scalar = f64>>(&self, m: &M) -> Result<Start<M>, Error> {
        let mut start = Start { t: self.time, ..Start::initial(m) };
        let parts = [
            ("coordinates", &self.q, start.q.as_mut_slice()),
            ("velocities", &self.v, start.v.as_mut_slice()),
            ("states", &self.y, start.y.as_mut_slice()),
        ];
        for (what, values, to) in parts {
            if values.len() != to.len() {
                let reason = format!("the mechanism has {} {what}, and the state {}", to.len(), values.len());
                return Err(Error::Setting { what: "start", value: format!("{values:?}"), reason });
            }
            to.copy_from_slice(values);
        }
        m.wind(&mut start.q);
        Ok(start)
    }
}

/// Takes a snapshot of a run.
pub type TakeSnapshot<'a> = &'a mut dyn FnMut(Snapshot) -> Result<(), Error>;

/// A number at every sample.
type Series<M> = fn(&Solution<M>) -> Vec<f64>;

/// How the energy of a mechanism is computed.
pub struct Energy<M: Mechanism> {
    /// Total energy at every sample; `None` for mechanisms that do not compute it.
    pub total: Option<Series<M>>,
    /// Its balance.
    pub balance: fn(&Solution<M>) -> Balance,
}

impl<M: Mechanism<Scalar = f64>> Energy<M> {
    /// Of a mechanism that computes it.
    pub fn known() -> Self
    where
        M: Energetic,
        M::With<Dual>: Energetic,
    {
        Self { total: Some(Solution::energy), balance: Solution::balance }
    }

    /// Of a mechanism that has only its mass matrix.
    pub fn kinetic() -> Self {
        Self { total: None, balance: Solution::kinetic_balance }
    }
}

impl<'a> RunOptions<'a> {
    /// A run to a time, with every step kept, without events, table and balance; `progress` receives the time.
    pub fn new(until: f64, progress: &'a mut dyn FnMut(f64)) -> Self {
        Self {
            start: None,
            step: None,
            until,
            tolerance: None,
            limits: None,
            clamp: false,
            max_steps: None,
            stop_at: &[],
            record_at: &[],
            sampling: Sampling::EveryStep,
            balance: false,
            table: None,
            checkpoints: None,
            resume: None,
            interrupt: None,
            progress,
        }
    }
}

/// Runs a mechanism with steps of fixed size.
///
/// # Errors
/// The errors of the simulation, and [`Error::Stream`] if the table cannot be written.
pub fn fixed<M, S>(
    model: &M,
    method: S,
    energy: Energy<M>,
    options: RunOptions<'_>,
) -> Result<Trajectory, Error>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    finish(model, model.simulate().method(method), energy, options)
}

/// Runs a mechanism with a method that can estimate its error: steps of fixed size, or of the size that
/// `options.tolerance` requires.
///
/// # Errors
/// The errors of the simulation, and [`Error::Stream`] if the table cannot be written.
pub fn adaptive<M, S>(
    model: &M,
    method: S,
    energy: Energy<M>,
    options: RunOptions<'_>,
) -> Result<Trajectory, Error>
where
    M: Mechanism<Scalar = f64>,
    S: ErrorEstimate<M>,
{
    let simulation = model.simulate().method(method);
    match options.tolerance {
        Some(Tolerance { absolute, relative }) => {
            finish(model, simulation.tolerance(absolute, relative), energy, options)
        }
        None => finish(model, simulation, energy, options),
    }
}

fn finish<M: Mechanism<Scalar = f64>, S>(
    model: &M,
    simulation: Simulation<'_, M, S>,
    energy: Energy<M>,
    options: RunOptions<'_>,
) -> Result<Trajectory, Error> {
    let RunOptions {
        start,
        step,
        until,
        limits,
        clamp,
        max_steps,
        stop_at,
        record_at,
        sampling,
        balance,
        table,
        checkpoints,
        resume,
        interrupt,
        progress,
        ..
    } = options;
    let simulation = match start {
        Some(start) => simulation.from(start.of(model)?),
        None => simulation,
    };
    let simulation = match step {
        Some(step) => simulation.step(step),
        None => simulation,
    };
    let simulation = match limits {
        Some((smallest, largest)) => simulation.step_limits(smallest, largest),
        None => simulation,
    };
    let simulation = if clamp { simulation.clamp_to_smallest_step() } else { simulation };
    let simulation = match max_steps {
        Some(limit) => simulation.max_steps(limit),
        None => simulation,
    };
    let simulation = stop_at.iter().cloned().fold(simulation, Simulation::stop_at);
    let simulation = record_at.iter().cloned().fold(simulation, Simulation::record_at);
    let simulation = simulation.until(until).output(sampling).progress(progress);
    let simulation = match interrupt {
        Some(over) => simulation.interrupted_by(over),
        None => simulation,
    };
    let resumed = resume.is_some();
    let simulation = match resume {
        Some(from) => simulation.resume(from),
        None => simulation,
    };
    let solution = match table {
        None => match checkpoints {
            Some((every, take)) => simulation.checkpoints(every, take).run()?,
            None => simulation.run()?,
        },
        Some(Table { to, sampling, columns }) => {
            let table = RefCell::new(Lines::begin(model, to, columns, resumed)?);
            let simulation =
                simulation.stream(sampling, |model, sample| table.borrow_mut().write(model, sample));
            let run = match checkpoints {
                Some((every, take)) => {
                    let take = |snapshot| {
                        table.borrow_mut().flush()?;
                        take(snapshot)
                    };
                    simulation.checkpoints(every, take).run()
                }
                None => simulation.run(),
            };
            let table = table.into_inner();
            // The lines of a failed run are kept; a run that did not start keeps the earlier file.
            if run.is_ok() || table.lines() > 0 {
                table.finish()?;
            }
            run?
        }
    };
    Ok(Trajectory::new(&solution, &energy, balance))
}
