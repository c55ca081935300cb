//! `model.regressor(…)`: equations of motion as linear functions of masses, inertias and coefficients of forces.
//!
//! Invariant: rows of results belong to rows of states; the first state without rows is named in the exception.

use crate::arrays::{Rows, rows, together};
use crate::dynamics::of_state;
use crate::failures::{of_error, value};
use crate::messages;
use crate::model::Model;
use crate::numbers::number;
use crate::sensitivity::texts;
use linkwork::{Described, Error, Named};
use linkwork_regressor::{self as crate_of, Instant, Stacked};
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The regressor of one state or of many: Y and y₀, where `Y @ values + offset` are the efforts along independent coordinates.
#[pyclass(frozen, module = "linkwork")]
pub struct Regressor {
    of: crate_of::Regressor,
    stacked: Stacked,
    instants: Vec<Instant>,
    count: Option<usize>,
}

/// Base parameters: the combinations of coefficients that motions determine, `groups @ values`.
#[pyclass(frozen, module = "linkwork")]
pub struct BaseParameters {
    found: crate_of::BaseParameters,
    columns: Vec<Named>,
    coefficients: Vec<f64>,
}

/// Estimates of the base parameters from motions, by least squares.
#[pyclass(frozen, module = "linkwork")]
pub struct Estimate {
    found: crate_of::Estimate,
    named: Vec<String>,
}

fn names(all: &[Named]) -> Vec<String> {
    all.iter().map(|named| named.name.to_string()).collect()
}

#[pymethods]
impl Model {
    /// The equations of motion as affine functions of masses, first moments, inertias (about the origins of the bodies) and coefficients
    /// in which forces are linear.
    ///
    /// - `q`, `v`, `a`: one state or the rows of arrays; None is the initial configuration, or zero. Quaternions must have unit norm to about five
    ///   digits.
    /// - `time`: one number or one for each state, in s.
    /// - `inputs`: numbers in the order of `model.inputs`, one row for all states or one for each; None is zero.
    /// - `efforts`: loads in addition to the description, one for each velocity.
    /// - `independent`: one coordinate for each degree of freedom, or its velocity. Rows are the efforts along them, without reactions.
    /// - `complete`: only the independent entries of q, v and a are used, and the others are determined by the constraints, in the closure that
    ///   continues the assembled state from row to row. Where constraints between velocities alone (rolling) leave positions free, all of q is
    ///   used.
    ///
    /// Other keywords are parameters, as for `simulate`.
    ///
    /// Warns before it unrolls the equations of a model in loops (`model.loops`), which takes long.
    ///
    /// Raises CompileError if friction depends on reactions, SimulationError or ValueError if a state violates the constraints.
    #[pyo3(signature = (q = None, v = None, a = None, *, time = None, states = None, inputs = None, efforts = None, independent = None,
                        complete = false, **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn regressor(
        &self,
        py: Python<'_>,
        q: Option<&Bound<'_, PyAny>>,
        v: Option<&Bound<'_, PyAny>>,
        a: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        states: Option<&Bound<'_, PyAny>>,
        inputs: Option<&Bound<'_, PyAny>>,
        efforts: Option<&Bound<'_, PyAny>>,
        independent: Option<&Bound<'_, PyAny>>,
        complete: bool,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Regressor> {
        let changed = match parameters {
            Some(others) => self.parameters_with(py, others)?,
            None => self.built().parameters.clone(),
        };
        let all = self.with_coefficients(py, &changed)?;
        let of = py.detach(|| crate_of::Regressor::new(all)).map_err(|error| of_error(py, &error))?;
        let independent = independent
            .map(texts)
            .transpose()?
            .map(|names| names.iter().map(|name| of.velocity(name)).collect::<Result<Vec<usize>, Error>>());
        let independent = independent.transpose().map_err(|error| of_error(py, &error))?;
        if complete && independent.is_none() {
            return Err(value(messages::COMPLETE));
        }
        let first = Instant::initial(of.tape());
        let read = |given: Option<&Bound<'_, PyAny>>, what: &str, default: &[f64]| match given {
            Some(given) => rows(given, what, default.len()),
            None => Ok(Rows::one(default.to_vec())),
        };
        let q = read(q, "q", &first.q)?;
        let v = read(v, "v", &first.v)?;
        let a = read(a, "a", &first.a)?;
        let states = read(states, "states", &first.states)?;
        let inputs = read(inputs, "inputs", &first.inputs)?;
        let efforts = read(efforts, "efforts", &first.efforts)?;
        let times = match time {
            None => Rows::one(vec![0.0]),
            Some(time) => match number(time) {
                Some(time) => Rows::one(vec![time]),
                None => {
                    let values = crate::arrays::series(time, "time")?;
                    Rows { count: Some(values.len()), width: 1, values }
                }
            },
        };
        let count = together(&[
            ("q", &q),
            ("v", &v),
            ("a", &a),
            ("states", &states),
            ("inputs", &inputs),
            ("efforts", &efforts),
            ("time", &times),
        ])?;
        let instant = |i: usize| Instant {
            time: times.row(i)[0],
            q: q.row(i).to_vec(),
            v: v.row(i).to_vec(),
            a: a.row(i).to_vec(),
            states: states.row(i).to_vec(),
            inputs: inputs.row(i).to_vec(),
            efforts: efforts.row(i).to_vec(),
        };
        let mut instants: Vec<Instant> = (0..count.unwrap_or(1)).map(instant).collect();
        let done = py.detach(|| {
            if let (true, Some(independent)) = (complete, &independent) {
                let mut before = first;
                for (i, instant) in instants.iter_mut().enumerate() {
                    *instant = of.continued(&before, instant, independent).map_err(|error| (i, error))?;
                    before = instant.clone();
                }
            }
            Stacked::new(&of, &instants, independent.as_deref())
        });
        let stacked = done.map_err(|failed: (usize, Error)| of_state(py, failed, count))?;
        Ok(Regressor { of, stacked, instants, count })
    }
}

