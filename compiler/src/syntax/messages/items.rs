//! Messages of items: their words, and the form of each.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use super::{expected, unexpected};
use crate::diagnostics::{Diagnostic, Place, did_you_mean};
use crate::syntax::Operator;
use crate::syntax::levels::ITEM_WORDS;
use proc_macro2::Span;
use syn::Token;
use syn::parse::ParseStream;

/// A word that belongs inside of another item.
pub(in crate::syntax) fn inside_another_item(span: Span, word: &str, help: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{word}` is not an item")).label("part of another item").help(help)
}

/// A word no item begins with; `input` follows it.
pub(in crate::syntax) fn unknown_item(span: Span, word: &str, input: ParseStream) -> Diagnostic {
    let help = match did_you_mean(word, ITEM_WORDS) {
        Some(help) => help,
        None if input.peek(Token![=]) => format!("an abbreviation is written `let {word} = …;`"),
        None => format!("items begin with `{}`", ITEM_WORDS.join("`, `")),
    };
    Diagnostic::error(span, format!("expected an item, found `{word}`"))
        .label("not the start of an item")
        .help(help)
}

/// Something between an expression and the end of its item.
pub(in crate::syntax) fn no_semicolon(input: ParseStream) -> Diagnostic {
    let mistake = expected(input, "an operator or `;`");
    if input.peek(Token![=]) && !input.peek(Token![==]) {
        return mistake
            .help("an equation between two expressions is written `constraint name: left = right;`");
    }
    mistake
}

/// A word that is neither of two.
pub(in crate::syntax) fn neither(place: Place, [one, other]: [&str; 2], found: &str) -> Diagnostic {
    unexpected(place, &format!("`{one}` or `{other}`"), &format!("`{found}`"))
        .maybe_help(did_you_mean(found, [one, other]))
}

/// A declaration without its value. `what` is the value, `item` the word of the item.
pub(in crate::syntax) fn needs_value(place: Place, name: &str, what: &str, item: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` needs {what}")).help(format!("write `{item} {name} = …;`"))
}

/// An input with a value.
pub(in crate::syntax) fn value_of_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, "an input cannot be given a value here")
        .help(format!("inputs receive their values from outside; to define a value, write `let {name} = …;`"))
}

/// A rate without its state.
pub(in crate::syntax) fn form_of_rate(input: ParseStream) -> Diagnostic {
    expected(input, "`(`").help("a rate is written `der(state) = …;`")
}

/// A constraint without `:` after its name.
pub(in crate::syntax) fn form_of_constraint(input: ParseStream) -> Diagnostic {
    expected(input, "`:`").help("a constraint is written `constraint name: left = right;`")
}

/// An expression in place of an equation.
pub(in crate::syntax) fn no_second_side(input: ParseStream) -> Diagnostic {
    expected(input, "an operator or `=`").help("a constraint is written `constraint name: left = right;`")
}

/// A condition in place of an equation.
pub(in crate::syntax) fn condition_as_constraint(place: Place, operator: Operator) -> Diagnostic {
    let mistake = Diagnostic::error(place, "a constraint is an equation, not a condition");
    match operator {
        Operator::Equal => mistake.help("write `=` instead of `==`"),
        _ => mistake.help(
            "what limits a motion is a `contact`, or `limits:` with `stops:` of a joint; \
             runs watch ranges: `range x: 0 [m] .. 1 [m];`",
        ),
    }
}

/// `verify` with something behind it.
pub(in crate::syntax) fn form_of_verify(input: ParseStream) -> Diagnostic {
    expected(input, "`;`").help("write `verify;`, without a value")
}

/// `generalized(…)` without its two arguments.
pub(in crate::syntax) fn form_of_generalized(place: Place, given: usize) -> Diagnostic {
    let message =
        format!("`generalized` takes a coordinate and a force, but the number of arguments is {given}");
    Diagnostic::error(place, message).help("write `generalized(coordinate, value)`")
}

/// A body without its braces. `word` is `body` or `particle`.
pub(in crate::syntax) fn form_of_body(input: ParseStream, word: &str, name: &str) -> Diagnostic {
    expected(input, "`{`").help(format!("write `{word} {name} {{ mass: 1 [kg] }}`"))
}

/// A budget without its braces.
pub(in crate::syntax) fn form_of_budget(input: ParseStream) -> Diagnostic {
    expected(input, "`{`").help("write `budget { operations: 5000, lines: 20000 }`")
}

/// Initial values without their braces.
pub(in crate::syntax) fn form_of_initial(input: ParseStream) -> Diagnostic {
    expected(input, "`{`").help("write `initial { x: 0.1 [m], der(x): 0 [m/s] }`")
}

/// A function in Rust that is not declared in full. `what` is missing.
pub(in crate::syntax) fn form_of_function(input: ParseStream, what: &str) -> Diagnostic {
    expected(input, what).help("write `function name(x [m], v [m/s]) -> [N] = path::to::function;`")
}

/// A stated range of a value that is not complete. `what` is missing.
pub(in crate::syntax) fn form_of_stated_range(input: ParseStream, what: &str) -> Diagnostic {
    expected(input, what).help("a range is written `range tip.position.x: 0 [m] .. 1 [m];`")
}

/// `conserves` without a word.
pub(in crate::syntax) fn form_of_conserves(input: ParseStream) -> Diagnostic {
    expected(input, "`energy`").help("write `conserves energy;`")
}

/// An entry in braces without `:` after its name.
pub(in crate::syntax) fn form_of_entry(input: ParseStream) -> Diagnostic {
    expected(input, "`:`").help("write `name: value`")
}

/// Two entries in braces without `,` between them.
pub(in crate::syntax) fn no_comma(input: ParseStream) -> Diagnostic {
    expected(input, "an operator, `,` or `}`").help("entries in braces are separated by commas")
}

/// `conserves` with another word than `energy`.
pub(in crate::syntax) fn not_conserved(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(span, format!("`{word}` is not a quantity that can be declared conserved"))
        .help("write `conserves energy;`")
}

/// A repetition without `in`.
pub(in crate::syntax) fn form_of_repetition(input: ParseStream) -> Diagnostic {
    expected(input, "`in`").help("a repetition is written `for i in 0..n { … }`")
}

/// A range of indices without one of its ends. `end` is missing.
pub(in crate::syntax) fn open_range(input: ParseStream, end: &str) -> Diagnostic {
    expected(input, end).help("a range has two ends: `0..n` excludes the last one, `0..=n` includes it")
}

/// Repetitions in one another beyond a limit.
pub(in crate::syntax) fn repetitions_too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(span, format!("repetitions are nested more than {limit} levels deep"))
        .help("use fewer indices")
}
