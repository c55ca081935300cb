//! Messages of models with coefficients, side by side: why equations of motion are not affine in them.
//!
//! Invariant: what is in backticks is text of the user.

use crate::diagnostics::{Diagnostic, Place};

/// A description without bodies.
pub(super) fn no_bodies(place: impl Into<Place>, mechanism: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{mechanism}` has no bodies, whose masses and inertias could be found")).help(
        "describe it by bodies and joints; derivatives with respect to other parameters are those of `sensitivity`",
    )
}

/// A force that depends on a reaction.
pub(super) fn of_reaction(place: impl Into<Place>, force: &str) -> Diagnostic {
    let message = format!(
        "`{force}` follows from a reaction, in which masses and inertias are not alone: the equations of motion are not affine in them"
    );
    Diagnostic::error(place, message)
        .help("give the friction of a joint by its size, `friction(joint, limit: …)`, or leave it out")
}
