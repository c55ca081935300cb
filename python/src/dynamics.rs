//! Mass matrix, inverse and forward dynamics of one state or of many.
//!
//! Invariant: rows of results correspond to rows of states. The exception names the first state without a result, and there is no partial result.

use crate::analyses::inputs_of;
use crate::arrays::{Rows, rows, together};
use crate::failures::{of_error, value};
use crate::inputs::held_by_each;
use crate::messages;
use crate::model::Model;
use linkwork::analysis::AnalysisError;
use linkwork::scalar::Pack;
use linkwork::stepper::Start;
use linkwork::{Assemble, Dynamics, Error, Fallback, Manifold, Mechanism, Real, Space, Vector, WithInputs};
use linkwork_jit::Tape;
use linkwork_tape::runs_in_packs;
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
    inputs: Rows,
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
        let mut tape = model.tape_with(py, given.parameters)?;
        let names = inputs_of(&tape);
        let inputs = held_by_each(py, &names, given.inputs, &vec![0.0; names.len()])?;
        if let (Some(_), None) = (given.inputs, inputs.count) {
            tape.set_inputs(inputs.values.clone());
        }
        let (q, v, y) = tape.initial();
        let of = |given: Option<&Bound<'_, PyAny>>, what: &str, default: &[f64]| match given {
            Some(given) => rows(given, what, default.len()),
            None => Ok(Rows::one(default.to_vec())),
        };
        let zeros = vec![0.0; v.len()];
        let mut q = of(given.q, "q", q.as_slice())?;
        q.check_each(|q| tape.normalise("q", q)).map_err(|failed| of_state(py, failed, q.count))?;
        let v = of(given.v, "v", &zeros)?;
        let states = of(given.states, "states", y.as_slice())?;
        let (what, last) = given.last.map_or(("a", None), |(what, last)| (what, Some(last)));
        let last = of(last, what, &zeros)?;
        let all = [("q", &q), ("v", &v), (what, &last), ("states", &states), ("inputs", &inputs)];
        let count = together(&all)?;
        Ok(Self { model, tape, time: given.time, q, v, given: last, states, inputs, count })
    }

    /// The results of all states, an array of rows for each kind of result, without the global interpreter lock. Four states are
    /// evaluated at once where there are many.
    fn each(&self, py: Python<'_>, wanted: Wanted) -> PyResult<[Vec<f64>; KINDS]> {
        let done = py.detach(|| {
            let count = self.count.unwrap_or(1);
            let mut results = wanted.widths(self.v.width).map(|each| Vec::with_capacity(each * count));
            let packed = if count < MANY { 0 } else { self.four_at_once(wanted, &mut results).unwrap_or(0) };
            let mut dynamics = self.model.take_room(&self.tape);
            dynamics.hold(&self.tape, self.time);
            let mut start = Start::initial(&self.tape);
            // With the inputs of each state.
            let mut driven = self.inputs.count.map(|_| self.tape.clone());
            let mut given = Column::zeros(self.given.width);
            let mut out = Default::default();
            for i in packed..count {
                self.set(i, &mut start, &mut given);
                if let Some(tape) = &mut driven {
                    tape.set_inputs(self.inputs.row(i).to_vec());
                    dynamics.hold(tape, self.time);
                }
                let tape = driven.as_ref().unwrap_or(&self.tape);
                evaluate(wanted, (&mut dynamics, tape), &start, &given, &mut out)
                    .map_err(|error| (i, Error::from(error)))?;
                take(wanted, &out, self.v.width, &mut results);
            }
            self.model.give_room(dynamics);
            Ok(results)
        });
        done.map_err(|failed: (usize, Error)| of_state(py, failed, self.count))
    }

    /// State number i.
    fn set(&self, i: usize, start: &mut Start<Tape>, given: &mut Column) {
        start.t = self.time;
        start.q.copy_from_slice(self.q.row(i));
        start.v.copy_from_slice(self.v.row(i));
        start.y.copy_from_slice(self.states.row(i));
        given.copy_from_slice(self.given.row(i));
        self.tape.wind(&mut start.q);
    }

    /// Evaluates states from the first on, four at once, with the bits of single evaluations, and returns their number. It stops before a
    /// state without a result, or one whose solves fall back to pivoting. `None` if the mechanism does not run in packs.
    fn four_at_once(&self, wanted: Wanted, results: &mut [Vec<f64>; KINDS]) -> Option<usize> {
        runs_in_packs(self.tape.program()).ok()?;
        let routines = self.model.routines(&self.tape);
        let tapes: [Tape; Pack::LANES] = core::array::from_fn(|_| self.tape.clone());
        let mut pack = routines.join(&tapes)?;
        let mut dynamics = Dynamics::new(&pack);
        dynamics.hold(&pack, Pack::exact(self.time));
        let mut states: [Start<Tape>; Pack::LANES] = core::array::from_fn(|_| Start::initial(&self.tape));
        let mut given: [Column; Pack::LANES] = core::array::from_fn(|_| Column::zeros(self.given.width));
        let mut all = Start::initial(&pack);
        let mut last = PackedColumn::from_element(self.given.width, Pack::zero());
        all.t = Pack::exact(self.time);
        let mut out = Default::default();
        let mut done = 0;
        while done + Pack::LANES <= self.count? {
            for lane in 0..Pack::LANES {
                self.set(done + lane, &mut states[lane], &mut given[lane]);
            }
            beside(all.q.as_mut_slice(), |lane| states[lane].q.as_slice());
            beside(all.v.as_mut_slice(), |lane| states[lane].v.as_slice());
            beside(all.y.as_mut_slice(), |lane| states[lane].y.as_slice());
            beside(last.as_mut_slice(), |lane| given[lane].as_slice());
            if self.inputs.count.is_some() {
                let mut inputs = vec![Pack::zero(); self.inputs.width];
                beside(&mut inputs, |lane| self.inputs.row(done + lane));
                pack.set_inputs(inputs);
                dynamics.hold(&pack, Pack::exact(self.time));
            }
            let found = evaluate(wanted, (&mut dynamics, &pack), &all, &last, &mut out);
            if found.is_err() || dynamics.fallback() != Fallback::None {
                break;
            }
            take(wanted, &out, self.v.width, results);
            done += Pack::LANES;
        }
        Some(done)
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
}

