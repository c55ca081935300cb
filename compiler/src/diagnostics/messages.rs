//! Messages of several parts of the compiler, side by side.
//!
//! Invariant: what is in backticks is text of the user.

use super::{Diagnostic, Place, did_you_mean, nearest};

/// A wrong number of arguments: of all, or of the positional ones.
pub(crate) fn number_of_arguments(
    place: Place,
    name: &str,
    (expected, kind): (usize, &str),
    given: usize,
) -> Diagnostic {
    let takes = count(expected, kind);
    let verb = if given == 1 { "was" } else { "were" };
    let message = format!("`{name}` takes {takes} but {given} {verb} given");
    Diagnostic::error(place, message).label(format!("expected {takes}"))
}

/// Something that is given twice. `what` is complete, with backticks.
pub(crate) fn given_twice(what: &str, again: impl Into<Place>, first: impl Into<Place>) -> Diagnostic {
    Diagnostic::error(again, format!("{what} is given twice"))
        .label("given again")
        .related(first, "given first")
        .help("remove one of them")
}

/// Two names that are the same in generated code; the first one is at `place`.
pub(crate) fn same_name_in_rust(place: impl Into<Place>, name: &str, other: &str) -> Diagnostic {
    Diagnostic::error(place, format!("`{name}` and `{other}` become the same name in Rust"))
        .help("rename one of them")
}

/// A definition that needs its own value. `what` is complete, with backticks.
pub(crate) fn circular(what: &str, place: Place) -> Diagnostic {
    Diagnostic::error(place, format!("{what} is defined in terms of itself"))
        .label("refers to itself")
        .help("a definition cannot refer to itself, directly or indirectly")
}

/// An attribute that does not exist.
pub(crate) fn no_attribute(place: Place, name: &str, word: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean `{name}.{meant}`?"),
        None => format!("its attributes are `{}`", known.join("`, `")),
    };
    Diagnostic::error(place, format!("`{name}` has no attribute `{word}`"))
        .label("no such attribute")
        .help(help)
}

/// An unknown kind: `what` is "joint", "force", "shape".
pub(crate) fn unknown_kind<'a>(
    place: impl Into<Place>,
    written: &str,
    what: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let help = did_you_mean(written, known.iter().copied())
        .unwrap_or_else(|| format!("{what}s are `{}`", known.join("`, `")));
    Diagnostic::error(place, format!("`{written}` is not a {what}")).help(help)
}

/// An argument that must be positive, as `build()` says it, too; `owner` is complete, with backticks.
pub(crate) fn not_positive(name: &str, owner: &str) -> String {
    format!("the {name} of {owner} is not positive")
}

/// `1 argument`, `3 arguments`
fn count(number: usize, kind: &str) -> String {
    if number == 1 { format!("1 {kind}") } else { format!("{number} {kind}s") }
}
