//! `--at`: one instant by names.

use super::consistent::resting;
use crate::failure::Failure;
use crate::subject::Inputs;
use linkwork::{Described, WithInputs};
use linkwork_regressor::{Instant, Regressor};

/// The instant of these values: coordinates and rates instead of those of `initial`, zero accelerations unless
/// given; with constraints all others follow from the independent entries, which are also returned.
pub fn at(
    given: &[String],
    regressor: &Regressor,
    independent: Option<&[usize]>,
    inputs: Option<&Inputs>,
) -> Result<(Instant, Option<Vec<usize>>), Failure> {
    let tape = regressor.tape();
    let names = tape.names();
    let velocities = names.velocities.len();
    let (mut start, mut accelerations) = (Vec::new(), vec![None; velocities]);
    for text in given {
        let (name, value) = text
            .split_once('=')
            .and_then(|(name, value)| Some((name.trim().to_owned(), value.trim().parse::<f64>().ok()?)))
            .ok_or_else(|| Failure::input(format_args!("expected `name=number`, found `{text}`")))?;
        match names.velocities.iter().position(|v| format!("der({})", v.name) == name) {
            Some(i) => accelerations[i] = Some(value),
            None => start.push((name, value)),
        }
    }
    let state = tape.start_with(&start)?;
    let mut instant = Instant {
        q: state.q.as_slice().to_vec(),
        v: state.v.as_slice().to_vec(),
        states: state.y.as_slice().to_vec(),
        ..Instant::initial(tape)
    };
    instant.a = accelerations.iter().map(|a| a.unwrap_or(0.0)).collect();
    if let Some(inputs) = inputs {
        instant.inputs = tape.inputs_of(&inputs(0.0));
    }
    if !tape.flags().constrained() {
        return Ok((instant, None));
    }
    let named: Vec<usize> = (0..velocities).filter(|&i| accelerations[i].is_some()).collect();
    let freedoms = tape.program().freedom.degrees_of_freedom;
    let independent = match independent {
        Some(independent) => independent.to_vec(),
        None if named.len() == freedoms => named.clone(),
        None => regressor.independent(&[resting(regressor)?])?,
    };
    if let Some(i) = named.iter().find(|i| !independent.contains(i)) {
        let all: Vec<String> = independent.iter().map(|&i| regressor.effort(i).name.to_string()).collect();
        return Err(Failure::input(format_args!(
            "the acceleration of `{}` follows from that of `{}`\nhelp: give that one, or choose independent coordinates with --independent",
            regressor.effort(*i).name,
            all.join("`, `")
        )));
    }
    let instant = regressor.following(&instant, &independent)?;
    Ok((instant, Some(independent)))
}
