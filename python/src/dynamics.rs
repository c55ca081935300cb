//! Mass matrix, inverse and forward dynamics of one state or of many.
//!
//! Invariant: rows of results correspond to rows of states. The exception names the first state without a result, and there is no partial result.

use crate::analyses::prepared;
use crate::arrays::{Rows, rows, together};
use crate::failures::{of_error, value};
use crate::messages;
use crate::model::Model;
use linkwork::stepper::Start;
use linkwork::{Assemble, Dynamics, Error, Manifold, Space};
use linkwork_jit::Tape;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// States of a mechanism.
struct States<'m> {
    model: &'m Model,
    tape: Tape,
    time: f64,
    q: Rows,
    v: Rows,
    /// Accelerations or efforts.
    given: Rows,
    states: Rows,
    count: Option<usize>,
}

/// The arguments of a call.
struct Given<'a, 'py> {
    q: Option<&'a Bound<'py, PyAny>>,
    v: Option<&'a Bound<'py, PyAny>>,
    last: Option<(&'static str, &'a Bound<'py, PyAny>)>,
    states: Option<&'a Bound<'py, PyAny>>,
    time: f64,
    inputs: Option<&'a Bound<'py, PyAny>>,
    parameters: Option<&'a Bound<'py, PyDict>>,
}

impl<'m> States<'m> {
    fn read(model: &'m Model, py: Python<'_>, given: &Given<'_, '_>) -> PyResult<Self> {
        if !given.time.is_finite() {
            return Err(value(messages::finite("time", given.time)));
        }
        let tape = prepared(model, py, given.inputs, given.parameters)?;
        let (q, v, y) = tape.initial();
        let of = |given: Option<&Bound<'_, PyAny>>, what: &str, default: &[f64]| match given {
            Some(given) => rows(given, what, default.len()),
            None => Ok(Rows::one(default.to_vec())),
        };
        let zeros = vec![0.0; v.len()];
        let q = of(given.q, "q", q.as_slice())?;
        let v = of(given.v, "v", &zeros)?;
        let states = of(given.states, "states", y.as_slice())?;
        let (what, last) = given.last.map_or(("a", None), |(what, last)| (what, Some(last)));
        let last = of(last, what, &zeros)?;
        let count = together(&[("q", &q), ("v", &v), (what, &last), ("states", &states)])?;
        Ok(Self { model, tape, time: given.time, q, v, given: last, states, count })
    }

    /// One result for each state, without the global interpreter lock.
    fn each(
        &self,
        py: Python<'_>,
        mut work: impl FnMut(&mut Dynamics<Tape>, &Tape, &Start<Tape>, &Column) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let done = py.detach(|| {
            let mut dynamics = self.model.take_room(&self.tape);
            dynamics.hold(&self.tape, self.time);
            let mut start = Start::initial(&self.tape);
            start.t = self.time;
            let mut given = Column::zeros(self.given.width);
            for i in 0..self.count.unwrap_or(1) {
                start.q.copy_from_slice(self.q.row(i));
                start.v.copy_from_slice(self.v.row(i));
                start.y.copy_from_slice(self.states.row(i));
                given.copy_from_slice(self.given.row(i));
                self.tape.wind(&mut start.q);
                work(&mut dynamics, &self.tape, &start, &given).map_err(|error| (i, error))?;
            }
            self.model.give_room(dynamics);
            Ok(())
        });
        done.map_err(|(i, error): (usize, Error)| {
            let raised = of_error(py, &error);
            if self.count.is_some() {
                let _ = raised.value(py).call_method1("add_note", (messages::at_state(i),));
            }
            raised
        })
    }

    /// Numbers as an array: one shape for each state.
    fn array<'py>(
        &self,
        py: Python<'py>,
        numbers: Vec<f64>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let shape: Vec<usize> = self.count.into_iter().chain(shape.iter().copied()).collect();
        PyArray1::from_vec(py, numbers).reshape(shape)
    }

    /// An empty vector with capacity for `each` numbers of each state.
    fn room(&self, each: usize) -> Vec<f64> {
        Vec::with_capacity(each * self.count.unwrap_or(1))
    }
}

type Column = <Tape as Space>::Velocity;

/// Appends a matrix, row after row.
fn append(to: &mut Vec<f64>, matrix: &linkwork::analysis::DMatrix<f64>) {
    let columns = matrix.ncols();
    for i in 0..matrix.nrows() {
        to.extend((0..columns).map(|j| matrix[(i, j)]));
    }
}

