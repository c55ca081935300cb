//! The code in C of every mechanism of the library, compiled by `cc` and compared with the interpreter.

mod program;
mod reactions;
mod routines;
mod steps;

use linkwork::prelude::*;
use linkwork_export::Built;
use linkwork_export::c::Code;
use linkwork_tape::{Tape, TapeParameters};

/// All formulations of a description, with their parameters.
fn tapes(source: &str) -> Vec<TapeParameters> {
    let options = linkwork_compiler::Options::default();
    let text =
        linkwork_compiler::build::compile_text("library", source, &options, false).expect("it compiles");
    text.programs.into_iter().map(TapeParameters::new).collect()
}

/// The two files of a tape.
fn code(tape: &Tape) -> Code {
    let (q, v, y) = tape.initial();
    let of = |values: &[f64]| values.to_vec();
    let reactions = tape.initial_reactions();
    let built = Built {
        parameters: Vec::new(),
        start: (of(q.as_slice()), of(v.as_slice()), of(y.as_slice())),
        pivot_limits: tape.saddle_pivot_limits().to_vec(),
        redundant: tape.redundant_weights().to_vec(),
        reactions: [reactions.0.as_slice(), reactions.1.as_slice()].concat(),
        multiplier_units: linkwork::solution::multiplier_units(tape),
    };
    linkwork_export::c::code(tape.program(), &built).expect("the library has no functions of the user")
}
