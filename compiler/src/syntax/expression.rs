//! Expressions, by precedence climbing over syn's stream.
//!
//! ```text
//! loosest  at   ||   &&   == != < <= > >=   + -   * /   unary - !   ^   postfix: [unit] .member  tightest
//! ```
//! Invariants: `^` binds to the right and tighter than the sign before it, so `-x^2` is `-(x^2)` and
//! `2^-x` is allowed; brackets after a number, an array, a call or a parenthesis are a unit, after
//! a name they are kept unchanged.

use super::description::{Name, Segment};
use super::recover::{describe, expected, literal_text};
use super::{Operator, Parsed};
use crate::diagnostics::{Diagnostic, Place};
use proc_macro2::extra::DelimSpan;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Ident, Lit, LitBool, Token, token};

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

/// Without recursion along chains of operators.
impl Drop for Expression {
    fn drop(&mut self) {
        let Kind::Binary(..) = self.kind else { return };
        let mut rest = Some(std::mem::replace(&mut self.kind, Kind::Array(Vec::new())));
        while let Some(Kind::Binary(_, mut left, _)) = rest.take() {
            rest = Some(std::mem::replace(&mut left.kind, Kind::Array(Vec::new())));
        }
    }
}

/// Comparisons do not chain: `a < b < c` is an error.
const COMPARISON: u8 = 3;

/// Nesting beyond this is not a formula any more, and would exhaust the stack.
const DEEPEST: usize = 200;

/// Reads an expression.
pub(crate) fn expression(input: ParseStream) -> Parsed<Expression> {
    nested(input, 0)
}

/// An expression inside of `depth` others.
fn nested(input: ParseStream, depth: usize) -> Parsed<Expression> {
    if depth > DEEPEST {
        let message = format!("expressions are nested more than {DEEPEST} levels deep");
        return Err(Box::new(Diagnostic::error(input.span(), message).help("name parts of it with `let`")));
    }
    let value = operation(input, 1, depth)?;
    let fork = input.fork();
    if !fork.call(Ident::parse_any).is_ok_and(|word| word == "at") {
        return Ok(value);
    }
    name(input, "`at`")?;
    let point = operation(input, 1, depth)?;
    let place = value.place.to(point.place);
    Ok(Expression { kind: Kind::At(Box::new(value), Box::new(point)), place })
}

/// Operators of at least `least` strength and their operands, to the left.
fn operation(input: ParseStream, least: u8, depth: usize) -> Parsed<Expression> {
    let mut left = unary(input, depth)?;
    while let Some(operator) = Operator::peek(input) {
        let strength = operator.strength();
        if strength < least {
            break;
        }
        check_operator(input, operator)?;
        operator.skip(input)?;
        let right = operation(input, strength + 1, depth)?;
        let again = Operator::peek(input).map(Operator::strength);
        if strength == COMPARISON && again == Some(COMPARISON) {
            return Err(Box::new(
                Diagnostic::error(input.span(), "comparisons cannot be chained")
                    .help("write `a < b && b < c`"),
            ));
        }
        let place = left.place.to(right.place);
        left = Expression { kind: Kind::Binary(operator, Box::new(left), Box::new(right)), place };
    }
    Ok(left)
}

/// `**` and similar operators of other languages.
fn check_operator(input: ParseStream, operator: Operator) -> Parsed<()> {
    let span = input.span();
    if operator == Operator::Multiply && input.peek2(Token![*]) {
        return Err(Box::new(
            Diagnostic::error(span, "there is no operator `**`").help("a power is written `x^2`"),
        ));
    }
    Ok(())
}

/// Signs, then a power: to the right, its exponent with signs of its own (x^-y^z = x^(-(y^z))).
fn unary(input: ParseStream, depth: usize) -> Parsed<Expression> {
    if depth > DEEPEST {
        return nested(input, depth);
    }
    let start = Place::from(input.span());
    if input.peek(Token![-]) {
        input.parse::<Token![-]>()?;
        let value = unary(input, depth + 1)?;
        let place = start.to(value.place);
        return Ok(Expression { kind: Kind::Negate(Box::new(value)), place });
    }
    if input.peek(Token![!]) {
        input.parse::<Token![!]>()?;
        let value = unary(input, depth + 1)?;
        let place = start.to(value.place);
        return Ok(Expression { kind: Kind::Not(Box::new(value)), place });
    }
    if input.peek(Token![+]) {
        return Err(Box::new(
            Diagnostic::error(input.span(), "leading `+` is not supported").help("remove it"),
        ));
    }
    let base = postfix(input, depth)?;
    if !input.peek(Token![^]) {
        return Ok(base);
    }
    input.parse::<Token![^]>()?;
    let exponent = unary(input, depth + 1)?;
    let place = base.place.to(exponent.place);
    let kind = Kind::Binary(Operator::Power, Box::new(base), Box::new(exponent));
    Ok(Expression { kind, place })
}

