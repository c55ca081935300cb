//! Items between the braces of a mechanism or a repetition.
//!
//! Invariant: an item that cannot be read is skipped as a whole, and its name is kept among the
//! lost ones.

use super::Parsed;
use super::body::{body, budget, coordinates, force, function, initial, unroll};
use super::description::{Constraint, Declaration, Energy, Item, ItemKind, Name, Repeat, StatedRange};
use super::expression::{Expression, Kind};
use super::levels::INNER;
use super::mechanism::documentation;
use super::messages::mechanisms::documents_nothing;
use super::messages::{expected, items as messages};
use super::nesting::{expression, segment};
use super::pieces::{brace, end_of, name, parenthesis};
use super::recover::{drain, skip_item};
use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token, token};

/// Repetitions in one another; more would exhaust the stack.
const DEEPEST: usize = 16;

/// Reads items up to the end of a group.
pub(super) fn items(
    content: ParseStream,
    depth: usize,
    lost: &mut Vec<String>,
    incomplete: &mut Option<Reported>,
    found: &mut Diagnostics,
) -> Vec<Item> {
    let mut items = Vec::new();
    while !content.is_empty() {
        let before = content.cursor();
        let declared = declared_name(content);
        match item(content, depth, lost, incomplete, found) {
            Ok(item) => items.push(item),
            Err(error) => {
                *incomplete = Some(found.refuse(*error));
                lost.extend(declared);
                skip_item(content, content.cursor() == before);
            }
        }
    }
    items
}

/// The name an item is about to declare.
fn declared_name(content: ParseStream) -> Option<String> {
    let fork = content.fork();
    syn::Attribute::parse_outer(&fork).ok()?;
    fork.call(Ident::parse_any).ok()?;
    fork.call(Ident::parse_any).ok().map(|name| name.unraw().to_string())
}

fn item(
    input: ParseStream,
    depth: usize,
    lost: &mut Vec<String>,
    incomplete: &mut Option<Reported>,
    found: &mut Diagnostics,
) -> Parsed<Item> {
    let docs = documentation(input, found)?;
    if input.is_empty() {
        return Err(Box::new(documents_nothing(input.span())));
    }
    let word = name(input, "an item")?;
    let keyword = word.span;
    let kind = match word.text.as_str() {
        "param" => ItemKind::Parameter(declaration(input, Value::Required("param", "a default value"))?),
        "const" => ItemKind::Constant(declaration(input, Value::Required("const", "a value"))?),
        "let" => ItemKind::Let(declaration(input, Value::Required("let", "a value"))?),
        "output" => ItemKind::Output(declaration(input, Value::Required("output", "a value"))?),
        "input" => ItemKind::Input(declaration(input, Value::Forbidden)?),
        "state" => ItemKind::State(declaration(input, Value::Optional)?),
        "coordinate" => ItemKind::Coordinate(declaration(input, Value::Optional)?),
        "kinetic" => ItemKind::Energy(Energy::Kinetic, assigned(input)?),
        "potential" => ItemKind::Energy(Energy::Potential, assigned(input)?),
        "dissipation" => ItemKind::Energy(Energy::Dissipation, assigned(input)?),
        "mass_matrix" => ItemKind::MassMatrix(assigned(input)?),
        "force" if input.peek(Token![=]) => ItemKind::Force(assigned(input)?),
        "force" => force(input)?,
        "constraint" => ItemKind::Constraint(constraint(input)?),
        "initial" => ItemKind::Initial(initial(input)?),
        "der" => rate(input)?,
        "gravity" => ItemKind::Gravity(assigned(input)?),
        "body" => ItemKind::Body(body(input, false)?),
        "particle" => ItemKind::Body(body(input, true)?),
        "frame" => ItemKind::Frame(declaration(input, Value::Required("frame", "a place"))?),
        "joint" => ItemKind::Joint(declaration(input, Value::Required("joint", "its kind"))?),
        "function" => ItemKind::Function(function(input)?),
        "coordinates" => ItemKind::Coordinates(coordinates(input)?),
        "unroll" => ItemKind::Unroll(unroll(input)?),
        "verify" => {
            if !input.peek(Token![;]) {
                return Err(Box::new(messages::form_of_verify(input)));
            }
            semicolon(input)?;
            ItemKind::Verify
        }
        "freedoms" => ItemKind::Freedoms(assigned(input)?),
        "budget" => ItemKind::Budget(budget(input)?),
        "conserves" => ItemKind::Conserves(conserved(input)?),
        "range" => ItemKind::Range(range(input)?),
        "for" => ItemKind::Repeat(repeat(input, depth, lost, incomplete, found)?),
        other => return Err(Box::new(unknown_item(other, keyword, input))),
    };
    Ok(Item { docs, keyword, kind })
}

/// `conserves energy;`
fn conserved(input: ParseStream) -> Parsed<Name> {
    if !input.peek(Ident::peek_any) {
        return Err(Box::new(messages::form_of_conserves(input)));
    }
    let what = name(input, "`energy`")?;
    if what.text != "energy" {
        return Err(Box::new(messages::not_conserved(what.span, &what.text)));
    }
    semicolon(input)?;
    Ok(what)
}

