//! The pieces of expressions: names, numbers, operators, groups.
//!
//! Invariant: a piece contains no expression.

use super::description::Name;
use super::expression::{Expression, Kind};
use super::messages::{expected, expressions as messages};
use super::recover::literal_text;
use super::{Operator, Parsed};
use crate::diagnostics::Place;
use proc_macro2::extra::DelimSpan;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Ident, Lit, Token};

/// Characters of a number or a text; syn takes the square of their number to read them.
const LONGEST: usize = 1000;

/// `**` and similar operators of other languages.
pub(super) fn check_operator(input: ParseStream, operator: Operator) -> Parsed<()> {
    if operator == Operator::Multiply && input.peek2(Token![*]) {
        return Err(Box::new(messages::double_star(input.span())));
    }
    Ok(())
}

/// A number; a suffix in Rust is a unit or a factor without its sign.
pub(super) fn number(input: ParseStream) -> Parsed<Expression> {
    if let Some((literal, _)) = input.cursor().literal() {
        let length = literal.to_string().len();
        if length > LONGEST {
            return Err(Box::new(messages::long_number(literal.span(), length)));
        }
    }
    let literal = input.parse::<Lit>()?;
    let place = Place::from(literal.span());
    let (digits, suffix) = match &literal {
        Lit::Int(number) => (number.base10_digits().to_owned(), number.suffix().to_owned()),
        Lit::Float(number) => (number.base10_digits().to_owned(), number.suffix().to_owned()),
        other => {
            return Err(Box::new(messages::not_a_number(place, &literal_text(other))));
        }
    };
    if suffix.is_empty() {
        unit_without_brackets(input, &digits)?;
        return Ok(Expression { kind: Kind::Number(digits), place });
    }
    let is_unit = crate::units::lookup(&suffix).is_some();
    Err(Box::new(messages::number_with_suffix(place, &digits, &suffix, is_unit)))
}

/// `10 m`: two values side by side are never right, and after a number it is most often a unit.
fn unit_without_brackets(input: ParseStream, digits: &str) -> Parsed<()> {
    let fork = input.fork();
    let Ok(word) = fork.call(Ident::parse_any) else {
        return Ok(());
    };
    let unit = word.to_string();
    if crate::units::lookup(&unit).is_none() || fork.peek(Ident::peek_any) {
        return Ok(());
    }
    Err(Box::new(messages::unit_without_brackets(word.span(), digits, &unit)))
}

/// The brackets of an index or a unit, which are not empty.
pub(super) fn brackets<'a>(input: &ParseBuffer<'a>) -> Parsed<(Place, ParseBuffer<'a>)> {
    let (span, content) = square(input)?;
    let place = Place::from(span);
    if content.is_empty() {
        return Err(Box::new(messages::empty_brackets(place)));
    }
    Ok((place, content))
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
pub(super) fn square<'a>(input: &ParseBuffer<'a>) -> syn::Result<(DelimSpan, ParseBuffer<'a>)> {
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
