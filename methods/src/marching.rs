//! A run one step at a time, with inputs that may change between steps, for control loops.
//!
//! Inputs are held from one step to the next. A step with the inputs of the step before it is the step of a simulation, to the
//! last bit: the method keeps its history. Inputs that change are a discontinuity of the forces: the method restarts
//! at the state, so that its order is kept.
//!
//! Invariant: the state is complete (accelerations, multipliers and outputs belong to it) under the inputs of the step that
//! led to it; the first one is that of a run that starts there. A step that fails does not change it. Mechanisms whose forces switch (friction that sticks, stops, contacts) are simulated
//! from step to step, so that no step goes across a switch.

use super::erased::{Erased, Workspace};
use super::kinds_of_rows::Runner;
use linkwork::analysis::Analyse;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::snapshot::{Snapshot, Transfer};
use linkwork::solution::State;
use linkwork::stepper::{Start, StepFailure, Stepper};
use linkwork::{Assemble, Described, Error, Evaluate, Row, StepError, Vector, WithInputs};
use linkwork_jit::Tape;
use linkwork_tape::Kind;

/// A complete state at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// Time, in s.
    pub time: f64,
    /// Configuration.
    pub q: Vec<f64>,
    /// Velocity.
    pub v: Vec<f64>,
    /// Acceleration.
    pub a: Vec<f64>,
    /// Multipliers of the holonomic constraints, then of the nonholonomic ones.
    pub multipliers: Vec<f64>,
    /// First-order states.
    pub y: Vec<f64>,
    /// Outputs.
    pub outputs: Vec<f64>,
}

impl Instant {
    /// Of a state, with its outputs.
    pub fn of<K: Kind>(tape: &Tape<K>, state: &State<Tape<K>>) -> Self {
        let State { t, q, v, a, lambda, psi, y } = state;
        let mut at = tape.position_cache();
        tape.place(&tape.now(*t), q, &mut at);
        let mut outputs = Vector::zeros(tape.sizes().outputs);
        tape.outputs(&at, v, y, a, (lambda, psi), &mut outputs);
        Self {
            time: *t,
            q: q.as_slice().to_vec(),
            v: v.as_slice().to_vec(),
            a: a.as_slice().to_vec(),
            multipliers: [lambda.as_slice(), psi.as_slice()].concat(),
            y: y.as_slice().to_vec(),
            outputs: outputs.as_slice().to_vec(),
        }
    }
}

/// A run that advances step by step on demand.
pub trait Marching: Send {
    /// The current state.
    fn instant(&self) -> Instant;

    /// Makes a step with these inputs.
    ///
    /// # Errors
    /// A failed step.
    fn step(&mut self, inputs: &[f64]) -> Result<(), Error>;

    /// A copy of the run, including the history of the method.
    fn copied(&self) -> Box<dyn Marching>;

    /// Everything that determines how it continues.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a method without snapshots.
    fn snapshot(&self) -> Result<Snapshot, Error>;

    /// Continues from a snapshot of such a run: the same mechanism, method and step size. Inputs are those of the snapshot.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if it is a snapshot of something else; the run is then unchanged.
    fn resume(&mut self, from: &Snapshot) -> Result<(), Error>;
}

#[derive(Clone)]
pub(super) struct March {
    tape: Runner,
    method: Erased<Runner>,
    step: f64,
    begin: f64,
    count: u64,
    state: State<Runner>,
    inputs: Vec<f64>,
    /// Whether forces switch.
    switches: bool,
    /// The method, prepared for the next step under the current inputs.
    ahead: Option<Ahead>,
}

/// A run of the method under inputs that are held.
#[derive(Clone)]
struct Ahead {
    /// The state at which the method started.
    start: Start<Runner>,
    workspace: Workspace<Runner>,
    /// Whether the workspace holds an attempt of the next step; otherwise it has been committed.
    attempted: bool,
}

impl March {
    /// Begins at this state, in steps of this size.
    pub(super) fn begin(
        tape: Runner,
        method: Erased<Runner>,
        start: Start<Tape>,
        step: f64,
    ) -> Result<Self, Error> {
        if !(step.is_finite() && step > 0.0) {
            let reason = "a step size must be positive and finite".to_owned();
            return Err(Error::Setting { what: "step", value: format!("{step:?}"), reason });
        }
        let Start { t, q, v, y } = start;
        let start = consistent(&tape, &method, Start { t, q, v, y }, step)?;
        let switches = tape.forces_switch();
        let (state, ahead) = if switches {
            (opened(&tape, &method, &start, step)?, None)
        } else {
            let ahead = started(&tape, &method, &start, step)
                .map_err(|failure| failed(&tape, &method, (t, step, 0), failure))?;
            let mut state = State::from(&method.sample(&ahead.workspace));
            state.t = t;
            (state, Some(ahead))
        };
        let inputs = tape.inputs();
        Ok(Self { tape, method, step, begin: t, count: 0, state, inputs, switches, ahead })
    }

    fn start(&self) -> Start<Runner> {
        let State { t, q, v, y, .. } = &self.state;
        Start { t: *t, q: q.clone(), v: v.clone(), y: y.clone() }
    }

    /// One step of the method; a workspace that failed is lost, and the next step restarts.
    fn stepped(&mut self, time: f64) -> Result<(), StepFailure> {
        let mut ahead = match self.ahead.take() {
            Some(ahead) => ahead,
            None => started(&self.tape, &self.method, &self.start(), self.step)?,
        };
        if ahead.attempted {
            self.method.commit(&self.tape, &mut ahead.workspace);
        }
        self.method.attempt(&self.tape, self.step, &mut ahead.workspace)?;
        ahead.attempted = true;
        self.state = State::from(&self.method.sample(&ahead.workspace));
        self.state.t = time;
        self.ahead = Some(ahead);
        Ok(())
    }

