//! `model.simulate(…)`.
//!
//! Invariant: arguments are checked before the run starts.

use crate::analyses::inputs_of;
use crate::by_name;
use crate::failures::{of_error, of_failure, of_given_state, unknown, value, warn};
use crate::inputs::Drive;
use crate::interrupt::listening;
use crate::messages;
use crate::model::Model;
use crate::numbers::optional_whole;
use crate::solution::Solution;
use crate::start;
use linkwork::simulation::{Event, Grid, Sampling};
use linkwork::stepper::Tolerance;
use linkwork::{Error, WithInputs};
use linkwork_descriptions::condition::Condition;
use linkwork_descriptions::formula::Values;
use linkwork_descriptions::report::{Engine, Redundancy, choice, report};
use linkwork_jit::{Mode, Tape};
use linkwork_methods::{METHODS, Method, Variant};
use linkwork_models::{RunOptions, Trajectory};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The default step size, in s.
pub const STEP: f64 = 1e-3;

#[pymethods]
impl Model {
    /// Simulates the mechanism from its initial state to `until`, in s.
    ///
    /// - `step`: the step size in s (default 1e-3); with `tolerance`, the first step size.
    /// - `tolerance`: absolute, or (absolute, relative). The step size is then variable.
    /// - `method`: one of `linkwork.methods()`.
    /// - `inputs`: for each input, by name, a number, a function of time in s, a formula such as "2*sin(time)", an array of values at the times
    ///   of the steps, or (times, values). Samples are interpolated linearly and constant outside their times. Functions are also evaluated at
    ///   times up to three steps before the start and one step after the end. Inputs that are not given are zero.
    /// - `stop`, `record`: end the run, or list the times, when a quantity crosses a value: "height<0" (from above), "angle>pi/2" (from below),
    ///   "x=1" (both), a list of these, or {name: value}.
    /// - `every`, `interval`: keep every n-th sample, or one sample per interval in s.
    /// - `max_steps`: a run with more steps fails.
    /// - `balance`: False omits the energy balance, which is most of the time of a short run, and its warnings of unstable solutions and stiff
    ///   forces; `energy_drift` is then None.
    /// - `start`: the initial state: a State, whose time is the start time, or values of coordinates, velocities and states by name
    ///   ({"angle": 0.3, "der(angle)": 1.0}), which replace those of `initial` in the assembly.
    ///
    /// Other keywords are parameters for this run. A parameter with the name of an argument is set by `model.parameters`.
    ///
    /// Raises SimulationError with time and step size if a step fails. An exception of an input function is raised as it is. Ctrl-C interrupts
    /// the run.
    #[pyo3(signature = (until = 10.0, *, step = None, tolerance = None, method = "fifth-degree", inputs = None, stop = None,
                        record = None, every = None, interval = None, max_steps = None, balance = true, start = None,
                        **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn simulate(
        &self,
        py: Python<'_>,
        until: f64,
        step: Option<f64>,
        tolerance: Option<&Bound<'_, PyAny>>,
        method: &str,
        inputs: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, PyAny>>,
        record: Option<&Bound<'_, PyAny>>,
        every: Option<i128>,
        interval: Option<f64>,
        max_steps: Option<i128>,
        balance: bool,
        start: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solution> {
        let method = find(py, method)?;
        let tolerance = tolerance.map(read_tolerance).transpose()?;
        if tolerance.is_some() {
            method.check_tolerance("`tolerance`").map_err(value)?;
        }
        positive("until", until)?;
        step.map_or(Ok(()), |step| positive("step", step))?;
        interval.map_or(Ok(()), |interval| positive("interval", interval))?;
        let max_steps = optional_whole("max_steps", max_steps, 1)?;
        let sampling = match (optional_whole("every", every, 1)?, interval) {
            (Some(_), Some(_)) => return Err(value(messages::SAMPLING)),
            (Some(n), None) => Sampling::Every(n),
            (None, Some(interval)) => Sampling::Interval(interval),
            (None, None) => Sampling::EveryStep,
        };
        let step = if tolerance.is_none() { Some(step.unwrap_or(STEP)) } else { step };
        let changed = match parameters {
            Some(others) => self.parameters_with(py, others)?,
            None => self.built().parameters.clone(),
        };
        let values = Self::values(&changed);
        let (stop, record) = (conditions("stop", stop)?, conditions("record", record)?);
        let watched: Vec<&str> = stop.iter().chain(&record).map(Condition::name).collect();
        let tape = match self.watching(py, &watched, &changed)? {
            Some(watching) => py
                .detach(|| linkwork_jit::build(watching, Mode::WherePaid))
                .map_err(|error| of_error(py, &error))?,
            None => self.tape_with(py, parameters)?,
        };
        method.check(&tape, &Variant::default()).map_err(value)?;
        let (stop, record) = (events(py, &stop, &values)?, events(py, &record, &values)?);
        let start = start.map(|given| start::read(py, &tape, given)).transpose()?;
        let from = start.as_ref().map_or(0.0, |start| start.time);
        if until <= from {
            return Err(value(messages::until(until, from)));
        }
        let grid = step.filter(|_| tolerance.is_none()).map(|step| Grid::new(step, from, until));
        let drive = Arc::new(Drive::read(py, &inputs_of(&tape), inputs, values, grid)?);
        let tape = driven(tape, &drive);
        let run = {
            let tape = tape.clone();
            move |over: &AtomicBool| {
                let mut silent = |_| ();
                let options = RunOptions {
                    start,
                    step,
                    tolerance,
                    max_steps,
                    stop_at: &stop,
                    record_at: &record,
                    sampling,
                    balance,
                    interrupt: Some(over),
                    ..RunOptions::new(until, &mut silent)
                };
                (method.run)(&tape, &Variant::default(), options)
            }
        };
        // Functions of the user are called in the thread of the user, where each call looks for signals.
        let outcome = match drive.asks_python() {
            true => py.detach(|| run(&AtomicBool::new(false))),
            false => listening(py, move |over| run(over))?,
        };
        let last = outcome.as_ref().err().and_then(time_of);
        if let Some(fault) = drive.exception(py, last) {
            return Err(fault);
        }
        let trajectory = outcome.map_err(|error| of_given_state(py, &error))?;
        finished(py, trajectory, &tape, tolerance.is_some())
    }
}

/// The method of that name.
pub fn find(py: Python<'_>, name: &str) -> PyResult<&'static Method> {
    linkwork_methods::find(name)
        .ok_or_else(|| unknown(py, "method", name, METHODS.iter().map(|method| method.name)))
}

/// A number that must be positive.
pub fn positive(what: &str, x: f64) -> PyResult<()> {
    match x > 0.0 && x.is_finite() {
        true => Ok(()),
        false => Err(value(messages::positive(what, x))),
    }
}

/// The mechanism with its inputs.
pub fn driven(mut tape: Tape, drive: &Arc<Drive>) -> Tape {
    if let Some(values) = drive.constant() {
        tape.set_inputs(values);
        return tape;
    }
    let drive = drive.clone();
    tape.driven_by(move |t| drive.at(t))
}

/// An absolute tolerance, or (absolute, relative).
pub fn read_tolerance(given: &Bound<'_, PyAny>) -> PyResult<Tolerance> {
    let (absolute, relative) = match given.extract::<(f64, f64)>() {
        Ok(both) => both,
        Err(_) => (given.extract::<f64>()?, 0.0),
    };
    positive("tolerance", absolute)?;
    if !(0.0..1.0).contains(&relative) {
        return Err(value(messages::relative_tolerance(relative)));
    }
    Ok(Tolerance { absolute, relative })
}

/// One condition, a list of them, or values by name.
fn conditions(what: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Condition>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let read = |text: String| text.parse::<Condition>().map_err(value);
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(vec![read(text.to_string())?]);
    }
    if let Some(levels) = by_name::pairs(given)? {
        let of = format!("in `{what}`, the value of");
        let level = |(name, level): by_name::Pair<'_>| {
            read(format!("{name}={:?}", by_name::finite_of(&of, &name, &level)?))
        };
        return levels.into_iter().map(level).collect();
    }
    given.try_iter()?.map(|text| read(text?.extract()?)).collect()
}

