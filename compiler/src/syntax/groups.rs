//! Tokens whose groups are nested beyond any description.
//!
//! syn copies groups by recursion. Those deeper than [`DEEPEST`] are emptied before, so that no text exhausts the stack.
//!
//! Invariant: a description without mistakes is not changed: the limits of expressions and repetitions are below this one, and what is
//! emptied is within a mistake.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree, token_stream};

/// More than the limits of expressions and of repetitions together.
const DEEPEST: usize = 400;

/// The same tokens, without those in groups that are deeper than [`DEEPEST`].
pub(super) fn limited(tokens: TokenStream) -> TokenStream {
    if is_deep(tokens.clone()) { cut(tokens) } else { tokens }
}

fn is_deep(tokens: TokenStream) -> bool {
    let mut open = vec![tokens.into_iter()];
    while let Some(last) = open.last_mut() {
        match last.next() {
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
        if open.len() > DEEPEST + 1 {
            return true;
        }
    }
    false
}

/// A group that is being copied.
struct Open {
    rest: token_stream::IntoIter,
    copied: Vec<TokenTree>,
    group: Option<(Delimiter, Span)>,
}

fn cut(tokens: TokenStream) -> TokenStream {
    let mut open = vec![Open { rest: tokens.into_iter(), copied: Vec::new(), group: None }];
    while let Some(last) = open.last_mut() {
        match last.rest.next() {
            Some(TokenTree::Group(group)) => {
                let tokens = if open.len() <= DEEPEST { group.stream() } else { TokenStream::new() };
                let group = Some((group.delimiter(), group.span()));
                open.push(Open { rest: tokens.into_iter(), copied: Vec::new(), group });
            }
            Some(token) => last.copied.push(token),
            None => {
                let Some(Open { copied, group, .. }) = open.pop() else { break };
                let tokens: TokenStream = copied.into_iter().collect();
                let (Some((delimiter, span)), Some(outer)) = (group, open.last_mut()) else { return tokens };
                let mut group = Group::new(delimiter, tokens);
                group.set_span(span);
                outer.copied.push(TokenTree::Group(group));
            }
        }
    }
    TokenStream::new()
}
