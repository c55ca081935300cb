//! One instant of a motion.

use crate::failures::unknown;
use linkwork::{Assemble, Described, Named};
use linkwork_jit::Tape;
use linkwork_methods::Instant;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;

/// A complete state: time in s, and all other quantities in SI units, by name (`state["theta"]`) or as vectors.
#[pyclass(frozen, module = "linkwork")]
pub struct State {
    pub instant: Instant,
    names: Arc<[String]>,
}

/// The names of all numbers of a state, in the order of q, v, y and outputs.
pub fn names(tape: &Tape) -> Arc<[String]> {
    let (names, (q, ..)) = (tape.names(), tape.initial());
    // A configuration that is a manifold (quaternions) has more numbers than there are names.
    let configuration: Vec<String> = match names.coordinates.len() == q.len() {
        true => names.coordinates.iter().map(|named| named.name.to_string()).collect(),
        false => (0..q.len()).map(|i| format!("configuration[{i}]")).collect(),
    };
    let rest = [&names.velocities, &names.states, &names.outputs];
    let rest = rest.iter().flat_map(|list| list.iter()).map(|named: &Named| named.name.to_string());
    configuration.into_iter().chain(rest).collect()
}

impl State {
    /// A state of an analysis.
    pub fn of(tape: &Tape, state: &linkwork::solution::State<Tape>) -> Self {
        Self::at(Instant::of(tape, state), names(tape))
    }

    /// An instant with its names.
    pub fn at(instant: Instant, names: Arc<[String]>) -> Self {
        Self { instant, names }
    }

    /// q, v, y and outputs.
    fn values(&self) -> Vec<f64> {
        let Instant { q, v, y, outputs, .. } = &self.instant;
        [q.as_slice(), v, y, outputs].concat()
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
        let found = found.and_then(|at| self.values().get(at).copied());
        found.ok_or_else(|| unknown(py, "quantity", name, self.names.iter().map(String::as_str)))
    }

    /// The names for `state[name]`.
    fn keys(&self) -> Vec<String> {
        self.names.to_vec()
    }

    fn __repr__(&self) -> String {
        let rows = self.names.iter().zip(self.values());
        let rows: Vec<String> = rows.map(|(name, value)| format!("{name} = {value}")).collect();
        format!("<linkwork.State at {} s: {}>", linkwork::Clock(self.instant.time), rows.join(", "))
    }
}
