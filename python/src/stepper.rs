//! A run one step at a time.
//!
//! Invariant: nobody waits for another thread's steps with the global interpreter lock, and many steps are made in turns, between which signals
//! are looked for and other threads may ask for the state.

use crate::analyses::inputs_of;
use crate::arrays::vector;
use crate::failures::{of_error, of_given_state, value};
use crate::inputs::held;
use crate::messages;
use crate::model::Model;
use crate::numbers::whole;
use crate::run::{STEP, find, positive};
use crate::state::{State, names};
use linkwork::stepper::Start;
use linkwork::{Error, Manifold, WithInputs};
use linkwork_jit::Tape;
use linkwork_methods::{Instant, Marching, Method, Variant};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{self, Duration};

/// The default method.
pub const METHOD: &str = "dormand-prince-5";
/// The time of a turn, and that of one for whose end another thread waits.
const TURN: Duration = Duration::from_millis(50);
const SHORT_TURN: Duration = Duration::from_millis(5);
/// The number of steps between looks at the clock.
const OFTEN: u64 = 16;
/// The time between attempts to lock a stepper that another thread uses.
const WAIT: Duration = Duration::from_micros(500);

struct Inner {
    march: Box<dyn Marching>,
    inputs: Vec<f64>,
}

/// Steps of fixed size for control loops: inputs are constant during a step.
///
/// While the inputs do not change, steps have the bits of `simulate`. A change of the inputs is a jump of the forces, after which the method
/// restarts. `stepper.state` and `stepper.time` (in s) are the current state and time.
#[pyclass(frozen, module = "linkwork")]
pub struct Stepper {
    tape: Tape,
    method: &'static Method,
    step: f64,
    inputs: Vec<String>,
    names: Arc<[String]>,
    inner: Mutex<Inner>,
    /// The number of threads that wait for the end of a turn.
    waiting: AtomicUsize,
}

/// A thread that waits.
struct Waits<'a>(&'a AtomicUsize);

