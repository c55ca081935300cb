//! Units and dimensions.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::value::Scalar;
use crate::syntax::{Expression, Kind};
use crate::units::{Dimension, Expected, Exponent, Spelling, suggestion};
use std::fmt::Display;

/// A dimension in words.
pub(in crate::resolve) fn in_words(dimension: Dimension) -> String {
    if dimension.is_none() {
        "a number without unit".to_owned()
    } else {
        format!("`{}`", dimension.spelling())
    }
}

/// A unit in words, as it was written or as the field writes it.
fn unit_in_words(unit: &str) -> String {
    if unit.is_empty() { "a number without unit".to_owned() } else { format!("`{unit}`") }
}

/// The missing factor between a value of one dimension and another.
fn missing_factor(found: Dimension, wanted: Dimension) -> String {
    format!("a factor in `{}` is missing", wanted.over(found).spelling())
}

/// A term or a comparison of two dimensions; `verb` is what is done to both.
pub(in crate::resolve) fn unlike_dimensions(
    verb: &str,
    (a, first, left): (&Scalar, Dimension, &Expression),
    (b, second, right): (&Scalar, Dimension, &Expression),
    whole: &Expression,
) -> Diagnostic {
    let [of_left, of_right] = [a, b].map(|scalar| unit_in_words(&scalar.unit()));
    let message = match verb {
        "add" => format!("cannot add {of_right} to {of_left}"),
        "subtract" => format!("cannot subtract {of_right} from {of_left}"),
        "compare" => format!("cannot compare {of_left} with {of_right}"),
        _ => format!("cannot {verb} {of_left} and {of_right}"),
    };
    let mut mistake = Diagnostic::error(whole.place, message)
        .label("dimensions do not match")
        .related(left.place, of_left)
        .related(right.place, of_right);
    for (scalar, expression, other, dimension) in [(a, left, b, second), (b, right, a, first)] {
        if scalar.bare && !dimension.is_none() {
            mistake =
                mistake.help(format!("to give it in SI units, write `{expression} [{}]`", other.unit()));
        }
    }
    if mistake.helps.is_empty() {
        let factor = missing_factor(second, first);
        mistake = mistake.help(match left.to_string() == right.to_string() {
            true => format!("{factor} in one of its terms"),
            false => format!("{factor} in `{right}`, or `{left}` is not what was meant"),
        });
    }
    mistake
}

/// Another dimension than that of what it is for.
pub(in crate::resolve) fn wrong_dimension(
    expression: &Expression,
    what: impl Display,
    (value, dimension): (&Scalar, Dimension),
    wanted: &Expected,
) -> Diagnostic {
    let (found, unit) = (value.unit(), wanted.to_string());
    let help = match (found.as_str(), unit.as_str()) {
        (_, "rad") => "an angle is expected: `90 [deg]`, `1.5 [rad]`".to_owned(),
        ("rad", "m") => "a length is expected: `0.1 [m]`, `5 [mm]`".to_owned(),
        ("" | "rad", _) => format!("a factor in `{unit}` is missing"),
        _ => missing_factor(dimension, wanted.dimension),
    };
    let (found, unit) = (unit_in_words(&found), unit_in_words(&unit));
    Diagnostic::error(expression.place, format!("expected {unit} for {what}, found {found}"))
        .label(format!("{found} instead of {unit}"))
        .help(help)
}

/// `sin(2 [m])`
pub(in crate::resolve) fn argument_with_unit(
    function: &str,
    argument: &Expression,
    found: &Scalar,
) -> Diagnostic {
    let unit = found.unit();
    Diagnostic::error(argument.place, format!("`{function}` takes a number or an angle, not `{unit}`"))
        .label(format!("`{unit}`"))
        .help(format!("divide it by a reference value in `{unit}`"))
}

/// A root whose unit would have an exponent beyond the usual ones.
pub(in crate::resolve) fn root_without_unit(whole: &Expression, of: Dimension) -> Diagnostic {
    Diagnostic::error(whole.place, format!("the root of {} has no unit", in_words(of)))
}

/// `(2 [m])^x`
pub(in crate::resolve) fn power_without_unit(
    base: &Expression,
    of: Dimension,
    exponent: &Expression,
) -> Diagnostic {
    let message = format!("a power of {} needs a constant rational exponent", in_words(of));
    Diagnostic::error(exponent.place, message)
        .related(base.place, in_words(of))
        .help(format!("make the base a number: divide `{base}` by a reference value"))
}

