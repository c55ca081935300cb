//! Arguments that are single numbers.
//!
//! Invariant: nothing is lost in a conversion: complex numbers, dates, texts and arrays of several numbers are not numbers.

use crate::failures::value;
use crate::messages;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// Whether entries of this kind of NumPy are numbers: truth values, integers and floats.
pub fn is_kind_of_numbers(kind: &str) -> bool {
    matches!(kind, "b" | "i" | "u" | "f")
}

/// A number, or `None` if it is something else.
pub fn number(given: &Bound<'_, PyAny>) -> Option<f64> {
    if let Ok(float) = given.cast::<PyFloat>() {
        return Some(float.value());
    }
    // NumPy converts complex numbers, dates and arrays of one number to floats.
    let kind = given.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
    if let Ok(kind) = kind.and_then(|kind| kind.extract::<String>()) {
        let dimensions = given.getattr("ndim").and_then(|dimensions| dimensions.extract::<usize>());
        if !is_kind_of_numbers(&kind) || !dimensions.is_ok_and(|dimensions| dimensions == 0) {
            return None;
        }
    }
    given.extract::<f64>().ok()
}

/// A whole number from `least` on.
pub fn whole(what: &str, given: i128, least: u64) -> PyResult<u64> {
    let number = u64::try_from(given).ok().filter(|number| *number >= least);
    number.ok_or_else(|| value(messages::whole(what, least, given)))
}

/// The same of an argument that may be missing.
pub fn optional_whole(what: &str, given: Option<i128>, least: u64) -> PyResult<Option<u64>> {
    given.map(|given| whole(what, given, least)).transpose()
}