impl Regressor {
    fn array<'py>(
        &self,
        py: Python<'py>,
        numbers: Vec<f64>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let shape: Vec<usize> = self.count.into_iter().chain(shape.iter().copied()).collect();
        PyArray1::from_vec(py, numbers).reshape(shape)
    }

    fn each<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Instant) -> &[f64],
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        // There may be none.
        let width = of(&Instant::initial(self.of.tape())).len();
        let numbers = self.instants.iter().flat_map(|instant| of(instant).to_vec()).collect();
        self.array(py, numbers, &[width])
    }

    fn found(&self, py: Python<'_>) -> PyResult<crate_of::BaseParameters> {
        py.detach(|| crate_of::BaseParameters::of(&self.of)).map_err(|error| of_error(py, &error))
    }
}

#[pymethods]
impl Regressor {
    /// Y: degrees of freedom × coefficients; for arrays of states, the first index is the state.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let numbers = self.stacked.matrix.transpose().as_slice().to_vec();
        self.array(py, numbers, &[self.stacked.independent.len(), self.of.columns().len()])
    }

    /// y₀: the terms without coefficients, which include the inputs.
    #[getter]
    fn offset<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.array(py, self.stacked.offset.as_slice().to_vec(), &[self.stacked.independent.len()])
    }

    /// τ: the given efforts along the independent coordinates.
    #[getter]
    fn efforts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.array(py, self.stacked.efforts.as_slice().to_vec(), &[self.stacked.independent.len()])
    }

    /// The names of the coefficients.
    #[getter]
    fn columns(&self) -> Vec<String> {
        names(self.of.columns())
    }

    /// The coordinates along which the rows are efforts.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.stacked.independent.iter().map(|&i| self.of.effort(i).name.to_string()).collect()
    }

    /// π: the values of the coefficients in the description.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.of.values())
    }

    /// The units of coefficients, and of the efforts along coordinates.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        let efforts: Vec<Named> = self.stacked.independent.iter().map(|&i| self.of.effort(i)).collect();
        for named in self.of.columns().iter().chain(&efforts) {
            units.set_item(&*named.name, &*named.unit)?;
        }
        Ok(units)
    }

    /// Coefficients of forces that vary during the motion, and are therefore part of y₀.
    #[getter]
    fn moving(&self) -> Vec<String> {
        self.of.moving().to_vec()
    }

    /// The coordinates; with `complete`, including the determined ones.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.each(py, |instant| &instant.q)
    }

    /// The velocities; with `complete`, including the determined ones.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.each(py, |instant| &instant.v)
    }

    /// The accelerations; with `complete`, including the determined ones.
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        self.each(py, |instant| &instant.a)
    }

    /// The base parameters, from random motions of the mechanism.
    fn base(&self, py: Python<'_>) -> PyResult<BaseParameters> {
        let (columns, coefficients) = (self.of.columns().to_vec(), self.of.values().to_vec());
        Ok(BaseParameters { found: self.found(py)?, columns, coefficients })
    }

    /// Estimates the base parameters from these states, with their efforts or inputs, by least squares.
    ///
    /// Raises ValueError if the motion does not determine them.
    fn estimate(&self, py: Python<'_>) -> PyResult<Estimate> {
        let base = self.found(py)?;
        let found = crate_of::Estimate::of(&base, &self.stacked, self.of.columns());
        let found = found.map_err(|error| of_error(py, &error))?;
        Ok(Estimate { found, named: names(&base.names(self.of.columns())) })
    }

    fn __repr__(&self) -> String {
        let mechanism = &self.of.tape().names().mechanism;
        let (rows, columns) = self.stacked.matrix.shape();
        format!("<linkwork.Regressor of {mechanism}: {rows} rows, {columns} coefficients>")
    }
}

