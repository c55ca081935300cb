//! Inertias that no body has: the text of the mechanism allows them, and a warning names each.

use crate::diagnostics::{Diagnostic, Place};

/// The warning about a body or link, which is there.
pub(crate) fn warning(name: &str, place: Place) -> Diagnostic {
    Diagnostic::warning(place, format!("the inertia of `{name}` is unphysical"))
        .label("a principal moment is negative or larger than the sum of the others")
        .help("the mechanism accepts it (`allow: unphysical_inertia`); its mass matrix may be indefinite")
}
