//! One header and one source file in C99 that need the mathematical library alone.
//!
//! ```text
//! Program ─ routine ─► a static function for each routine, with the operations in the order of the plan
//! Program ─ interface ─► public functions over these, with names, shapes and units ─ step ─► a step of fixed size
//! ```
//! | file | contents |
//! |---|---|
//! | `names` | reserved words |
//! | `routine` | a straight-line program as a function |
//! | `interface` | the header |
//! | `dynamics` | solves: forward dynamics, with their factorisations |
//! | `known_rank` | the block that redundant constraints leave |
//! | `pivoted` | the same where its pivots are weak |
//! | `closure` | whether constraints that a solve ignores are satisfied |
//! | `reactions` | forward dynamics where forces depend on reactions |
//! | `step` | a step of fixed size |
//!
//! Invariant: a routine has the operations of the plan, each with the same operands, and calls the functions of
//! `math.h` that the runtime calls. Compiled without contraction (`-ffp-contract=off`) it gives the bits of the interpreter.
//! Nothing is allocated, nothing is static but constants, so that every function is reentrant.

mod closure;
mod dynamics;
mod interface;
mod known_rank;
mod names;
mod pivoted;
mod reactions;
mod routine;
mod step;

use crate::{Built, Unsupported};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Instruction, Routine};
use linkwork_compiler::symbolic::Function;

/// The two files of a mechanism.
#[derive(Clone, Debug)]
pub struct Code {
    /// Name of the files without an ending: the name of the mechanism in snake case, with `_mechanism` after that of a header of C.
    pub stem: String,
    /// Why the stem ends with `_mechanism`, if it was changed.
    pub renamed: Option<String>,
    /// `stem.h`.
    pub header: String,
    /// `stem.c`.
    pub source: String,
    /// Properties of the mechanism that these files omit, each with the reason.
    pub left_out: Vec<String>,
}

/// The files of a mechanism.
///
/// # Errors
/// [`Unsupported`] if it calls functions of the user.
pub fn code(program: &Program, built: &Built) -> Result<Code, Unsupported> {
    Unsupported::check(program)?;
    Ok(interface::Files::new(program, built).code())
}

/// Whether one of some routines calls this function.
fn calls(routines: &[&Routine], wanted: Function) -> bool {
    routines.iter().flat_map(|routine| routine.instructions.iter()).any(|instruction| {
        matches!(*instruction, Instruction::Unary(f, _) | Instruction::Binary(f, ..) if f == wanted)
    })
}