/// A NumPy matrix.
fn square<'py>(
    py: Python<'py>,
    matrix: &linkwork::analysis::DMatrix<f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let numbers = matrix.transpose().as_slice().to_vec();
    PyArray1::from_vec(py, numbers).reshape([matrix.nrows(), matrix.ncols()])
}

#[pymethods]
impl BaseParameters {
    /// The base parameters as sums of coefficients.
    #[getter]
    fn names(&self) -> Vec<String> {
        names(&self.found.names(&self.columns))
    }

    /// The units of the base parameters.
    #[getter]
    fn units(&self) -> Vec<String> {
        self.found.names(&self.columns).iter().map(|named| named.unit.to_string()).collect()
    }

    /// The values in the description.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.found.values(&self.coefficients).as_slice())
    }

    /// β: base parameters × coefficients.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        square(py, &self.found.groups)
    }

    /// The columns of Y of the base parameters.
    #[getter]
    fn kept(&self) -> Vec<usize> {
        self.found.kept.clone()
    }

    /// Coefficients without effect in all random motions.
    #[getter]
    fn without_effect(&self) -> Vec<String> {
        self.found.without_effect.iter().map(|&j| self.columns[j].name.to_string()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<linkwork.BaseParameters: {}>", self.names().join(", "))
    }
}

#[pymethods]
impl Estimate {
    /// The base parameters as sums of coefficients.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.named.clone()
    }

    /// The estimated values.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.found.values.as_slice())
    }

    /// Standard deviations due to errors of the efforts.
    #[getter]
    fn deviations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.found.deviations.as_slice())
    }

    /// The root mean square of the residual.
    #[getter]
    fn residual(&self) -> f64 {
        self.found.residual
    }

    /// The condition number of the matrix with columns scaled to unit length.
    #[getter]
    fn condition(&self) -> f64 {
        self.found.condition
    }

    fn __repr__(&self) -> String {
        let parts =
            self.named.iter().zip(&self.found.values).map(|(name, value)| format!("{name} = {value:.6}"));
        format!("<linkwork.Estimate: {}>", parts.collect::<Vec<_>>().join(", "))
    }
}