/// A primary with its units and members.
fn postfix(input: ParseStream, depth: usize) -> Parsed<Expression> {
    let mut value = primary(input, depth)?;
    for _ in 0..DEEPEST {
        if input.peek(Token![.]) && !input.peek(Token![..]) {
            input.parse::<Token![.]>()?;
            if input.peek(Lit) {
                return Err(Box::new(
                    Diagnostic::error(
                        input.span(),
                        "a component cannot be selected by a number after a point",
                    )
                    .help("components are `.x`, `.y`, `.z`, or `name[0]`, `name[1]`, `name[2]`"),
                ));
            }
            let member = segment_at(input, "the name of a component", depth)?;
            let place = value.place.to(member.place);
            value = Expression { kind: Kind::Member(Box::new(value), member), place };
        } else if input.peek(token::Bracket) {
            let unit = bracket_content(input, depth)?;
            let place = value.place.to(unit.place);
            value = Expression { kind: Kind::Quantity(Box::new(value), Box::new(unit)), place };
        } else {
            return Ok(value);
        }
    }
    nested(input, DEEPEST + 1)
}

fn primary(input: ParseStream, depth: usize) -> Parsed<Expression> {
    let place = Place::from(input.span());
    // `true` and `false` are words here.
    if input.peek(Lit) && !input.peek(LitBool) {
        return number(input);
    }
    if input.peek(Ident::peek_any) {
        if input.peek2(token::Paren) {
            return call(input, depth);
        }
        let segment = segment_at(input, "a name", depth)?;
        let place = segment.place;
        return Ok(Expression { kind: Kind::Name(segment), place });
    }
    if input.peek(token::Paren) {
        let (span, content) = parenthesis(input)?;
        let value = nested(&content, depth + 1)?;
        end_of(&content, "`)`")?;
        return Ok(Expression { kind: Kind::Parenthesis(Box::new(value)), place: span.into() });
    }
    if input.peek(token::Bracket) {
        let (span, content) = bracket(input)?;
        let values = list(&content, "`]`", depth + 1)?;
        return Ok(Expression { kind: Kind::Array(values), place: span.into() });
    }
    if input.peek(Token![.]) && input.peek2(Lit) {
        let fork = input.fork();
        fork.parse::<Token![.]>()?;
        let digits = fork.parse::<Lit>()?;
        let text = literal_text(&digits);
        return Err(Box::new(
            Diagnostic::error(place.to(digits.span()), "a number cannot begin with a decimal point")
                .help(format!("write `0.{text}`")),
        ));
    }
    Err(Box::new(expected(input, "an expression")))
}

/// A number; a suffix in Rust is a unit or a factor without its sign.
fn number(input: ParseStream) -> Parsed<Expression> {
    let literal = input.parse::<Lit>()?;
    let place = Place::from(literal.span());
    let (digits, suffix) = match &literal {
        Lit::Int(number) => (number.base10_digits().to_owned(), number.suffix().to_owned()),
        Lit::Float(number) => (number.base10_digits().to_owned(), number.suffix().to_owned()),
        other => {
            let found = literal_text(other);
            return Err(Box::new(Diagnostic::error(place, format!("expected a number, found `{found}`"))));
        }
    };
    if suffix.is_empty() {
        unit_without_brackets(input, &digits)?;
        return Ok(Expression { kind: Kind::Number(digits), place });
    }
    let help = if crate::units::lookup(&suffix).is_some() {
        format!("units are written in brackets: `{digits} [{suffix}]`")
    } else {
        format!("a product is written `{digits}*{suffix}`")
    };
    let message = format!("`{digits}{suffix}` is not a number");
    Err(Box::new(Diagnostic::error(place, message).help(help)))
}

/// `10 m`: two values side by side are never right, and after a number it is most often a unit.
fn unit_without_brackets(input: ParseStream, digits: &str) -> Parsed<()> {
    let fork = input.fork();
    let Ok(word) = fork.call(Ident::parse_any) else {
        return Ok(());
    };
    if crate::units::lookup(&word.to_string()).is_none() || fork.peek(Ident::peek_any) {
        return Ok(());
    }
    let message = format!("expected an operator after `{digits}`, found `{word}`");
    let help = format!("units are written in brackets: `{digits} [{word}]`");
    Err(Box::new(Diagnostic::error(word.span(), message).help(help)))
}