#[pymethods]
impl Model {
    /// The mass matrix: n × n for one state `q`, N × n × n for the rows of an N-row array. `time` is in s; other keywords are parameters.
    #[pyo3(signature = (q = None, *, time = 0.0, inputs = None, **parameters))]
    fn mass_matrix<'py>(
        &self,
        py: Python<'py>,
        q: Option<&Bound<'py, PyAny>>,
        time: f64,
        inputs: Option<&Bound<'py, PyAny>>,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let given = Given { q, v: None, last: None, states: None, time, inputs, parameters };
        let all = States::read(self, py, &given)?;
        let n = all.v.width;
        let mut mass = all.room(n * n);
        all.each(py, |dynamics, tape, start, _| {
            append(&mut mass, dynamics.mass_matrix(tape, start));
            Ok(())
        })?;
        all.array(py, mass, &[n, n])
    }

    /// Inverse dynamics: the efforts τ = M a − f, one for each velocity, that the accelerations `a` require in addition to the forces of
    /// the description. With constraints, they include the reactions. Units are J over the unit of the coordinate.
    ///
    /// `q`, `v`, `a` are one state or the rows of arrays; None is the initial configuration, or zero. With `derivatives`, the result is
    /// (τ, ∂τ/∂q, ∂τ/∂v, ∂τ/∂a = M), along the directions of the velocities.
    #[pyo3(signature = (q = None, v = None, a = None, *, time = 0.0, states = None, inputs = None, derivatives = false,
                        **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn inverse_dynamics<'py>(
        &self,
        py: Python<'py>,
        q: Option<&Bound<'py, PyAny>>,
        v: Option<&Bound<'py, PyAny>>,
        a: Option<&Bound<'py, PyAny>>,
        time: f64,
        states: Option<&Bound<'py, PyAny>>,
        inputs: Option<&Bound<'py, PyAny>>,
        derivatives: bool,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let last = a.map(|a| ("a", a));
        let all = States::read(self, py, &Given { q, v, last, states, time, inputs, parameters })?;
        let n = all.v.width;
        let mut efforts = all.room(n);
        if !derivatives {
            all.each(py, |dynamics, tape, start, a| {
                efforts.extend_from_slice(dynamics.inverse(tape, start, a).as_slice());
                Ok(())
            })?;
            return Ok(all.array(py, efforts, &[n])?.into_any());
        }
        let mut by = [all.room(n * n), all.room(n * n), all.room(n * n)];
        all.each(py, |dynamics, tape, start, a| {
            efforts.extend_from_slice(dynamics.inverse(tape, start, a).as_slice());
            let (by_position, by_velocity) = dynamics.inverse_derivatives(tape, start, a);
            append(&mut by[0], by_position);
            append(&mut by[1], by_velocity);
            append(&mut by[2], dynamics.mass_matrix(tape, start));
            Ok(())
        })?;
        let [by_q, by_v, by_a] = by;
        let square = [n, n];
        let matrices = [by_q, by_v, by_a].map(|one| all.array(py, one, &square));
        let [by_q, by_v, by_a] = matrices;
        let efforts = all.array(py, efforts, &[n])?;
        Ok(PyTuple::new(py, [efforts, by_q?, by_v?, by_a?])?.into_any())
    }

    /// Forward dynamics: the accelerations under the efforts τ, one for each velocity, in addition to the forces of the description, for
    /// mechanisms without constraints. With `derivatives`, the result is (a, ∂a/∂q, ∂a/∂v, ∂a/∂τ = M⁻¹).
    ///
    /// Raises SimulationError if the mechanism has constraints or the mass matrix is singular.
    #[pyo3(signature = (q = None, v = None, efforts = None, *, time = 0.0, states = None, inputs = None, derivatives = false,
                        **parameters))]
    #[allow(clippy::too_many_arguments)]
    fn forward_dynamics<'py>(
        &self,
        py: Python<'py>,
        q: Option<&Bound<'py, PyAny>>,
        v: Option<&Bound<'py, PyAny>>,
        efforts: Option<&Bound<'py, PyAny>>,
        time: f64,
        states: Option<&Bound<'py, PyAny>>,
        inputs: Option<&Bound<'py, PyAny>>,
        derivatives: bool,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let last = efforts.map(|efforts| ("efforts", efforts));
        let all = States::read(self, py, &Given { q, v, last, states, time, inputs, parameters })?;
        let n = all.v.width;
        let mut accelerations = all.room(n);
        if !derivatives {
            all.each(py, |dynamics, tape, start, efforts| {
                accelerations.extend_from_slice(dynamics.forward(tape, start, efforts)?.as_slice());
                Ok(())
            })?;
            return Ok(all.array(py, accelerations, &[n])?.into_any());
        }
        let mut by = [all.room(n * n), all.room(n * n), all.room(n * n)];
        all.each(py, |dynamics, tape, start, efforts| {
            let (a, by_position, by_velocity) = dynamics.forward_derivatives(tape, start, efforts)?;
            accelerations.extend_from_slice(a.as_slice());
            append(&mut by[0], by_position);
            append(&mut by[1], by_velocity);
            let mass = dynamics.mass_matrix(tape, start).clone();
            // The factors that gave the accelerations were sound: the matrix is regular.
            let inverse =
                mass.try_inverse().unwrap_or_else(|| unreachable!("a singular mass matrix was refused"));
            append(&mut by[2], &inverse);
            Ok(())
        })?;
        let square = [n, n];
        let [by_q, by_v, by_effort] = by.map(|one| all.array(py, one, &square));
        let accelerations = all.array(py, accelerations, &[n])?;
        Ok(PyTuple::new(py, [accelerations, by_q?, by_v?, by_effort?])?.into_any())
    }
}
