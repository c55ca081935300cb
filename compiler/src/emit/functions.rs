//! Functions of the user's in Rust. Code calls each of them through a function of its own, which is at the place of the path in
//! the description:
//!
//! ```text
//! impl InRust {
//!     fn drag<T: Real>() -> impl ::core::ops::Fn(T, T) -> T {
//!         crate::drag
//!     }
//! }
//! ```
//! So a path without a function, or a function that is not generic, is one error of rustc, at the path.
//!
//! Invariant: where a path is resolved, no variable of emitted code is in scope.

use super::names::identifier;
use super::tokens::lex;
use crate::identifier::IMPOSSIBLE;
use crate::symbolic::UserFunction;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::cell::RefCell;
use std::collections::HashMap;

/// Braces in one another in which items are looked for: more than repetitions have.
const DEEPEST: usize = 20;

/// The paths of functions as tokens of the description, by their text.
#[derive(Default)]
pub struct Paths(HashMap<String, TokenStream>);

impl Paths {
    /// Those in the text of some mechanisms.
    pub fn of(text: TokenStream) -> Self {
        let mut paths = Self::default();
        paths.read(text, 0);
        paths
    }

    /// `function drag(v [m/s]) -> [N] = path;`, wherever there may be items.
    fn read(&mut self, text: TokenStream, depth: usize) {
        let mut tokens = text.into_iter();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group)
                    if depth < DEEPEST && matches!(group.delimiter(), Delimiter::Brace | Delimiter::None) =>
                {
                    self.read(group.stream(), depth + 1);
                }
                TokenTree::Ident(word) if word == "function" => {
                    let item = tokens.by_ref().take_while(|token| !is_punct(token, ';'));
                    let path = item.skip_while(|token| !is_punct(token, '=')).skip(1);
                    let path: TokenStream = path.flat_map(ungrouped).collect();
                    // The text of the parser.
                    self.0.entry(path.to_string().replace(' ', "")).or_insert(path);
                }
                _ => {}
            }
        }
    }

    /// A path with its places, if they are known.
    fn tokens(&self, path: &str) -> TokenStream {
        self.0.get(path).cloned().unwrap_or_else(|| lex(path))
    }
}

/// A token without the invisible group around an argument of `macro_rules!`.
fn ungrouped(token: TokenTree) -> TokenStream {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().flat_map(ungrouped).collect()
        }
        other => other.into(),
    }
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// The functions that the code of a program calls.
#[derive(Default)]
pub struct Functions(RefCell<Vec<Called>>);

/// A called function.
struct Called {
    path: &'static str,
    arity: usize,
    /// Its name in `InRust`.
    name: String,
}

impl Functions {
    /// A function as an expression; its derivatives call the same one.
    pub fn expression(&self, function: UserFunction) -> String {
        let (path, arity) = (function.path(), function.arity());
        let mut called = self.0.borrow_mut();
        if let Some(known) = called.iter().find(|one| (one.path, one.arity) == (path, arity)) {
            return format!("InRust::{}()", known.name);
        }
        let last = path.rsplit("::").next().unwrap_or(path);
        let mut name = identifier(last.trim_start_matches("r#"));
        while IMPOSSIBLE.contains(&name.as_str()) || called.iter().any(|one| one.name == name) {
            name.push('_');
        }
        let expression = format!("InRust::{name}()");
        called.push(Called { path, arity, name });
        expression
    }

    /// Those called so far; nothing if there are none.
    pub fn code(&self, paths: &Paths) -> Option<TokenStream> {
        let called = self.0.borrow();
        let each = called.iter().map(|one| one.code(paths));
        (!called.is_empty()).then(|| {
            quote! {
                /// Functions in Rust, by the ends of their paths.
                struct InRust;
                #[allow(unused_qualifications)]
                impl InRust {
                    #(#each)*
                }
            }
        })
    }
}

impl Called {
    /// What rustc says of the type of a function, it says of its value: that is marked from the first to the last token of the path.
    fn code(&self, paths: &Paths) -> TokenStream {
        let (name, path) = (lex(&self.name), paths.tokens(self.path));
        let places: Vec<Span> = path.clone().into_iter().map(|token| token.span()).collect();
        let [first, last] = [places.first(), places.last()]
            .map(|place| place.map_or_else(Span::call_site, |place| Span::call_site().located_at(*place)));
        let numbers = std::iter::repeat_n(quote_spanned! { first=> T }, self.arity);
        let head = quote_spanned! { first=> fn #name<T: Real>() -> impl ::core::ops::Fn(#(#numbers),*) -> };
        let value = quote_spanned! { last=> T };
        quote! { #head #value { #path } }
    }
}
