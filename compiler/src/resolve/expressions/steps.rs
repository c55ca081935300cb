//! Expressions → values: nodes of the graph with their dimensions.
//!
//! Steps that wait, and values of what is evaluated, are on two stacks: an expression begins with its operands, from left to right, and takes their values
//! at its end. There is no recursion, so that neither long sums nor nested expressions exhaust the stack.
//!
//! Invariant: the operands of an operator are evaluated all, so that all can be wrong in one run. A step leaves one value, `None` after a
//! mistake, in place of those that it takes.

use super::functions::Applied;
use super::value::{Scalar, Value};
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::syntax::{Expression, Kind, Name, Operator, Segment};

/// Sums of more terms are added at once.
const LONG: usize = 64;

/// An operator with its operands, and the resulting expression.
type Link<'d> = (Operator, &'d Expression, &'d Expression, &'d Expression);

/// A step.
pub(in crate::resolve) enum Step<'d> {
    /// The value of an expression.
    Value(&'d Expression),
    /// `-value`
    Negate(&'d Expression),
    /// `!value`
    Not,
    /// `a ∘ b`
    Join(Link<'d>),
    /// The next term of a long sum.
    Term(Box<Sum<'d>>),
    /// `[a, b, c]`
    Array(usize),
    /// `value [unit]`
    Quantity(&'d Expression, &'d Expression),
    /// `value.member`
    Member(&'d Expression, &'d Segment),
    /// The value must be a number.
    Number(&'d Expression),
    /// The value must be an array of numbers.
    Numbers(&'d Expression),
    /// The value must be a condition.
    Condition(&'d Expression),
    /// An argument of a function in Rust, by number.
    Argument(usize, usize, &'d Expression),
    /// A function in Rust of its arguments.
    User(usize, usize),
    /// `function(a, b)`
    Apply(Applied, &'d Name, &'d [Expression], &'d Expression),
}

/// A long sum: numbers are added at once, because every partial sum would be stored otherwise.
pub(in crate::resolve) struct Sum<'d> {
    links: Vec<Link<'d>>,
    at: usize,
    nodes: Vec<Node>,
}

/// Steps that wait, and values.
#[derive(Default)]
pub(in crate::resolve) struct Steps<'d> {
    waiting: Vec<Step<'d>>,
    values: Vec<Option<Value>>,
}

impl<'d> Steps<'d> {
    /// These steps are next, in this order.
    pub(super) fn then(&mut self, steps: impl DoubleEndedIterator<Item = Step<'d>>) {
        self.waiting.extend(steps.rev());
    }

    fn take(&mut self) -> Option<Value> {
        self.values.pop().flatten()
    }

    /// The last values, if there is no mistake among them.
    pub(super) fn take_all(&mut self, count: usize) -> Option<Vec<Value>> {
        let from = self.values.len().saturating_sub(count);
        self.values.drain(from..).collect()
    }

    pub(super) fn give(&mut self, value: Option<Value>) {
        self.values.push(value);
    }
}

impl<'d> Resolver<'d> {
    /// The value of an expression. One of numbers alone is the same in all repetitions.
    pub fn value(&mut self, expression: &'d Expression, scope: Scope) -> Option<Value> {
        match &expression.kind {
            Kind::Number(digits) => return self.number(digits, expression),
            Kind::Name(segment) => return self.name(segment, scope),
            _ if !of_numbers(expression) => return self.evaluated_value(expression, scope),
            _ => {}
        }
        let at = std::ptr::from_ref(expression);
        if let Some(known) = self.of_numbers.get(&at) {
            return known.clone();
        }
        let value = self.evaluated_value(expression, scope);
        self.of_numbers.insert(at, value.clone());
        value
    }

    fn evaluated_value(&mut self, expression: &'d Expression, scope: Scope) -> Option<Value> {
        let mut steps = self.steps.pop().unwrap_or_default();
        self.begin(expression, &mut steps, scope);
        while let Some(step) = steps.waiting.pop() {
            match step {
                Step::Value(expression) => self.begin(expression, &mut steps, scope),
                step => self.finish_step(step, &mut steps),
            }
        }
        let value = steps.take();
        steps.values.clear();
        self.steps.push(steps);
        value
    }

    /// A value that is known at once, or the steps to it.
    fn begin(&mut self, expression: &'d Expression, steps: &mut Steps<'d>, scope: Scope) {
        match &expression.kind {
            Kind::Number(digits) => steps.give(self.number(digits, expression)),
            Kind::Name(segment) => steps.give(self.name(segment, scope)),
            Kind::Member(value, member) => match self.attribute_at(value, member, scope) {
                Some(found) => steps.give(found),
                None => steps.then([Step::Value(value), Step::Member(value, member)].into_iter()),
            },
            Kind::Array(values) => {
                let all = values.iter().map(Step::Value);
                steps.waiting.push(Step::Array(values.len()));
                steps.then(all);
            }
            Kind::Call(function, arguments) => self.begin_call(function, arguments, expression, steps, scope),
            Kind::Quantity(value, unit) => {
                steps.then([Step::Value(value), Step::Quantity(value, unit)].into_iter());
            }
            Kind::Parenthesis(inner) => steps.waiting.push(Step::Value(inner)),
            Kind::Negate(inner) => steps.then([Step::Value(inner), Step::Negate(inner)].into_iter()),
            Kind::Not(inner) => {
                steps.then([Step::Value(inner), Step::Condition(inner), Step::Not].into_iter());
            }
            Kind::Binary(..) => begin_chain(expression, steps),
            Kind::At(..) | Kind::Range(..) | Kind::Named(..) => steps.give(self.no_value_at(expression)),
        }
    }

    /// A step after its operands.
    fn finish_step(&mut self, step: Step<'d>, steps: &mut Steps<'d>) {
        let value = match step {
            Step::Value(_) => return,
            Step::Term(sum) => return self.term_of(sum, steps),
            Step::Join(link) => self.link(link, steps),
            Step::Array(count) => steps.take_all(count).map(Value::Vector),
            Step::Apply(applied, name, arguments, whole) => {
                let values = steps.take_all(arguments.len());
                values.and_then(|values| self.apply(applied, values, name, arguments, whole))
            }
            Step::User(number, count) => {
                steps.take_all(count).and_then(|values| self.user_value(number, &values))
            }
            Step::Quantity(value, unit) => {
                let worth = steps.take();
                self.quantity(worth, value, unit)
            }
            of_one => match steps.take() {
                Some(value) => self.of_one(of_one, value),
                None => None,
            },
        };
        steps.give(value);
    }

    /// A step that takes one value.
    fn of_one(&mut self, step: Step<'d>, value: Value) -> Option<Value> {
        match step {
            Step::Negate(inner) => self.negate(value, inner),
            Step::Not => self.opposite(&value),
            Step::Member(whole, member) => self.member(&value, whole, member),
            Step::Number(expression) => self.as_scalar(value, expression).map(Value::Scalar),
            Step::Numbers(expression) => self.as_numbers(value, expression),
            Step::Condition(expression) => self.as_condition(value, expression).map(Value::Condition),
            Step::Argument(number, at, expression) => self.user_argument(number, at, value, expression),
            _ => None,
        }
    }

    fn opposite(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Condition(condition) => Some(Value::Condition(self.graph.not(*condition))),
            _ => None,
        }
    }

    fn link(&mut self, (operator, left, right, whole): Link<'d>, steps: &mut Steps<'d>) -> Option<Value> {
        let (b, a) = (steps.take(), steps.take());
        self.join(operator, (a?, left), (b?, right), whole)
    }

    /// Adds a term to a long sum.
    fn term_of(&mut self, mut sum: Box<Sum<'d>>, steps: &mut Steps<'d>) {
        let (other, before) = (steps.take(), steps.take());
        let (operator, left, right, whole) = sum.links[sum.at];
        let value = match (before, other) {
            (Some(Value::Scalar(a)), Some(Value::Scalar(b))) => {
                let minus = operator == Operator::Subtract;
                let verb = if minus { "subtract" } else { "add" };
                if sum.nodes.is_empty() {
                    sum.nodes.push(a.node);
                }
                sum.nodes.push(if minus { self.graph.neg(b.node) } else { b.node });
                self.same_dimension(verb, (&a, left), (&b, right), whole).map(|()| {
                    let dimension = a.dimension.or(b.dimension);
                    let spelling = a.spelling.or(b.spelling);
                    Value::Scalar(Scalar { node: a.node, dimension, bare: a.bare && b.bare, spelling })
                })
            }
            (Some(a), Some(b)) => self.join(operator, (a, left), (b, right), whole),
            _ => None,
        };
        sum.at += 1;
        if let Some(&(_, _, right, _)) = sum.links.get(sum.at) {
            steps.give(value);
            steps.then([Step::Value(right), Step::Term(sum)].into_iter());
            return;
        }
        steps.give(match value {
            Some(Value::Scalar(scalar)) => {
                let node = self.graph.sum(&sum.nodes);
                Some(Value::Scalar(scalar.with_node(node)))
            }
            other => other,
        });
    }
}

/// Whether an expression is an array of numbers or a quantity, and there are no names in it: `[0, 0, 1] [m]`.
pub(in crate::resolve) fn of_numbers(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Quantity(value, _) => matches!(value.kind, Kind::Number(_)) || of_numbers(value),
        Kind::Negate(inner) => matches!(inner.kind, Kind::Number(_)),
        Kind::Array(values) => {
            values.iter().all(|value| matches!(value.kind, Kind::Number(_)) || of_numbers(value))
        }
        _ => false,
    }
}

/// `a ∘ b ∘ c …`, from left to right.
fn begin_chain<'d>(whole: &'d Expression, steps: &mut Steps<'d>) {
    if let Kind::Binary(operator, left, right) = &whole.kind
        && !matches!(left.kind, Kind::Binary(..))
    {
        let link = (*operator, &**left, &**right, whole);
        return steps.then([Step::Value(left), Step::Value(right), Step::Join(link)].into_iter());
    }
    let mut links: Vec<Link<'d>> = Vec::new();
    let mut first = whole;
    while let Kind::Binary(operator, left, right) = &first.kind {
        links.push((*operator, left, right, first));
        first = left;
    }
    let mut all = vec![Step::Value(first)];
    let mut links = links.into_iter().rev().peekable();
    while let Some(link) = links.next() {
        let added = |operator| matches!(operator, Operator::Add | Operator::Subtract);
        all.push(Step::Value(link.2));
        if added(link.0) && links.len() > LONG {
            let mut terms = vec![link];
            while let Some(next) = links.next_if(|next| added(next.0)) {
                terms.push(next);
            }
            all.push(Step::Term(Box::new(Sum { links: terms, at: 0, nodes: Vec::new() })));
        } else {
            all.push(Step::Join(link));
        }
    }
    steps.then(all.into_iter());
}
