//! Sums, products, quotients and powers of values, with their dimensions.
//!
//! Invariant: the dimensions of the operands of every node match.

use super::messages;
use super::value::{Scalar, Value};
use crate::resolve::resolver::Resolver;
use crate::symbolic::{Constant, Node, View};
use crate::syntax::{Expression, Kind, Operator};
use crate::units::{Dimension, Exponent};

/// Maximum number of different factors of a product.
const MOST_FACTORS: usize = 256;

/// A value and its expression.
type Operand<'e> = (Value, &'e Expression);

/// The other one of two dimensions, where one is `None`.
pub(in crate::resolve) fn either(a: Option<Dimension>, b: Option<Dimension>) -> Option<Dimension> {
    a.or(b)
}

impl Resolver<'_> {
    /// Checks that two numbers may be added or compared (`verb`).
    pub fn same_dimension(
        &mut self,
        verb: &str,
        (a, left): (&Scalar, &Expression),
        (b, right): (&Scalar, &Expression),
        whole: &Expression,
    ) -> Option<()> {
        let (Some(first), Some(second)) = (a.dimension, b.dimension) else {
            return Some(());
        };
        if first == second {
            return Some(());
        }
        self.report(messages::unlike_dimensions(verb, (a, first, left), (b, second, right), whole))
    }

    /// −a
    pub fn negate(&mut self, value: Value, expression: &Expression) -> Option<Value> {
        match value {
            Value::Scalar(scalar) => {
                let node = self.graph.neg(scalar.node);
                Some(Value::Scalar(scalar.with_node(node)))
            }
            Value::Vector(values) => {
                let negated = values.into_iter().map(|value| self.negate(value, expression));
                Some(Value::Vector(negated.collect::<Option<_>>()?))
            }
            Value::Condition(_) => self.expected_number(expression, &value),
        }
    }

    /// a + b, a − b
    pub fn sum(
        &mut self,
        operator: Operator,
        (a, left): Operand<'_>,
        (b, right): Operand<'_>,
        whole: &Expression,
    ) -> Option<Value> {
        let minus = operator == Operator::Subtract;
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                let verb = if minus { "subtract" } else { "add" };
                self.same_dimension(verb, (&a, left), (&b, right), whole)?;
                let node =
                    if minus { self.graph.sub(a.node, b.node) } else { self.graph.add(a.node, b.node) };
                let dimension = either(a.dimension, b.dimension);
                let spelling = a.spelling.or(b.spelling);
                Some(Value::Scalar(Scalar { node, dimension, bare: a.bare && b.bare, spelling }))
            }
            (Value::Vector(a), Value::Vector(b)) => {
                if a.len() != b.len() {
                    let verb = if minus { "subtract" } else { "add" };
                    return self.unequal_lengths(verb, (a.len(), left), (b.len(), right), whole);
                }
                let sums =
                    a.into_iter().zip(b).map(|(a, b)| self.sum(operator, (a, left), (b, right), whole));
                Some(Value::Vector(sums.collect::<Option<_>>()?))
            }
            (a, b) => self.unlike(whole, (&a, left), (&b, right)),
        }
    }

    /// Reports arrays of different lengths.
    pub fn unequal_lengths<T>(
        &mut self,
        verb: &str,
        (first, left): (usize, &Expression),
        (second, right): (usize, &Expression),
        whole: &Expression,
    ) -> Option<T> {
        self.report(messages::unequal_lengths(verb, (first, left), (second, right), whole))
    }

    /// Reports an operator between things it does not join.
    fn unlike(
        &mut self,
        whole: &Expression,
        (a, left): (&Value, &Expression),
        (b, right): (&Value, &Expression),
    ) -> Option<Value> {
        for (value, expression) in [(a, left), (b, right)] {
            if let Value::Condition(_) = value {
                return self.expected_number(expression, value);
            }
        }
        let operator = match &whole.kind {
            Kind::Binary(operator, _, _) => Some(*operator),
            _ => None,
        };
        self.report(messages::not_joined(operator, (a, left), (b, right), whole))
    }

    /// a · b, one of them a number
    pub fn multiply(
        &mut self,
        (a, left): Operand<'_>,
        (b, right): Operand<'_>,
        whole: &Expression,
    ) -> Option<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                let product = self.product(&a, &b);
                self.refuse_long_product(product.node, whole)?;
                Some(Value::Scalar(product))
            }
            (scalar @ Value::Scalar(_), Value::Vector(values)) => {
                let scaled =
                    values.into_iter().map(|b| self.multiply((scalar.clone(), left), (b, right), whole));
                Some(Value::Vector(scaled.collect::<Option<_>>()?))
            }
            (Value::Vector(values), scalar @ Value::Scalar(_)) => {
                let scaled =
                    values.into_iter().map(|a| self.multiply((a, left), (scalar.clone(), right), whole));
                Some(Value::Vector(scaled.collect::<Option<_>>()?))
            }
            (a, b) => self.unlike(whole, (&a, left), (&b, right)),
        }
    }

    /// The product of two numbers.
    pub fn product(&mut self, a: &Scalar, b: &Scalar) -> Scalar {
        let node = self.graph.mul(a.node, b.node);
        let dimension = a.dimension.zip(b.dimension).map(|(a, b)| a.times(b));
        let spelling = match (a.bare, b.bare) {
            // Zero is zero in every unit.
            _ if self.graph.is_zero(node) => None,
            (true, false) => b.spelling.clone(),
            (false, true) => a.spelling.clone(),
            _ => None,
        };
        Scalar { node, dimension, bare: a.bare && b.bare, spelling }
    }

    /// Derivatives of a product have a term for each pair of its factors.
    fn refuse_long_product(&mut self, node: Node, whole: &Expression) -> Option<()> {
        match self.graph.view(node) {
            View::Product { factors } if factors.len() > MOST_FACTORS => {
                self.report(messages::long_product(whole, MOST_FACTORS))
            }
            _ => Some(()),
        }
    }

    /// a / b
    pub fn divide(
        &mut self,
        (a, left): Operand<'_>,
        (b, right): Operand<'_>,
        whole: &Expression,
    ) -> Option<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                self.unit_of_denominator(&a, left, right)?;
                if self.graph.is_zero(b.node) {
                    return self.report(messages::division_by_zero(whole, right));
                }
                let node = self.graph.div(a.node, b.node);
                let dimension = a.dimension.zip(b.dimension).map(|(a, b)| a.over(b));
                let spelling = if b.bare { a.spelling } else { None };
                Some(Value::Scalar(Scalar { node, dimension, bare: a.bare && b.bare, spelling }))
            }
            (Value::Vector(values), scalar @ Value::Scalar(_)) => {
                let scaled =
                    values.into_iter().map(|a| self.divide((a, left), (scalar.clone(), right), whole));
                Some(Value::Vector(scaled.collect::<Option<_>>()?))
            }
            (a, b) => self.unlike(whole, (&a, left), (&b, right)),
        }
    }

    /// `1/2 [m]` reads like half a metre and is one per two metres.
    fn unit_of_denominator(&mut self, a: &Scalar, left: &Expression, right: &Expression) -> Option<()> {
        let Kind::Quantity(denominator, unit) = &right.kind else {
            return Some(());
        };
        if !a.bare || !matches!(denominator.kind, Kind::Number(_)) {
            return Some(());
        }
        let place = left.place.to(right.place);
        self.report(messages::unit_of_denominator(left, place, denominator, unit))
    }

    /// a ^ b
    pub fn power(&mut self, (a, left): Operand<'_>, (b, right): Operand<'_>) -> Option<Value> {
        let (base, exponent) = match (a, b) {
            (Value::Scalar(base), Value::Scalar(exponent)) => (base, exponent),
            (Value::Scalar(_), other) => return self.expected_number(right, &other),
            (other @ Value::Vector(_), Value::Scalar(_)) => {
                return self.report(messages::power_of_array(left, &other));
            }
            (other, _) => return self.expected_number(left, &other),
        };
        if exponent.dimension.is_some_and(|dimension| !dimension.is_none()) || exponent.spelling.is_some() {
            return self.report(messages::exponent_with_unit(left, base.bare, right));
        }
        self.scalar_power(&base, left, &exponent, right).map(Value::Scalar)
    }

    fn scalar_power(
        &mut self,
        base: &Scalar,
        left: &Expression,
        exponent: &Scalar,
        right: &Expression,
    ) -> Option<Scalar> {
        let constant = self.graph.as_constant(exponent.node);
        if self.graph.is_zero(base.node) && constant.is_some_and(Constant::is_negative) {
            return self.report(messages::negative_power_of_zero(left, right));
        }
        let dimension = match (base.dimension, constant.and_then(Exponent::of)) {
            (None, _) => None,
            (Some(dimension), _) if dimension.is_none() => Some(dimension),
            (Some(dimension), Some(exponent)) => match dimension.power(exponent) {
                Some(power) => Some(power),
                None => return self.report(messages::power_without_unit(left, dimension, right)),
            },
            (Some(dimension), None) => {
                return self.report(messages::power_without_unit(left, dimension, right));
            }
        };
        let whole = constant.and_then(Constant::is_integer);
        let node = match whole.map(i32::try_from) {
            Some(Ok(exponent)) => self.graph.powi(base.node, exponent),
            Some(Err(_)) => return self.report(messages::large_exponent(right)),
            None => self.graph.pow(base.node, exponent.node),
        };
        self.refuse_undefined(node, format_args!("{left}^{right}"), left.place.to(right.place))?;
        Some(Scalar { node, dimension, bare: base.bare && exponent.bare, spelling: None })
    }
}
