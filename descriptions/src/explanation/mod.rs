//! The analysis of a mechanism by the compiler, as text or as LaTeX.
//!
//! Invariant: everything shown is read from the compiled program, nothing is derived again.

mod cost;
mod facts;
mod latex;
mod sparsity;
mod tree;
mod wrap;

use linkwork_compiler::diagnostics::Mistakes;
use linkwork_compiler::{Program, build};

/// Names, equations, properties, matrices, elimination and costs of a program that was compiled with its equations as text.
pub fn text(program: &Program) -> String {
    [
        facts::heading(program),
        facts::names(program),
        program
            .cells
            .as_ref()
            .map_or_else(|| facts::equations(program), |cells| tree::equations(program, cells)),
        facts::flags(program),
        sparsity::matrices(program),
        facts::elimination(program),
        facts::operations(program),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join("\n")
}

/// Operations, lines and bytes of its code by routine, and by joint, body and force.
///
/// # Errors
/// If the emitted code is not Rust, which is a bug of the compiler.
pub fn cost(program: &Program) -> Result<String, Mistakes> {
    Ok(cost::table(&program.name, &build::cost(program)?))
}

/// Its equations alone, as LaTeX.
pub fn latex(program: &Program) -> String {
    latex::equations(program)
}
