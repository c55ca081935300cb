//! Unit expressions: `m/s^2`, `1/s`, `N*m`, `kg*m^-3`, `N/m^(3/2)`.
//!
//! Invariant: a unit consists of names, `1`, `*`, `/` and constant powers.

use crate::diagnostics::Diagnostic;
use crate::symbolic::Constant;
use crate::syntax::{Expression, Kind, Operator};
use crate::units::{Dimension, Exponent, Spelling, Unit, lookup, number, suggestion};

/// The unit that an expression between brackets means.
///
/// # Errors
/// The mistake: an unknown unit, or something that is not a unit.
pub fn read(expression: &Expression) -> Result<Unit, Box<Diagnostic>> {
    match &expression.kind {
        Kind::Name(segment) if segment.brackets.is_empty() => named(&segment.name.text, expression),
        Kind::Number(digits) if digits == "1" => {
            Ok(Unit { factor: Constant::ONE, dimension: Dimension::NONE, spelling: Spelling::default() })
        }
        Kind::Parenthesis(inner) => read(inner),
        Kind::Binary(Operator::Multiply, left, right) => {
            product(&read(left)?, &read(right)?, Exponent::ONE, expression)
        }
        Kind::Binary(Operator::Divide, left, right) => {
            product(&read(left)?, &read(right)?, Exponent::ONE.negated(), expression)
        }
        Kind::Binary(Operator::Power, base, exponent) => {
            let Some(power) = constant(exponent).and_then(Exponent::of).filter(Exponent::is_usual) else {
                let message = format!("`{exponent}` is not a valid exponent of a unit");
                return Err(Box::new(Diagnostic::error(exponent.place, message).help(Exponent::HELP)));
            };
            let one =
                Unit { factor: Constant::ONE, dimension: Dimension::NONE, spelling: Spelling::default() };
            product(&one, &read(base)?, power, expression)
        }
        Kind::Number(digits) => Err(Box::new(
            Diagnostic::error(expression.place, format!("`{digits}` is not a unit"))
                .help("write the factor before the brackets: `1000 [N]`"),
        )),
        _ => Err(Box::new(
            Diagnostic::error(expression.place, format!("`{expression}` is not a unit"))
                .help("units are made of names, `*`, `/` and `^`: `[kg*m^2/s^2]`"),
        )),
    }
}

fn named(name: &str, expression: &Expression) -> Result<Unit, Box<Diagnostic>> {
    lookup(name).ok_or_else(|| {
        let message = format!("cannot find unit `{name}`");
        Box::new(Diagnostic::error(expression.place, message).label("not a unit").help(
            suggestion(name).unwrap_or_else(|| {
                "known units are those of SI and related ones: `m`, `kg`, `s`, `N`, `deg`, `mm`".to_owned()
            }),
        ))
    })
}

/// left · right^exponent
fn product(
    left: &Unit,
    right: &Unit,
    exponent: Exponent,
    whole: &Expression,
) -> Result<Unit, Box<Diagnostic>> {
    let combined = || {
        // A fractional power needs a factor of one (`N/m^(3/2)`): √0.001 is not exact.
        let power = match exponent.whole() {
            Some(whole) => right.factor.pow(whole)?,
            None => right.factor.is_one().then_some(Constant::ONE)?,
        };
        Some(Unit {
            factor: left.factor.mul(power)?,
            dimension: left.dimension.times(right.dimension.power(exponent)?),
            spelling: left.spelling.times(&right.spelling, exponent),
        })
    };
    combined().ok_or_else(|| {
        Box::new(
            Diagnostic::error(whole.place, format!("`{whole}` has no exact conversion to SI"))
                .help("write the number in SI units"),
        )
    })
}

fn constant(expression: &Expression) -> Option<Constant> {
    match &expression.kind {
        Kind::Number(digits) => number(digits).ok(),
        Kind::Parenthesis(inner) => constant(inner),
        Kind::Negate(inner) => Some(constant(inner)?.neg()),
        Kind::Binary(Operator::Divide, left, right) => constant(left)?.div(constant(right)?),
        _ => None,
    }
}
