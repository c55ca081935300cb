//! Joints, their ends and frames; what joints have along their coordinate; connections.

use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::{Expression, Kind, Name};
use crate::units::Dimension;
use proc_macro2::Span;

/// Bodies without `in plane` or `in space`; `word` is the first item of them.
pub(in crate::resolve) fn no_setting(item: Span, word: &str) -> Diagnostic {
    let message = format!("`{word}` needs `in plane` or `in space` after the name of the mechanism");
    Diagnostic::error(item, message).help("write `mechanism Name in plane { … }` or `in space`")
}

/// `joint pin = 5;`
pub(in crate::resolve) fn not_a_joint(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a joint"))
        .help("write `joint name = revolute(ground, crank);`")
}

/// A joint of space in the plane; the help is what to write instead.
pub(in crate::resolve) fn joint_in_space(kind: &Name, instead: &str) -> Diagnostic {
    Diagnostic::error(kind.span, format!("`{}` joints exist only in space", kind.text)).help(instead)
}

/// A joint of a body with itself; `None` is the ground.
pub(in crate::resolve) fn both_ends(place: Place, joint: &str, body: Option<&str>) -> Diagnostic {
    let message = match body {
        None => format!("both ends of `{joint}` are on the ground"),
        Some(body) => format!("both ends of `{joint}` are on `{body}`"),
    };
    Diagnostic::error(place, message)
        .label("connects nothing")
        .help("a joint connects two bodies, or a body to the ground")
}

/// A coupling of a coordinate with itself.
pub(in crate::resolve) fn couples_itself(place: Place, kind: &str, coordinate: &Expression) -> Diagnostic {
    Diagnostic::error(place, format!("`{kind}` couples `{coordinate}` with itself"))
}

/// Something that is neither a carrier nor a point on one.
pub(in crate::resolve) fn not_an_end(expression: &Expression) -> Diagnostic {
    let help = match &expression.kind {
        Kind::Quantity(inner, _) if matches!(inner.kind, Kind::Array(_)) => {
            format!("write `ground at {expression}`")
        }
        Kind::Array(_) => format!("write `ground at {expression} [m]`"),
        _ => "an end is `ground`, a body, a particle or a frame, optionally with `at [x, y] [m]`".to_owned(),
    };
    Diagnostic::error(expression.place, format!("`{expression}` is not an end")).help(help)
}

/// A name of something else as an end.
pub(in crate::resolve) fn neither_body_nor_frame(place: Place, name: &str, declared: Place) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` is neither a body nor a frame"))
        .related(declared, "declared here")
        .help("an end is `ground`, a body, a particle or a frame")
}

/// The help for brackets after the name of an end that are no index.
pub(in crate::resolve) fn point_on(name: &str) -> String {
    format!("a point is written `{name} at [x, y] [m]`")
}

/// `particle at [1, 0] [m]`
pub(in crate::resolve) fn point_on_particle(point: Place, name: &str) -> Diagnostic {
    Diagnostic::error(point, format!("`{name}` is a particle, which is a single point"))
        .help("remove `at […]`, or declare it as a `body`")
}

/// Bodies that are connected to one another at most.
pub(in crate::resolve) fn not_connected(place: Place, bodies: &[&str]) -> Diagnostic {
    let name = bodies.first().copied().unwrap_or_default();
    let message = match bodies.len() {
        1 => format!("body `{name}` is not connected to the ground"),
        _ => format!("bodies `{}` are not connected to the ground", bodies.join("`, `")),
    };
    Diagnostic::error(place, message)
        .label("no joints connect it to the ground")
        .help(format!("if it moves freely, write `joint … = free(ground, {name});`"))
}

/// Limits of an angle, or of a length.
fn limits_along(of: Dimension) -> &'static str {
    if of.is_none() { "limits: -90 [deg] .. 90 [deg]" } else { "limits: -0.1 [m] .. 0.1 [m]" }
}

/// `limits: 90 [deg]`
pub(in crate::resolve) fn limits_not_a_range(range: &Expression, of: Dimension) -> Diagnostic {
    Diagnostic::error(range.place, format!("`limits` must be a range, not `{range}`"))
        .help(format!("write `{}`", limits_along(of)))
}

/// The help for limits of a joint in the wrong order.
pub(in crate::resolve) fn ordered_limits(of: Dimension) -> String {
    format!("write the smaller one first: `{}`", limits_along(of))
}

/// `stops: 5`
pub(in crate::resolve) fn not_a_stop(stops: &Expression, of: Dimension) -> Diagnostic {
    let example = if of.is_none() {
        "stop(stiffness: 1e4 [N*m/rad], dissipation: 0.1 [s/rad])"
    } else {
        "stop(stiffness: 1e5 [N/m], dissipation: 0.1 [s/m])"
    };
    Diagnostic::error(stops.place, format!("`stops` must be a `stop(…)`, not `{stops}`"))
        .help(format!("write `stops: {example}`"))
}

/// Stops without limits.
pub(in crate::resolve) fn stops_without_limits(stops: &Expression, joint: &str, of: Dimension) -> Diagnostic {
    Diagnostic::error(stops.place, format!("joint `{joint}` has `stops` but no `limits`"))
        .help(format!("add `{}`", limits_along(of)))
}

/// A reduction without a rotor.
pub(in crate::resolve) fn reduction_without_rotor(reduction: &Expression, joint: &str) -> Diagnostic {
    Diagnostic::error(reduction.place, format!("joint `{joint}` has a `reduction` but no `rotor_inertia`"))
        .help("add `rotor_inertia:`, or remove `reduction:`")
}

/// A rotor in a spherical joint with Euler angles.
pub(in crate::resolve) fn rotor_beside_angles(inertia: &Expression, joint: &str) -> Diagnostic {
    let message = format!("`rotor_inertia` cannot be combined with Euler angles in joint `{joint}`");
    Diagnostic::error(inertia.place, message)
        .help("remove `rotation:`; the rotation is then a unit quaternion")
}
