//! Vectors and rotations.

use super::values::ARRAYS;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::value::{Value, components};
use crate::syntax::Expression;

/// Something else than a vector of the plane or of space; `what` is complete.
pub(in crate::resolve) fn not_a_vector(
    expression: &Expression,
    what: &str,
    planar: bool,
    found: &Value,
) -> Diagnostic {
    let wanted = components(if planar { 2 } else { 3 });
    let setting = if planar { "in the plane" } else { "in space" };
    let message = format!("{what} must have {wanted} {setting}, but this is {}", found.kind());
    let help = if planar { "write `[x, y]`" } else { "write `[x, y, z]`" };
    Diagnostic::error(expression.place, message).label(format!("expected {wanted}")).help(help)
}

/// An argument that must be an array of numbers; `what` is complete.
pub(in crate::resolve) fn not_a_list(expression: &Expression, what: &str, found: &Value) -> Diagnostic {
    let message = format!("{what} must be an array of numbers, not {}", found.kind());
    Diagnostic::error(expression.place, message).help(ARRAYS)
}

/// An argument that must be an array of numbers, and is an array of others; `what` is complete.
pub(in crate::resolve) fn not_a_list_of_numbers(
    expression: &Expression,
    what: &str,
    among: &Value,
) -> Diagnostic {
    let message = format!("{what} must be an array of numbers, but it contains {}", among.kind());
    Diagnostic::error(expression.place, message).help(ARRAYS)
}

/// The text for a direction of length zero; `what` is complete.
pub(in crate::resolve) fn no_direction(what: &str) -> String {
    format!("{what} has no direction: it is zero")
}

/// `rpy(…)` in the plane.
pub(in crate::resolve) fn rotation_in_space(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is a rotation in space"))
        .help("in the plane a rotation is an angle: `rotation: 30 [deg]`")
}

/// Something else than a rotation in space.
pub(in crate::resolve) fn not_a_rotation(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a rotation")).help(
        "rotations are `rpy(roll, pitch, yaw)`, `euler_xyz(a, b, c)` (or another sequence) and `axis_angle([x, y, z], angle)`",
    )
}

/// The rotation of a joint that is no sequence of Euler angles.
pub(in crate::resolve) fn not_a_sequence(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a sequence of Euler angles"))
        .help("write `rotation: euler_zxz(precession, nutation, spin)`, or remove it for a unit quaternion")
}

/// A sequence of fewer or more than three angles.
pub(in crate::resolve) fn number_of_angles(expression: &Expression, count: usize) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` names {count} angles instead of 3"))
        .help("write `rotation: euler_zxz(precession, nutation, spin)`")
}

/// An angle of a joint that is no name.
pub(in crate::resolve) fn unnamed_angle(word: &Expression) -> Diagnostic {
    Diagnostic::error(word.place, format!("`{word}` is not the name of an angle"))
        .help("the angles of a joint are coordinates; give their values in `initial`")
}

/// An angle of a joint with the name of another attribute.
pub(in crate::resolve) fn name_of_angle_taken(word: &Expression, name: &str) -> Diagnostic {
    Diagnostic::error(word.place, format!("the angle cannot be called `{name}`"))
        .label("already has another meaning")
        .help("choose another name")
}
