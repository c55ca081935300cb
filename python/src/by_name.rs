//! Arguments that are values by name: any mapping.

use crate::failures::value;
use crate::messages;
use crate::numbers::number;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// A name with its value.
pub type Pair<'py> = (String, Bound<'py, PyAny>);

/// The values of a mapping in its order, or `None` if it is something else.
pub fn pairs<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Pair<'py>>>> {
    let Ok(mapping) = given.cast::<PyMapping>() else { return Ok(None) };
    let all = mapping.items()?.iter().map(|pair| pair.extract::<Pair<'py>>());
    all.collect::<PyResult<Vec<_>>>().map(Some)
}

/// The values of an argument that must be a mapping; none if it is not given.
pub fn all<'py>(what: &str, given: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Pair<'py>>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    pairs(given)?.ok_or_else(|| PyTypeError::new_err(messages::by_name(what, given.get_type())))
}

/// A value of this kind that must be a number: `the parameter`, with its name.
pub fn number_of(what: &str, name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    number(given).ok_or_else(|| value(messages::named_number(what, name, given)))
}

/// A value of this kind that must be a finite number.
pub fn finite_of(what: &str, name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = number_of(what, name, given)?;
    if number.is_finite() { Ok(number) } else { Err(value(messages::named_finite(what, name, number))) }
}