type Column = <Tape as Space>::Velocity;
type PackedColumn = linkwork::analysis::DVector<Pack>;

/// The number of states from which on four are evaluated at once: routines for packs are compiled on the first call.
const MANY: usize = 64;
/// The largest number of kinds of results.
const KINDS: usize = 4;

/// The requested results of each state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Mass,
    Efforts,
    EffortsAndDerivatives,
    Accelerations,
    AccelerationsAndDerivatives,
}

impl Wanted {
    /// The size of each kind of result.
    fn widths(self, n: usize) -> [usize; KINDS] {
        match self {
            Self::Mass => [n * n, 0, 0, 0],
            Self::Efforts | Self::Accelerations => [n, 0, 0, 0],
            Self::EffortsAndDerivatives | Self::AccelerationsAndDerivatives => [n, n * n, n * n, n * n],
        }
    }
}

/// The exception of a state; a note names it if there are several.
pub fn of_state(py: Python<'_>, (i, error): (usize, Error), count: Option<usize>) -> PyErr {
    let raised = of_error(py, &error);
    if count.is_some() {
        let _ = raised.value(py).call_method1("add_note", (messages::at_state(i),));
    }
    raised
}

/// Writes vectors into the lanes of a vector of packs.
fn beside<'a>(to: &mut [Pack], lane: impl Fn(usize) -> &'a [f64]) {
    let lanes: [&[f64]; Pack::LANES] = core::array::from_fn(lane);
    for (i, to) in to.iter_mut().enumerate() {
        *to = Pack::new(lanes.map(|lane| lane[i]));
    }
}

/// The rows of a matrix.
fn append<T: Real>(to: &mut Vec<T>, matrix: &linkwork::analysis::DMatrix<T>) {
    let columns = matrix.ncols();
    for i in 0..matrix.nrows() {
        to.extend((0..columns).map(|j| matrix[(i, j)]));
    }
}

