//! Code of a compiled mechanism in other languages: C99 ([`c`]), and CasADi expressions in Python ([`casadi`]).
//!
//! | file | contents |
//! |---|---|
//! | `names` | identifiers |
//! | `stem` | names of files |
//! | `evaluation` | the evaluations of a mechanism |
//! | `routine` | the part of a straight-line program that all languages share |
//! | `c` | a header and a source file |
//! | `casadi` | a module of Python |

pub mod c;
pub mod casadi;
mod evaluation;
mod names;
mod routine;
mod stem;

use linkwork_compiler::Program;
use std::fmt;

/// Values of a built mechanism.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The parameters of the description, in order.
    pub parameters: Vec<f64>,
    /// q, v and y that constraints and `initial` give.
    pub start: (Vec<f64>, Vec<f64>, Vec<f64>),
    /// The least pivots of the saddle matrix, step by step.
    pub pivot_limits: Vec<f64>,
    /// The scales of constraints, the weights of their reactions, whether the planned sets of redundant ones are those of the parameters (1 or 0), and how many are
    /// redundant; empty if none is.
    pub redundant: Vec<f64>,
    /// The guess of the first reactions, λ, then ψ, if forces are not affine in them.
    pub reactions: Vec<f64>,
    /// The units of λ, then ψ.
    pub multiplier_units: Vec<String>,
}

/// A mechanism with functions that are implemented in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The names of these functions.
    pub functions: Vec<String>,
}

impl Unsupported {
    fn check(program: &Program) -> Result<(), Self> {
        if program.functions.is_empty() { Ok(()) } else { Err(Self { functions: program.functions.clone() }) }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.functions.iter().map(|name| format!("`{name}`")).collect();
        write!(
            f,
            "functions that are implemented in Rust cannot be called from other languages: {}",
            names.join(", ")
        )
    }
}

impl std::error::Error for Unsupported {}
