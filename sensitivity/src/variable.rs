//! By what a run is differentiated: a parameter, or an initial value that the description gives.
//!
//! Invariant: an initial value that follows from others is refused, since a derivative by it has no meaning.

use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;

/// Where a variable enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Parameter(usize),
    Position(usize),
    Velocity(usize),
    State(usize),
}

/// A parameter or an initial value.
#[derive(Clone, Debug)]
pub struct Variable {
    pub named: Named,
    pub place: Place,
}

/// The variable of a name.
pub fn find(parameters: &TapeParameters, name: &str) -> Result<Variable, Error> {
    let (names, program) = (parameters.names(), parameters.program());
    let within = |list: &[Named]| list.iter().position(|named| named.name == name);
    let made = |list: &[Named], i: usize, place: Place| Variable { named: list[i].clone(), place };
    let refused =
        |reason: String| Err(Error::Setting { what: "initial value", value: name.to_owned(), reason });
    if let Some(i) = within(&names.parameters) {
        return Ok(made(&names.parameters, i, Place::Parameter(i)));
    }
    if let Some(i) = within(&names.states) {
        return Ok(made(&names.states, i, Place::State(i)));
    }
    let not_given = || {
        let given = "the description's `initial` does not give it: it follows from other values, or from the reference".to_owned();
        refused(given + "; give it there to differentiate by it")
    };
    if let Some(i) = within(&names.coordinates) {
        let runs = program.plain_runs();
        let direction =
            runs.iter().find(|(at, _, count)| (*at..at + count).contains(&i)).map(|(at, v, _)| v + i - at);
        return match direction {
            None => refused(
                "it is a component of a unit quaternion, which changes together with the others".to_owned(),
            ),
            Some(v) if !free(&program.given_positions, v, !names.holonomic.is_empty()) => not_given(),
            Some(_) => Ok(made(&names.coordinates, i, Place::Position(i))),
        };
    }
    if let Some(i) = within(&names.velocities) {
        let constrained = !names.holonomic.is_empty() || !names.nonholonomic.is_empty();
        if !free(&program.given_velocities, i, constrained) {
            return not_given();
        }
        return Ok(made(&names.velocities, i, Place::Velocity(i)));
    }
    let all = [&names.parameters, &names.coordinates, &names.velocities, &names.states];
    let known = all.into_iter().flat_map(|list| list.iter().map(|named| named.name.to_string()));
    Err(Error::Unknown { what: "parameter or initial value", name: name.to_owned(), known: known.collect() })
}

/// Does an initial value keep what it is set to? Without constraints nothing else decides it.
fn free(given: &[bool], i: usize, constrained: bool) -> bool {
    !constrained || given.get(i).copied().unwrap_or(false)
}
