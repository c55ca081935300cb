//! Declared names, `const`s and repetitions.

use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::{Expression, Name, Segment};
use proc_macro2::Span;

/// A word of Rust as a name.
pub(in crate::resolve) fn reserved_word(name: &Name) -> Diagnostic {
    Diagnostic::error(name.span, format!("`{}` cannot be a name", name.text))
        .help("it is a reserved word of Rust; choose another name")
}

/// `time` or `pi` as a name; `what` is its meaning.
pub(in crate::resolve) fn predefined_name(name: &Name, what: &str) -> Diagnostic {
    Diagnostic::error(name.span, format!("`{}` already means {what}", name.text)).help("choose another name")
}

/// `ground` as the name of a body, a frame or a joint.
pub(in crate::resolve) fn name_of_ground(name: &Name) -> Diagnostic {
    Diagnostic::error(name.span, "`ground` already means the ground")
        .help("choose another name; bodies are connected to the ground by joints")
}

/// A unit as the name of a `const` or a loop variable, which would make brackets ambiguous.
pub(in crate::resolve) fn name_of_unit(name: &Name, what: &str) -> Diagnostic {
    Diagnostic::error(name.span, format!("{what} cannot have the name of the unit `{}`", name.text))
        .help("`x[…]` could be an index or a unit; choose another name")
}

/// A name that is declared twice, in a repetition perhaps because it has no index.
pub(in crate::resolve) fn declared_twice(
    again: Place,
    first: Place,
    name: &str,
    lacks_index: bool,
) -> Diagnostic {
    let help = match lacks_index {
        true => format!("in a repetition, write `{name}[i]`"),
        false => "choose another name for one of them, or remove it".to_owned(),
    };
    Diagnostic::error(again, format!("`{name}` is declared twice"))
        .label("declared again")
        .related(first, "declared first")
        .help(help)
}

/// `joint pin [m]`
pub(in crate::resolve) fn takes_no_unit(target: &Segment, name: &str) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{name}` takes no unit"))
        .help("the unit follows from the expressions")
}

/// `const n[2]`, `const n [m]`
pub(in crate::resolve) fn brackets_of_constant(bracket: &Expression, name: &str) -> Diagnostic {
    Diagnostic::error(bracket.place, "a `const` takes no index and no unit here")
        .help(format!("write `const {name} = …;`, with a unit after the number"))
}

/// A `const` with anything but literals and other `const`s in its value.
pub(in crate::resolve) fn constant_that_varies(expression: &Expression, name: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("the value of `{name}` is not constant")).help(
        "a `const` is made of literals and earlier `const`s; declare values that users change as `param`",
    )
}

/// A text from outside for a `const` that is no number.
pub(in crate::resolve) fn given_constant_not_a_number(
    target: &Segment,
    text: &str,
    name: &str,
) -> Diagnostic {
    Diagnostic::error(target.place, format!("the value `{text}` given for `{name}` is not a number"))
}

/// `for i in 3..3`
pub(in crate::resolve) fn empty_repetition(range: Place, first: i64, end: i64) -> Diagnostic {
    Diagnostic::warning(range, format!("the range `{first}..{end}` is empty: nothing is repeated"))
        .label("no values")
        .help("ranges ascend: `0..n` is 0 to n − 1")
}

/// A range with more values than there may be items.
pub(in crate::resolve) fn long_repetition(range: Place, most: usize) -> Diagnostic {
    Diagnostic::error(range, format!("the range has more than {most} values"))
        .label("too many")
        .help("use a smaller range: every value produces its own items")
}

/// Repetitions of more items than there may be.
pub(in crate::resolve) fn too_many_items(place: Place, most: usize) -> Diagnostic {
    Diagnostic::error(place, format!("repetitions produce more than {most} items"))
        .label("too many")
        .help("use smaller ranges")
}

/// A parameter that nothing contains.
pub(in crate::resolve) fn unused_parameter(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("parameter `{name}` is never used"))
        .label("unused")
        .help("use it, or remove it")
}

/// An input that nothing contains.
pub(in crate::resolve) fn unused_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(span, format!("input `{name}` is never used"))
        .label("unused")
        .help("use it in a force, a rate or an output, or remove it")
}

/// A number without a unit, whose declaration names a unit that is not that of SI.
pub(in crate::resolve) fn number_in_si(number: &Expression, declared: &str, si: &str) -> Diagnostic {
    let text = number.to_string();
    let whole = if text.parse::<f64>().is_ok() { text.clone() } else { format!("({text})") };
    Diagnostic::warning(number.place, format!("`{text}` is {text} {si}, not {text} {declared}"))
        .label("a number without a unit is in SI units")
        .help(format!("write `{whole} [{declared}]` or `{whole} [{si}]`"))
}