fn events(py: Python<'_>, conditions: &[Condition], values: &Values) -> PyResult<Vec<Event>> {
    let event = |condition: &Condition| condition.event(values).map_err(|failure| of_failure(py, &failure));
    conditions.iter().map(event).collect()
}

/// The time of the last valid state.
fn time_of(error: &Error) -> Option<f64> {
    match error {
        Error::Step(failed) => Some(failed.time),
        _ => None,
    }
}

/// The solution; warns of results that are not reliable.
fn finished(py: Python<'_>, mut trajectory: Trajectory, tape: &Tape, adaptive: bool) -> PyResult<Solution> {
    let redundancy = Redundancy::of(tape);
    // Without a balance the part of an energy change that is drift is unknown.
    let energy = trajectory.energy.take_if(|_| trajectory.balance.is_none());
    let mut text = report(&trajectory, Engine::of(tape), &redundancy, choice(tape).as_deref(), None);
    trajectory.energy = trajectory.energy.or(energy);
    let unresolved = beyond_steps(&trajectory, adaptive);
    if let Some(warning) = &unresolved {
        text += &format!("\nwarning: {warning}\n");
    }
    let report = &trajectory.report;
    let excursions = report.excursions.iter().map(ToString::to_string);
    let growth = trajectory.balance.and_then(|balance| balance.growth).map(|growth| {
        let stiff = trajectory.stiffness.as_ref().filter(|stiff| stiff.exceeds(report.largest_step));
        let help = stiff.map(|stiff| {
            let implicit = report.supports_stiff_forces;
            format!("\n{}", messages::too_stiff(stiff, stiff.longest_step(), implicit))
        });
        format!("{growth}{}", help.unwrap_or_default())
    });
    for warning in excursions.chain(growth).chain(unresolved) {
        warn(py, "SimulationWarning", &warning)?;
    }
    Ok(Solution::new(trajectory, text))
}

/// A warning of forces that steps of fixed size do not resolve.
fn beyond_steps(trajectory: &Trajectory, adaptive: bool) -> Option<String> {
    let report = &trajectory.report;
    if let Some(found) = &report.unresolved {
        return Some(messages::unresolved(found, found.longest_step()));
    }
    let grows = trajectory.balance.is_some_and(|balance| balance.growth.is_some());
    let step = report.largest_step;
    let fast = trajectory.stiffness.as_ref().filter(|rate| rate.exceeds(step));
    let rate = fast.filter(|_| !grows && !report.supports_stiff_forces && !adaptive);
    let at_start = rate.map(|rate| messages::stiff_at_start(rate, step, rate.longest_step()));
    at_start.or_else(|| trajectory.unexplained().map(messages::unexplained))
}
