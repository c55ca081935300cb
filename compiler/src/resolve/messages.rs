//! Messages about a mechanism as a whole.
//!
//! Invariant: what is in backticks is text of the user.

use crate::diagnostics::{Diagnostic, Place};

/// A stage without a result and without a mistake: a defect of this crate, which is reported nevertheless.
/// `what` is complete.
pub(super) fn unresolved(place: impl Into<Place>, what: &str) -> Diagnostic {
    Diagnostic::error(place, format!("{what} cannot be resolved"))
        .help("this is a bug in Linkwork: please report it with the mechanism")
}
