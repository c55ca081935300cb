//! Arguments that are arrays of states: one state as a vector, or many as the rows of a matrix.
//!
//! Invariant: every number is copied into memory of this crate, so that Python may run in the meantime.

use crate::failures::value;
use crate::messages;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
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
}

/// An argument of any type as an array of numbers.
fn numbers<'py>(argument: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    if let Ok(array) = argument.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
    {
        return Ok(array.clone());
    }
    let py = argument.py();
    let numpy = py.import("numpy")?;
    let options = PyDict::new(py);
    options.set_item("dtype", numpy.getattr("float64")?)?;
    let array = numpy.call_method("ascontiguousarray", (argument,), Some(&options));
    let array = array.map_err(|error| value(messages::not_numbers(what, error)))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

/// A vector of `width` numbers.
pub fn vector(argument: &Bound<'_, PyAny>, what: &str, width: usize) -> PyResult<Vec<f64>> {
    let rows = rows(argument, what, width)?;
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
