//! An instance: a mechanism with the state of a run.
//!
//! Invariant: everything that changes is in [`Situation`], so that a copy of it is the state of the unit. A rejected call changes nothing.

use crate::cosimulation::Run;
use crate::evaluate::{Known, Point, evaluate};
use crate::fault::Fault;
use crate::layout::Role;
use crate::messages;
use crate::unit::Unit;
use linkwork::stepper::Start;
use linkwork::{Assemble, Described, Error, Mechanism, Real, WithInputs};
use linkwork_jit::Tape;
use linkwork_methods::Instant;

/// The kind of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Model exchange: the importer integrates.
    Exchange,
    /// Co-simulation: the unit integrates.
    CoSimulation,
}

/// The phase of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Created, or reset.
    Made,
    /// In initialization mode.
    Initializing,
    /// Co-simulation between two steps.
    Stepping,
    /// Model exchange at an event.
    Events,
    /// Model exchange between events.
    Continuous,
    /// Ended.
    Terminated,
    /// A call failed.
    Failed,
}

/// A time this much later than the stop time, relative to both, is the stop time: importers add steps up, and compare with 1e-9.
const LATE: f64 = 1e-8;

/// The state of an instance.
#[derive(Clone)]
pub struct Situation {
    pub phase: Phase,
    /// The stop time of the experiment.
    pub stop: Option<f64>,
    /// Values of parameters, in order.
    pub parameters: Vec<f64>,
    /// The parameters that were set since the last step or event, by place: they are named where it fails.
    pub changed: Vec<usize>,
    /// Values of inputs, in order.
    pub inputs: Vec<f64>,
    /// The settings of the importer for the start: indices of variables with values.
    pub starts: Vec<(u32, f64)>,
    /// Whether there are parameters not yet in `tape`, or starts not yet in `point`.
    pub stale: bool,
    /// The mechanism with parameters, inputs and sides.
    pub tape: Tape,
    /// Its parameters.
    pub built: Vec<f64>,
    /// The current point.
    pub point: Point<f64>,
    /// The side of each switching function, in model exchange.
    pub sides: Vec<f64>,
    /// Whether velocities have jumped in this event, which the importer does not know yet.
    pub jumped: bool,
    /// The steps of a co-simulation.
    pub run: Option<Run>,
    /// The results of the last step, under its inputs.
    pub latest: Option<Instant>,
}

/// An instance of a unit.
pub struct Instance {
    pub unit: Unit,
    pub kind: Kind,
    pub now: Situation,
    /// The values at the current point.
    pub known: Option<Known<f64>>,
}

impl Situation {
    pub fn first(unit: &Unit) -> Self {
        let tape = unit.tape.clone();
        let (q, v, y) = tape.initial();
        let sizes = tape.sizes();
        Self {
            phase: Phase::Made,
            stop: None,
            parameters: unit.values(),
            changed: Vec::new(),
            inputs: vec![0.0; sizes.inputs],
            starts: Vec::new(),
            stale: false,
            built: unit.values(),
            tape,
            point: Point { t: 0.0, q, v, y },
            sides: vec![0.0; sizes.sides],
            jumped: false,
            run: None,
            latest: None,
        }
    }
}

impl Instance {
    /// Creates an instance.
    ///
    /// # Errors
    /// A mechanism that does not support model exchange.
    pub fn new(unit: Unit, kind: Kind) -> Result<Self, Fault> {
        if let (Kind::Exchange, Some(reason)) = (kind, unit.not_exchangeable()) {
            return Err(messages::not_exchangeable(&unit.name(), reason));
        }
        let now = Situation::first(&unit);
        Ok(Self { unit, kind, now, known: None })
    }

    /// An error unless the instance is in one of these phases.
    pub fn expect(&self, call: &str, phases: &[Phase]) -> Result<(), Fault> {
        if phases.contains(&self.now.phase) {
            return Ok(());
        }
        Err(messages::phase(call, self.now.phase))
    }

    /// Resets the instance.
    pub fn reset(&mut self) {
        self.now = Situation::first(&self.unit);
        self.known = None;
    }

    /// Sets the start time and, if the experiment has one, the stop time.
    pub fn begin_at(&mut self, time: f64, stop: Option<f64>) -> Result<(), Fault> {
        self.expect("setting up an experiment", &[Phase::Made])?;
        if !time.is_finite() {
            return Err(messages::time("the start time", time));
        }
        if let Some(stop) = stop.filter(|stop| stop.is_nan() || *stop < time) {
            return Err(messages::stop_before_start(time, stop));
        }
        // Drives are elsewhere then.
        self.now.stale |= time != self.now.point.t;
        self.now.point.t = time;
        self.now.stop = stop;
        self.known = None;
        Ok(())
    }