/// Evaluates a state, or a pack of states.
fn evaluate<M: Mechanism>(
    wanted: Wanted,
    (dynamics, m): (&mut Dynamics<M>, &M),
    start: &Start<M>,
    given: &M::Velocity,
    out: &mut [Vec<M::Scalar>; KINDS],
) -> Result<(), AnalysisError> {
    out.iter_mut().for_each(Vec::clear);
    match wanted {
        Wanted::Mass => append(&mut out[0], dynamics.mass_matrix(m, start)),
        Wanted::Efforts => out[0].extend_from_slice(dynamics.inverse(m, start, given).as_slice()),
        Wanted::EffortsAndDerivatives => {
            out[0].extend_from_slice(dynamics.inverse(m, start, given).as_slice());
            let (by_position, by_velocity) = dynamics.inverse_derivatives(m, start, given);
            append(&mut out[1], by_position);
            append(&mut out[2], by_velocity);
            append(&mut out[3], dynamics.mass_matrix(m, start));
        }
        Wanted::Accelerations => {
            out[0].extend_from_slice(dynamics.forward(m, start, given)?.as_slice());
        }
        Wanted::AccelerationsAndDerivatives => {
            let (a, by_position, by_velocity) = dynamics.forward_derivatives(m, start, given)?;
            out[0].extend_from_slice(a.as_slice());
            append(&mut out[1], by_position);
            append(&mut out[2], by_velocity);
            append(&mut out[3], dynamics.mass_matrix(m, start));
        }
    }
    Ok(())
}

/// Appends the results of all lanes, one state after the other.
fn take<T: Real>(wanted: Wanted, out: &[Vec<T>; KINDS], n: usize, results: &mut [Vec<f64>; KINDS]) {
    for lane in 0..T::LANES {
        for (kind, (result, numbers)) in results.iter_mut().zip(out).enumerate() {
            let from = result.len();
            result.extend(numbers.iter().map(|x| x.lane(lane)));
            if kind == 3 && wanted == Wanted::AccelerationsAndDerivatives {
                let mass = linkwork::analysis::DMatrix::from_row_slice(n, n, &result[from..]);
                // The accelerations were computed with its factors: the matrix is regular.
                let inverse =
                    mass.try_inverse().unwrap_or_else(|| unreachable!("a singular mass matrix was refused"));
                result.truncate(from);
                append(result, &inverse);
            }
        }
    }
}

#[pymethods]
impl Model {
    /// The mass matrix: n × n for one state `q`, N × n × n for the rows of an N-row array. `time` is in s, `inputs` are as for
    /// `inverse_dynamics`; other keywords are parameters, as for `simulate`.
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
        let [mass, ..] = all.each(py, Wanted::Mass)?;
        all.array(py, mass, &[n, n])
    }

    /// Inverse dynamics: the efforts τ = M a − f, one for each velocity, that the accelerations `a` require in addition to the forces of
    /// the description. With constraints, they include the reactions. Units are J over the unit of the coordinate.
    ///
    /// `q`, `v`, `a` are one state or the rows of arrays; None is the initial configuration, or zero. Quaternions must have unit norm to about
    /// five digits. `inputs` are numbers by name, a number for one input, a vector in the order of `model.inputs`, or the rows of an array, one
    /// for each state; None is zero. With `derivatives`, the result is (τ, ∂τ/∂q, ∂τ/∂v, ∂τ/∂a = M), along the directions of the velocities.
    ///
    /// Other keywords are parameters, as for `simulate`.
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
        if !derivatives {
            let [efforts, ..] = all.each(py, Wanted::Efforts)?;
            return Ok(all.array(py, efforts, &[n])?.into_any());
        }
        let [efforts, by_q, by_v, by_a] = all.each(py, Wanted::EffortsAndDerivatives)?;
        let [by_q, by_v, by_a] = [by_q, by_v, by_a].map(|one| all.array(py, one, &[n, n]));
        let efforts = all.array(py, efforts, &[n])?;
        Ok(PyTuple::new(py, [efforts, by_q?, by_v?, by_a?])?.into_any())
    }

    /// Forward dynamics: the accelerations under the efforts τ, one for each velocity, in addition to the forces of the description, for
    /// mechanisms without constraints. With `derivatives`, the result is (a, ∂a/∂q, ∂a/∂v, ∂a/∂τ = M⁻¹). Arguments are those of
    /// `inverse_dynamics`.
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
        if !derivatives {
            let [accelerations, ..] = all.each(py, Wanted::Accelerations)?;
            return Ok(all.array(py, accelerations, &[n])?.into_any());
        }
        let [accelerations, by_q, by_v, by_effort] = all.each(py, Wanted::AccelerationsAndDerivatives)?;
        let [by_q, by_v, by_effort] = [by_q, by_v, by_effort].map(|one| all.array(py, one, &[n, n]));
        let accelerations = all.array(py, accelerations, &[n])?;
        Ok(PyTuple::new(py, [accelerations, by_q?, by_v?, by_effort?])?.into_any())
    }
}
