//! Messages of several kinds, side by side; those of one kind are in its file.
//!
//! Invariant: what is in backticks is text of the user.

use crate::diagnostics::{Diagnostic, Place};

pub(super) use crate::diagnostics::messages::not_positive;

/// A known number that must be positive; `owner` is complete, with backticks.
pub(super) fn number_not_positive(
    place: Place,
    name: &str,
    owner: &str,
    number: f64,
    help: &str,
) -> Diagnostic {
    Diagnostic::error(place, not_positive(name, owner)).label(format!("this is {number}")).help(help)
}