    /// An error if a step ends after the stop time by more than rounding.
    pub fn expect_before_stop(&self, until: f64) -> Result<(), Fault> {
        let Some(stop) = self.now.stop else { return Ok(()) };
        // The time before the step, too: the sum of steps from -1 s to 0 s is rounded by parts of 1 s.
        let size = until.abs().max(stop.abs()).max(self.now.point.t.abs());
        match until - stop > LATE * size {
            true => Err(messages::past_stop(until, stop)),
            false => Ok(()),
        }
    }

    /// Enters initialization mode.
    pub fn initialize(&mut self) -> Result<(), Fault> {
        self.expect("entering initialization mode", &[Phase::Made])?;
        self.now.phase = Phase::Initializing;
        Ok(())
    }

    /// Leaves initialization mode: assembles the mechanism and solves for its accelerations.
    pub fn initialized(&mut self) -> Result<(), Fault> {
        self.expect("leaving initialization mode", &[Phase::Initializing])?;
        self.known()?;
        if self.kind == Kind::Exchange {
            self.choose_sides(false)?;
            self.now.phase = Phase::Events;
        } else {
            self.now.phase = Phase::Stepping;
        }
        Ok(())
    }

    /// Ends the run.
    pub fn terminate(&mut self) -> Result<(), Fault> {
        self.expect("terminating", &[Phase::Stepping, Phase::Events, Phase::Continuous])?;
        self.now.phase = Phase::Terminated;
        Ok(())
    }

    /// Builds the mechanism with the current parameters. Before the run it is assembled with them, at the start time; in a run it continues from its
    /// current state.
    pub fn refresh(&mut self) -> Result<(), Fault> {
        if !self.now.stale {
            return Ok(());
        }
        let (tape, start) = self.rebuilt().map_err(|error| self.blamed(self.of_start(error)))?;
        let now = &mut self.now;
        if let Some(Start { q, v, y, .. }) = start {
            now.point = Point { t: now.point.t, q, v, y };
        }
        now.built.clone_from(&now.parameters);
        (now.tape, now.stale, now.run, now.latest) = (tape, false, None, None);
        self.known = None;
        Ok(())
    }

    /// The mechanism with the current parameters and, before the run, its start.
    fn rebuilt(&self) -> Result<(Tape, Option<Start<Tape>>), Error> {
        let now = &self.now;
        let mut tape = self.unit.with(&now.parameters)?;
        tape.set_inputs(now.inputs.clone());
        tape.hold(&now.sides);
        if !matches!(now.phase, Phase::Made | Phase::Initializing) {
            return Ok((tape, None));
        }
        let ((exact, guessed), time) = (self.unit.starts(&now.starts), now.point.t);
        let start = match now.starts.is_empty() && time == 0.0 {
            true => Start::initial(&tape),
            false => tape.start_near(time, &exact, &guessed)?,
        };
        Ok((tape, Some(start)))
    }

    /// The fault of a mechanism that cannot be built, with the start time if it cannot be assembled there.
    fn of_start(&self, error: Error) -> Fault {
        let time = self.now.point.t;
        let opens = matches!(self.now.phase, Phase::Made | Phase::Initializing) && time != 0.0;
        match error {
            Error::Initial { .. }
            | Error::Assembly { .. }
            | Error::Contradiction { .. }
            | Error::TurnedOver { .. }
                if opens =>
            {
                messages::at_start(error.into(), time)
            }
            error => error.into(),
        }
    }

    /// A fault with the names of the parameters that were set last: they are its probable cause.
    pub fn blamed(&self, fault: impl Into<Fault>) -> Fault {
        let named = |&k: &usize| {
            let variables = &self.unit.layout.variables;
            let variable = variables.iter().find(|variable| variable.role == Role::Parameter(k))?;
            Some((variable.name.as_str(), self.now.parameters[k]))
        };
        let changed: Vec<(&str, f64)> = self.now.changed.iter().filter_map(named).collect();
        messages::with_parameters(fault.into(), &changed)
    }

