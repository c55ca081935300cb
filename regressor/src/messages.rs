//! The messages of regressors, base parameters and estimates.
//!
//! Invariant: the first line states the fact, `help:` says what to do. Text in backticks is input of the user, a name, or an option.

use linkwork::{Clock, Error};

fn setting(what: &'static str, value: impl Into<String>, reason: impl Into<String>) -> Error {
    Error::Setting { what, value: value.into(), reason: reason.into() }
}

/// A program that was compiled without coefficients.
pub fn no_coefficients(mechanism: &str) -> Error {
    setting("regressor", mechanism, "compile the mechanism with `Options::coefficients`")
}

/// Forces that are not affine in the reactions.
pub fn reactions(mechanism: &str) -> Error {
    setting(
        "regressor",
        mechanism,
        "its forces are not affine in the reactions, so these cannot be eliminated",
    )
}

/// An equation of motion that is not affine in the coefficients.
pub fn not_affine(coordinate: &str, time: f64) -> Error {
    let reason = format!(
        "the equation of motion of `{coordinate}` is not affine in masses, inertias and coefficients of forces at t = {}\nhelp: remove forces that depend on reactions or on products of coefficients",
        Clock(time)
    );
    setting("regressor", "not defined", reason)
}

/// An instant with joints turned over.
pub fn turned_over(joints: &[&str], time: f64) -> Error {
    let reason = format!(
        "its constraints are satisfied with `{}` turned over at t = {}\nhelp: give coordinates of the closure in which the mechanism is assembled",
        joints.join("`, `"),
        Clock(time)
    );
    setting("motion", "that of another mechanism", reason)
}

/// Independent coordinates that cannot be reached by a continuous motion.
pub fn not_reached(time: f64) -> Error {
    let reason = format!(
        "the other coordinates cannot be followed on the way to those at t = {}\nhelp: begin near the assembled state, and give instants nearer to each other",
        Clock(time)
    );
    setting("independent coordinates", "too far from those before", reason)
}

/// A random walk that hardly finds motions.
pub fn too_few_motions(found: usize, wanted: usize) -> Error {
    let reason = format!(
        "only {found} of {wanted} random steps lead to motions that satisfy the constraints\nhelp: begin at a state from which all independent coordinates can move either way"
    );
    setting("regressor", "not determined", reason)
}

/// A wrong number of values of an instant.
pub fn count(what: &'static str, found: usize, wanted: usize, mechanism: &str) -> Error {
    setting(what, format!("{found} numbers"), format!("`{mechanism}` has {wanted}"))
}

/// A value of an instant that is not finite.
pub fn not_finite(what: &'static str, value: f64) -> Error {
    setting(what, format!("{value:?}"), "it must be finite")
}

/// A coefficient that can neither be separated from others nor grouped with them.
pub fn ambiguous(coefficient: &str, part: f64) -> Error {
    let reason = format!(
        "the part of its effect that is independent of other coefficients is {part:.1e} of the whole effect, neither zero nor large enough to separate it from them\nhelp: check the description for lengths of very different magnitudes"
    );
    setting("coefficient", coefficient, reason)
}

/// A motion with fewer rows than base parameters.
pub fn too_short(rows: usize, parameters: usize) -> Error {
    let reason = format!("there are {parameters} base parameters\nhelp: measure more instants");
    setting("motion", format!("too short ({rows} rows)"), reason)
}

/// A base parameter without effect.
pub fn no_effect(parameter: &str) -> Error {
    let reason = "it has no effect in this motion\nhelp: measure a motion that excites it";
    setting("motion", format!("insufficient for `{parameter}`"), reason)
}

/// Base parameters with the same effect.
pub fn same_effect(condition: f64, parameters: &[&str]) -> Error {
    let reason = format!(
        "these base parameters have the same effect (condition number {condition:.1e}): `{}`\nhelp: measure a motion that is faster, or of more coordinates",
        parameters.join("`, `")
    );
    setting("motion", "insufficient", reason)
}