impl<'a> Waits<'a> {
    fn among(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[pymethods]
impl Model {
    /// A stepper from the initial state, with steps of `step` seconds (default 1e-3). `inputs` are as for `stepper.step`. Other keywords are
    /// parameters, as for `simulate`.
    ///
    /// The default method differs from that of `simulate`: inputs that change at each step are jumps, after which a Runge–Kutta method
    /// continues without cost. With `method="fifth-degree"`, steps with constant inputs are at least twice as fast, and each change of the inputs
    /// costs a restart.
    #[pyo3(signature = (*, step = STEP, method = METHOD, inputs = None, **parameters))]
    fn stepper(
        &self,
        py: Python<'_>,
        step: f64,
        method: &str,
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Stepper> {
        let method = find(py, method)?;
        positive("step", step)?;
        let mut tape = self.tape_with(py, parameters)?;
        method.check(&tape, &Variant::default()).map_err(value)?;
        let names_of_inputs = inputs_of(&tape);
        let inputs = held(py, &names_of_inputs, inputs, &vec![0.0; names_of_inputs.len()])?;
        tape.set_inputs(inputs.clone());
        let march = begun(py, &tape, method, step)?;
        let (names, inner) = (names(&tape), Mutex::new(Inner { march, inputs }));
        let waiting = AtomicUsize::new(0);
        Ok(Stepper { tape, method, step, inputs: names_of_inputs, names, inner, waiting })
    }
}

/// A run from the initial state, before its first step.
pub fn begun(py: Python<'_>, tape: &Tape, method: &'static Method, step: f64) -> PyResult<Box<dyn Marching>> {
    let march = py.detach(|| (method.begin)(tape, Start::initial(tape), step));
    march.map_err(|error| of_error(py, &error))
}

impl Stepper {
    /// Waits for other threads: without the global interpreter lock only.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A step that failed leaves the state as it was.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same with the global interpreter lock, which is released while another thread makes steps.
    fn at_rest(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        let mut waits = None;
        loop {
            match self.inner.try_lock() {
                Ok(inner) => return Ok(inner),
                Err(TryLockError::Poisoned(inner)) => return Ok(inner.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            waits.get_or_insert_with(|| Waits::among(&self.waiting));
            py.detach(|| std::thread::sleep(WAIT));
            py.check_signals()?;
        }
    }

    fn is_awaited(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Steps with these inputs until none are left, or for the time of a turn; the state after the last one.
    fn turn(&self, inputs: &[f64], left: &mut u64) -> Result<Option<Instant>, Error> {
        let mut inner = self.inner();
        let began = time::Instant::now();
        inner.inputs = inputs.to_vec();
        let Inner { march, inputs } = &mut *inner;
        while *left > 0 {
            march.step(inputs)?;
            *left -= 1;
            if *left > 0 && left.is_multiple_of(OFTEN) {
                let turn = if self.is_awaited() { SHORT_TURN } else { TURN };
                if began.elapsed() >= turn {
                    return Ok(None);
                }
            }
        }
        Ok(Some(march.instant()))
    }
}

#[pymethods]
impl Stepper {
    /// Makes `count` steps with constant inputs: a number for one input, a vector in the order of `model.inputs`, or a mapping by name (other
    /// inputs keep their values). Returns the state at the end.
    ///
    /// Raises SimulationError if a step fails; the state is then that after the last successful step, as after Ctrl-C.
    #[pyo3(signature = (inputs = None, *, count = 1))]
    fn step(&self, py: Python<'_>, inputs: Option<&Bound<'_, PyAny>>, count: i128) -> PyResult<State> {
        let mut left = whole("count", count, 0)?;
        let held_before = self.at_rest(py)?.inputs.clone();
        let values = held(py, &self.inputs, inputs, &held_before)?;
        loop {
            let done = py.detach(|| self.turn(&values, &mut left));
            if let Some(instant) = done.map_err(|error| of_error(py, &error))? {
                return Ok(State::at(instant, self.names.clone()));
            }
            py.check_signals()?;
            if self.is_awaited() {
                // So that others find the stepper unlocked.
                py.detach(|| std::thread::sleep(2 * WAIT));
            }
        }
    }

    /// The current state.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        let instant = self.at_rest(py)?.march.instant();
        Ok(State::at(instant, self.names.clone()))
    }

    /// The current time, in s.
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.at_rest(py)?.march.instant().time)
    }

    /// The current inputs, in the order of `model.inputs`.
    #[getter]
    fn inputs(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        Ok(self.at_rest(py)?.inputs.clone())
    }

    /// Resets to the initial state, or to given coordinates, velocities and states. These must satisfy the constraints, and the norms of
    /// quaternions, to about five digits and are projected onto them. Inputs are reset to zero. Returns the state.
    #[pyo3(signature = (*, q = None, v = None, states = None, time = 0.0))]
    fn reset(
        &self,
        py: Python<'_>,
        q: Option<&Bound<'_, PyAny>>,
        v: Option<&Bound<'_, PyAny>>,
        states: Option<&Bound<'_, PyAny>>,
        time: f64,
    ) -> PyResult<State> {
        let mut tape = self.tape.clone();
        let inputs = vec![0.0; self.inputs.len()];
        tape.set_inputs(inputs.clone());
        if !time.is_finite() {
            return Err(value(messages::finite("time", time)));
        }
        let mut start = Start::initial(&tape);
        start.t = time;
        for (given, what, to) in
            [(q, "q", &mut start.q), (v, "v", &mut start.v), (states, "states", &mut start.y)]
        {
            if let Some(given) = given {
                to.copy_from_slice(&vector(given, what, to.len())?);
            }
        }
        tape.normalise("q", start.q.as_mut_slice()).map_err(|error| of_error(py, &error))?;
        // Angles of joints may be counted through turns.
        tape.wind(&mut start.q);
        let march = py.detach(|| (self.method.begin)(&tape, start, self.step));
        let march = march.map_err(|error| of_given_state(py, &error))?;
        let instant = march.instant();
        *self.at_rest(py)? = Inner { march, inputs };
        Ok(State::at(instant, self.names.clone()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<linkwork.Stepper {} at {} s>", self.method.name, linkwork::Clock(self.time(py)?)))
    }
}
