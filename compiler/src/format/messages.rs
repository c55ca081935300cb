//! Messages of the layout, side by side.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use crate::diagnostics::{Diagnostic, Place};

/// Something else than mechanisms at the top level. Both texts are complete, with backticks.
pub(super) fn not_a_description(place: Place, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(place, format!("expected {expected}, found {found}"))
        .label("not part of a description")
        .help("a description consists of mechanisms: `mechanism Name { … }`")
}

/// Tokens that would be read as others.
pub(super) fn meaning_would_change(place: Place) -> Diagnostic {
    Diagnostic::error(place, "the text cannot be formatted")
        .label("the layout would change the meaning of this")
}
