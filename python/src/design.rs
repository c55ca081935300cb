//! Designs of sweeps from mappings, arrays and DataFrames.

use crate::arrays::series;
use crate::by_name;
use crate::failures::value;
use crate::messages;
use crate::phrases::in_python;
use linkwork_sweep::{Axis, Design, Drawing, List, Random};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The design of `vary`, `random` with `samples`, and `list`.
pub fn design(
    vary: Option<&Bound<'_, PyAny>>,
    random: Option<&Bound<'_, PyAny>>,
    samples: Option<u64>,
    latin: bool,
    seed: u64,
    list: Option<&Bound<'_, PyAny>>,
) -> PyResult<Design> {
    let mut axes = Vec::new();
    let refused = |why: String| value(in_python(why));
    for (name, given) in by_name::all("vary", vary)? {
        axes.push(match given.cast::<PyString>() {
            Ok(text) => format!("{name}={text}").parse::<Axis>().map_err(refused)?,
            Err(_) => Axis { values: finite(&given, &name)?, name },
        });
    }
    let mut drawn = Vec::new();
    for (name, law) in by_name::all("random", random)? {
        drawn.push(format!("{name}~{law}").parse::<Random>().map_err(refused)?);
    }
    let mut read = List::default();
    if let Some(list) = list {
        // A mapping, or a DataFrame.
        let columns: Vec<String> =
            list.call_method0("keys")?.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?;
        let all: Vec<Vec<f64>> =
            columns.iter().map(|name| finite(&list.get_item(name)?, name)).collect::<PyResult<_>>()?;
        let count = all.first().map_or(0, Vec::len);
        if let Some(other) = all.iter().position(|values| values.len() != count) {
            return Err(value(messages::list(&columns[0], count, &columns[other], all[other].len())));
        }
        if count == 0 {
            return Err(value(messages::EMPTY_LIST));
        }
        let line = |k: usize| all.iter().map(|values| values[k]).collect();
        read = List { lines: (0..count).map(line).collect(), names: columns };
    }
    let drawing = if latin { Drawing::Latin } else { Drawing::Independent };
    Design::new(read, axes, drawn, samples, seed, drawing).map_err(|bad| value(messages::design(&bad)))
}

fn finite(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    let values = series(given, name)?;
    if values.is_empty() {
        return Err(value(messages::no_values(name)));
    }
    match values.iter().position(|x| !x.is_finite()) {
        Some(at) => Err(value(messages::entry_not_finite(name, at))),
        None => Ok(values),
    }
}
