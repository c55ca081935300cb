//! A run one step at a time.

use crate::arrays::vector;
use crate::failures::{of_error, value};
use crate::inputs::held;
use crate::model::Model;
use crate::run::{STEP, find, positive};
use crate::state::{State, names};
use linkwork::stepper::Start;
use linkwork::{Manifold, WithInputs};
use linkwork_jit::Tape;
use linkwork_methods::{Marching, Method, Variant};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
}

#[pymethods]
impl Model {
    /// A stepper from the initial state, with steps of `step` seconds; other keywords are parameters.
    ///
    /// The default method differs from that of `simulate`: inputs that change at each step are jumps, after which a Runge–Kutta method
    /// continues without cost. With `method="fifth-degree"`, steps with constant inputs are at least twice as fast, and each change of the inputs
    /// costs a restart.
    #[pyo3(signature = (*, step = STEP, method = "dormand-prince-5", inputs = None, **parameters))]
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
        let names_of_inputs: Vec<String> =
            tape.program().inputs.iter().map(|named| named.name.clone()).collect();
        let inputs = held(py, &names_of_inputs, inputs, &vec![0.0; names_of_inputs.len()])?;
        tape.set_inputs(inputs.clone());
        let march = begun(py, method, &tape, Start::initial(&tape), step)?;
        let (names, inner) = (names(&tape), Mutex::new(Inner { march, inputs }));
        Ok(Stepper { tape, method, step, inputs: names_of_inputs, names, inner })
    }
}

fn begun(
    py: Python<'_>,
    method: &Method,
    tape: &Tape,
    start: Start<Tape>,
    step: f64,
) -> PyResult<Box<dyn Marching>> {
    py.detach(|| (method.begin)(tape, start, step)).map_err(|error| of_error(py, &error))
}

impl Stepper {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A step that failed leaves the state as it was.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Stepper {
    /// Makes `count` steps with constant inputs: a number for one input, a vector in the order of `model.inputs`, or a mapping by name (other
    /// inputs keep their values). Returns the state at the end.
    ///
    /// Raises SimulationError if a step fails; the state is then that after the last successful step.
    #[pyo3(signature = (inputs = None, *, count = 1))]
    fn step(&self, py: Python<'_>, inputs: Option<&Bound<'_, PyAny>>, count: u64) -> PyResult<State> {
        let values = {
            let held_before = self.inner().inputs.clone();
            held(py, &self.inputs, inputs, &held_before)?
        };
        let done = py.detach(|| {
            let mut inner = self.inner();
            inner.inputs = values;
            let Inner { march, inputs } = &mut *inner;
            (0..count).try_for_each(|_| march.step(inputs)).map(|()| march.instant())
        });
        let instant = done.map_err(|error| of_error(py, &error))?;
        Ok(State::at(instant, self.names.clone()))
    }

    /// The current state.
    #[getter]
    fn state(&self) -> State {
        State::at(self.inner().march.instant(), self.names.clone())
    }

    /// The current time, in s.
    #[getter]
    fn time(&self) -> f64 {
        self.inner().march.instant().time
    }

    /// The current inputs, in the order of `model.inputs`.
    #[getter]
    fn inputs(&self) -> Vec<f64> {
        self.inner().inputs.clone()
    }

    /// Resets to the initial state, or to given coordinates, velocities and states. These must satisfy the constraints to about five digits and
    /// are projected onto them. Inputs are reset to zero. Returns the state.
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
        let mut start = Start::initial(&tape);
        start.t = time;
        for (given, what, to) in
            [(q, "q", &mut start.q), (v, "v", &mut start.v), (states, "states", &mut start.y)]
        {
            if let Some(given) = given {
                to.copy_from_slice(&vector(given, what, to.len())?);
            }
        }
        // Angles of joints may be counted through turns.
        tape.wind(&mut start.q);
        let march = begun(py, self.method, &tape, start, self.step)?;
        let mut inner = self.inner();
        *inner = Inner { march, inputs };
        Ok(State::at(inner.march.instant(), self.names.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<linkwork.Stepper {} at {} s>", self.method.name, linkwork::Clock(self.time()))
    }
}