    /// All values at the current point.
    pub fn known(&mut self) -> Result<&Known<f64>, Fault> {
        self.refresh()?;
        if self.known.is_none() {
            let known = evaluate(&self.now.tape, &self.now.point, None);
            let mut known = known.map_err(|fault| self.blamed(fault))?;
            if self.kind == Kind::CoSimulation && self.now.tape.forces_switch() {
                self.open(&mut known);
            }
            self.known = Some(known);
        }
        // It was just filled.
        self.known.as_ref().ok_or_else(|| Fault::failed("the values are not available"))
    }

    /// The values of variables.
    pub fn get(&mut self, numbers: &[u32], into: &mut [f64]) -> Result<(), Fault> {
        self.refresh()?;
        for (&number, value) in numbers.iter().zip(into) {
            let role = self.unit.layout.role(number).ok_or_else(|| messages::unknown(number, "Real"))?;
            *value = self.value(role)?;
        }
        Ok(())
    }

    fn value(&mut self, role: Role) -> Result<f64, Fault> {
        let now = &self.now;
        match role {
            Role::Time => return Ok(now.point.t),
            Role::Parameter(k) => return Ok(now.parameters[k]),
            Role::Input(k) => return Ok(now.inputs[k]),
            Role::Coordinate(k) => return Ok(now.point.q[k]),
            Role::Velocity(k) => return Ok(now.point.v[k]),
            Role::State(k) => return Ok(now.point.y[k]),
            _ => {}
        }
        if let Some(latest) = &now.latest {
            match role {
                Role::Output(k) => return Ok(latest.outputs[k]),
                Role::Acceleration(k) => return Ok(latest.a[k]),
                Role::Multiplier(k) => return Ok(latest.multipliers[k]),
                _ => {}
            }
        }
        let known = self.known()?;
        known.value(role).ok_or_else(messages::no_value)
    }

    /// Sets parameters, inputs and, before the run, start values: all of them, or none if one cannot be set.
    pub fn set(&mut self, numbers: &[u32], values: &[f64]) -> Result<(), Fault> {
        let before = [Phase::Made, Phase::Initializing, Phase::Stepping, Phase::Events];
        for (&number, &value) in numbers.iter().zip(values) {
            let layout = &self.unit.layout;
            let role = layout.role(number).ok_or_else(|| messages::unknown(number, "Real"))?;
            let name = &layout.variables[number as usize].name;
            if !value.is_finite() {
                return Err(messages::value(name, value));
            }
            match role {
                Role::Parameter(_) => self.expect(&format!("setting the parameter `{name}`"), &before)?,
                Role::Input(_) => {
                    let running = [&before[..], &[Phase::Continuous]].concat();
                    self.expect(&format!("setting the input `{name}`"), &running)?;
                }
                role if self.unit.opening(role).is_some() => {
                    let first = [Phase::Made, Phase::Initializing];
                    self.expect(&format!("setting the initial value `{name}`"), &first)?;
                }
                _ => {
                    return Err(messages::calculated(name));
                }
            }
        }
        for (&number, &value) in numbers.iter().zip(values) {
            match self.unit.layout.role(number) {
                Some(Role::Parameter(k)) if self.now.parameters[k].to_bits() != value.to_bits() => {
                    self.now.parameters[k] = value;
                    self.now.stale = true;
                    if !self.now.changed.contains(&k) {
                        self.now.changed.push(k);
                    }
                }
                Some(Role::Input(k)) if self.now.inputs[k].to_bits() != value.to_bits() => {
                    self.now.inputs[k] = value;
                    self.now.tape.set_inputs(self.now.inputs.clone());
                    self.now.latest = None;
                }
                Some(role) if self.unit.opening(role).is_some() => {
                    self.now.starts.retain(|(other, _)| *other != number);
                    self.now.starts.push((number, value));
                    self.now.stale = true;
                }
                _ => continue,
            }
            self.known = None;
        }
        Ok(())
    }

    /// Sets the state.
    pub fn restore(&mut self, now: Situation) {
        self.now = now;
        self.known = None;
    }
}

impl<T: Real> Known<T> {
    /// The value of a variable that follows from the equations; `None` for others.
    pub fn value(&self, role: Role) -> Option<T> {
        match role {
            Role::CoordinateRate(k) => Some(self.rates[k]),
            Role::Acceleration(k) => Some(self.a[k]),
            Role::StateRate(k) => Some(self.state_rates[k]),
            Role::Output(k) => Some(self.outputs[k]),
            Role::Switch(k) => Some(self.switches[k]),
            Role::Multiplier(k) if k < self.lambda.len() => Some(self.lambda[k]),
            Role::Multiplier(k) => Some(self.psi[k - self.lambda.len()]),
            _ => None,
        }
    }
}
