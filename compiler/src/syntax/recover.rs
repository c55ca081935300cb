//! Recovery after a mistake: the text that was found instead, and the beginning of the next item.
//!
//! Invariant: [`skip_item`] always makes progress, so parsing ends.

use super::levels;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Lit, Token, token};

/// The next token in words.
pub(super) fn describe(input: ParseStream) -> String {
    match input.cursor().token_tree() {
        None => closing(input).map_or_else(|| "the end".to_owned(), |bracket| format!("`{bracket}`")),
        Some((TokenTree::Group(group), _)) => {
            let open = match group.delimiter() {
                proc_macro2::Delimiter::Parenthesis => "(",
                proc_macro2::Delimiter::Brace => "{",
                proc_macro2::Delimiter::Bracket => "[",
                proc_macro2::Delimiter::None => return "a group".to_owned(),
            };
            format!("`{open}`")
        }
        Some((token, _)) => format!("`{token}`"),
    }
}

/// The bracket at the end of a group, if the compiler has the text.
fn closing(input: ParseStream) -> Option<String> {
    input.span().source_text().filter(|text| [")", "]", "}"].contains(&text.as_str()))
}

/// A literal as it was written.
pub(super) fn literal_text(literal: &Lit) -> String {
    literal.to_token_stream().to_string()
}

/// Skips the rest of a broken item: past its `;` or its closing brace, or up to something that can
/// only be the next item.
pub(super) fn skip_item(input: ParseStream, nothing_read: bool) {
    let mut first = nothing_read;
    while !input.is_empty() {
        if !first && starts_item(input) {
            return;
        }
        first = false;
        let semicolon = input.peek(Token![;]);
        let brace = input.peek(token::Brace);
        if input.parse::<TokenTree>().is_err() || semicolon || (brace && !input.peek(Token![;])) {
            return;
        }
    }
}

/// Two adjacent words, or a word and its contents: no expression continues like that.
fn starts_item(input: ParseStream) -> bool {
    if input.peek(Token![#]) {
        return true;
    }
    let fork = input.fork();
    let Ok(word) = fork.call(Ident::parse_any) else {
        return false;
    };
    let word = word.to_string();
    match word.as_str() {
        "initial" | "budget" => fork.peek(token::Brace),
        "kinetic" | "potential" | "dissipation" | "mass_matrix" => fork.peek(Token![=]),
        "gravity" | "coordinates" | "unroll" | "freedoms" => fork.peek(Token![=]),
        "verify" => fork.peek(Token![;]),
        other => {
            let known = levels::ITEMS.contains(&other) || levels::BODY_ITEMS.contains(&other);
            known && fork.peek(Ident::peek_any)
        }
    }
}

/// Empties a group whose contents are not needed; syn reports groups that are read only in
/// part.
pub(super) fn drain(input: ParseStream) {
    while !input.is_empty() && input.parse::<TokenTree>().is_ok() {}
}
