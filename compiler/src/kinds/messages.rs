//! Messages of several kinds, side by side; those of one kind are in its file.
//!
//! Invariant: what is in backticks is text of the user.

use crate::diagnostics::{Diagnostic, Place};

/// A number that must be positive, as `build()` says it. `owner` is complete, with backticks.
pub(super) fn not_positive(name: &str, owner: &str) -> String {
    format!("the {name} of {owner} is not positive")
}

/// The same of a known number.
pub(super) fn number_not_positive(
    place: Place,
    name: &str,
    owner: &str,
    number: f64,
    help: &str,
) -> Diagnostic {
    Diagnostic::error(place, not_positive(name, owner)).label(format!("this is {number}")).help(help)
}