/// `function(a, b)`
fn call(input: ParseStream, depth: usize) -> Parsed<Expression> {
    let function = name(input, "a function")?;
    let (span, content) = parenthesis(input)?;
    let arguments = list(&content, "`)`", depth + 1)?;
    let place = Place::from(function.span).to(span);
    Ok(Expression { kind: Kind::Call(function, arguments), place })
}

/// Expressions between commas, up to the end of a group.
fn list(content: ParseStream, close: &str, depth: usize) -> Parsed<Vec<Expression>> {
    let mut values = Vec::new();
    while !content.is_empty() {
        values.push(argument(content, depth)?);
        if content.is_empty() {
            break;
        }
        if !content.peek(Token![,]) {
            return Err(Box::new(expected(content, &format!("`,`, an operator or {close}"))));
        }
        content.parse::<Token![,]>()?;
    }
    Ok(values)
}

/// `value`, `name: value` or `name: least .. most`.
fn argument(content: ParseStream, depth: usize) -> Parsed<Expression> {
    let named = content.peek(Ident::peek_any) && content.peek2(Token![:]) && !content.peek2(Token![::]);
    if !named {
        return nested(content, depth);
    }
    let name = name(content, "the name of an argument")?;
    content.parse::<Token![:]>()?;
    let mut value = nested(content, depth)?;
    if content.peek(Token![..]) {
        content.parse::<Token![..]>()?;
        let most = nested(content, depth)?;
        let place = value.place.to(most.place);
        value = Expression { kind: Kind::Range(Box::new(value), Box::new(most)), place };
    }
    let place = Place::from(name.span).to(value.place);
    Ok(Expression { kind: Kind::Named(name, Box::new(value)), place })
}

/// A name and the brackets that follow it.
pub(crate) fn segment(input: ParseStream, what: &str) -> Parsed<Segment> {
    segment_at(input, what, 0)
}

fn segment_at(input: ParseStream, what: &str, depth: usize) -> Parsed<Segment> {
    let name = name(input, what)?;
    let mut place = Place::from(name.span);
    let mut brackets = Vec::new();
    while input.peek(token::Bracket) {
        let content = bracket_content(input, depth)?;
        place = place.to(content.place);
        brackets.push(content);
    }
    Ok(Segment { name, brackets, place })
}

/// `[expression]`: an index or a unit; the place includes the brackets.
pub(super) fn bracket_content(input: ParseStream, depth: usize) -> Parsed<Expression> {
    let (span, content) = bracket(input)?;
    let place = Place::from(span);
    if content.is_empty() {
        return Err(Box::new(
            Diagnostic::error(place, "expected a unit or an index between the brackets")
                .help("remove the brackets if there is no unit"),
        ));
    }
    let mut inner = nested(&content, depth + 1)?;
    if !content.is_empty() {
        let found = describe(&content);
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

/// A word, Rust's keywords included.
pub(crate) fn name(input: ParseStream, what: &str) -> Parsed<Name> {
    if !input.peek(Ident::peek_any) {
        return Err(Box::new(expected(input, what)));
    }
    let ident = input.call(Ident::parse_any)?;
    Ok(Name { text: ident.unraw().to_string(), span: ident.span() })
}

/// Nothing may follow.
pub(crate) fn end_of(content: ParseStream, close: &str) -> Parsed<()> {
    if content.is_empty() {
        return Ok(());
    }
    Err(Box::new(expected(content, &format!("an operator or {close}"))))
}

/// `( … )`
pub(crate) fn parenthesis<'a>(input: &ParseBuffer<'a>) -> syn::Result<(DelimSpan, ParseBuffer<'a>)> {
    let content;
    let span = syn::parenthesized!(content in input).span;
    Ok((span, content))
}

/// `[ … ]`
fn bracket<'a>(input: &ParseBuffer<'a>) -> syn::Result<(DelimSpan, ParseBuffer<'a>)> {
    let content;
    let span = syn::bracketed!(content in input).span;
    Ok((span, content))
}

/// `{ … }`
pub(crate) fn brace<'a>(input: &ParseBuffer<'a>) -> syn::Result<(DelimSpan, ParseBuffer<'a>)> {
    let content;
    let span = syn::braced!(content in input).span;
    Ok((span, content))
}
