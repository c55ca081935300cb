//! `linkwork linearize`: the reduced matrices, and x' = A x + B u with its outputs.

use super::matrices::Files;
use super::table::{heading, number, table};
use super::{Arguments, caution, position};
use crate::failure::Failure;
use crate::whole_file;
use linkwork::Named;
use linkwork::analysis::DMatrix;
use linkwork::prelude::*;
use linkwork_descriptions::report::Redundancy;
use linkwork_methods::analyses;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Linearized {
    #[command(flatten)]
    arguments: Arguments,
    #[command(flatten)]
    files: Files,
}

/// The report; also writes files.
pub fn linearize(Linearized { arguments, files }: &Linearized) -> Result<String, Failure> {
    files.check(arguments.subject.files().iter().map(String::as_str))?;
    let (tape, state, about) = arguments.state()?;
    let motion = analyses::steady_motion(&tape, &state)?;
    let found = analyses::linearize_inputs(&tape, &state)?.turning_with(&motion);
    let redundancy = Redundancy::of(&tape);
    files.write(&found, &redundancy, (&tape.names().mechanism, about, motion.is_steady()))?;
    let mut text = format!("{}: linearised about {about}\n\n", tape.names().mechanism);
    text.push_str(&position(&tape, &state));
    text.push_str(caution(&motion));
    let (freedoms, states, inputs) = (found.independent_names(), found.state_names(), found.input_names());
    let velocities: Vec<Named> = states[freedoms.len()..states.len() - state.y.len()].to_vec();
    // Rows of the reduced equations belong to the velocities.
    let reduced = [
        ("M, reduced mass", &velocities, &found.reduced_mass),
        ("C, reduced damping", &velocities, &found.reduced_damping),
        ("K, reduced stiffness", &freedoms, &found.reduced_stiffness),
    ];
    for (title, columns, matrix) in reduced {
        show(&mut text, title, &velocities, columns, matrix);
    }
    show(&mut text, "A of x' = A x + B u", &states, &states, &found.system);
    show(&mut text, "B of x' = A x + B u", &states, &inputs, &found.input);
    let (outputs, note) = marked_outputs(&redundancy, found.output_names());
    show(&mut text, "C of z = C x + D u, z the outputs", &outputs, &states, &found.output);
    show(&mut text, "D of z = C x + D u", &outputs, &inputs, &found.feedthrough);
    if freedoms.len() < found.mass.nrows() {
        show(
            &mut text,
            "Z, all displacements from the independent ones",
            &found.displacement_names(),
            &freedoms,
            &found.displacements,
        );
    }
    if let Some(note) = note {
        text.push_str(&format!("\nredundant: {note}\n"));
    }
    Ok(whole_file::report(files.texts(), text))
}

/// The outputs, with * after the names of those that are not unique, and what redundant constraints mean for them or for the motion.
fn marked_outputs(redundancy: &Redundancy, outputs: Vec<Named>) -> (Vec<Named>, Option<String>) {
    let is_open = |named: &Named| redundancy.is_open_output(&named.name);
    let note = match outputs.iter().any(is_open) {
        true => redundancy.note(),
        false => redundancy.text().filter(|_| redundancy.motion),
    };
    let marked = |named: Named| match is_open(&named) {
        true => Named { name: format!("{} *", named.name).into(), unit: named.unit },
        false => named,
    };
    (outputs.into_iter().map(marked).collect(), note)
}

/// A matrix with its names, if there is anything in it.
fn show(text: &mut String, title: &str, rows: &[Named], columns: &[Named], matrix: &DMatrix<f64>) {
    if matrix.is_empty() {
        return;
    }
    let headings: Vec<String> = columns.iter().map(heading).collect();
    let body: Vec<(String, Vec<String>)> = rows
        .iter()
        .zip(matrix.row_iter())
        .map(|(named, row)| (heading(named), row.iter().map(|x| number(*x)).collect()))
        .collect();
    text.push_str(&format!("\n{title}\n{}", table(&headings, &body)));
}
