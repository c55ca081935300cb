//! The variables of derivatives: parameters, and initial values that the description gives.
//!
//! Invariant: an initial value that follows from others is an error, since a derivative with respect to it has no meaning.

use crate::messages;
use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;

/// The kind of a variable.
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
    if let Some(i) = within(&names.parameters) {
        return Ok(made(&names.parameters, i, Place::Parameter(i)));
    }
    if let Some(i) = within(&names.states) {
        return Ok(made(&names.states, i, Place::State(i)));
    }
    if let Some(i) = within(&names.coordinates) {
        let runs = program.plain_runs();
        let direction =
            runs.iter().find(|(at, _, count)| (*at..at + count).contains(&i)).map(|(at, v, _)| v + i - at);
        return match direction {
            None if program.rotations.iter().any(|(at, _)| (*at..at + 4).contains(&i)) => {
                Err(messages::quaternion(name))
            }
            None => Err(messages::counted_angle(name)),
            Some(v) if !free(&program.given_positions, v, !names.holonomic.is_empty()) => {
                Err(messages::not_given(name))
            }
            Some(_) => Ok(made(&names.coordinates, i, Place::Position(i))),
        };
    }
    if let Some(i) = within(&names.velocities) {
        let constrained = !names.holonomic.is_empty() || !names.nonholonomic.is_empty();
        if !free(&program.given_velocities, i, constrained) {
            return Err(messages::not_given(name));
        }
        return Ok(made(&names.velocities, i, Place::Velocity(i)));
    }
    let all = [&names.parameters, &names.coordinates, &names.velocities, &names.states];
    let known = all.into_iter().flat_map(|list| list.iter().map(|named| named.name.to_string()));
    Err(Error::Unknown { what: "parameter or initial value", name: name.to_owned(), known: known.collect() })
}

/// Whether an initial value keeps its setting. Without constraints nothing else determines it.
fn free(given: &[bool], i: usize, constrained: bool) -> bool {
    !constrained || given.get(i).copied().unwrap_or(false)
}
