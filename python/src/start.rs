//! `simulate(start=…)`: a state, or values by name.

use crate::by_name;
use crate::failures::{of_error, of_given_values, value};
use crate::messages;
use crate::state::State;
use linkwork_jit::Tape;
use linkwork_models::State as From;
use pyo3::prelude::*;

/// The initial state of a run: a given state, or the mechanism assembled with these values in place of those of `initial`.
pub fn read(py: Python<'_>, tape: &Tape, given: &Bound<'_, PyAny>) -> PyResult<From> {
    if let Ok(state) = given.cast::<State>() {
        let at = &state.get().instant;
        let mut q = at.q.clone();
        // It may be of another mechanism; another number of coordinates is found later.
        if q.len() == tape.program().coordinates.len() {
            tape.normalise("start", &mut q).map_err(|error| of_error(py, &error))?;
        }
        return Ok(From { time: at.time, q, v: at.v.clone(), y: at.y.clone() });
    }
    let given = by_name::pairs(given)?.ok_or_else(|| value(messages::START))?;
    let one = |(name, value): by_name::Pair<'_>| {
        let number = by_name::number_of("in `start`, the value of", &name, &value)?;
        Ok((name, number))
    };
    let values: Vec<(String, f64)> = given.into_iter().map(one).collect::<PyResult<_>>()?;
    let start = py.detach(|| tape.start_with(&values)).map_err(|error| of_given_values(py, &error))?;
    Ok(From {
        time: start.t,
        q: start.q.as_slice().to_vec(),
        v: start.v.as_slice().to_vec(),
        y: start.y.as_slice().to_vec(),
    })
}
