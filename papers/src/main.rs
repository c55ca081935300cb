//! The program `linkwork-reproduce`, which `linkwork reproduce` runs.
//!
//! Invariant: results go to stdout, everything else to stderr; bad input ends with exit code 2, a run that failed with 1.

use clap::Parser;
use linkwork_figures::failure;
use linkwork_papers::reproduce::{Arguments, reproduce};
use std::process::ExitCode;

/// Reproduces published tables and figures, next to the published numbers.
#[derive(Parser)]
#[command(name = "linkwork reproduce", version)]
struct Program {
    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    failure::end(reproduce(&Program::parse().arguments))
}
