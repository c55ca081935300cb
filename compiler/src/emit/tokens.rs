//! Text and values of the compiler as tokens of emitted code.

use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::quote;
use std::str::FromStr;

/// The text of a body, a default or a visibility. It consists of generated identifiers, numbers and punctuation, and always
/// lexes. If it did not, the user would see this message and could report it.
pub fn lex(text: &str) -> TokenStream {
    TokenStream::from_str(text).unwrap_or_else(|_| {
        quote! { ::core::compile_error! { "linkwork emitted text that is not Rust; please report this mechanism" } }
    })
}

/// `a, b, c`, lexed at once.
pub fn list(expressions: &[String]) -> TokenStream {
    lex(&expressions.join(", "))
}

/// `{ statements tail }`. The statements are moved: interpolation would copy each of their tokens.
pub fn block(mut statements: TokenStream, tail: TokenStream) -> Group {
    statements.extend(tail);
    Group::new(Delimiter::Brace, statements)
}

/// `3`, not `3usize`: its type is inferred.
pub fn number(value: usize) -> Literal {
    Literal::usize_unsuffixed(value)
}

/// `0, 1, 2`.
pub fn numbers(values: impl IntoIterator<Item = usize>) -> TokenStream {
    let each = values.into_iter().map(number);
    quote! { #(#each),* }
}

/// `(0, 1), (2, 3)`.
pub fn pairs(values: &[(usize, usize)]) -> TokenStream {
    let (first, second) =
        (values.iter().map(|pair| number(pair.0)), values.iter().map(|pair| number(pair.1)));
    quote! { #((#first, #second)),* }
}

/// `0.5, -1e-6`: the shortest decimals that read back as the same numbers.
pub fn decimals(values: &[f64]) -> TokenStream {
    list(&values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>())
}
