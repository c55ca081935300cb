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

use super::description::{Name, Segment};
use super::expression::{Expression, Kind};
use super::pieces::{brackets, check_operator, end_of, name, number, parenthesis, square};
use super::recover::{describe, expected, literal_text};
use super::{Operator, Parsed};
use crate::diagnostics::{Diagnostic, Place};
use proc_macro2::extra::DelimSpan;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Ident, Lit, LitBool, Token, token};

/// Comparisons do not chain: `a < b < c` is an error.
const COMPARISON: u8 = 3;

/// Nesting beyond this is not a formula any more, and would exhaust the stack.
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
        let content = bracket_content(input)?;
        place = place.to(content.place);
        brackets.push(content);
    }
    Ok(Segment { name, brackets, place })
}

/// `[expression]`: an index or a unit; the place includes the brackets.
pub(super) fn bracket_content(input: ParseStream) -> Parsed<Expression> {
    let (place, content) = brackets(input)?;
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
    let message = format!("expressions are nested more than {DEEPEST} levels deep");
    Box::new(Diagnostic::error(input.span(), message).help("name parts of it with `let`"))
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

    /// Signs, then a primary.
    fn operand(&mut self) -> Parsed<Next> {
        let input = self.input();
        if self.depth > DEEPEST {
            return Err(too_deep(input));
        }
        let start = Place::from(input.span());
        let sign = if input.peek(Token![-]) {
            input.parse::<Token![-]>()?;
            Waiting::Negate(start)
        } else if input.peek(Token![!]) {
            input.parse::<Token![!]>()?;
            Waiting::Not(start)
        } else if input.peek(Token![+]) {
            let mistake = Diagnostic::error(input.span(), "leading `+` is not supported");
            return Err(Box::new(mistake.help("remove it")));
        } else {
            return self.primary();
        };
        self.waiting.push(sign);
        self.depth += 1;
        Ok(Next::Operand)
    }

    fn primary(&mut self) -> Parsed<Next> {
        let input = self.input();
        // `true` and `false` are words here.
        if input.peek(Lit) && !input.peek(LitBool) {
            let operand = Operand::leaf(number(input)?);
            return Ok(Next::Postfix(Postfix { operand, links: 0 }));
        }
        if input.peek(Ident::peek_any) {
            if !input.peek2(token::Paren) {
                return self.naming("a name", None, 0);
            }
            let function = name(input, "a function")?;
            let (span, content) = parenthesis(input)?;
            return Ok(self.list(Some(function), span, content));
        }
        if input.peek(token::Paren) {
            let (span, content) = parenthesis(input)?;
            self.open(content, Within::Parenthesis(span));
            return Ok(Next::Operand);
        }
        if input.peek(token::Bracket) {
            let (span, content) = square(input)?;
            return Ok(self.list(None, span, content));
        }
        Err(no_operand(input))
    }

    fn list(&mut self, function: Option<Name>, span: DelimSpan, content: ParseBuffer<'a>) -> Next {
        let list = List { function, span, values: Vec::new(), height: 0, name: None, least: None };
        self.open(content, Within::List(list));
        Next::Element
    }

    /// A name, or that of a member of `whole`.
    fn naming(&mut self, what: &str, whole: Option<Operand>, links: usize) -> Parsed<Next> {
        let name = name(self.input(), what)?;
        let place = Place::from(name.span);
        let height = whole.as_ref().map_or(0, |whole| whole.height);
        Ok(Next::Name(Naming { whole, name, brackets: Vec::new(), place, height, links }))
    }

    /// The brackets of a name.
    fn named(&mut self, naming: Naming) -> Parsed<Next> {
        if self.input().peek(token::Bracket) {
            let (place, content) = brackets(self.input())?;
            self.open(content, Within::Name(naming, place));
            return Ok(Next::Operand);
        }
        let Naming { whole, name, brackets, place, height, links } = naming;
        let segment = Segment { name, brackets, place };
        let Some(whole) = whole else {
            let operand = Operand { value: Expression { kind: Kind::Name(segment), place }, height };
            return Ok(Next::Postfix(Postfix { operand, links }));
        };
        let place = whole.value.place.to(place);
        let operand = Operand::above(Kind::Member(Box::new(whole.value), segment), place, height);
        Ok(Next::Postfix(Postfix { operand, links: links + 1 }))
    }

    /// Members and units, then a power.
    fn postfix(&mut self, Postfix { operand, links }: Postfix) -> Parsed<Next> {
        let input = self.input();
        if links >= DEEPEST || self.depth + operand.height > DEEPEST {
            return Err(too_deep(input));
        }
        if input.peek(Token![.]) && !input.peek(Token![..]) {
            input.parse::<Token![.]>()?;
            if input.peek(Lit) {
                let message = "a component cannot be selected by a number after a point";
                let help = "components are `.x`, `.y`, `.z`, or `name[0]`, `name[1]`, `name[2]`";
                return Err(Box::new(Diagnostic::error(input.span(), message).help(help)));
            }
            return self.naming("the name of a component", Some(operand), links);
        }
        if input.peek(token::Bracket) {
            let (place, content) = brackets(input)?;
            self.open(content, Within::Unit(Postfix { operand, links }, place));
            return Ok(Next::Operand);
        }
        if input.peek(Token![^]) {
            input.parse::<Token![^]>()?;
            self.waiting.push(Waiting::Power(operand));
            self.depth += 1;
            return Ok(Next::Operand);
        }
        Ok(Next::Operator(operand))
    }

    /// Joins what waits for the operand, and reads the operator or `at` after it.
    fn operator(&mut self, operand: Operand) -> Parsed<Next> {
        let operand = self.signed(operand);
        let next = Operator::peek(self.input());
        let operand = self.joined(operand, next)?;
        let input = self.input();
        if let Some(operator) = next {
            check_operator(input, operator)?;
            operator.skip(input)?;
            self.waiting.push(Waiting::Binary(operator, operand));
            return Ok(Next::Operand);
        }
        if self.waiting.len() > self.outside() {
            return Ok(Next::End(self.placed(operand)));
        }
        let fork = input.fork();
        if !fork.call(Ident::parse_any).is_ok_and(|word| word == "at") {
            return Ok(Next::End(operand));
        }
        name(input, "`at`")?;
        self.waiting.push(Waiting::At(operand));
        Ok(Next::Operand)
    }

    /// With the signs before it, and as the exponent of the bases before it: x^-y^z = x^(-(y^z)).
    fn signed(&mut self, mut operand: Operand) -> Operand {
        while self.waiting.len() > self.outside() {
            operand = match self.waiting.pop() {
                Some(Waiting::Negate(start)) => {
                    let place = start.to(operand.value.place);
                    Operand::above(Kind::Negate(Box::new(operand.value)), place, operand.height)
                }
                Some(Waiting::Not(start)) => {
                    let place = start.to(operand.value.place);
                    Operand::above(Kind::Not(Box::new(operand.value)), place, operand.height)
                }
                Some(Waiting::Power(base)) => {
                    let place = base.value.place.to(operand.value.place);
                    let height = base.height.max(operand.height + 1);
                    let (base, exponent) = (Box::new(base.value), Box::new(operand.value));
                    let kind = Kind::Binary(Operator::Power, base, exponent);
                    Operand { value: Expression { kind, place }, height }
                }
                Some(other) => {
                    self.waiting.push(other);
                    return operand;
                }
                None => return operand,
            };
            self.depth -= 1;
        }
        operand
    }

    /// As the right side of all operators before it that bind at least as tightly as the next one.
    fn joined(&mut self, mut right: Operand, next: Option<Operator>) -> Parsed<Operand> {
        let next = next.map_or(0, Operator::strength);
        while self.waiting.len() > self.outside()
            && let Some(Waiting::Binary(operator, left)) = self
                .waiting
                .pop_if(|last| matches!(last, Waiting::Binary(before, _) if before.strength() >= next))
        {
            if operator.strength() == COMPARISON && next == COMPARISON {
                let mistake = Diagnostic::error(self.input().span(), "comparisons cannot be chained");
                return Err(Box::new(mistake.help("write `a < b && b < c`")));
            }
            let place = left.value.place.to(right.value.place);
            let height = left.height.max(right.height);
            let kind = Kind::Binary(operator, Box::new(left.value), Box::new(right.value));
            right = Operand { value: Expression { kind, place }, height };
        }
        Ok(right)
    }

    /// As the point of what is before `at`.
    fn placed(&mut self, point: Operand) -> Operand {
        let Some(Waiting::At(value)) = self.waiting.pop() else { return point };
        let place = value.value.place.to(point.value.place);
        let height = value.height.max(point.height);
        let kind = Kind::At(Box::new(value.value), Box::new(point.value));
        Operand { value: Expression { kind, place }, height }
    }

    /// The next argument, `value`, `name: value` or `name: least .. most`, or the end of the list.
    fn element(&mut self) -> Parsed<Next> {
        let content = self.input();
        if content.is_empty() {
            return Ok(self.listed());
        }
        let named = content.peek(Ident::peek_any) && content.peek2(Token![:]) && !content.peek2(Token![::]);
        if named {
            let name = name(content, "the name of an argument")?;
            content.parse::<Token![:]>()?;
            if let Some(Within::List(list)) = self.groups.last_mut().map(|group| &mut *group.within) {
                list.name = Some(name);
            }
        }
        Ok(Next::Operand)
    }

    /// The call or the array of a list that has ended.
    fn listed(&mut self) -> Next {
        let Some(Group { within, depth, .. }) = self.groups.pop() else { unreachable!("a list is open") };
        self.depth = depth;
        let Within::List(List { function, span, values, height, .. }) = *within else {
            unreachable!("elements are those of lists")
        };
        let (kind, place) = match function {
            Some(function) => {
                let place = Place::from(function.span).to(span);
                (Kind::Call(function, values), place)
            }
            None => (Kind::Array(values), span.into()),
        };
        Next::Postfix(Postfix { operand: Operand::above(kind, place, height), links: 0 })
    }

    /// The end of an expression inside of a group.
    fn end(&mut self, operand: Operand) -> Parsed<Next> {
        let Some(group) = self.groups.last_mut() else { unreachable!("a group is open") };
        if let Within::List(list) = &mut *group.within {
            return list.add(&group.content, operand);
        }
        let Some(Group { content, within, depth, .. }) = self.groups.pop() else {
            unreachable!("a group is open")
        };
        self.depth = depth;
        let Operand { value: inner, height } = operand;
        let postfix = |operand, links| Ok(Next::Postfix(Postfix { operand, links }));
        match *within {
            Within::Parenthesis(span) => {
                end_of(&content, "`)`")?;
                let kind = Kind::Parenthesis(Box::new(inner));
                postfix(Operand::above(kind, span.into(), height), 0)
            }
            Within::Name(mut naming, place) => {
                let inner = check_unit(place, &content, inner)?;
                naming.place = naming.place.to(inner.place);
                naming.height = naming.height.max(height + 1);
                naming.brackets.push(inner);
                Ok(Next::Name(naming))
            }
            Within::Unit(Postfix { operand, links }, place) => {
                let unit = check_unit(place, &content, inner)?;
                let place = operand.value.place.to(unit.place);
                let kind = Kind::Quantity(Box::new(operand.value), Box::new(unit));
                postfix(Operand::above(kind, place, operand.height.max(height)), links + 1)
            }
            Within::List(_) => unreachable!("lists have been handled"),
        }
    }
}

