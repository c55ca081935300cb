//! Messages of the parser, side by side: what is expected, and one file for each level of the language.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

#[cfg(feature = "build")]
pub(super) mod characters;
pub(super) mod expressions;
pub(super) mod items;
pub(super) mod mechanisms;

use super::recover::describe;
use crate::diagnostics::{Diagnostic, Place};
use syn::parse::ParseStream;

/// The next token is not what the grammar needs. `what` is complete, with backticks.
pub(super) fn expected(input: ParseStream, what: &str) -> Diagnostic {
    unexpected(input.span(), what, &describe(input))
}

/// Something else than what the grammar needs. Both texts are complete, with backticks.
fn unexpected(place: impl Into<Place>, what: &str, found: &str) -> Diagnostic {
    Diagnostic::error(place, format!("expected {what}, found {found}")).label(format!("expected {what}"))
}
