//! `model.sensitivity(…)`: exact derivatives of a run.

use crate::failures::{of_error, unknown, value, warn};
use crate::inputs::{Drive, Grid};
use crate::interrupt::listening;
use crate::messages;
use crate::model::Model;
use crate::run::{STEP, positive};
use linkwork::Clock;
use linkwork_sensitivity::adjoint::gradients;
use linkwork_sensitivity::{Inputs, Method, Quantity, Request, Sensitivities, sensitivities};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// Times of switches that a warning names.
const NAMED: usize = 5;

/// Quantities of a run with their exact derivatives by parameters and initial values, in SI units.
#[pyclass(frozen, module = "linkwork")]
pub struct Sensitivity {
    found: Sensitivities,
    /// Of adjoints: how far they are from a derivative forward.
    apart: Option<f64>,
}

/// One text, or several.
pub fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match given.cast::<PyString>() {
        Ok(text) => Ok(vec![text.to_string()]),
        Err(_) => given.try_iter()?.map(|text| text?.extract()).collect(),
    }
}

/// Formulas are read once, before the runs: what is varied must not be in them.
pub fn refuse_formulas(drive: &Drive, names: &[String], what: &str) -> PyResult<()> {
    let part = |letter: char| letter.is_alphanumeric() || "_.[]".contains(letter);
    for (input, formula) in drive.texts() {
        let name = names.iter().find(|name| formula.split(|letter| !part(letter)).any(|word| word == *name));
        if let Some(name) = name {
            return Err(value(messages::formula(input, name, what)));
        }
    }
    Ok(())
}

#[pymethods]
impl Model {
    /// How much quantities of a run change with parameters and initial values, exactly.
    ///
    /// `of` has quantities, each at a time in s ("piston at 1"), one or a list; `by` has names of parameters, and of coordinates, rates
    /// ("der(angle)") and states that `initial` gives. Methods are "fifth-degree", "generalized-alpha", "runge-kutta-4" and "dormand-prince-8",
    /// with steps of `step` seconds. Inputs are as for `simulate`, without derivatives; other keywords are parameters. There is a run in dual
    /// numbers for each name in `by`, on all cores. With `adjoint` there is one way forward and one backward for each quantity instead, whatever
    /// is in `by`; friction that sticks, and runs in which forces pass from one piece to another, have no adjoint.
    ///
    /// Warns where forces pass from one piece to another: behind that derivatives leave out that the instant moves. Ctrl-C ends it.
    #[pyo3(signature = (of, by, *, step = STEP, method = "fifth-degree", adjoint = false, inputs = None, **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn sensitivity(
        &self,
        py: Python<'_>,
        of: &Bound<'_, PyAny>,
        by: &Bound<'_, PyAny>,
        step: f64,
        method: &str,
        adjoint: bool,
        inputs: Option<&Bound<'_, PyDict>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Sensitivity> {
        positive("step", step)?;
        let found = Method::ALL.into_iter().find(|known| known.name() == method);
        let method = found.ok_or_else(|| {
            unknown(py, "method with derivatives", method, Method::ALL.iter().map(|known| known.name()))
        })?;
        let of: Vec<Quantity> =
            texts(of)?.iter().map(|text| text.parse().map_err(value)).collect::<PyResult<_>>()?;
        let by = texts(by)?;
        let mut changed = match parameters {
            Some(others) => self.parameters_with(py, others)?,
            None => self.built().parameters.clone(),
        };
        let values = Self::values(&changed);
        let quantities: Vec<&str> = of.iter().map(|quantity| quantity.name.as_str()).collect();
        if let Some(watching) = self.watching(py, &quantities, &changed)? {
            changed = watching;
        }
        let names: Vec<String> = changed.names().inputs.iter().map(|named| named.name.to_string()).collect();
        let until = of.iter().map(|quantity| quantity.at).fold(step, f64::max);
        let drive = Arc::new(Drive::read(py, &names, inputs, values, Some(Grid { step, from: 0.0, until }))?);
        refuse_formulas(&drive, &by, "differentiated by")?;
        if drive.asks_python() {
            return Err(value(messages::function("sensitivity")));
        }
        let driver = drive.clone();
        let inputs = (!drive.texts().is_empty()).then(|| Arc::new(move |t: f64| driver.at(t)) as Inputs);
        let found = listening(py, move |over| {
            let request = Request { of, by, method, step, inputs, interrupt: Some(over.clone()) };
            match adjoint {
                true => gradients(&changed, &request).map(|(found, apart)| (found, Some(apart))),
                false => sensitivities(&changed, &request).map(|found| (found, None)),
            }
        })?;
        let (found, apart) = found.map_err(|error| of_error(py, &error))?;
        if let Some(times) = switches(&found) {
            warn(py, "SimulationWarning", &times)?;
        }
        Ok(Sensitivity { found, apart })
    }
}

fn switches(found: &Sensitivities) -> Option<String> {
    let times: Vec<String> = found.switches.iter().take(NAMED).map(|time| Clock(*time).to_string()).collect();
    let more = if found.switches.len() > NAMED { " …" } else { "" };
    (!times.is_empty()).then(|| messages::switches(&(times.join(", ") + more)))
}

#[pymethods]
impl Sensitivity {
    /// The quantities, each with its time.
    #[getter]
    fn of(&self) -> Vec<String> {
        self.found.of.iter().map(|(quantity, _)| quantity.to_string()).collect()
    }

    /// By what.
    #[getter]
    fn by(&self) -> Vec<String> {
        self.found.by.iter().map(|named| named.name.to_string()).collect()
    }

    /// The quantities, in the order of `of`.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.values)
    }

    /// The derivatives: a row for each quantity, a column for each name of `by`.
    #[getter]
    fn derivatives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.found.derivatives)?)
    }

    /// The values of what is in `by`, in the run.
    #[getter]
    fn at<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.at)
    }

    /// The units of quantities and of what is in `by`, empty where there is none; a derivative has that of the one over that of the other.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        for (quantity, unit) in &self.found.of {
            units.set_item(quantity.to_string(), unit)?;
        }
        for named in &self.found.by {
            units.set_item(&*named.name, &*named.unit)?;
        }
        Ok(units)
    }

    /// When forces passed from one smooth piece to another, in s.
    #[getter]
    fn switches<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.switches)
    }

    /// With `adjoint`: how far gradients and derivatives forward are apart along one direction of everything in `by`, relative; else None.
    #[getter]
    fn apart(&self) -> Option<f64> {
        self.apart
    }

    /// The derivative of a quantity ("piston at 1") by a name.
    fn __getitem__(&self, py: Python<'_>, name: (String, String)) -> PyResult<f64> {
        let (of, by) = name;
        let (rows, columns) = (self.of(), self.by());
        let row = rows.iter().position(|known| *known == of);
        let row =
            row.ok_or_else(|| unknown(py, "quantity at a time", &of, rows.iter().map(String::as_str)))?;
        let column = columns.iter().position(|known| *known == by);
        let column =
            column.ok_or_else(|| unknown(py, "variable", &by, columns.iter().map(String::as_str)))?;
        Ok(self.found.derivatives[row][column])
    }

    fn __repr__(&self) -> String {
        format!("<linkwork.Sensitivity of {} by {}>", self.of().join(", "), self.by().join(", "))
    }
}