impl List {
    /// Adds an element, or the first end of its range; then a comma or the end of the list.
    fn add(&mut self, content: ParseStream, operand: Operand) -> Parsed<Next> {
        let Operand { mut value, height } = operand;
        self.height = self.height.max(height);
        if let Some(least) = self.least.take() {
            let place = least.place.to(value.place);
            value = Expression { kind: Kind::Range(Box::new(least), Box::new(value)), place };
        } else if self.name.is_some() && content.peek(Token![..]) {
            content.parse::<Token![..]>()?;
            self.least = Some(value);
            return Ok(Next::Operand);
        }
        if let Some(name) = self.name.take() {
            let place = Place::from(name.span).to(value.place);
            value = Expression { kind: Kind::Named(name, Box::new(value)), place };
        }
        self.values.push(value);
        if content.is_empty() {
            return Ok(Next::Element);
        }
        if !content.peek(Token![,]) {
            let close = if self.function.is_some() { "`)`" } else { "`]`" };
            return Err(Box::new(expected(content, &format!("`,`, an operator or {close}"))));
        }
        content.parse::<Token![,]>()?;
        Ok(Next::Element)
    }
}

/// An index or a unit with the place of its brackets, if it is all that is in them.
fn check_unit(place: Place, content: ParseStream, mut inner: Expression) -> Parsed<Expression> {
    if !content.is_empty() {
        let found = describe(content);
        let message = format!("expected `*`, `/`, `^` or `]` after a unit, found {found}");
        return Err(Box::new(
            Diagnostic::error(content.span(), message).help("units are multiplied with `*`: `N*m`"),
        ));
    }
    let mut factors = 0;
    let mut at = &inner;
    while let Kind::Binary(_, left, _) = &at.kind {
        (factors, at) = (factors + 1, left);
    }
    if factors > DEEPEST {
        let message = format!("a unit or an index has more than {DEEPEST} operators");
        return Err(Box::new(Diagnostic::error(place, message).help("simplify it")));
    }
    inner.place = place;
    Ok(inner)
}

/// What is no operand.
fn no_operand(input: ParseStream) -> Box<Diagnostic> {
    let place = Place::from(input.span());
    if input.peek(Token![.]) && input.peek2(Lit) {
        let fork = input.fork();
        if let (Ok(_), Ok(digits)) = (fork.parse::<Token![.]>(), fork.parse::<Lit>()) {
            let mistake =
                Diagnostic::error(place.to(digits.span()), "a number cannot begin with a decimal point");
            return Box::new(mistake.help(format!("write `0.{}`", literal_text(&digits))));
        }
    }
    Box::new(expected(input, "an expression"))
}
