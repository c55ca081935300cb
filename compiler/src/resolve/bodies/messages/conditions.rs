//! Conditions on parameters. Their texts are also those of `build()`, so they are complete without the number.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::messages::undefined_or_infinite;

/// Of a value that contains parameters.
fn by_default(constant: bool) -> &'static str {
    if constant { "" } else { " with the default parameters" }
}

/// A condition that does not hold; `text` is one of those below.
pub(in crate::resolve) fn condition_fails(
    place: Place,
    text: &str,
    value: f64,
    constant: bool,
) -> Diagnostic {
    Diagnostic::error(place, format!("{text}{}", by_default(constant))).label(format!("this is {value}"))
}

/// A condition on something infinite, or not a number.
pub(in crate::resolve) fn condition_undefined(
    place: Place,
    expression: &str,
    value: f64,
    constant: bool,
) -> Diagnostic {
    let what = undefined_or_infinite(value);
    Diagnostic::error(place, format!("`{expression}` {what}{}", by_default(constant)))
        .help("choose defaults for which it is finite")
}

/// A size, or the distance of limits, that is negative for the defaults; the help says what to write.
pub(in crate::resolve) fn must_not_be_negative(place: Place, text: String, help: &str) -> Diagnostic {
    Diagnostic::error(place, text).help(help)
}

pub(in crate::resolve) use crate::diagnostics::messages::not_positive;

/// An argument that must not be negative.
pub(in crate::resolve) fn negative(name: &str, owner: &str) -> String {
    format!("the {name} of {owner} is negative")
}

/// The help for that.
pub(in crate::resolve) const WITHOUT_SIGN: &str = "give its magnitude, without a sign";

/// A stiffness or damping that may be negative, but usually is not.
pub(in crate::resolve) fn destabilising(name: &str, owner: &str) -> String {
    format!("the {name} of {owner} is negative: it destabilises the motion")
}

/// The warning of that.
pub(in crate::resolve) fn unusual_sign(place: Place, text: String, value: f64) -> Diagnostic {
    Diagnostic::warning(place, text)
        .label(format!("this is {value}"))
        .help("remove the sign, unless this is intended")
}

/// Limits of which the first is larger; `subject` is `the range of … is`.
pub(in crate::resolve) fn wrong_order(subject: &str) -> String {
    format!("{subject} in the wrong order")
}

/// A mass of zero or less.
pub(in crate::resolve) fn mass_not_positive(body: &str) -> String {
    format!("the mass of `{body}` is not positive")
}

/// A mass of less than zero, where zero is allowed.
pub(in crate::resolve) fn mass_negative(body: &str) -> String {
    format!("the mass of `{body}` is negative")
}

/// A side of a box of zero or less.
pub(in crate::resolve) fn side_not_positive() -> String {
    "a side of the box is not positive".to_owned()
}

/// An inertia that no real body has.
pub(in crate::resolve) fn unphysical(body: &str) -> String {
    format!("the inertia of `{body}` is unphysical")
}

/// The mistake of that.
pub(in crate::resolve) fn unphysical_inertia(
    place: Place,
    text: &str,
    constant: bool,
    from_origin: bool,
    planar: bool,
) -> Diagnostic {
    let about = if from_origin { "about the centre of mass, " } else { "" };
    let label = if planar {
        format!("{about}the moment of inertia is negative")
    } else {
        format!("{about}a principal moment is negative or larger than the sum of the others")
    };
    Diagnostic::error(place, format!("{text}{}", by_default(constant)))
        .label(label)
        .help("to accept it, write `allow: unphysical_inertia`")
}
