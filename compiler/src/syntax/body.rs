//! Bodies, forces, functions in Rust, formulations, and the braces of `initial` and `budget`.
//!
//! Invariant: a force on a declared coordinate and one between bodies are distinguished by their word.

use super::description::{Body, Declaration, GeneralizedForce, InitialValue, ItemKind, Name, UserFunction};
use super::expression::{Expression, Kind};
use super::item::{assigned, semicolon};
use super::messages::{expected, items as messages};
use super::nesting::{bracket_content, expression, segment};
use super::pieces::{brace, name, parenthesis};
use super::{Parsed, Segment};
use crate::diagnostics::messages::given_twice;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Token, token};

/// `name { property: value, … }`, the `;` is optional.
pub(super) fn body(input: ParseStream, particle: bool) -> Parsed<Body> {
    let target = segment(input, "a name")?;
    if !input.peek(token::Brace) {
        let word = if particle { "particle" } else { "body" };
        return Err(Box::new(messages::form_of_body(input, word, &target.name.text)));
    }
    let properties = named_values(input, "a property")?;
    Ok(Body { target, particle, properties })
}

/// `{ operations: 5000, lines: 20000 }`, the `;` is optional.
pub(super) fn budget(input: ParseStream) -> Parsed<Vec<(Name, Expression)>> {
    if !input.peek(token::Brace) {
        return Err(Box::new(messages::form_of_budget(input)));
    }
    named_values(input, "`operations` or `lines`")
}

/// `{ name: value, … }`, the `;` is optional.
fn named_values(input: ParseStream, what: &str) -> Parsed<Vec<(Name, Expression)>> {
    let (_, content) = brace(input)?;
    let mut values = Vec::new();
    while !content.is_empty() {
        let name = name(&content, what)?;
        colon(&content)?;
        values.push((name, expression(&content)?));
        comma(&content)?;
    }
    optional_semicolon(input)?;
    Ok(values)
}

/// `= minimal;`, `= [minimal, absolute];`
pub(super) fn coordinates(input: ParseStream) -> Parsed<Vec<Name>> {
    let mut value = assigned(input)?;
    let words = match &mut value.kind {
        Kind::Array(words) if !words.is_empty() => std::mem::take(words),
        _ => vec![value],
    };
    let mut names: Vec<Name> = Vec::new();
    for word in words {
        let found = one_of(&word, ["minimal", "absolute"])?;
        if let Some(earlier) = names.iter().find(|earlier| earlier.text == found.text) {
            let what = format!("`{}`", found.text);
            return Err(Box::new(given_twice(&what, found.span, earlier.span)));
        }
        names.push(found.clone());
    }
    Ok(names)
}

/// `= always;`, `= never;`
pub(super) fn unroll(input: ParseStream) -> Parsed<Name> {
    let value = assigned(input)?;
    one_of(&value, ["always", "never"]).cloned()
}

/// One of two words.
fn one_of<'a>(word: &'a Expression, known: [&str; 2]) -> Parsed<&'a Name> {
    let found = match &word.kind {
        Kind::Name(Segment { name, brackets, .. }) if brackets.is_empty() => Some(name),
        _ => None,
    };
    found
        .filter(|name| known.contains(&name.text.as_str()))
        .ok_or_else(|| Box::new(messages::neither(word.place, known, &word.to_string())))
}

/// `= […];`, `name = kind(…);`
pub(super) fn force(input: ParseStream) -> Parsed<ItemKind> {
    let target = segment(input, "`=` or the name of the force")?;
    if !input.peek(Token![=]) {
        return Err(Box::new(expected(input, "`=`")));
    }
    input.parse::<Token![=]>()?;
    let mut value = expression(input)?;
    semicolon(input)?;
    let place = value.place;
    match &mut value.kind {
        Kind::Call(function, arguments) if function.text == "generalized" => {
            let [coordinate, value] = match <[Expression; 2]>::try_from(std::mem::take(arguments)) {
                Ok(both) => both,
                Err(others) => {
                    return Err(Box::new(messages::form_of_generalized(place, others.len())));
                }
            };
            Ok(ItemKind::Generalized(GeneralizedForce { target, coordinate, value }))
        }
        _ => Ok(ItemKind::BodyForce(Declaration { target, value: Some(value) })),
    }
}

/// `name(x [m], v [m/s]) -> [N] = path::to::function;`
pub(super) fn function(input: ParseStream) -> Parsed<UserFunction> {
    let name = segment(input, "the name of the function")?;
    if !input.peek(token::Paren) {
        return Err(Box::new(messages::form_of_function(input, "`(`")));
    }
    let (_, content) = parenthesis(input)?;
    let mut arguments = Vec::new();
    while !content.is_empty() {
        arguments.push(segment(&content, "an argument")?);
        if content.is_empty() {
            break;
        }
        if !content.peek(Token![,]) {
            return Err(Box::new(expected(&content, "`,` or `)`")));
        }
        content.parse::<Token![,]>()?;
    }
    let mut unit = None;
    if input.peek(Token![->]) {
        input.parse::<Token![->]>()?;
        if !input.peek(token::Bracket) {
            return Err(Box::new(messages::form_of_function(input, "the unit of the value in brackets")));
        }
        unit = Some(bracket_content(input)?);
    }
    if !input.peek(Token![=]) {
        return Err(Box::new(messages::form_of_function(input, "`=` and the path of the function in Rust")));
    }
    input.parse::<Token![=]>()?;
    let path = input.call(syn::Path::parse_mod_style)?.to_token_stream().to_string().replace(' ', "");
    semicolon(input)?;
    Ok(UserFunction { target: name, arguments, unit, path })
}

/// `{ target: value, other: ~value, … }`, the `;` is optional.
pub(super) fn initial(input: ParseStream) -> Parsed<Vec<InitialValue>> {
    if !input.peek(token::Brace) {
        return Err(Box::new(messages::form_of_initial(input)));
    }
    let (_, content) = brace(input)?;
    let mut entries = Vec::new();
    while !content.is_empty() {
        let target = expression(&content)?;
        colon(&content)?;
        let guess = content.peek(Token![~]);
        if guess {
            content.parse::<Token![~]>()?;
        }
        entries.push(InitialValue { target, guess, value: expression(&content)? });
        comma(&content)?;
    }
    optional_semicolon(input)?;
    Ok(entries)
}

fn colon(content: ParseStream) -> Parsed<()> {
    if !content.peek(Token![:]) {
        return Err(Box::new(messages::form_of_entry(content)));
    }
    content.parse::<Token![:]>()?;
    Ok(())
}

/// A comma, or the end.
fn comma(content: ParseStream) -> Parsed<()> {
    if content.is_empty() {
        return Ok(());
    }
    if !content.peek(Token![,]) {
        return Err(Box::new(messages::no_comma(content)));
    }
    content.parse::<Token![,]>()?;
    Ok(())
}

fn optional_semicolon(input: ParseStream) -> Parsed<()> {
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
    }
    Ok(())
}
