//! What the compiler knows of a mechanism, as text or as LaTeX.
//!
//! Invariant: everything shown is read from the compiled program, nothing is derived again.

mod facts;
mod latex;
mod sparsity;
mod wrap;

use linkwork_compiler::Program;

/// Names, equations, properties, matrices, elimination and costs of a program that was compiled with its equations as text.
pub fn text(program: &Program) -> String {
    [
        facts::heading(program),
        facts::names(program),
        facts::equations(program),
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

/// Its equations alone, as LaTeX.
pub fn latex(program: &Program) -> String {
    latex::equations(program)
}
