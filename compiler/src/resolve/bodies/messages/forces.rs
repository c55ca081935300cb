//! Forces, and what they act on.

use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::Expression;

/// `force drive = 5;`
pub(in crate::resolve) fn not_a_force(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a force")).help(
        "write `force name = spring(ground, crank, …);`, or `force name = generalized(coordinate, value);`",
    )
}

/// A force on the ground.
pub(in crate::resolve) fn force_on_ground(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` does not move"))
        .help("a force acts on a body, a particle or a frame")
}

/// A particle where something must be able to turn: a torque, a torsional bushing, a wheel.
pub(in crate::resolve) fn has_no_rotation(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is a particle, which has no rotation"))
        .help("declare it as a `body`")
}

/// A generalised force whose value contains its own effort.
pub(in crate::resolve) fn circular_force(place: Place, name: &str) -> Diagnostic {
    let helps = vec!["name the expression that they share with `let`".to_owned()];
    Diagnostic { helps, ..super::circular(&format!("force `{name}`"), place) }
}
