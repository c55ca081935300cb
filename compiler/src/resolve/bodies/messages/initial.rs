//! Entries of `initial` about joints, bodies and frames.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::value::Value;
use crate::syntax::Expression;

/// A value of another kind than its attribute.
pub(in crate::resolve) fn unlike_initial_value(
    (target, of): (&Expression, &Value),
    (value, worth): (&Expression, &Value),
) -> Diagnostic {
    let message = format!("`{target}` is {}, its initial value is {}", of.kind(), worth.kind());
    Diagnostic::error(value.place, message).related(target.place, of.kind())
}

/// A guess of the velocity of a body or a frame.
pub(in crate::resolve) fn guess_of_velocity(target: &Expression) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{target}` cannot be given a guess"))
        .help("only velocities of joint coordinates can be guessed: `der(pin.angle): ~3 [rad/s]`")
}

/// `rod.rotation: rpy(…)` in the plane.
pub(in crate::resolve) fn initial_rotation_in_plane(target: &Expression) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{target}` is a rotation in the plane"))
        .help("give the `angle` of the body instead")
}

/// `ball.rotation: rpy(…)` of a joint without a quaternion.
pub(in crate::resolve) fn no_initial_rotation(
    target: &Expression,
    joint: &str,
    coordinates: &[String],
) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{target}` is not among the coordinates of the joint"))
        .help(format!("the coordinates of joint `{joint}` are `{}`", coordinates.join("`, `")))
}

/// The help for components of a quaternion.
fn all_components(name: &str) -> String {
    format!("`{name}: rpy(roll, pitch, yaw)` gives all components")
}

/// Components of a quaternion with another sum of squares than 1.
pub(in crate::resolve) fn not_a_unit_quaternion(place: Place, name: &str, sum: f64) -> Diagnostic {
    let message = format!("`{name}` is not a unit quaternion: the squares of its components add up to {sum}");
    Diagnostic::error(place, message).help(all_components(name))
}

/// Components of a quaternion that leave others undecided.
pub(in crate::resolve) fn undetermined_quaternion(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` is not determined by the given components"))
        .help(all_components(name))
}
