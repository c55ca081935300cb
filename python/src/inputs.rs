//! Inputs of a run: numbers, formulas, samples, or Python functions.
//!
//! ```text
//! u(t) = u_k + (u_{k+1} − u_k) (t − t_k)/(t_{k+1} − t_k)      samples, t_k ≤ t ≤ t_{k+1}; held before the first and after the last   (1)
//! ```
//!
//! Invariant: an exception of the user's function ends the run and is raised as it is; Python is not called again after it.

use crate::arrays::{Rows, one_or_each, series};
use crate::by_name;
use crate::failures::{of_failure, unknown, value};
use crate::messages;
use crate::numbers::number;
use linkwork::simulation::Grid;
use linkwork_descriptions::formula::{Setting, TimeFunction, Values};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The source of the values of an input.
enum Source {
    Number(f64),
    Formula(TimeFunction),
    Samples(Vec<f64>, Vec<f64>),
    Function(Py<PyAny>),
}

/// All inputs of a mechanism as functions of time.
pub struct Drive {
    sources: Vec<(String, Source)>,
    texts: Vec<(String, String)>,
    fault: Mutex<Option<(PyErr, String, f64)>>,
}

impl Drive {
    /// Reads `inputs={name: …}`; other inputs are zero.
    pub fn read(
        py: Python<'_>,
        names: &[String],
        inputs: Option<&Bound<'_, PyAny>>,
        values: Values,
        grid: Option<Grid<f64>>,
    ) -> PyResult<Self> {
        let values = Arc::new(values);
        let mut texts = Vec::new();
        let mut sources: Vec<(String, Source)> =
            names.iter().map(|name| (name.clone(), Source::Number(0.0))).collect();
        for (name, given) in by_name::all("inputs", inputs)? {
            let Some(place) = sources.iter_mut().find(|it| it.0 == name) else {
                return Err(unknown(py, "input", &name, names.iter().map(String::as_str)));
            };
            place.1 = source(py, &name, &given, &values, grid)?;
            let text = match &place.1 {
                Source::Number(number) => format!("{number:?}"),
                Source::Formula(_) => given.extract()?,
                Source::Samples(times, values) => format!("{times:?} {values:?}"),
                Source::Function(function) => function.to_string(),
            };
            texts.push((name, text));
        }
        Ok(Self { sources, texts, fault: Mutex::default() })
    }

    /// Whether one of them is a Python function.
    pub fn asks_python(&self) -> bool {
        self.sources.iter().any(|(_, source)| matches!(source, Source::Function(_)))
    }

    /// The inputs as text: formulas as written, numbers, samples.
    pub fn texts(&self) -> &[(String, String)] {
        &self.texts
    }

    /// The values, if they do not depend on time.
    pub fn constant(&self) -> Option<Vec<f64>> {
        let value = |(_, source): &(String, Source)| match source {
            Source::Number(number) => Some(*number),
            Source::Formula(formula) if formula.constant => Some(formula.at(0.0)),
            _ => None,
        };
        self.sources.iter().map(value).collect()
    }

    /// The values at time t; NaN after an exception.
    pub fn at(&self, t: f64) -> Vec<f64> {
        self.sources.iter().map(|(name, source)| self.value(name, source, t)).collect()
    }

    fn value(&self, name: &str, source: &Source, t: f64) -> f64 {
        match source {
            Source::Number(number) => *number,
            Source::Formula(formula) => formula.at(t),
            Source::Samples(times, values) => interpolated(times, values, t),
            Source::Function(function) => Python::attach(|py| {
                if self.fault().is_some() {
                    return f64::NAN;
                }
                // Functions in C do not look for signals.
                let called = py
                    .check_signals()
                    .and_then(|()| function.bind(py).call1((t,)))
                    .and_then(|value| value.extract::<f64>());
                called.unwrap_or_else(|error| {
                    self.fault().get_or_insert((error, name.to_owned(), t));
                    f64::NAN
                })
            }),
        }
    }

