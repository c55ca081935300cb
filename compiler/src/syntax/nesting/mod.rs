//! Expressions are read without recursion, so that no description exhausts the stack: precedence climbing with a stack of its own.
//!
//! ```text
//! loosest  at   ||   &&   == != < <= > >=   + -   * /   unary - !   ^   postfix: [unit] .member  tightest
//!
//! operand     signs and bases of powers before it wait, innermost last
//! operator    what waits and binds as tightly joins first: a − b − c = (a − b) − c
//! group       ( … ), [ … ], f(…): a new level, which becomes an operand at its end
//! ```
//!
//! `^` binds to the right and tighter than the sign before it, so `-x^2` is `-(x^2)` and `2^-x` is allowed; brackets after a number, an array,
//! a call or a parenthesis are a unit, after a name they are kept unchanged.
//!
//! Every operand has a height: the levels of groups, signs, powers, members and units in it.
//!
//! Invariant: depth + height of an operand is at most [`DEEPEST`], so that recursion over an expression is as limited as its text.
//! Chains of operators between two operands do not count: they are walked in loops.
mod group;
mod operand;
mod operator;

use super::description::{Name, Segment};
use super::expression::{Expression, Kind};
use super::messages::expressions as messages;
use super::pieces::{self, name};
use super::{Operator, Parsed};
use crate::diagnostics::{Diagnostic, Place};
use group::{check_bracket, check_unit};
use proc_macro2::extra::DelimSpan;
use syn::parse::{ParseBuffer, ParseStream};
use syn::token;

/// Deeper nesting is not that of a formula, and would exhaust the stack.
const DEEPEST: usize = 200;

/// An expression and its height.
struct Operand {
    value: Expression,
    height: usize,
}

/// What waits for the operand on its right.
enum Waiting {
    /// `-`
    Negate(Place),
    /// `!`
    Not(Place),
    /// `base ^`
    Power(Operand),
    /// `left ∘`
    Binary(Operator, Operand),
    /// `value at`
    At(Operand),
}

/// A name, or a member of an operand, whose brackets are being read.
struct Naming {
    whole: Option<Operand>,
    name: Name,
    brackets: Vec<Expression>,
    place: Place,
    height: usize,
    /// Members and units so far.
    links: usize,
}

/// An operand whose members and units are being read.
struct Postfix {
    operand: Operand,
    /// Members and units so far.
    links: usize,
}

/// Arguments or components.
struct List {
    /// The function; an array has none.
    function: Option<Name>,
    span: DelimSpan,
    values: Vec<Expression>,
    height: usize,
    /// `name:` before the current one.
    name: Option<Name>,
    /// `least ..` before the current one.
    least: Option<Expression>,
}

/// What a group becomes at its end.
enum Within {
    /// `(value)`
    Parenthesis(DelimSpan),
    /// `name[…]`
    Name(Naming, Place),
    /// `value [unit]`
    Unit(Postfix, Place),
    /// `f(…)`, `[…]`
    List(List),
}

/// An open group.
struct Group<'a> {
    content: ParseBuffer<'a>,
    within: Box<Within>,
    /// The depth outside.
    depth: usize,
    /// How many operators wait outside.
    waiting: usize,
}

/// What is read next.
enum Next {
    /// An operand with its signs.
    Operand,
    /// The brackets of a name or of a member.
    Name(Naming),
    /// Members and units of an operand.
    Postfix(Postfix),
    /// The operator after an operand.
    Operator(Operand),
    /// The next element of a list.
    Element,
    /// What follows a complete expression.
    End(Operand),
}

/// The state of reading an expression.
struct Reader<'a> {
    input: ParseStream<'a>,
    groups: Vec<Group<'a>>,
    waiting: Vec<Waiting>,
    depth: usize,
}

/// Reads an expression.
pub(crate) fn expression(input: ParseStream) -> Parsed<Expression> {
    nested(input, 0)
}

/// A name and the brackets that follow it.
pub(crate) fn segment(input: ParseStream, what: &str) -> Parsed<Segment> {
    let name = name(input, what)?;
    let mut place = Place::from(name.span);
    let mut brackets = Vec::new();
    while input.peek(token::Bracket) {
        let (own, content) = pieces::brackets(input)?;
        let inner = nested(&content, 1)?;
        let inner = check_bracket(&name, own, &content, inner)?;
        place = place.to(inner.place);
        brackets.push(inner);
    }
    Ok(Segment { name, brackets, place })
}

/// `[expression]`: a unit; the place includes the brackets.
pub(super) fn bracket_content(input: ParseStream) -> Parsed<Expression> {
    let (place, content) = pieces::brackets(input)?;
    let inner = nested(&content, 1)?;
    check_unit(place, &content, inner)
}

/// Reads an expression inside of `depth` others.
fn nested(input: ParseStream, depth: usize) -> Parsed<Expression> {
    let mut reader = Reader { input, groups: Vec::new(), waiting: Vec::new(), depth };
    let mut next = Next::Operand;
    loop {
        next = match next {
            Next::Operand => reader.operand()?,
            Next::Name(naming) => reader.named(naming)?,
            Next::Postfix(postfix) => reader.postfix(postfix)?,
            Next::Operator(operand) => reader.operator(operand)?,
            Next::Element => reader.element()?,
            Next::End(operand) if reader.groups.is_empty() => return Ok(operand.value),
            Next::End(operand) => reader.end(operand)?,
        };
    }
}

fn too_deep(input: ParseStream) -> Box<Diagnostic> {
    Box::new(messages::too_deep(input.span(), DEEPEST))
}

impl Operand {
    fn leaf(value: Expression) -> Self {
        Self { value, height: 0 }
    }

    /// One level above the operands in it.
    fn above(kind: Kind, place: Place, below: usize) -> Self {
        Self { value: Expression { kind, place }, height: below + 1 }
    }
}

impl<'a> Reader<'a> {
    fn input(&self) -> &ParseBuffer<'a> {
        self.groups.last().map_or(self.input, |group| &group.content)
    }

    /// How many operators wait outside of the current group.
    fn outside(&self) -> usize {
        self.groups.last().map_or(0, |group| group.waiting)
    }

    fn open(&mut self, content: ParseBuffer<'a>, within: Within) {
        let (depth, waiting) = (self.depth, self.waiting.len());
        self.groups.push(Group { content, within: Box::new(within), depth, waiting });
        self.depth += 1;
    }
}
