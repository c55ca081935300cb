//! The output of warnings on the command line, and the names of its options.

use crate::failure::Failure;
use crate::warnings;
use linkwork_descriptions::{Description, Reporter};
use std::io::IsTerminal;

/// That of the command line.
pub fn reporter() -> Reporter {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Reporter { report: warnings::print_once, announce, colour, option: "--mechanism" }
}

/// Before a long compilation, which goes on.
fn announce(what: &str) -> bool {
    warnings::print_once(&format!("note: {what}\n"));
    true
}

/// The files that it reads, which no result may overwrite.
pub fn files(argument: &str) -> Vec<String> {
    linkwork_descriptions::robot::files(argument, reporter())
}

/// Finds a model of the library, or reads a file.
pub fn find(argument: &str) -> Result<Description, Failure> {
    Description::find(argument, reporter())
}