/// `range value: least .. most;`
fn range(input: ParseStream) -> Parsed<StatedRange> {
    let value = expression(input)?;
    if !input.peek(Token![:]) {
        return Err(Box::new(messages::form_of_stated_range(input, "an operator or `:`")));
    }
    input.parse::<Token![:]>()?;
    let least = expression(input)?;
    if !input.peek(Token![..]) || input.peek(Token![..=]) {
        return Err(Box::new(messages::form_of_stated_range(input, "an operator or `..`")));
    }
    input.parse::<Token![..]>()?;
    let most = expression(input)?;
    semicolon(input)?;
    Ok(StatedRange { value, least, most })
}

/// A word no item begins with.
fn unknown_item(word: &str, span: Span, input: ParseStream) -> Diagnostic {
    match INNER.into_iter().find(|(inner, _)| *inner == word) {
        Some((_, help)) => messages::inside_another_item(span, word, help),
        None => messages::unknown_item(span, word, input),
    }
}

/// Whether a declaration has `= value`.
#[derive(Clone, Copy)]
enum Value {
    Required(&'static str, &'static str),
    Optional,
    Forbidden,
}

/// `name [unit] = value;`
fn declaration(input: ParseStream, value: Value) -> Parsed<Declaration> {
    let target = segment(input, "a name")?;
    let value = match (input.peek(Token![=]), value) {
        (true, Value::Forbidden) => {
            return Err(Box::new(messages::value_of_input(input.span(), &target.name.text)));
        }
        (true, _) => {
            input.parse::<Token![=]>()?;
            Some(expression(input)?)
        }
        (false, Value::Required(item, what)) => {
            return Err(Box::new(messages::needs_value(target.place, &target.name.text, what, item)));
        }
        (false, _) => None,
    };
    semicolon(input)?;
    Ok(Declaration { target, value })
}

/// `= expression;`
pub(super) fn assigned(input: ParseStream) -> Parsed<Expression> {
    if !input.peek(Token![=]) {
        return Err(Box::new(expected(input, "`=`")));
    }
    input.parse::<Token![=]>()?;
    let value = expression(input)?;
    semicolon(input)?;
    Ok(value)
}

pub(super) fn semicolon(input: ParseStream) -> Parsed<()> {
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        return Ok(());
    }
    Err(Box::new(messages::no_semicolon(input)))
}

/// `name: left = right;`
fn constraint(input: ParseStream) -> Parsed<Constraint> {
    let target = segment(input, "the name of the constraint")?;
    if !input.peek(Token![:]) {
        return Err(Box::new(messages::form_of_constraint(input)));
    }
    input.parse::<Token![:]>()?;
    let left = expression(input)?;
    if !input.peek(Token![=]) {
        return Err(Box::new(match left.kind {
            Kind::Binary(operator, _, _) if operator.compares() => {
                messages::condition_as_constraint(left.place, operator)
            }
            _ => messages::no_second_side(input),
        }));
    }
    input.parse::<Token![=]>()?;
    let right = expression(input)?;
    semicolon(input)?;
    Ok(Constraint { target, left, right })
}

/// `der(target) = value;`
fn rate(input: ParseStream) -> Parsed<ItemKind> {
    if !input.peek(token::Paren) {
        return Err(Box::new(messages::form_of_rate(input)));
    }
    let (_, content) = parenthesis(input)?;
    let target = expression(&content)?;
    end_of(&content, "`)`")?;
    let value = assigned(input)?;
    Ok(ItemKind::Rate(target, value))
}

/// `i in first..last { … }`
fn repeat(
    input: ParseStream,
    depth: usize,
    lost: &mut Vec<String>,
    incomplete: &mut Option<Reported>,
    found: &mut Diagnostics,
) -> Parsed<Repeat> {
    if depth > DEEPEST {
        return Err(Box::new(messages::repetitions_too_deep(input.span(), DEEPEST)));
    }
    let variable = name(input, "a loop variable")?;
    if !input.peek(Token![in]) {
        return Err(Box::new(messages::form_of_repetition(input)));
    }
    input.parse::<Token![in]>()?;
    if input.peek(Token![..]) {
        return Err(Box::new(messages::open_range(input, "the beginning of the range")));
    }
    let first = expression(input)?;
    let inclusive = input.peek(Token![..=]);
    if inclusive {
        input.parse::<Token![..=]>()?;
    } else if input.peek(Token![..]) {
        input.parse::<Token![..]>()?;
    } else {
        return Err(Box::new(expected(input, "`..` or `..=`")));
    }
    if input.peek(token::Brace) {
        return Err(Box::new(messages::open_range(input, "the end of the range")));
    }
    let last = expression(input)?;
    if !input.peek(token::Brace) {
        return Err(Box::new(expected(input, "`{`")));
    }
    let (_, content) = brace(input)?;
    let items = items(&content, depth + 1, lost, incomplete, found);
    drain(&content);
    Ok(Repeat { variable, first, last, inclusive, items })
}