    /// A run of one step, from switch to switch.
    fn simulated(&self, time: f64) -> Result<State<Runner>, Error> {
        let run = self.tape.simulate().method(self.method.clone()).from(self.start());
        let solution = run.step(self.step).until(time).output(Sampling::Ends).run()?;
        Ok(solution.last().clone())
    }
}

impl Marching for March {
    fn instant(&self) -> Instant {
        Instant::of(&self.tape, &self.state)
    }

    fn step(&mut self, inputs: &[f64]) -> Result<(), Error> {
        if self.inputs != inputs {
            self.tape.set_inputs(inputs.to_vec());
            self.inputs = self.tape.inputs();
            self.ahead = None;
        }
        let (from, time) = (self.state.t, self.begin + (self.count + 1) as f64 * self.step);
        if self.switches {
            self.state = self.simulated(time)?;
        } else {
            let number = self.count;
            self.stepped(time)
                .map_err(|failure| failed(&self.tape, &self.method, (from, self.step, number), failure))?;
        }
        self.count += 1;
        Ok(())
    }

    fn copied(&self) -> Box<dyn Marching> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Result<Snapshot, Error> {
        let mut kept = self.clone();
        // Between steps, the state determines all further steps.
        if let Some(ahead) = kept.ahead.as_mut().filter(|ahead| ahead.attempted) {
            self.method.commit(&self.tape, &mut ahead.workspace);
        }
        let mut body = Vec::new();
        let mut over = Transfer::writing(&mut body);
        over.numbers(&mut kept.inputs)?;
        kept.transfer(&mut over)?;
        Ok(self.identified(body))
    }

    fn resume(&mut self, from: &Snapshot) -> Result<(), Error> {
        from.check_run(&self.identified(Vec::new()))?;
        let mut next = self.clone();
        let mut over = Transfer::reading(from.body());
        over.numbers(&mut next.inputs)?;
        next.tape.set_inputs(next.inputs.clone());
        next.transfer(&mut over)?;
        over.end()?;
        *self = next;
        Ok(())
    }
}

impl March {
    /// The identity of a run without inputs, since these change from step to step.
    fn identified(&self, body: Vec<u8>) -> Snapshot {
        let mut still = self.tape.clone();
        still.set_inputs(vec![0.0; self.inputs.len()]);
        Snapshot::of_run(&still, &self.method, body).with("the size of the steps", format!("{:?}", self.step))
    }

    /// The data after the inputs in a snapshot.
    fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), Error> {
        over.number(&mut self.begin)?;
        over.word(&mut self.count)?;
        self.state.transfer(over)?;
        let mut has_begun = self.ahead.is_some();
        over.flag(&mut has_begun)?;
        if !has_begun {
            self.ahead = None;
            return Ok(());
        }
        let mut start = self.ahead.as_ref().map_or_else(|| self.start(), |ahead| ahead.start.clone());
        start.transfer(over)?;
        if over.is_reading() {
            let (t, step) = (start.t, self.step);
            let workspace = self.method.start(&self.tape, &start, step);
            let workspace =
                workspace.map_err(|failure| failed(&self.tape, &self.method, (t, step, 0), failure))?;
            self.ahead = Some(Ahead { start, workspace, attempted: false });
        }
        if let Some(ahead) = &mut self.ahead {
            self.method.transfer(&self.tape, &mut ahead.workspace, over)?;
        }
        Ok(())
    }
}

/// The state on the constraints nearest to a given one, at which a run from there starts. The assembled state is returned unchanged.
fn consistent(
    tape: &Runner,
    method: &Erased<Runner>,
    start: Start<Runner>,
    step: f64,
) -> Result<Start<Runner>, Error> {
    let (q, v, y) = tape.initial();
    if start.t == 0.0 && (&start.q, &start.v, &start.y) == (&q, &v, &y) {
        return Ok(start);
    }
    let time = start.t;
    let run = tape.simulate().method(method.clone()).from(start);
    let solution = run.step(step).until(time + step).output(Sampling::Ends).run()?;
    let State { t, q, v, y, .. } = solution.first().clone();
    Ok(Start { t, q, v, y })
}

/// The complete state with which a run starts: friction sticks, and a switching function that is zero has the side to which it departs. Where no step can be made, all
/// forces are those of the state alone; the first step then says why.
fn opened(
    tape: &Runner,
    method: &Erased<Runner>,
    start: &Start<Runner>,
    step: f64,
) -> Result<State<Runner>, Error> {
    let mut state = tape.motion(start)?;
    let run = tape.simulate().method(method.clone()).from(start.clone());
    if let Ok(solution) = run.step(step).until(start.t + step).output(Sampling::Ends).run() {
        let State { a, lambda, psi, .. } = solution.first().clone();
        (state.a, state.lambda, state.psi) = (a, lambda, psi);
    }
    Ok(state)
}

/// A workspace with an attempt of its first step.
fn started(
    tape: &Runner,
    method: &Erased<Runner>,
    from: &Start<Runner>,
    step: f64,
) -> Result<Ahead, StepFailure> {
    let mut workspace = method.start(tape, from, step)?;
    method.attempt(tape, step, &mut workspace)?;
    Ok(Ahead { start: from.clone(), workspace, attempted: true })
}

fn failed(
    tape: &Runner,
    method: &Erased<Runner>,
    (time, step, number): (f64, f64, u64),
    failure: StepFailure,
) -> Error {
    let row = Row::of_failure(tape, &failure);
    Error::Step(Box::new(StepError { method: method.name(), time, step, number, failure, row, stiff: None }))
}