    fn fault(&self) -> MutexGuard<'_, Option<(PyErr, String, f64)>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exception of a function, with a note of the last valid state.
    pub fn exception(&self, py: Python<'_>, last: Option<f64>) -> Option<PyErr> {
        let (error, name, time) = self.fault().take()?;
        let note = messages::raised_by(&name, time, last);
        // Python 3.9 and 3.10 have no notes: they are an attribute there.
        if error.value(py).call_method1("add_note", (&note,)).is_err() {
            let _ = error.value(py).setattr("__notes__", vec![note]);
        }
        Some(error)
    }
}

fn source(
    py: Python<'_>,
    name: &str,
    given: &Bound<'_, PyAny>,
    values: &Arc<Values>,
    grid: Option<Grid<f64>>,
) -> PyResult<Source> {
    if let Ok(formula) = given.cast::<PyString>() {
        let setting = Setting { name: name.to_owned(), formula: formula.to_string() };
        let function = values.function(&setting).map_err(|failure| of_failure(py, &failure))?;
        return Ok(Source::Formula(function));
    }
    if given.is_callable() {
        return Ok(Source::Function(given.clone().unbind()));
    }
    if let Some(number) = number(given) {
        return match number.is_finite() {
            true => Ok(Source::Number(number)),
            false => Err(value(messages::input_not_finite(name, number))),
        };
    }
    if let Ok(pair) = given.cast::<PyTuple>()
        && pair.len() == 2
    {
        let times = series(&pair.get_item(0)?, &format!("the times of {name}"))?;
        let samples = series(&pair.get_item(1)?, name)?;
        return samples_of(name, times, samples);
    }
    if !given.hasattr("__len__")? {
        return Err(value(messages::input(name, given.get_type())));
    }
    let samples = series(given, name)?;
    let Some(grid) = grid else {
        return Err(value(messages::input_without_times(name)));
    };
    let count = grid.steps().saturating_add(1);
    if samples.len() as u64 != count {
        return Err(value(messages::input_length(name, samples.len(), count, grid.is_uneven())));
    }
    samples_of(name, (0..count).map(|n| grid.time(n)).collect(), samples)
}

fn samples_of(name: &str, times: Vec<f64>, values: Vec<f64>) -> PyResult<Source> {
    if times.len() != values.len() || times.is_empty() {
        return Err(value(messages::input_pair(name, times.len(), values.len())));
    }
    if times.windows(2).any(|pair| !matches!(pair, [a, b] if a < b)) {
        return Err(value(messages::input_order(name)));
    }
    if times.iter().chain(&values).any(|x| !x.is_finite()) {
        return Err(value(messages::input_samples(name)));
    }
    Ok(Source::Samples(times, values))
}

/// (1).
fn interpolated(times: &[f64], values: &[f64], t: f64) -> f64 {
    let behind = times.partition_point(|time| *time <= t);
    match (behind, times.get(behind)) {
        (0, _) => values[0],
        (_, None) => values[values.len() - 1],
        (k, Some(next)) => {
            let (t0, u0, u1) = (times[k - 1], values[k - 1], values[k]);
            u0 + (u1 - u0) * (t - t0) / (next - t0)
        }
    }
}

/// Constant inputs of states: a mapping by name, one number for one input, a vector in the order of `model.inputs`, or such a vector for each
/// state. Other inputs keep their values in `held`.
pub fn held_by_each(
    py: Python<'_>,
    names: &[String],
    inputs: Option<&Bound<'_, PyAny>>,
    held: &[f64],
) -> PyResult<Rows> {
    let Some(inputs) = inputs else { return Ok(Rows::one(held.to_vec())) };
    let Some(given) = by_name::pairs(inputs)? else {
        return one_or_each(inputs, "inputs", names.len());
    };
    let mut values = held.to_vec();
    for (name, value) in given {
        let Some(place) = names.iter().position(|known| *known == name) else {
            return Err(unknown(py, "input", &name, names.iter().map(String::as_str)));
        };
        values[place] = by_name::finite_of("the input", &name, &value)?;
    }
    Ok(Rows::one(values))
}

/// The same of one state.
pub fn held(
    py: Python<'_>,
    names: &[String],
    inputs: Option<&Bound<'_, PyAny>>,
    held: &[f64],
) -> PyResult<Vec<f64>> {
    let rows = held_by_each(py, names, inputs, held)?;
    match rows.count {
        None => Ok(rows.values),
        Some(count) => Err(value(messages::one_vector("inputs", count))),
    }
}
