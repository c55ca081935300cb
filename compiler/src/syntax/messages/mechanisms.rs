//! Messages of mechanisms: their heads, names and documentation.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use super::unexpected;
use crate::diagnostics::{Diagnostic, Place};

/// A text without mechanisms.
pub(in crate::syntax) fn no_mechanism(place: impl Into<Place>) -> Diagnostic {
    Diagnostic::error(place, "no mechanism found").help("write `mechanism Name { … }`")
}

/// A word where a mechanism begins.
pub(in crate::syntax) fn not_a_mechanism(place: impl Into<Place>, found: &str) -> Diagnostic {
    unexpected(place, "`mechanism`", &format!("`{found}`"))
}

/// A word after `in` that is not a setting.
pub(in crate::syntax) fn not_a_setting(place: impl Into<Place>, found: &str) -> Diagnostic {
    unexpected(place, "`plane` or `space`", &format!("`{found}`"))
}

/// Two mechanisms of the same name.
pub(in crate::syntax) fn described_twice(
    again: impl Into<Place>,
    name: &str,
    first: impl Into<Place>,
) -> Diagnostic {
    Diagnostic::error(again, format!("mechanism `{name}` is described twice"))
        .label("described again")
        .related(first, "described first")
        .help("remove one of them, or choose another name")
}

/// A name that a struct cannot have.
pub(in crate::syntax) fn impossible_name(place: impl Into<Place>, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` cannot be the name of a mechanism"))
        .help(format!("{why}; choose another name"))
}

/// A name that is generated for another mechanism. `what` is complete, with backticks.
pub(in crate::syntax) fn name_of_generated(
    place: impl Into<Place>,
    name: &str,
    what: &str,
    other: impl Into<Place>,
) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` is the name of {what}"))
        .related(other, "the other mechanism")
        .help("choose another name")
}

/// An attribute that is not documentation.
pub(in crate::syntax) fn attribute(place: impl Into<Place>) -> Diagnostic {
    Diagnostic::error(place, "attributes are not supported here").help("documentation is written `/// text`")
}

/// Documentation at the end of the braces.
pub(in crate::syntax) fn documents_nothing(place: impl Into<Place>) -> Diagnostic {
    Diagnostic::error(place, "expected an item after this documentation comment")
        .help("`///` documents the item that follows it; write `//` for other comments")
}
