//! Messages about a mechanism as a whole.
//!
//! Invariant: what is in backticks is text of the user.

use crate::diagnostics::Diagnostic;
use proc_macro2::Span;

/// A stage without a result and without a mistake: a defect of this crate, which is reported nevertheless.
pub(super) fn unresolved(mechanism: Span, name: &str) -> Diagnostic {
    Diagnostic::error(mechanism, format!("`{name}` cannot be resolved"))
        .help("this is a bug in Linkwork: please report it with the mechanism")
}