/// `2^3 [m]`, where the unit belongs to the exponent.
pub(in crate::resolve) fn exponent_with_unit(
    base: &Expression,
    bare: bool,
    exponent: &Expression,
) -> Diagnostic {
    let message = format!("an exponent must be a number without unit, but `{exponent}` has one");
    let help = match &exponent.kind {
        Kind::Quantity(inner, unit) if bare => {
            format!("the unit belongs to `{inner}` alone; write `({base}^{inner}) [{unit}]`")
        }
        Kind::Quantity(inner, unit) => {
            format!(
                "the unit belongs to `{inner}` alone; write `{base}^{inner}`, whose unit follows from `{base}`, or `(…) [{unit}]` around a constant"
            )
        }
        _ => "divide it by a reference value".to_owned(),
    };
    Diagnostic::error(exponent.place, message).help(help)
}

/// `1/2 [m]`, which reads like half a metre and is one per two metres.
pub(in crate::resolve) fn unit_of_denominator(
    numerator: &Expression,
    place: Place,
    denominator: &Expression,
    unit: &Expression,
) -> Diagnostic {
    let message = format!("the unit belongs to `{denominator}` alone, not to `{numerator}/{denominator}`");
    Diagnostic::error(place, message).label("ambiguous").help(format!(
        "write `({numerator}/{denominator}) [{unit}]`, or `{numerator}/({denominator} [{unit}])` if that is meant"
    ))
}

/// `x [m]`; a bare name has no unit.
pub(in crate::resolve) fn unit_after_name(name: &str, bare: bool, unit: &Expression) -> Diagnostic {
    let help = match bare {
        true => format!("`{name}` has no unit: write `{name} * 1 [{unit}]`"),
        false => format!("`{name}` already has a unit: remove `[{unit}]`"),
    };
    Diagnostic::error(unit.place, format!("a unit must follow a number; `{name}` is a name"))
        .label("no unit allowed here")
        .help(help)
}

/// `(x + y) [m]`
pub(in crate::resolve) fn unit_after_expression(value: &Expression, unit: &Expression) -> Diagnostic {
    Diagnostic::error(unit.place, format!("a unit must follow a constant; `{value}` is not one"))
        .label("no unit allowed here")
        .help("the unit of an expression follows from its operands: remove the brackets")
}

/// `(2 [m]) [m]`
pub(in crate::resolve) fn second_unit(expression: &Expression, first: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` already has the unit `{first}`"))
        .help("remove one of the units")
}

/// `param x [m] [m]`
pub(in crate::resolve) fn second_unit_of_name(name: &str, second: &Expression) -> Diagnostic {
    Diagnostic::error(second.place, format!("`{name}` already has a unit")).help("remove one of the units")
}

/// `(a < b) [m]`
pub(in crate::resolve) fn unit_of_condition(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, "a condition has no unit")
}

/// `[wrench]`
pub(in crate::resolve) fn unknown_unit(name: &str, expression: &Expression) -> Diagnostic {
    let help = suggestion(name).unwrap_or_else(|| {
        "known units are those of SI and related ones: `m`, `kg`, `s`, `N`, `deg`, `mm`".to_owned()
    });
    Diagnostic::error(expression.place, format!("cannot find unit `{name}`")).label("not a unit").help(help)
}

/// `[1000*N]`
pub(in crate::resolve) fn factor_in_unit(digits: &str, expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{digits}` is not a unit"))
        .help("write the factor before the brackets: `1000 [N]`")
}

/// `[sin(m)]`
pub(in crate::resolve) fn not_a_unit(expression: &Expression) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a unit"))
        .help("units are made of names, `*`, `/` and `^`: `[kg*m^2/s^2]`")
}

/// `[m^x]`
pub(in crate::resolve) fn exponent_of_unit(exponent: &Expression) -> Diagnostic {
    Diagnostic::error(exponent.place, format!("`{exponent}` is not a valid exponent of a unit"))
        .help(Exponent::HELP)
}

/// `[mm^(1/2)]`
pub(in crate::resolve) fn inexact_unit(whole: &Expression) -> Diagnostic {
    Diagnostic::error(whole.place, format!("`{whole}` has no exact conversion to SI"))
        .help("write the number in SI units")
}

/// A unit of a function in Rust with a factor.
pub(in crate::resolve) fn not_of_si(written: &Expression, si: &Spelling) -> Diagnostic {
    Diagnostic::error(written.place, format!("`{written}` is not a unit of SI"))
        .help(format!("functions in Rust work in SI: write `[{si}]`"))
}
