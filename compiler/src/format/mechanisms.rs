//! Whether a text is a description: mechanisms, and nothing else at its top level.
//!
//! Invariant: the contents of a mechanism do not matter, so that a description with mistakes is laid out.

use super::lexer::{Kind, Token};
use super::messages;
use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::Parsed;

/// Checks the top level of a text. A text without tokens has nothing to be laid out, and passes.
pub(super) fn check(tokens: &[Token<'_>]) -> Parsed<()> {
    let tokens: Vec<&Token<'_>> = tokens.iter().filter(|token| !token.is_comment()).collect();
    let mut at = 0;
    while at < tokens.len() {
        at = after_item(&tokens, at)?;
    }
    Ok(())
}

/// The index after an attribute, a mechanism or mechanisms in `mechanism! { … }`. A `;` after them is tolerated.
fn after_item(tokens: &[&Token<'_>], at: usize) -> Parsed<usize> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    if is(at, ";") {
        return Ok(at + 1);
    }
    if is(at, "#") {
        return Ok(after_group(tokens, at + 1 + usize::from(is(at + 1, "!"))));
    }
    let keyword = match is(at, "pub") {
        true if is(at + 1, "(") => after_group(tokens, at + 1),
        true => at + 1,
        false => at,
    };
    if !is(keyword, "mechanism") {
        return Err(expected("`mechanism`", tokens, keyword));
    }
    let name = keyword + 1;
    if !is(name, "!") && tokens.get(name).is_none_or(|token| token.kind != Kind::Word) {
        return Err(expected("the name of the mechanism", tokens, name));
    }
    match (name..tokens.len()).find(|&at| is(at, "{")) {
        Some(brace) => Ok(after_group(tokens, brace)),
        None => Err(expected("`{`", tokens, tokens.len())),
    }
}

/// The index after the bracket that closes the one at `at`, or after a single token.
fn after_group(tokens: &[&Token<'_>], at: usize) -> usize {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// The mistake of a text that is not a description.
fn expected(what: &str, tokens: &[&Token<'_>], at: usize) -> Box<Diagnostic> {
    let (place, found) = match tokens.get(at) {
        Some(token) if token.text.starts_with('"') => (place(token), "a string".to_owned()),
        Some(token) => (place(token), format!("`{}`", token.text)),
        None => {
            let end = tokens.last().map_or(0, |token| token.end());
            (Place::Bytes { start: end, end }, "the end".to_owned())
        }
    };
    Box::new(messages::not_a_description(place, what, &found))
}

fn place(token: &Token<'_>) -> Place {
    Place::Bytes { start: token.start, end: token.end() }
}
