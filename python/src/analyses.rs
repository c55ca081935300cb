//! Equilibria.

use crate::failures::{of_error, warn};
use crate::messages;
use crate::model::Model;
use crate::state::State;
use linkwork::analysis::{Analyse, Stability};
use linkwork::solution::State as Complete;
use linkwork::{Error, WithInputs};
use linkwork_descriptions::omissions;
use linkwork_jit::Tape;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An equilibrium of a mechanism.
#[pyclass(frozen, get_all, module = "linkwork")]
pub struct Equilibrium {
    /// The state at the equilibrium, with its multipliers.
    state: Py<State>,
    /// "stable", "neutral" (some displacement meets no restoring force), "unstable", or "undecided" (forces, stiffness or damping jump there).
    stability: &'static str,
    /// The largest force that is not in balance.
    residual: f64,
    /// The number of iterations.
    iterations: usize,
    /// Stiffness over mass of each degree of freedom: ω² in 1/s². Empty if forces have no potential, or constraints are nonholonomic.
    stiffness: Vec<f64>,
    /// The names of the independent coordinates.
    freedoms: Vec<String>,
}

#[pymethods]
impl Equilibrium {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let state: String = self.state.bind(py).repr()?.extract()?;
        Ok(format!("<linkwork.Equilibrium, {}: {state}>", self.stability))
    }
}

/// The mechanism and the state of an analysis.
pub fn about(
    model: &Model,
    py: Python<'_>,
    about: &str,
    inputs: Option<&Bound<'_, PyAny>>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Tape, Complete<Tape>)> {
    let tape = prepared(model, py, inputs, parameters)?;
    let state = py.detach(|| match about {
        "equilibrium" => Some(tape.equilibrium().map(|found| found.state)),
        "start" => Some(tape.initial_state()),
        _ => None,
    });
    let state = state.ok_or_else(|| crate::failures::value(messages::about(about)))?;
    let state: Result<Complete<Tape>, Error> = state;
    let state = state.map_err(|error| of_error(py, &error))?;
    warn_of_omissions(py, &tape, &state)?;
    Ok((tape, state))
}

/// Warns of what the analysis of a state leaves out.
fn warn_of_omissions(py: Python<'_>, tape: &Tape, state: &Complete<Tape>) -> PyResult<()> {
    omissions(tape, state).iter().try_for_each(|omission| warn(py, "AnalysisWarning", omission))
}

/// The mechanism with these parameters and inputs.
pub fn prepared(
    model: &Model,
    py: Python<'_>,
    inputs: Option<&Bound<'_, PyAny>>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tape> {
    let mut tape = model.tape_with(py, parameters)?;
    if inputs.is_none() {
        // As it was built: zero.
        return Ok(tape);
    }
    let names = inputs_of(&tape);
    let inputs = crate::inputs::held(py, &names, inputs, &vec![0.0; names.len()])?;
    tape.set_inputs(inputs);
    Ok(tape)
}

/// The names of the inputs of a mechanism.
pub fn inputs_of(tape: &Tape) -> Vec<String> {
    tape.program().inputs.iter().map(|named| named.name.to_string()).collect()
}

#[pymethods]
impl Model {
    /// The equilibrium near the initial state, with constant inputs: a number for one input, a vector in the order of `model.inputs`, or a
    /// mapping by name. Other keywords are parameters, as for `simulate`. What it leaves out (the time in the equations, which is held at its
    /// start, and friction that sticks) is an AnalysisWarning.
    ///
    /// Raises SimulationError if there is none.
    #[pyo3(signature = (*, inputs = None, **parameters))]
    fn equilibrium(
        &self,
        py: Python<'_>,
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Equilibrium> {
        let tape = prepared(self, py, inputs, parameters)?;
        let found = py.detach(|| tape.equilibrium()).map_err(|error| of_error(py, &error))?;
        warn_of_omissions(py, &tape, &found.state)?;
        Ok(Equilibrium {
            state: Py::new(py, State::of(&tape, &found.state))?,
            stability: match found.stability {
                Stability::Stable => "stable",
                Stability::Neutral => "neutral",
                Stability::Unstable => "unstable",
                Stability::Undecided => "undecided",
            },
            residual: found.residual,
            iterations: found.iterations,
            freedoms: found.independent_names().iter().map(|named| named.name.to_string()).collect(),
            stiffness: found.stiffness,
        })
    }
}
