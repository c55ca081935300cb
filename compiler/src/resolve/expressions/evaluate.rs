//! Expressions → values: nodes of the graph with their dimensions.
//!
//! Invariant: the operands of an operator are evaluated both, so that both can be wrong in one run.

use super::value::{Scalar, Value, components};
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::unit;
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::{Node, Relation};
use crate::syntax::{Expression, Kind, Operator, Segment};
use crate::units::{self, Dimension};

/// Sums of more terms are added at once.
const LONG: usize = 64;

/// An operator with its operands, and the resulting expression.
type Link<'d> = (Operator, &'d Expression, &'d Expression, &'d Expression);

impl<'d> Resolver<'d> {
    /// The value of an expression.
    pub fn value(&mut self, expression: &'d Expression, scope: Scope) -> Option<Value> {
        match &expression.kind {
            Kind::Number(digits) => self.number(digits, expression),
            Kind::Name(segment) => self.name(segment, scope),
            Kind::Member(value, member) => self.member(value, member, scope),
            Kind::Array(values) => {
                let values: Vec<Option<Value>> =
                    values.iter().map(|value| self.value(value, scope)).collect();
                Some(Value::Vector(values.into_iter().collect::<Option<_>>()?))
            }
            Kind::Call(function, arguments) => self.call(function, arguments, expression, scope),
            Kind::Quantity(value, unit) => self.quantity(value, unit, scope),
            Kind::Parenthesis(inner) => self.value(inner, scope),
            Kind::Negate(inner) => {
                let value = self.value(inner, scope)?;
                self.negate(value, inner)
            }
            Kind::Not(inner) => {
                let condition = self.condition(inner, scope)?;
                Some(Value::Condition(self.graph.not(condition)))
            }
            Kind::Binary(..) => self.chain(expression, scope),
            Kind::At(..) => self.report(
                Diagnostic::error(expression.place, format!("`{expression}` is a point on a body, not a value"))
                    .help("name it, `frame tip = …;`, and use its attributes: `tip.position`"),
            ),
            Kind::Range(..) => self.report(
                Diagnostic::error(expression.place, format!("`{expression}` is a range, not a value"))
                    .help("ranges are allowed in `limits: -90 [deg] .. 90 [deg]` of joints and in `range x: 0 [m] .. 1 [m];`"),
            ),
            Kind::Named(name, _) => self.report(
                Diagnostic::error(name.span, format!("unexpected named argument `{}:`", name.text))
                    .help("functions take arguments without names: `f(a, b)`"),
            ),
        }
    }

    /// The value of an expression that must be a number.
    pub fn scalar(&mut self, expression: &'d Expression, scope: Scope) -> Option<Scalar> {
        match self.value(expression, scope)? {
            Value::Scalar(scalar) => Some(scalar),
            other => self.expected_number(expression, &other),
        }
    }

    /// Reports that something is not a number.
    pub fn expected_number<T>(&mut self, expression: &Expression, found: &Value) -> Option<T> {
        let help = match found {
            Value::Vector(_) => "take a component (`.x`, `.y`, `.z`), `dot(a, b)` or `norm(a)`",
            _ => "to make a number of a condition, write `if(condition, 1, 0)`",
        };
        let message = format!("expected a number, but `{expression}` is {}", found.kind());
        self.report(Diagnostic::error(expression.place, message).label(found.kind()).help(help))
    }

    /// The value of an expression that must be a condition.
    pub fn condition(&mut self, expression: &'d Expression, scope: Scope) -> Option<Node> {
        let value = self.value(expression, scope)?;
        self.as_condition(value, expression)
    }

    fn as_condition(&mut self, value: Value, expression: &Expression) -> Option<Node> {
        match value {
            Value::Condition(condition) => Some(condition),
            other => {
                let message = format!("expected a condition, but `{expression}` is {}", other.kind());
                self.report(Diagnostic::error(expression.place, message).help("compare it: `x > 0`"))
            }
        }
    }

    fn number(&mut self, digits: &str, expression: &Expression) -> Option<Value> {
        match units::number(digits) {
            Ok(value) => {
                let node = self.graph.constant(value);
                // Zero is zero in every unit.
                let dimension = if value.is_zero() { None } else { self.dimension(Dimension::NONE) };
                Some(Value::Scalar(Scalar { bare: true, ..Scalar::new(node, dimension) }))
            }
            Err(message) => {
                let help = "choose another unit, so that its digits and its power of ten are smaller";
                self.report(Diagnostic::error(expression.place, message).help(help))
            }
        }
    }

