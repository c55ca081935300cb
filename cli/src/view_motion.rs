//! Motions that are not simulated: the initial state alone, and a table of a run, with the forces and torques of joints and force elements in them.
//!
//! Invariant: forces follow from the accelerations and multipliers of that state; if these are not all known, forces are
//! not shown.

use crate::failure::Failure;
use crate::methods::{self, Variant};
use crate::view_table::{self, Table};
use linkwork::analysis::Analyse;
use linkwork::solution::State;
use linkwork::stepper::Start;
use linkwork::{Assemble, Evaluate, Space};
use linkwork_compiler::Program;
use linkwork_compiler::plan::Named;
use linkwork_jit::Tape;
use linkwork_models::Quantity::Output;
use linkwork_models::RunOptions;
use linkwork_view::{Column, ColumnKind};
use std::path::Path;

/// A motion as columns.
pub struct Motion {
    /// The times of its frames.
    pub times: Vec<f64>,
    /// Coordinates first.
    pub columns: Vec<Column>,
    /// Its kind.
    pub subtitle: String,
    /// Notes on how it was computed.
    pub notes: Vec<String>,
    /// Notes on what its frames do not show.
    pub lost: Vec<String>,
}

/// The length of the step whose beginning is the initial state.
const FIRST_STEP: f64 = 1e-6;

/// The initial state alone. Forces are those at the beginning of a run: so reactions that are not unique are those of a run, and
/// sticking friction holds.
pub fn initial(tape: &Tape) -> Result<Motion, Failure> {
    let state = tape.initial_state()?;
    let program = tape.program();
    let mut columns = coordinates(program);
    columns.iter_mut().zip(state.q.iter()).for_each(|(column, &value)| column.values.push(value));
    let mut progress = |_| {};
    let options = RunOptions { step: Some(FIRST_STEP), ..RunOptions::new(FIRST_STEP, &mut progress) };
    let begun = (methods::default().run)(tape, &Variant::default(), options);
    let mut notes = Vec::new();
    match begun {
        Ok(trajectory) => {
            let outputs = trajectory.columns.iter().filter(|column| column.quantity == Output);
            let named = program.output_names.iter().zip(outputs).enumerate();
            columns.extend(named.filter_map(|(k, (named, column))| {
                let values = vec![*column.values.first()?];
                Some(Column { values, ..shown(program, k, named)? })
            }));
        }
        Err(why) => {
            notes.push(format!("outputs and arrows are omitted because the mechanism cannot start: {why}"))
        }
    }
    let subtitle = "the initial state".to_owned();
    Ok(Motion { times: vec![state.t], columns, subtitle, notes, lost: Vec::new() })
}

/// The coordinates, without values.
fn coordinates(program: &Program) -> Vec<Column> {
    let column = |named: &Named| Column {
        name: named.name.to_string(),
        unit: named.unit.to_string(),
        kind: ColumnKind::Coordinate,
        values: Vec::new(),
    };
    program.coordinates.iter().map(column).collect()
}

/// What the page shows, without values: coordinates first.
pub fn columns(program: &Program) -> Vec<Column> {
    let outputs = program.output_names.iter().enumerate();
    coordinates(program)
        .into_iter()
        .chain(outputs.filter_map(|(k, named)| shown(program, k, named)))
        .collect()
}

/// An output that the page shows, without values.
fn shown(program: &Program, output: usize, named: &Named) -> Option<Column> {
    let kind = ColumnKind::of_output(program, output)?;
    Some(Column { name: named.name.to_string(), unit: named.unit.to_string(), kind, values: Vec::new() })
}

/// A table written by `linkwork simulate --csv`, with at most this many frames per second; `driven` if the user gives inputs.
pub fn of_table(path: &Path, tape: &Tape, rate: f64, driven: bool) -> Result<Motion, Failure> {
    let program = tape.program();
    let Table { times, mut columns, dynamics, between, subtitle } = view_table::read(path, tape, rate)?;
    let lost = between.notes(&program.bodies, &columns, "Use a larger `--rate`, or a table with more lines.");
    let mut notes = Vec::new();
    let arrows =
        program.picture.as_ref().map_or(0, |picture| program.output_names.len() - picture.own_outputs);
    if arrows > 0 {
        match exerted(tape, &times, &columns, dynamics, driven) {
            Ok(states) => columns.extend(outputs(tape, &states, program.output_names.len() - arrows)),
            Err(why) => notes.push(format!("forces and torques are not shown: {why}")),
        }
    }
    Ok(Motion { times, columns, subtitle, notes, lost })
}

/// The states of a table, or why their forces are not known.
fn exerted(
    tape: &Tape,
    times: &[f64],
    columns: &[Column],
    dynamics: Option<Vec<Vec<f64>>>,
    driven: bool,
) -> Result<Vec<State<Tape>>, &'static str> {
    let program = tape.program();
    if !program.inputs.is_empty() && !driven {
        return Err("a table has no inputs; give them with --input, as in the run");
    }
    if !program.grips.is_empty() {
        return Err("the table does not contain the state of sticking friction; simulate instead");
    }
    let Some(dynamics) = dynamics else {
        return Err("the table does not contain all velocities, accelerations, states and multipliers");
    };
    let of_frame = |(frame, row): (usize, &Vec<f64>)| {
        let Start { mut q, mut v, mut y, .. } = Start::initial(tape);
        let (mut a, (mut lambda, mut psi)) = (v.clone(), tape.initial_reactions());
        let mut positions = columns.iter().map(|column| column.values[frame]);
        fill(q.as_mut_slice(), &mut positions);
        let mut rest = row.iter().copied();
        fill(v.as_mut_slice(), &mut rest);
        fill(a.as_mut_slice(), &mut rest);
        fill(y.as_mut_slice(), &mut rest);
        fill(lambda.as_mut_slice(), &mut rest);
        fill(psi.as_mut_slice(), &mut rest);
        State { t: times[frame], q, v, a, lambda, psi, y }
    };
    Ok(dynamics.iter().enumerate().map(of_frame).collect())
}

/// As many numbers as there is room for.
fn fill(into: &mut [f64], values: &mut impl Iterator<Item = f64>) {
    into.iter_mut().zip(values).for_each(|(x, value)| *x = value);
}

/// The outputs from that one on, in these states.
fn outputs(tape: &Tape, states: &[State<Tape>], first: usize) -> Vec<Column> {
    let program = tape.program();
    let mut at = tape.position_cache();
    let mut all = <Tape as Space>::Outputs::zeros(program.output_names.len());
    let numbered = program.output_names.iter().enumerate().skip(first);
    let (numbers, mut columns): (Vec<usize>, Vec<Column>) =
        numbered.filter_map(|(k, named)| Some((k, shown(program, k, named)?))).unzip();
    for state in states {
        tape.place(&tape.now(state.t), &state.q, &mut at);
        tape.outputs(&at, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut all);
        for (column, k) in columns.iter_mut().zip(&numbers) {
            column.values.push(all.as_slice()[*k]);
        }
    }
    columns
}
