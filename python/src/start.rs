//! `simulate(start=…)`: a state, or values by name.

use crate::failures::{of_error, value};
use crate::messages;
use crate::state::State;
use linkwork_jit::Tape;
use linkwork_models::State as From;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The initial state of a run: a given state, or the mechanism assembled with these values in place of those of `initial`.
pub fn read(py: Python<'_>, tape: &Tape, given: &Bound<'_, PyAny>) -> PyResult<From> {
    if let Ok(state) = given.cast::<State>() {
        let at = &state.get().instant;
        return Ok(From { time: at.time, q: at.q.clone(), v: at.v.clone(), y: at.y.clone() });
    }
    let Ok(by_name) = given.cast::<PyDict>() else {
        return Err(value(messages::START));
    };
    let one = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((name.extract()?, value.extract()?));
    let values: Vec<(String, f64)> = by_name.iter().map(one).collect::<PyResult<_>>()?;
    let start = py.detach(|| tape.start_with(&values)).map_err(|error| of_error(py, &error))?;
    Ok(From {
        time: start.t,
        q: start.q.as_slice().to_vec(),
        v: start.v.as_slice().to_vec(),
        y: start.y.as_slice().to_vec(),
    })
}
