//! Linearisations and modes.
//!
//! ```text
//! x' = A x + B u,   z = C x + D u        x: independent displacements, velocities, first-order states; z: outputs      (1)
//! ```

use crate::analyses::about as about_state;
use crate::failures::of_error;
use crate::model::Model;
use crate::state::State;
use linkwork::analysis::{Analyse, Complex, DMatrix, Linearization as Linear};
use linkwork::{Error, Named};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The equations of motion about a state: x' = A x + B u, z = C x + D u.
#[pyclass(frozen, module = "linkwork")]
pub struct Linearization {
    found: Linear,
    about: Py<State>,
    steady: bool,
    turns: bool,
}

fn array<'py>(py: Python<'py>, matrix: &DMatrix<f64>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows: Vec<f64> = matrix.row_iter().flat_map(|row| row.iter().copied().collect::<Vec<_>>()).collect();
    PyArray1::from_vec(py, rows).reshape([matrix.nrows(), matrix.ncols()])
}

fn names(all: &[Named]) -> Vec<String> {
    all.iter().map(|named| named.name.to_string()).collect()
}

#[pymethods]
impl Linearization {
    /// A, n × n.
    #[getter(A)]
    fn system<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.system)
    }

    /// B, n × inputs.
    #[getter(B)]
    fn input<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.input)
    }

    /// C, outputs × n.
    #[getter(C)]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.output)
    }

    /// D, outputs × inputs.
    #[getter(D)]
    fn feedthrough<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.feedthrough)
    }

    /// The reduced mass matrix of the independent displacements.
    #[getter]
    fn mass<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.reduced_mass)
    }

    /// The reduced damping matrix.
    #[getter]
    fn damping<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.reduced_damping)
    }

    /// The reduced stiffness matrix.
    #[getter]
    fn stiffness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.found.reduced_stiffness)
    }

    /// The names of the states x.
    #[getter]
    fn states(&self) -> Vec<String> {
        names(&self.found.state_names())
    }

    /// The names of the inputs u.
    #[getter]
    fn inputs(&self) -> Vec<String> {
        names(&self.found.input_names())
    }

    /// The names of the outputs z.
    #[getter]
    fn outputs(&self) -> Vec<String> {
        names(&self.found.output_names())
    }

    /// The SI units of x, u and z by name.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        let all = [self.found.state_names(), self.found.input_names(), self.found.output_names()];
        for named in all.iter().flatten() {
            units.set_item(&*named.name, &*named.unit)?;
        }
        Ok(units)
    }

    /// The state of the linearisation.
    #[getter]
    fn about(&self, py: Python<'_>) -> Py<State> {
        self.about.clone_ref(py)
    }

    /// Whether the state is an equilibrium or a steady motion of the equations, with the time held where they depend on it. At other states,
    /// the eigenvalues are those of the equations frozen in time, and depend on the coordinates.
    #[getter]
    fn steady(&self) -> bool {
        self.steady
    }

    /// Whether displacements are in axes that rotate with a steady motion.
    #[getter]
    fn turns(&self) -> bool {
        self.turns
    }

    /// Unpacks as (A, B, C, D): `control.ss(*model.linearize())`.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = [self.system(py)?, self.input(py)?, self.output(py)?, self.feedthrough(py)?];
        Ok(PyTuple::new(py, all)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let (n, m) = (self.found.input.shape(), self.found.output.nrows());
        format!("<linkwork.Linearization: {} states, {} inputs, {m} outputs>", n.0, n.1)
    }
}

/// Natural frequencies, damping ratios and mode shapes.
#[pyclass(frozen, module = "linkwork")]
pub struct Modes {
    found: linkwork::analysis::Modes,
    steady: bool,
}

#[pymethods]
impl Modes {
    /// Natural frequencies, in Hz.
    #[getter]
    fn frequencies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.found.modes.iter().map(|mode| mode.frequency()))
    }

    /// Damping ratios.
    #[getter]
    fn damping_ratios<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.found.modes.iter().map(|mode| mode.damping_ratio()))
    }

    /// Eigenvalues, in 1/s; of each conjugate pair the one with positive imaginary part.
    #[getter]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<Complex<f64>>> {
        PyArray1::from_iter(py, self.found.modes.iter().map(|mode| mode.eigenvalue))
    }

    /// Mode shapes: a row for each mode, with complex displacements in the order of `displacements`.
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<Complex<f64>>>> {
        let all = self.found.modes.iter().flat_map(|mode| mode.shape.iter().copied());
        PyArray1::from_iter(py, all).reshape([self.found.modes.len(), self.found.displacements.len()])
    }

    /// The names of the displacements.
    #[getter]
    fn displacements(&self) -> Vec<String> {
        names(&self.found.displacements)
    }

    /// Whether the state is an equilibrium or a steady motion, with the time held where the equations depend on it.
    #[getter]
    fn steady(&self) -> bool {
        self.steady
    }

    fn __len__(&self) -> usize {
        self.found.modes.len()
    }

    fn __repr__(&self) -> String {
        let all: Vec<String> =
            self.found.modes.iter().map(|mode| format!("{:.6} Hz", mode.frequency())).collect();
        format!("<linkwork.Modes: {}>", all.join(", "))
    }
}

#[pymethods]
impl Model {
    /// The equations of motion linearised about the equilibrium near the initial state (`about="equilibrium"`) or about the initial state
    /// (`about="start"`), with constant inputs as for `equilibrium`. Other keywords are parameters, as for `simulate`. Derivatives are exact.
    /// What it leaves out is an AnalysisWarning, as for `equilibrium`.
    #[pyo3(signature = (*, about = "equilibrium", inputs = None, **parameters))]
    fn linearize(
        &self,
        py: Python<'_>,
        about: &str,
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Linearization> {
        let (tape, state) = about_state(self, py, about, inputs, parameters)?;
        let found = py.detach(|| {
            let motion = tape.steady_motion(&state)?;
            let found = tape.linearize_inputs(&state)?.turning_with(&motion);
            Ok::<_, Error>((found, motion.is_steady(), motion.turns()))
        });
        let (found, steady, turns) = found.map_err(|error| of_error(py, &error))?;
        let about = Py::new(py, State::of(&tape, &state))?;
        Ok(Linearization { found, about, steady, turns })
    }

    /// The modes about a state; `about`, `inputs` and other keywords are as for `linearize`.
    #[pyo3(signature = (*, about = "equilibrium", inputs = None, **parameters))]
    fn modes(
        &self,
        py: Python<'_>,
        about: &str,
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Modes> {
        let (tape, state) = about_state(self, py, about, inputs, parameters)?;
        let found = py.detach(|| {
            let motion = tape.steady_motion(&state)?;
            let modes = tape.linearize(&state)?.turning_with(&motion).modes()?;
            Ok::<_, Error>(Modes { found: modes, steady: motion.is_steady() })
        });
        found.map_err(|error| of_error(py, &error))
    }
}