    /// `value [unit]`
    fn quantity(&mut self, value: &'d Expression, unit: &'d Expression, scope: Scope) -> Option<Value> {
        let worth = self.value(value, scope);
        let unit_place = unit.place;
        let unit = match unit::read(unit) {
            Ok(unit) => unit,
            Err(mistake) => return self.report(*mistake),
        };
        let constant = worth.as_ref().is_none_or(|worth| self.is_constant(worth));
        if !constant {
            let message = format!("a unit must follow a constant; `{value}` is not one");
            return self.report(
                Diagnostic::error(unit_place, message)
                    .label("no unit allowed here")
                    .help("the unit of an expression follows from its operands: remove the brackets"),
            );
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
                    let message = format!("`{expression}` already has the unit `{}`", scalar.unit());
                    return self.report(
                        Diagnostic::error(expression.place, message).help("remove one of the units"),
                    );
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
            Value::Condition(_) => {
                let message = "a condition has no unit";
                self.report(Diagnostic::error(expression.place, message))
            }
        }
    }

    /// `value.x`
    fn member(&mut self, whole: &'d Expression, member: &'d Segment, scope: Scope) -> Option<Value> {
        if let Some(value) = self.attribute_at(whole, member, scope) {
            return value;
        }
        let value = self.value(whole, scope)?;
        let name = member.name.text.as_str();
        let component = ["x", "y", "z"].iter().position(|known| *known == name);
        match (&value, component) {
            _ if !member.brackets.is_empty() => {
                let message = format!("a component takes no index and no unit: `.{member}`");
                self.report(Diagnostic::error(member.place, message))
            }
            (Value::Vector(values), Some(at)) => match values.get(at) {
                Some(component) => Some(component.clone()),
                None => {
                    let message = format!("`{whole}` has {} but no `.{name}`", components(values.len()));
                    let known = ["`.x`", "`.y`", "`.z`"];
                    let help = format!("the components are {}", known[..values.len().min(3)].join(", "));
                    self.report(Diagnostic::error(member.place, message).help(help))
                }
            },
            _ => {
                let message = format!("`{whole}` is {}, which has no `.{name}`", value.kind());
                let help = "components are `.x`, `.y` and `.z` of an array";
                self.report(Diagnostic::error(member.place, message).help(help))
            }
        }
    }

    /// `a ∘ b ∘ c …`, from left to right and without recursion: sums may have thousands of terms.
    fn chain(&mut self, whole: &'d Expression, scope: Scope) -> Option<Value> {
        let mut links = Vec::new();
        let mut first = whole;
        while let Kind::Binary(operator, left, right) = &first.kind {
            links.push((*operator, left.as_ref(), right.as_ref(), first));
            first = left;
        }
        let mut value = self.value(first, scope);
        let mut links = links.into_iter().rev().peekable();
        while let Some((operator, left, right, whole)) = links.next() {
            let added = |operator| matches!(operator, Operator::Add | Operator::Subtract);
            if added(operator) && links.len() > LONG {
                let mut terms = vec![(operator, left, right, whole)];
                while let Some(next) = links.next_if(|next| added(next.0)) {
                    terms.push(next);
                }
                value = self.long_sum(value, &terms, scope);
                continue;
            }
            let other = self.value(right, scope);
            value = match (value, other) {
                (Some(a), Some(b)) => self.join(operator, (a, left), (b, right), whole),
                _ => None,
            };
        }
        value
    }

    /// Numbers are added at once: every partial sum would be stored otherwise.
    fn long_sum(&mut self, first: Option<Value>, links: &[Link<'d>], scope: Scope) -> Option<Value> {
        let mut sum = first;
        let mut nodes = Vec::new();
        for &(operator, left, right, whole) in links {
            let (value, other) = (sum.take(), self.value(right, scope));
            sum = match (value, other) {
                (Some(Value::Scalar(a)), Some(Value::Scalar(b))) => {
                    let minus = operator == Operator::Subtract;
                    let verb = if minus { "subtract" } else { "add" };
                    if nodes.is_empty() {
                        nodes.push(a.node);
                    }
                    nodes.push(if minus { self.graph.neg(b.node) } else { b.node });
                    self.same_dimension(verb, (&a, left), (&b, right), whole).map(|()| {
                        let dimension = a.dimension.or(b.dimension);
                        let spelling = a.spelling.or(b.spelling);
                        Value::Scalar(Scalar { node: a.node, dimension, bare: a.bare && b.bare, spelling })
                    })
                }
                (Some(a), Some(b)) => self.join(operator, (a, left), (b, right), whole),
                _ => None,
            };
        }
        match sum? {
            Value::Scalar(scalar) => {
                let node = self.graph.sum(&nodes);
                Some(Value::Scalar(scalar.with_node(node)))
            }
            other => Some(other),
        }
    }

    fn join(
        &mut self,
        operator: Operator,
        (a, left): (Value, &'d Expression),
        (b, right): (Value, &'d Expression),
        whole: &'d Expression,
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
