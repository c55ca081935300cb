//! Messages of the text of a file: characters, comments, and brackets without a partner.
//!
//! Invariant: what is in backticks is text of the user, or of the language.

use crate::diagnostics::{Diagnostic, Place};

/// A text that Rust's lexer does not accept.
pub(in crate::syntax) fn unrecognised(place: Place) -> Diagnostic {
    Diagnostic::error(place, "unrecognised text")
}

/// Characters that are not part of the language.
pub(in crate::syntax) fn foreign(place: Place, found: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::error(place, format!("`{found}` is not part of the language")).maybe_help(help)
}

/// `x²`
pub(in crate::syntax) fn superscript(place: Place, found: &str, base: &str, digits: &str) -> Diagnostic {
    let base = if base.is_empty() { "x" } else { base };
    foreign(place, found, Some(format!("a power is written `{base}^{digits}`")))
}

/// `# comment`
pub(in crate::syntax) fn hash_comment(place: Place) -> Diagnostic {
    Diagnostic::error(place, "comments do not begin with `#`").help("comments begin with `//`")
}

/// `/*` without `*/`
pub(in crate::syntax) fn open_comment(place: Place) -> Diagnostic {
    Diagnostic::error(place, "unterminated block comment").help("close it with `*/`")
}

/// `*/` without `/*`
pub(in crate::syntax) fn stray_end_of_comment(place: Place) -> Diagnostic {
    Diagnostic::error(place, "`*/` ends no comment").help("remove it, or begin the comment with `/*`")
}

/// `"` without another one
pub(in crate::syntax) fn open_string(place: Place) -> Diagnostic {
    Diagnostic::error(place, "unterminated string").help("close it with `\"`")
}

/// A closing bracket without its partner; a brace at `early` has closed the mechanism before.
pub(in crate::syntax) fn unexpected_closing(
    place: Place,
    close: char,
    partner: char,
    early: Option<Place>,
) -> Diagnostic {
    let mut mistake = Diagnostic::error(place, format!("unexpected closing `{close}`"))
        .help(format!("remove it, or add the matching `{partner}`"));
    if let Some(early) = early {
        mistake = mistake.related(early, "this closes the mechanism, possibly too early");
    }
    mistake
}

/// A bracket of a formula that is still open at another token.
pub(in crate::syntax) fn not_closed_before(place: Place, open: char, next: char, at: Place) -> Diagnostic {
    not_closed(place, open).related(at, format!("`{next}` comes before it is closed")).help(add_closing(open))
}

/// A bracket of a formula that is still open at the end, or at the next mechanism.
pub(in crate::syntax) fn never_closed(place: Place, open: char, next: Option<Place>) -> Diagnostic {
    before_next(not_closed(place, open), next).help(add_closing(open))
}

/// A brace that is still open at the end, or at the next mechanism. `last` are its contents: "item", "entry".
pub(in crate::syntax) fn brace_never_closed(place: Place, last: &str, next: Option<Place>) -> Diagnostic {
    before_next(not_closed(place, '{'), next).help(format!("add `}}` after its last {last}"))
}

/// A brace that is closed by one that seems to be another's.
pub(in crate::syntax) fn closed_by_another(place: Place, end: Place) -> Diagnostic {
    not_closed(place, '{')
        .related(end, "this closes it, but its indentation matches another brace")
        .help("add `}` after its last entry")
}

fn not_closed(place: Place, open: char) -> Diagnostic {
    Diagnostic::error(place, format!("`{open}` is not closed")).label("opened here")
}

fn before_next(mistake: Diagnostic, next: Option<Place>) -> Diagnostic {
    match next {
        Some(at) => mistake.related(at, "the next mechanism begins here"),
        None => mistake,
    }
}

fn add_closing(open: char) -> String {
    let close = match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    format!("add `{close}` where it ends")
}
