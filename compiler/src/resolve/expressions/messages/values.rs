//! Kinds of values: numbers, arrays and conditions; their components; operators without a result.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::value::{Value, components};
use crate::syntax::{Expression, Operator, Segment};
use std::fmt::Display;

/// What a value without a finite number is; the number is one of them.
pub(in crate::resolve) fn undefined_or_infinite(value: f64) -> &'static str {
    if value.is_nan() { "is not defined" } else { "is infinite" }
}

/// Something else than a number.
pub(in crate::resolve) fn expected_number(expression: &Expression, found: &Value) -> Diagnostic {
    let help = match found {
        Value::Vector(_) => "take a component (`.x`, `.y`, `.z`), `dot(a, b)` or `norm(a)`",
        _ => "to make a number of a condition, write `if(condition, 1, 0)`",
    };
    let message = format!("expected a number, but `{expression}` is {}", found.kind());
    Diagnostic::error(expression.place, message).label(found.kind()).help(help)
}

/// The help for what is no array.
pub(super) const ARRAYS: &str = "arrays are written `[a, b]`";

/// Something else than an array of numbers.
pub(in crate::resolve) fn expected_numbers(expression: &Expression, found: &Value) -> Diagnostic {
    let message = format!("expected an array of numbers, but `{expression}` is {}", found.kind());
    Diagnostic::error(expression.place, message).help(ARRAYS)
}

/// Something else than a condition.
pub(in crate::resolve) fn expected_condition(expression: &Expression, found: &Value) -> Diagnostic {
    let message = format!("expected a condition, but `{expression}` is {}", found.kind());
    Diagnostic::error(expression.place, message).help("compare it: `x > 0`")
}

/// A literal beyond exact numbers; `message` comes from reading it.
pub(in crate::resolve) fn inexact_literal(expression: &Expression, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(expression.place, message)
        .help("choose another unit, so that its digits and its power of ten are smaller")
}

/// `a.x[0]`
pub(in crate::resolve) fn brackets_after_component(member: &Segment) -> Diagnostic {
    Diagnostic::error(member.place, format!("a component takes no index and no unit: `.{member}`"))
}

/// `.z` of an array of two.
pub(in crate::resolve) fn no_component(whole: &Expression, member: &Segment, count: usize) -> Diagnostic {
    let message = format!("`{whole}` has {} but no `.{}`", components(count), member.name.text);
    let known = ["`.x`", "`.y`", "`.z`"];
    let help = format!("the components are {}", known[..count.min(3)].join(", "));
    Diagnostic::error(member.place, message).help(help)
}

/// `.x` of a number, `.other` of an array.
pub(in crate::resolve) fn no_member(whole: &Expression, member: &Segment, found: &Value) -> Diagnostic {
    let message = format!("`{whole}` is {}, which has no `.{}`", found.kind(), member.name.text);
    Diagnostic::error(member.place, message).help("components are `.x`, `.y` and `.z` of an array")
}

/// Arrays of different lengths; `verb` is what is done to them.
pub(in crate::resolve) fn unequal_lengths(
    verb: &str,
    (first, left): (usize, &Expression),
    (second, right): (usize, &Expression),
    whole: &Expression,
) -> Diagnostic {
    let message = format!("cannot {verb} arrays of {first} and {second} components");
    Diagnostic::error(whole.place, message)
        .label("numbers of components differ")
        .related(left.place, components(first))
        .related(right.place, components(second))
        .help("give both the same number of components")
}

/// An operator between things that it does not join.
pub(in crate::resolve) fn not_joined(
    operator: Option<Operator>,
    (a, left): (&Value, &Expression),
    (b, right): (&Value, &Expression),
    whole: &Expression,
) -> Diagnostic {
    let operator = operator.map_or("the operator", Operator::spelling);
    let help = match operator {
        "*" => Some("products of arrays are `dot(a, b)` and `cross(a, b)`".to_owned()),
        "^" => Some("the square of an array is `dot(a, a)`".to_owned()),
        "+" | "-" => Some("give both sides the same number of components".to_owned()),
        _ => None,
    };
    Diagnostic::error(whole.place, format!("cannot apply `{operator}` to {} and {}", a.kind(), b.kind()))
        .related(left.place, a.kind())
        .related(right.place, b.kind())
        .maybe_help(help)
}

/// The sides of a constraint that are not alike.
pub(in crate::resolve) fn unlike_sides(
    name: &str,
    (a, left): (&Value, &Expression),
    (b, right): (&Value, &Expression),
) -> Diagnostic {
    let message = format!("the sides of `{name}` are {} and {}", a.kind(), b.kind());
    Diagnostic::error(left.place.to(right.place), message)
        .label("numbers of components differ")
        .related(left.place, a.kind())
        .related(right.place, b.kind())
        .help("give both sides the same number of components")
}

/// The branches of an `if` that are not alike.
pub(in crate::resolve) fn unlike_branches(whole: &Expression, then: &Value, otherwise: &Value) -> Diagnostic {
    let message = format!("the branches of `if` are {} and {}", then.kind(), otherwise.kind());
    Diagnostic::error(whole.place, message).help("both are numbers, or arrays of one length")
}

/// `cross` of arrays with another number of components than 2 or 3.
pub(in crate::resolve) fn cross_of(count: usize, whole: &Expression) -> Diagnostic {
    let message = format!("`cross` takes arrays of 2 or 3 components, not {count}");
    Diagnostic::error(whole.place, message)
        .help("write arrays of the axes of the plane or of space: `cross([a, b, c], [d, e, f])`")
}

/// `array^2`
pub(in crate::resolve) fn power_of_array(base: &Expression, found: &Value) -> Diagnostic {
    let message = format!("cannot raise `{base}` to a power: it is {}", found.kind());
    Diagnostic::error(base.place, message).help("the square of an array is `dot(a, a)`")
}

/// `x/0`
pub(in crate::resolve) fn division_by_zero(whole: &Expression, divisor: &Expression) -> Diagnostic {
    Diagnostic::error(whole.place, "division by zero")
        .related(divisor.place, "is zero")
        .help("choose a nonzero divisor")
}

/// `0^-1`
pub(in crate::resolve) fn negative_power_of_zero(base: &Expression, exponent: &Expression) -> Diagnostic {
    Diagnostic::error(base.place.to(exponent.place), "division by zero")
        .help("a negative power of zero is not defined")
}

/// A whole exponent beyond 32 bits.
pub(in crate::resolve) fn large_exponent(exponent: &Expression) -> Diagnostic {
    Diagnostic::error(exponent.place, format!("the exponent `{exponent}` is too large"))
}

/// A product whose derivatives would be too large.
pub(in crate::resolve) fn long_product(whole: &Expression, most: usize) -> Diagnostic {
    Diagnostic::error(whole.place, format!("a product has more than {most} different factors"))
        .help("its derivatives are too large; write it as a `function` in Rust")
}

/// `ln(0)`, `sqrt(-1)`; `value` is infinite or not a number.
pub(in crate::resolve) fn not_finite(place: Place, text: impl Display, value: f64) -> Diagnostic {
    Diagnostic::error(place, format!("`{text}` {}", undefined_or_infinite(value)))
        .label("not finite")
        .help("choose an argument for which the function is defined")
}
