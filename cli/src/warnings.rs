//! Warnings and notes on the standard error, each of them once: a command may compile a description several times.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// The first lines of the reported warnings.
static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Prints rendered warnings, unless all of them have been printed. Additions of a command to a description change lines and
/// names of files in a rendering: a warning is known by its first line,
/// a note by what it says before the file.
pub fn print_once(warnings: &str) {
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = printed.len();
    let note = warnings.lines().next().filter(|line| line.starts_with("note:"));
    printed.extend(warnings.lines().filter(|line| line.contains("warning")).map(str::to_owned));
    printed.extend(note.and_then(|line| line.split(" in `").next()).map(str::to_owned));
    if printed.len() > known {
        // Warnings are dropped if standard error is closed.
        let _ = std::io::stderr().write_all(warnings.as_bytes());
    }
}
