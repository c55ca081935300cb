//! The messages of derivatives.
//!
//! Invariant: text in backticks is input of the user, a name, or an option.

use linkwork::Error;

fn setting(what: &'static str, value: impl Into<String>, reason: impl Into<String>) -> Error {
    Error::Setting { what, value: value.into(), reason: reason.into() }
}

/// A run or a mechanism without an adjoint.
fn no_adjoint(reason: impl Into<String>) -> Error {
    setting("adjoint", "not supported here", reason)
}

/// A mechanism with friction that sticks.
pub fn friction() -> Error {
    no_adjoint(
        "friction that sticks switches between sticking and sliding, and switching instants have no adjoint\nhelp: use forward derivatives (`sensitivities`, on the command line without `--adjoint`), or give friction a `velocity` below which it is regularised",
    )
}

/// A run in which a force switches.
pub fn switch(time: f64) -> Error {
    no_adjoint(format!(
        "a force switches at t = {time:.6} s, and switching instants have no adjoint\nhelp: use forward derivatives (`sensitivities`, on the command line without `--adjoint`), or a smooth force"
    ))
}

/// A run with shortened steps.
pub fn shortened(steps: u64) -> Error {
    no_adjoint(format!(
        "{steps} steps were shortened at singular configurations\nhelp: use forward derivatives, or another step size"
    ))
}

/// A run with steps without held sides.
pub fn released(steps: u64) -> Error {
    no_adjoint(format!(
        "{steps} steps are made without holding the sides of switching forces: the forces cannot be continued beyond a switch, or the motion stays on it\nhelp: use forward derivatives (`sensitivities`, on the command line without `--adjoint`), another step size, or a smooth force"
    ))
}

/// A run that ends elsewhere than the simulation.
pub fn other_run() -> Error {
    no_adjoint(
        "the simulation restarts its steps where a force leaves a switch, and steps of fixed size from a single start end in another state\nhelp: use forward derivatives (`sensitivities`, on the command line without `--adjoint`), or initial values away from the switch",
    )
}

/// Snapshots of different lengths at one time.
pub fn uneven(forward: usize, backward: usize) -> Error {
    no_adjoint(format!("the snapshots of the method have {forward} numbers forward and {backward} backward"))
}

/// A gradient that differs from its own tangent.
pub fn apart(difference: f64) -> Error {
    let reason = format!(
        "the gradient and the tangent of this run differ by {difference:.1e}\nhelp: use forward derivatives, or a shorter run where the motion is chaotic"
    );
    setting("adjoint", "inaccurate", reason)
}

/// A record with too many operations.
pub fn too_long(segments: u64) -> Error {
    setting("segments", segments.to_string(), "a segment has too many operations\nhelp: use more segments")
}

/// A request without variables.
pub fn no_variables() -> Error {
    setting("by", "empty", "give at least one parameter or initial value")
}

/// A variable that is given twice.
pub fn twice(name: &str) -> Error {
    setting("by", "not unique", format!("`{name}` is given twice"))
}

/// A request without quantities or without variables.
pub fn nothing() -> Error {
    setting("request", "empty", "give at least one quantity with a time, and one parameter or initial value")
}

/// A step that is not positive and finite.
pub fn step(h: f64) -> Error {
    setting("step", format!("{h:?}"), "it must be positive and finite")
}

/// A time at which no step ends.
pub fn between(time: f64, h: f64) -> Error {
    let reason = format!(
        "no step of {h} s ends there, as adjoints require\nhelp: use a step size of which the time is a multiple"
    );
    setting("time", format!("{time:?}"), reason)
}

/// A measured value or a weight that is not finite.
pub fn measured(value: f64, weight: f64) -> Error {
    let reason = "a measured value and its weight must be finite";
    setting("measured value", format!("{value:?} with weight {weight:?}"), reason)
}

/// A sum of squares without terms.
pub fn no_terms() -> Error {
    setting("objective", "empty", "a sum of squares needs at least one measured value")
}

/// An initial value that other values determine.
pub fn not_given(name: &str) -> Error {
    let reason = "`initial` does not give it: it follows from other values, or from the reference configuration\nhelp: give it in `initial` of the description to differentiate with respect to it";
    setting("initial value", name, reason)
}

/// A component of a unit quaternion.
pub fn quaternion(name: &str) -> Error {
    setting(
        "initial value",
        name,
        "it is a component of a unit quaternion, which cannot change without the others",
    )
}

/// An angle that is computed from the poses of bodies, with its turns.
pub fn counted_angle(name: &str) -> Error {
    setting(
        "initial value",
        name,
        "it follows from the poses of the bodies, and only its turns are counted here\nhelp: differentiate with respect to coordinates of its bodies, or let `coordinates = minimal;` make it one",
    )
}

/// A text that is not a quantity at a time.
pub fn not_a_quantity(text: &str) -> String {
    format!("`{text}` is not a quantity at a time; write `piston at 1`")
}

/// A text that is not a time.
pub fn not_a_time(text: &str) -> String {
    format!("`{text}` is not a time in s")
}

/// A time that is negative or not finite.
pub fn bad_time(text: &str) -> String {
    format!("the time `{text}` must be finite and not negative")
}
