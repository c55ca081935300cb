//! Unit expressions: `m/s^2`, `1/s`, `N*m`, `kg*m^-3`, `N/m^(3/2)`.
//!
//! Invariant: a unit consists of names, `1`, `*`, `/` and constant powers.

use super::messages;
use crate::diagnostics::Diagnostic;
use crate::symbolic::Constant;
use crate::syntax::{Expression, Kind, Operator};
use crate::units::{Dimension, Exponent, Spelling, Unit, lookup, number};

/// The unit that an expression between brackets means.
///
/// # Errors
/// The mistake: an unknown unit, or something that is not a unit.
pub fn read(expression: &Expression) -> Result<Unit, Box<Diagnostic>> {
    let mut steps = vec![Step::Read(expression)];
    let mut units: Vec<Unit> = Vec::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Read(expression) => match &expression.kind {
                Kind::Parenthesis(inner) => steps.push(Step::Read(inner)),
                Kind::Binary(operator @ (Operator::Multiply | Operator::Divide), left, right) => {
                    let divides = *operator == Operator::Divide;
                    let exponent = if divides { Exponent::ONE.negated() } else { Exponent::ONE };
                    steps.extend([Step::Join(exponent, expression), Step::Read(right), Step::Read(left)]);
                }
                Kind::Binary(Operator::Power, base, exponent) => {
                    let power = power(exponent)?;
                    units.push(one());
                    steps.extend([Step::Join(power, expression), Step::Read(base)]);
                }
                _ => units.push(single(expression)?),
            },
            Step::Join(exponent, whole) => {
                let (Some(right), Some(left)) = (units.pop(), units.pop()) else {
                    unreachable!("both factors have been read")
                };
                units.push(product(&left, &right, exponent, whole)?);
            }
        }
    }
    Ok(units.pop().unwrap_or_else(one))
}

/// Units are read without recursion: the last step is next.
enum Step<'e> {
    /// A unit.
    Read(&'e Expression),
    /// The product of the last two, the last one with an exponent.
    Join(Exponent, &'e Expression),
}

/// 1
fn one() -> Unit {
    Unit { factor: Constant::ONE, dimension: Dimension::NONE, spelling: Spelling::default() }
}

fn power(exponent: &Expression) -> Result<Exponent, Box<Diagnostic>> {
    let power = constant(exponent).and_then(Exponent::of).filter(Exponent::is_usual);
    power.ok_or_else(|| Box::new(messages::exponent_of_unit(exponent)))
}

/// A unit that is no product and no power.
fn single(expression: &Expression) -> Result<Unit, Box<Diagnostic>> {
    match &expression.kind {
        Kind::Name(segment) if segment.brackets.is_empty() => named(&segment.name.text, expression),
        Kind::Number(digits) if digits == "1" => Ok(one()),
        Kind::Number(digits) => Err(Box::new(messages::factor_in_unit(digits, expression))),
        _ => Err(Box::new(messages::not_a_unit(expression))),
    }
}

fn named(name: &str, expression: &Expression) -> Result<Unit, Box<Diagnostic>> {
    lookup(name).ok_or_else(|| Box::new(messages::unknown_unit(name, expression)))
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
    combined().ok_or_else(|| Box::new(messages::inexact_unit(whole)))
}

/// A number, its opposite, or a quotient.
fn constant(expression: &Expression) -> Option<Constant> {
    match &expression.kind {
        Kind::Number(digits) => number(digits).ok(),
        Kind::Parenthesis(inner) => constant(inner),
        Kind::Negate(inner) => Some(constant(inner)?.neg()),
        Kind::Binary(Operator::Divide, ..) => {
            // Chains are long on the left.
            let mut divisors = Vec::new();
            let mut first = expression;
            while let Kind::Binary(Operator::Divide, left, right) = &first.kind {
                divisors.push(right);
                first = left;
            }
            let mut value = constant(first)?;
            for divisor in divisors.into_iter().rev() {
                value = value.div(constant(divisor)?)?;
            }
            Some(value)
        }
        _ => None,
    }
}
