//! Expressions: their parts, and their places.
//!
//! Invariant: an expression is dropped without recursion.

use super::Operator;
use super::description::{Name, Segment};
use crate::diagnostics::Place;

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its kind.
    pub kind: Kind,
    /// Its place.
    pub place: Place,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number, its digits as written (without `_`).
    Number(String),
    /// `crank[i + 1]`, the brackets undecided.
    Name(Segment),
    /// `value.member`
    Member(Box<Expression>, Segment),
    /// `[a, b, c]`
    Array(Vec<Expression>),
    /// `function(a, b)`
    Call(Name, Vec<Expression>),
    /// `value [unit]`
    Quantity(Box<Expression>, Box<Expression>),
    /// `(value)`
    Parenthesis(Box<Expression>),
    /// `-value`
    Negate(Box<Expression>),
    /// `!value`
    Not(Box<Expression>),
    /// `left ∘ right`
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `crank at [x, y]`: a point of something, where joints and forces have their ends.
    At(Box<Expression>, Box<Expression>),
    /// `name: value` among the arguments of a call.
    Named(Name, Box<Expression>),
    /// `least .. most`, the value of a named argument.
    Range(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Calls `each` with the expressions directly in it, from left to right, without those in brackets after names.
    pub(crate) fn for_each_part<'e>(&'e self, mut each: impl FnMut(&'e Self)) {
        match &self.kind {
            Kind::Number(_) | Kind::Name(_) => {}
            Kind::Member(value, _)
            | Kind::Parenthesis(value)
            | Kind::Negate(value)
            | Kind::Not(value)
            | Kind::Named(_, value) => each(value),
            Kind::Array(values) | Kind::Call(_, values) => values.iter().for_each(each),
            Kind::Quantity(left, right)
            | Kind::Binary(_, left, right)
            | Kind::At(left, right)
            | Kind::Range(left, right) => {
                each(left);
                each(right);
            }
        }
    }
}

/// Without recursion.
impl Drop for Expression {
    fn drop(&mut self) {
        let mut pending = Vec::new();
        self.kind.take_parts(&mut pending);
        while let Some(mut part) = pending.pop() {
            part.kind.take_parts(&mut pending);
        }
    }
}

impl Kind {
    /// Moves the expressions in it to others that wait.
    fn take_parts(&mut self, pending: &mut Vec<Expression>) {
        let nothing = || Self::Array(Vec::new());
        match self {
            Self::Number(_) => {}
            Self::Name(segment) => pending.append(&mut segment.brackets),
            Self::Array(values) | Self::Call(_, values) => pending.append(values),
            Self::Member(..)
            | Self::Quantity(..)
            | Self::Parenthesis(_)
            | Self::Negate(_)
            | Self::Not(_)
            | Self::Binary(..)
            | Self::At(..)
            | Self::Named(..)
            | Self::Range(..) => match std::mem::replace(self, nothing()) {
                Self::Member(value, segment) => {
                    pending.push(*value);
                    pending.extend(segment.brackets);
                }
                Self::Parenthesis(value) | Self::Negate(value) | Self::Not(value) | Self::Named(_, value) => {
                    pending.push(*value);
                }
                Self::Quantity(left, right)
                | Self::Binary(_, left, right)
                | Self::At(left, right)
                | Self::Range(left, right) => pending.extend([*left, *right]),
                Self::Number(_) | Self::Name(_) | Self::Array(_) | Self::Call(..) => {}
            },
        }
    }
}
