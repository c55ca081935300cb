//! One instant of a motion.

use crate::failures::{of_error, unknown};
use crate::model::Model;
use crate::run::{STEP, find};
use crate::stepper::{METHOD, begun};
use linkwork::analysis::Analyse;
use linkwork::{Assemble, Described, Named};
use linkwork_jit::Tape;
use linkwork_methods::Instant;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A complete state: time in s, and all other quantities in SI units, by name or as vectors. Names are those of the columns of a solution:
/// `state["theta"]`, `state["der(theta)"]`, `state["der(der(theta))"]`, `state["multiplier(rod)"]`, `state["time"]`.
#[pyclass(frozen, module = "linkwork")]
pub struct State {
    pub instant: Instant,
    names: Arc<[String]>,
}

#[pymethods]
impl Model {
    /// The assembled state at t = 0 s, with its accelerations, multipliers and outputs: where forces switch, those with which a run begins (friction
    /// that sticks holds).
    ///
    /// Raises SimulationError if the mechanism cannot be assembled.
    #[getter]
    fn initial_state(&self, py: Python<'_>) -> PyResult<State> {
        let tape = self.tape(py)?;
        if tape.forces_switch() {
            let march = begun(py, &tape, find(py, METHOD)?, STEP)?;
            return Ok(State::at(march.instant(), names(&tape)));
        }
        let state = tape.initial_state().map_err(|error| of_error(py, &error))?;
        Ok(State::of(&tape, &state))
    }
}

/// The names of all numbers of a state, in the order of q, v, y, outputs, a, multipliers and time.
pub fn names(tape: &Tape) -> Arc<[String]> {
    let (names, (q, ..)) = (tape.names(), tape.initial());
    // A configuration that is a manifold (quaternions) has more numbers than there are names.
    let configuration: Vec<String> = match names.coordinates.len() == q.len() {
        true => names.coordinates.iter().map(|named| named.name.to_string()).collect(),
        false => (0..q.len()).map(|i| format!("configuration[{i}]")).collect(),
    };
    let rest = [&names.velocities, &names.states, &names.outputs];
    let rest = rest.iter().flat_map(|list| list.iter()).map(|named: &Named| named.name.to_string());
    let accelerations = names.velocities.iter().map(|named| format!("der({})", named.name));
    let constraints = names.holonomic.iter().chain(names.nonholonomic.iter());
    let multipliers = constraints.map(|named| format!("multiplier({})", named.name));
    let all = configuration.into_iter().chain(rest).chain(accelerations).chain(multipliers);
    all.chain([TIME.to_owned()]).collect()
}

/// The name of the time.
pub const TIME: &str = "time";

impl State {
    /// A state of an analysis.
    pub fn of(tape: &Tape, state: &linkwork::solution::State<Tape>) -> Self {
        Self::at(Instant::of(tape, state), names(tape))
    }

    /// An instant with its names.
    pub fn at(instant: Instant, names: Arc<[String]>) -> Self {
        Self { instant, names }
    }

    /// q, v, y, outputs, a, multipliers and time.
    fn values(&self) -> impl Iterator<Item = f64> {
        let Instant { time, q, v, a, multipliers, y, outputs } = &self.instant;
        [q, v, y, outputs, a, multipliers].into_iter().flatten().copied().chain([*time])
    }
}

#[pymethods]
impl State {
    /// Time, in s.
    #[getter]
    fn time(&self) -> f64 {
        self.instant.time
    }

    /// Coordinates.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.q)
    }

    /// Velocities.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.v)
    }

    /// Accelerations.
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.a)
    }

    /// Multipliers of the constraints, holonomic ones first.
    #[getter]
    fn multipliers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.multipliers)
    }

    /// First-order states.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.y)
    }

    /// Outputs.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.instant.outputs)
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<f64> {
        let found = self.names.iter().position(|known| known == name);
        let found = found.and_then(|at| self.values().nth(at));
        found.ok_or_else(|| unknown(py, "quantity", name, self.names.iter().map(String::as_str)))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.names.contains(&name))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyTuple::new(py, self.names.iter())?.try_iter()?.into_any())
    }

    /// The names for `state[name]`: coordinates, velocities, first-order states, outputs, accelerations, multipliers, time.
    fn keys(&self) -> Vec<String> {
        self.names.to_vec()
    }

    fn __repr__(&self) -> String {
        let Instant { q, v, y, outputs, .. } = &self.instant;
        let shown = q.len() + v.len() + y.len() + outputs.len();
        let rows = self.names.iter().zip(self.values()).take(shown);
        let rows: Vec<String> = rows.map(|(name, value)| format!("{name} = {value}")).collect();
        format!("<linkwork.State at {} s: {}>", linkwork::Clock(self.instant.time), rows.join(", "))
    }
}
