//! Messages of the equations of motion, side by side.
//!
//! Invariant: what is in backticks is text of the user, or a name in generated code.

use crate::diagnostics::messages::same_name_in_rust;
use crate::diagnostics::{Diagnostic, Place};

/// A name of the description at `place` that is also that of a coordinate of the body or joint at `of`.
pub(super) fn name_of_coordinate(
    place: impl Into<Place>,
    name: &str,
    coordinate: &str,
    of: impl Into<Place>,
) -> Diagnostic {
    same_name_in_rust(place, name, coordinate).related(of, format!("has the coordinate `{coordinate}`"))
}

/// A kinetic energy with another power of a velocity.
pub(super) fn not_quadratic(place: impl Into<Place>, velocity: &str) -> Diagnostic {
    Diagnostic::error(place, format!("kinetic energy is not quadratic in the velocity `{velocity}`"))
        .help("write the equations M a = f with `mass_matrix = [[…]];` and `force = […];`")
}

/// A kinetic energy whose momenta jump.
pub(super) fn kinetic_jumps(place: impl Into<Place>) -> Diagnostic {
    Diagnostic::warning(place, "the momenta of the kinetic energy jump where it switches")
        .label("runs do not apply the impulse, so the motion after it is wrong")
        .help("make the momenta continuous, or prescribe the motion by a `constraint`, which applies the impulse")
}

/// A potential that jumps.
pub(super) fn potential_jumps(place: impl Into<Place>) -> Diagnostic {
    Diagnostic::warning(place, "the potential jumps where it switches")
        .label("runs do not apply the impulse, so the energy is not conserved")
        .help("replace the step by a steep slope")
}

/// A joint from a particle to a body that is a constraint.
pub(super) fn carried_by_particle(
    place: impl Into<Place>,
    joint: &str,
    particle: &str,
    body: &str,
) -> Diagnostic {
    let message = format!(
        "joint `{joint}` cannot be a constraint: it holds `{body}` in the axes of the particle `{particle}`"
    );
    Diagnostic::error(place, message)
        .label("a particle has no axes of its own; in minimal coordinates it has those of what carries it")
        .help(format!("make `{particle}` a `body` with `inertia:`"))
        .help("use `coordinates = minimal;`, and no reaction of this joint in forces or friction")
}

/// A force or a joint whose law depends on the axes of a particle, where these differ from those of its formulation in minimal coordinates.
pub(super) fn axes_of_particle(place: impl Into<Place>, whose: &str, particle: &str) -> Diagnostic {
    Diagnostic::error(place, format!("{whose} depends on the axes of the particle `{particle}`"))
        .label("a particle has no axes of its own; in minimal coordinates it has those of what carries it")
        .help(format!("make `{particle}` a `body` with `inertia:`, or name what carries it as the end"))
        .help("use `coordinates = minimal;`")
}

/// A force or a coupling along an angle of a joint that rotates nothing.
pub(super) fn angle_of_particle(
    place: impl Into<Place>,
    what: &str,
    joint: &str,
    particle: &str,
) -> Diagnostic {
    let message =
        format!("joint `{joint}` has no angle for {what}: the particle `{particle}` does not rotate");
    Diagnostic::error(place, message).help(format!("make `{particle}` a `body` with `inertia:`"))
}

/// Friction in a joint of a loop, whose reaction is known only with the accelerations.
pub(super) fn becomes_constraint(place: impl Into<Place>, joint: &str) -> Diagnostic {
    let message = format!(
        "the friction in joint `{joint}` makes the joint a constraint: its reaction depends on accelerations"
    );
    Diagnostic::warning(place, message).help(
        "this is only a note: the bodies beyond the joint get coordinates of their own, as with `coordinates = absolute;`",
    )
}
