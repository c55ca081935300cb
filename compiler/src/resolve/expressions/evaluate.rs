//! Values of the parts of expressions from the values of their operands.
//!
//! Invariant: the dimensions of a value are those of its expression.

use super::messages;
use super::value::{Scalar, Value};
use crate::resolve::expressions::unit;
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::{Node, Relation};
use crate::syntax::{Expression, Kind, Operator, Segment};
use crate::units::{self, Dimension};

impl<'d> Resolver<'d> {
    /// What has no value.
    pub(super) fn no_value_at(&mut self, expression: &Expression) -> Option<Value> {
        let mistake = match &expression.kind {
            Kind::At(..) => messages::point_is_no_value(expression),
            Kind::Range(..) => messages::range_is_no_value(expression),
            Kind::Named(name, _) => messages::unexpected_named_argument(name),
            _ => return None,
        };
        self.report(mistake)
    }

    /// The value of an expression that must be a number.
    pub fn scalar(&mut self, expression: &'d Expression, scope: Scope) -> Option<Scalar> {
        let value = self.value(expression, scope)?;
        self.as_scalar(value, expression)
    }

    /// A value that must be a number.
    pub(super) fn as_scalar(&mut self, value: Value, expression: &Expression) -> Option<Scalar> {
        match value {
            Value::Scalar(scalar) => Some(scalar),
            other => self.expected_number(expression, &other),
        }
    }

    /// Reports that something is not a number.
    pub fn expected_number<T>(&mut self, expression: &Expression, found: &Value) -> Option<T> {
        self.report(messages::expected_number(expression, found))
    }

    /// A value that must be a condition.
    pub(super) fn as_condition(&mut self, value: Value, expression: &Expression) -> Option<Node> {
        match value {
            Value::Condition(condition) => Some(condition),
            other => self.report(messages::expected_condition(expression, &other)),
        }
    }

    /// A literal.
    pub(super) fn number(&mut self, digits: &str, expression: &Expression) -> Option<Value> {
        match units::number(digits) {
            Ok(value) => {
                let node = self.graph.constant(value);
                // Zero is zero in every unit.
                let dimension = if value.is_zero() { None } else { self.dimension(Dimension::NONE) };
                Some(Value::Scalar(Scalar { bare: true, ..Scalar::new(node, dimension) }))
            }
            Err(message) => self.report(messages::inexact_literal(expression, message)),
        }
    }

    /// `value [unit]`
    pub(super) fn quantity(
        &mut self,
        worth: Option<Value>,
        value: &Expression,
        unit: &'d Expression,
    ) -> Option<Value> {
        let (written, at) = (unit, std::ptr::from_ref(unit));
        let unit = match self.units.get(&at) {
            Some(unit) => unit.clone(),
            None => match unit::read(unit) {
                Ok(unit) => self.units.entry(at).insert_entry(unit).get().clone(),
                Err(mistake) => return self.report(*mistake),
            },
        };
        let constant = worth.as_ref().is_none_or(|worth| self.is_constant(worth));
        if !constant {
            return self.report(messages::unit_after_expression(value, written));
        }
        self.with_unit(worth?, &unit, value)
    }

    fn is_constant(&self, value: &Value) -> bool {
        match value {
            Value::Scalar(scalar) => self.graph.symbol_set(scalar.node).is_empty(),
            Value::Vector(values) => values.iter().all(|value| self.is_constant(value)),
            Value::Condition(_) => true,
        }
    }

    fn with_unit(&mut self, value: Value, unit: &units::Unit, expression: &Expression) -> Option<Value> {
        match value {
            Value::Scalar(scalar) => {
                if scalar.dimension.is_some_and(|dimension| !dimension.is_none()) || scalar.spelling.is_some()
                {
                    return self.report(messages::second_unit(expression, &scalar.unit()));
                }
                let factor = self.graph.constant(unit.factor);
                let node = self.graph.mul(scalar.node, factor);
                let dimension = self.dimension(unit.dimension);
                Some(Value::Scalar(Scalar {
                    node,
                    dimension,
                    bare: false,
                    spelling: Some(unit.spelling.clone()),
                }))
            }
            Value::Vector(values) => {
                let with = values.into_iter().map(|value| self.with_unit(value, unit, expression));
                Some(Value::Vector(with.collect::<Option<_>>()?))
            }
            Value::Condition(_) => self.report(messages::unit_of_condition(expression)),
        }
    }

    /// `value.x`
    pub(super) fn member(&mut self, value: &Value, whole: &Expression, member: &Segment) -> Option<Value> {
        let name = member.name.text.as_str();
        let component = ["x", "y", "z"].iter().position(|known| *known == name);
        match (value, component) {
            _ if !member.brackets.is_empty() => self.report(messages::brackets_after_component(member)),
            (Value::Vector(values), Some(at)) => match values.get(at) {
                Some(component) => Some(component.clone()),
                None => self.report(messages::no_component(whole, member, values.len())),
            },
            _ => self.report(messages::no_member(whole, member, value)),
        }
    }

    /// `a ∘ b`
    pub(super) fn join(
        &mut self,
        operator: Operator,
        (a, left): (Value, &Expression),
        (b, right): (Value, &Expression),
        whole: &Expression,
    ) -> Option<Value> {
        match operator {
            Operator::And | Operator::Or => {
                let (a, b) = (self.as_condition(a, left), self.as_condition(b, right));
                let (a, b) = (a?, b?);
                let both = operator == Operator::And;
                Some(Value::Condition(if both { self.graph.and(a, b) } else { self.graph.or(a, b) }))
            }
            Operator::Add | Operator::Subtract => self.sum(operator, (a, left), (b, right), whole),
            Operator::Multiply => self.multiply((a, left), (b, right), whole),
            Operator::Divide => self.divide((a, left), (b, right), whole),
            Operator::Power => self.power((a, left), (b, right)),
            _ => self.compare(operator, (a, left), (b, right), whole),
        }
    }

    fn compare(
        &mut self,
        operator: Operator,
        (a, left): (Value, &Expression),
        (b, right): (Value, &Expression),
        whole: &Expression,
    ) -> Option<Value> {
        let (Value::Scalar(a), Value::Scalar(b)) = (&a, &b) else {
            let (culprit, found) = if matches!(a, Value::Scalar(_)) { (right, &b) } else { (left, &a) };
            return self.expected_number(culprit, found);
        };
        self.same_dimension("compare", (a, left), (b, right), whole)?;
        let (relation, x, y) = match operator {
            Operator::Less => (Relation::Lt, a.node, b.node),
            Operator::LessEqual => (Relation::Le, a.node, b.node),
            Operator::Greater => (Relation::Lt, b.node, a.node),
            Operator::GreaterEqual => (Relation::Le, b.node, a.node),
            Operator::Equal => (Relation::Eq, a.node, b.node),
            _ => (Relation::Ne, a.node, b.node),
        };
        Some(Value::Condition(self.graph.compare(relation, x, y)))
    }
}
