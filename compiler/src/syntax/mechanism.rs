//! `mechanism` items: documentation, visibility, name and the contents of the braces.
//!
//! Invariant: the source of a description can be compiled again, and gives the same description.

use super::Parsed;
use super::description::{Description, Name};
use super::item::items;
use super::messages::{expected, mechanisms as messages};
use super::pieces::{brace, name};
use crate::diagnostics::Diagnostics;
use crate::{mechanism_names, names};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token, Visibility, token};

/// All mechanisms of a macro call or a file.
pub(super) fn mechanisms(input: ParseStream, descriptions: &mut Vec<Description>, found: &mut Diagnostics) {
    let at = input.span();
    // `//!` lines at the top of a file speak of the file.
    if let Err(error) = Attribute::parse_inner(input) {
        found.push(error.into());
    }
    while !input.is_empty() {
        if let Err(error) = mechanism(input, descriptions, found) {
            found.push(*error);
            skip_mechanism(input);
        }
    }
    if descriptions.is_empty() && !found.has_errors() {
        found.push(messages::no_mechanism(at));
    }
}

fn mechanism(input: ParseStream, descriptions: &mut Vec<Description>, found: &mut Diagnostics) -> Parsed<()> {
    let docs = documentation(input, found)?;
    if input.peek(Ident::peek_any) && input.peek2(Token![!]) && input.peek3(token::Brace) {
        return wrapped(input, descriptions, found);
    }
    let visibility = input.parse::<Visibility>()?.to_token_stream();
    let keyword = name(input, "`mechanism`")?;
    if keyword.text != "mechanism" {
        return Err(Box::new(messages::not_a_mechanism(keyword.span, &keyword.text)));
    }
    if !input.peek(Ident::peek_any) {
        return Err(Box::new(expected(input, "the name of the mechanism")));
    }
    let name = input.call(Ident::parse_any)?.unraw();
    refuse_name(&name, found);
    let setting = setting(input)?;
    if !input.peek(token::Brace) {
        return Err(Box::new(expected(input, "`{`")));
    }
    let source_head = header(&docs, &visibility, &name, setting.as_ref());
    let body_text = input.cursor().token_tree().map(|(group, _)| body(&group)).unwrap_or_default();
    let (_, content) = brace(input)?;
    let mut description = Description {
        source: format!("{source_head} {body_text}\n"),
        name,
        visibility,
        docs,
        setting,
        items: Vec::new(),
        lost: Vec::new(),
        incomplete: None,
    };
    description.items = items(&content, 0, &mut description.lost, &mut description.incomplete, found);
    if let Some(earlier) = descriptions.iter().find(|earlier| earlier.name == description.name) {
        let name = description.name.to_string();
        found.push(messages::described_twice(description.name.span(), &name, earlier.name.span()));
        return Ok(());
    }
    for earlier in descriptions.iter() {
        refuse_struct_of(&description, earlier, found);
        refuse_struct_of(earlier, &description, found);
    }
    descriptions.push(description);
    Ok(())
}

/// `mechanism! { … }` around mechanisms of a file, as in Rust source.
fn wrapped(input: ParseStream, descriptions: &mut Vec<Description>, found: &mut Diagnostics) -> Parsed<()> {
    let outer = name(input, "`mechanism`")?;
    if outer.text != "mechanism" {
        return Err(Box::new(messages::not_a_mechanism(outer.span, &format!("{}!", outer.text))));
    }
    input.parse::<Token![!]>()?;
    let (_, content) = brace(input)?;
    while !content.is_empty() {
        if let Err(error) = mechanism(&content, descriptions, found) {
            found.push(*error);
            skip_mechanism(&content);
        }
    }
    Ok(())
}

/// Names that are invalid for a struct.
fn refuse_name(name: &Ident, found: &mut Diagnostics) {
    let text = name.to_string();
    if let Some(why) = names::impossible(&text) {
        found.push(messages::impossible_name(name.span(), &text, why));
    }
}

/// `ArmModel` and `ArmInputs` are generated for `Arm`, and with a second choice of coordinates `ArmAbsolute`.
fn refuse_struct_of(one: &Description, other: &Description, found: &mut Diagnostics) {
    let name = one.name.to_string();
    for own in mechanism_names(other) {
        let what = if own == name {
            format!("a formulation of `{}`", other.name)
        } else if let Some(what) = names::generated(&name, &own) {
            format!("{what} of `{own}`")
        } else {
            continue;
        };
        found.push(messages::name_of_generated(one.name.span(), &name, &what, other.name.span()));
    }
}

/// `in plane`, `in space`.
fn setting(input: ParseStream) -> Parsed<Option<Name>> {
    if !input.peek(Token![in]) {
        return Ok(None);
    }
    input.parse::<Token![in]>()?;
    let setting = name(input, "`plane` or `space`")?;
    if setting.text != "plane" && setting.text != "space" {
        return Err(Box::new(messages::not_a_setting(setting.span, &setting.text)));
    }
    Ok(Some(setting))
}

/// Past the braces of a mechanism whose head could not be read.
fn skip_mechanism(input: ParseStream) {
    while !input.is_empty() {
        let brace = input.peek(token::Brace);
        if input.parse::<TokenTree>().is_err() || brace {
            return;
        }
    }
}

/// The lines of doc comments, without the space that follows `///`.
pub(super) fn documentation(input: ParseStream, found: &mut Diagnostics) -> Parsed<Vec<String>> {
    let mut docs = Vec::new();
    for attribute in input.call(Attribute::parse_outer)? {
        let text = match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => literal_string(&pair.value),
            _ => None,
        };
        match text {
            Some(text) => {
                docs.extend(text.split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()));
            }
            None => found.push(messages::attribute(attribute.pound_token.spans[0])),
        }
    }
    Ok(docs)
}

fn literal_string(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// Documentation and first line, laid out afresh.
fn header(docs: &[String], visibility: &TokenStream, name: &Ident, setting: Option<&Name>) -> String {
    let mut text = String::new();
    for line in docs {
        text.push_str(format!("/// {line}").trim_end());
        text.push('\n');
    }
    let visibility = visibility.to_string().replace(" (", "(").replace("( ", "(").replace(" )", ")");
    if !visibility.is_empty() {
        text.push_str(&visibility);
        text.push(' ');
    }
    text.push_str(&format!("mechanism {name}"));
    if let Some(setting) = setting {
        text.push_str(&format!(" in {}", setting.text));
    }
    text
}

/// The text between the braces with its original layout, moved to the left margin.
fn body(group: &TokenTree) -> String {
    let Some(text) = group.span().source_text() else {
        return group.to_string();
    };
    let margin = text.lines().last().map_or(0, |last| last.len() - last.trim_start().len());
    let unindented = |line: &str| {
        let spaces = line.len() - line.trim_start().len();
        line[spaces.min(margin)..].trim_end().to_owned()
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_end().to_owned();
    std::iter::once(first).chain(lines.map(unindented)).collect::<Vec<_>>().join("\n")
}
