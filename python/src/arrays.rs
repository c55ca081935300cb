//! Arguments that are arrays of states: one state as a vector, or many as the rows of a matrix.
//!
//! Invariant: every number is copied into memory of this crate, so that Python may run in the meantime. What is no array of numbers is
//! refused, also where NumPy would convert it: complex numbers, texts, dates, masked entries, None.

use crate::failures::value;
use crate::messages;
use crate::numbers::{is_kind_of_numbers, number};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Rows of equal length.
pub struct Rows {
    /// Row after row.
    pub values: Vec<f64>,
    /// Their length.
    pub width: usize,
    /// The number of rows; `None` for one vector that is used for every state.
    pub count: Option<usize>,
}

impl Rows {
    /// One row that is used for every state.
    pub fn one(values: Vec<f64>) -> Self {
        Self { width: values.len(), values, count: None }
    }

    /// Row number i.
    pub fn row(&self, i: usize) -> &[f64] {
        let i = if self.count.is_some() { i } else { 0 };
        &self.values[i * self.width..(i + 1) * self.width]
    }

    /// Checks each row, which may change in the process; the error has the number of the row.
    pub fn check_each<E>(&mut self, check: impl Fn(&mut [f64]) -> Result<(), E>) -> Result<(), (usize, E)> {
        let mut rows = self.values.chunks_mut(self.width.max(1)).enumerate();
        rows.try_for_each(|(i, row)| check(row).map_err(|error| (i, error)))
    }
}

/// An argument of any type as an array of numbers.
fn numbers<'py>(argument: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    // A subclass may be masked.
    if let Ok(array) = argument.cast_exact::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
    {
        return Ok(array.clone());
    }
    let py = argument.py();
    let numpy = py.import("numpy")?;
    if py.import("numpy.ma")?.call_method1("is_masked", (argument,))?.is_truthy()? {
        return Err(value(messages::masked(what)));
    }
    let refused = |error: PyErr| value(messages::not_numbers(what, error));
    // With the type that NumPy finds.
    let found = numpy.call_method1("asarray", (argument,)).map_err(refused)?;
    let kind = found.getattr("dtype")?.getattr("kind")?.extract::<String>()?;
    if kind == "O" {
        return objects(&found, what);
    }
    if !is_kind_of_numbers(&kind) {
        return Err(value(messages::of_type(what, found.getattr("dtype")?)));
    }
    let options = PyDict::new(py);
    options.set_item("dtype", numpy.getattr("float64")?)?;
    let array = numpy.call_method("ascontiguousarray", (found,), Some(&options)).map_err(refused)?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

/// An array of objects that are numbers.
fn objects<'py>(found: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let mut all = Vec::new();
    for entry in found.getattr("flat")?.try_iter()? {
        let entry = entry?;
        all.push(number(&entry).ok_or_else(|| value(messages::no_number(what, &entry)))?);
    }
    PyArray1::from_vec(found.py(), all).reshape(found.getattr("shape")?.extract::<Vec<usize>>()?)
}

/// A vector of `width` numbers.
pub fn vector(argument: &Bound<'_, PyAny>, what: &str, width: usize) -> PyResult<Vec<f64>> {
    let rows = one_or_each(argument, what, width)?;
    match rows.count {
        None => Ok(rows.values),
        Some(count) => Err(value(messages::one_vector(what, count))),
    }
}

/// A vector of any length.
pub fn series(argument: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<f64>> {
    let array = numbers(argument, what)?;
    if array.ndim() != 1 {
        return Err(value(messages::one_dimension(what, array.ndim())));
    }
    Ok(array.to_vec()?)
}

/// One state, or many, of `width` numbers each.
pub fn rows(argument: &Bound<'_, PyAny>, what: &str, width: usize) -> PyResult<Rows> {
    let array = numbers(argument, what)?;
    let count = match *array.shape() {
        [] if width == 1 => None,
        [n] if n == width => None,
        [count, n] if n == width => Some(count),
        ref shape => {
            return Err(value(messages::shape(what, shape, width)));
        }
    };
    let values: Vec<f64> = array.to_vec()?;
    if let Some(at) = values.iter().position(|x| !x.is_finite()) {
        return Err(value(messages::entry_not_finite(what, at)));
    }
    Ok(Rows { values, width, count })
}

/// One row for all states, or one for each: a single row is that of all states.
pub fn one_or_each(argument: &Bound<'_, PyAny>, what: &str, width: usize) -> PyResult<Rows> {
    let rows = rows(argument, what, width)?;
    Ok(Rows { count: rows.count.filter(|count| *count != 1), ..rows })
}

/// The common number of states; one vector is used for all of them.
pub fn together(all: &[(&str, &Rows)]) -> PyResult<Option<usize>> {
    let mut found: Option<(&str, usize)> = None;
    for (what, rows) in all {
        match (found, rows.count) {
            (Some((first, n)), Some(count)) if n != count => {
                return Err(value(messages::lengths(first, n, what, count)));
            }
            (None, Some(count)) => found = Some((what, count)),
            _ => {}
        }
    }
    Ok(found.map(|(_, count)| count))
}
