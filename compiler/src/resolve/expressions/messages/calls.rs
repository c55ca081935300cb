//! Functions: of the language and in Rust; multipliers.

use crate::diagnostics::{Diagnostic, Place, did_you_mean};
use crate::symbolic::UserFunction;
use crate::syntax::{Expression, Name, Segment};
use std::fmt::Display;

/// A function that does not exist.
pub(in crate::resolve) fn unknown_function<'n>(
    name: &Name,
    arguments: &[Expression],
    is_declared: bool,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let help = match (name.text.as_str(), arguments) {
        ("pow", [base, exponent]) => Some(format!("a power is written `{base}^{exponent}`")),
        ("log", _) => Some("the natural logarithm is `ln`".to_owned()),
        ("arcsin" | "arccos" | "arctan", _) => Some(format!("write `{}`", name.text.replacen("arc", "a", 1))),
        ("ddt" | "d" | "diff" | "dot1", _) => Some("the rate of `x` is `der(x)`".to_owned()),
        (text, [factor]) if is_declared => Some(format!("a product is written `{text}*({factor})`")),
        (text, _) => did_you_mean(text, known),
    };
    Diagnostic::error(name.span, format!("cannot find function `{}`", name.text))
        .label("unknown function")
        .maybe_help(help)
}

/// `sin(a: 1)`
pub(in crate::resolve) fn unexpected_named_argument(name: &Name) -> Diagnostic {
    Diagnostic::error(name.span, format!("unexpected named argument `{}:`", name.text))
        .help("functions take arguments without names: `f(a, b)`")
}

/// Another number of arguments than the function of that form takes.
pub(in crate::resolve) fn arguments_of_call(
    place: Place,
    name: &str,
    form: &[&str],
    given: usize,
) -> Diagnostic {
    super::number_of_arguments(place, name, (form.len(), "argument"), given)
        .help(format!("write `{name}({})`", form.join(", ")))
}

/// The multiplier of something that is no constraint.
fn not_a_constraint(place: Place, written: impl Display) -> Diagnostic {
    Diagnostic::error(place, format!("`{written}` is not a constraint"))
}

/// The multiplier of an expression.
pub(in crate::resolve) fn multiplier_of_expression(argument: &Expression) -> Diagnostic {
    not_a_constraint(argument.place, argument).help("write `multiplier(name)`")
}

/// The multiplier of something declared that is no constraint.
pub(in crate::resolve) fn multiplier_of_other(place: Place, name: &str) -> Diagnostic {
    not_a_constraint(place, name).help("only constraints have multipliers")
}

/// A multiplier in what is resolved before constraints.
pub(in crate::resolve) fn multiplier_too_early(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`multiplier({name})` cannot be used here"))
        .help("multipliers can be used in forces and outputs")
}

/// A function in Rust with no arguments or with many.
pub(in crate::resolve) fn function_of_many(target: &Segment, name: &str, arguments: usize) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{name}` has {arguments} arguments"))
        .help("functions in Rust take one or two numbers")
}

/// A function in Rust with the name of one of the language.
pub(in crate::resolve) fn function_of_language(target: &Segment, name: &str) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{name}` is a function of the language"))
        .help("choose another name")
}

/// A function in Rust in what the compiler evaluates; `what` is complete.
pub(in crate::resolve) fn function_not_allowed(
    place: Place,
    what: &str,
    function: &UserFunction,
) -> Diagnostic {
    Diagnostic::error(place, format!("{what} calls `{}`, a function in Rust", function.name())).help(
        "functions in Rust may be called in forces, potentials, dissipation, rates of states, outputs and constraints",
    )
}
