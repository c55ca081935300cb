//! `model.sensitivity(…)`: exact derivatives of a run.

use crate::failures::{of_error, unknown, value, warn};
use crate::inputs::Drive;
use crate::interrupt::listening;
use crate::messages;
use crate::model::Model;
use crate::run::{STEP, find, positive};
use linkwork::Clock;
use linkwork::simulation::Grid;
use linkwork_sensitivity::adjoint::gradients_with;
use linkwork_sensitivity::{Inputs, Native, Quantity, Request, Sensitivities, sensitivities};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// The largest number of switching times in a warning.
const NAMED: usize = 5;

/// Quantities of a run with their exact derivatives with respect to parameters and initial values, in SI units.
#[pyclass(frozen, module = "linkwork")]
pub struct Sensitivity {
    found: Sensitivities,
    /// For adjoints: the relative difference to a forward derivative.
    apart: Option<f64>,
}

/// One text, or several.
pub fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match given.cast::<PyString>() {
        Ok(text) => Ok(vec![text.to_string()]),
        Err(_) => given.try_iter()?.map(|text| text?.extract()).collect(),
    }
}

/// Formulas are evaluated once, before the runs: they must not contain varied names.
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
    /// Computes exact derivatives of quantities of a run with respect to parameters and initial values.
    ///
    /// - `of`: quantities at times in s ("piston at 1"), one or a list.
    /// - `by`: the variables: names of parameters, and of coordinates, rates ("der(angle)") and states that `initial` gives.
    /// - `step`: the step size, in s (default 1e-3).
    /// - `method`: one of `linkwork.methods()`, with steps of fixed size.
    /// - `adjoint`: False makes one run in dual numbers for each variable, on all cores. True makes one forward and one reverse run for each
    ///   quantity, for any number of variables. Friction that sticks and runs in which forces switch have no adjoint. The model keeps the native
    ///   code of its steps for the next call.
    /// - `inputs`: as for `simulate`, without Python functions; they do not depend on the variables. An array has a value for each time of a run
    ///   to the last of the times.
    ///
    /// Other keywords are parameters, as for `simulate`.
    ///
    /// If forces switch, derivatives at later times include the changes of these times, but for friction along a resultant, which is a warning. Ctrl-C interrupts the runs.
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
        inputs: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Sensitivity> {
        positive("step", step)?;
        let method = find(py, method)?;
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
        let drive = Arc::new(Drive::read(py, &names, inputs, values, Some(Grid::new(step, 0.0, until)))?);
        refuse_formulas(&drive, &by, "differentiated by")?;
        if drive.asks_python() {
            return Err(value(messages::function("sensitivity")));
        }
        let driver = drive.clone();
        let inputs = (!drive.texts().is_empty()).then(|| Arc::new(move |t: f64| driver.at(t)) as Inputs);
        let mut kept = if adjoint { self.take_adjoint() } else { Default::default() };
        let (found, kept) = listening(py, move |over| {
            let request = Request {
                of,
                by,
                method,
                step,
                inputs,
                native: Native::default(),
                interrupt: Some(over.clone()),
            };
            let found = match adjoint {
                true => gradients_with(&changed, &request, &mut kept)
                    .map(|(found, computed)| (found, Some(computed.apart))),
                false => sensitivities(&changed, &request).map(|found| (found, None)),
            };
            (found, kept)
        })?;
        if adjoint {
            self.give_adjoint(kept);
        }
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
    found.is_partial.then(|| messages::switches(&(times.join(", ") + more)))
}

#[pymethods]
impl Sensitivity {
    /// The quantities, each with its time.
    #[getter]
    fn of(&self) -> Vec<String> {
        self.found.of.iter().map(|(quantity, _)| quantity.to_string()).collect()
    }

    /// The variables.
    #[getter]
    fn by(&self) -> Vec<String> {
        self.found.by.iter().map(|named| named.name.to_string()).collect()
    }

    /// The values of the quantities, in the order of `of`.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.values)
    }

    /// The derivatives: a row for each quantity, a column for each name of `by`.
    #[getter]
    fn derivatives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.found.derivatives)?)
    }

    /// The values of the variables in the run.
    #[getter]
    fn at<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.at)
    }

    /// The units of quantities and variables, empty for dimensionless ones. The unit of a derivative is their quotient.
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

    /// The times at which forces switched from one smooth piece to another, in s.
    #[getter]
    fn switches<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.switches)
    }

    /// With `adjoint`: the relative difference of gradients and a forward derivative along one direction of all variables; else None.
    #[getter]
    fn apart(&self) -> Option<f64> {
        self.apart
    }

    /// The derivative of a quantity ("piston at 1") with respect to a variable.
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
