//! Spaces between two tokens on one line.

use super::lexer::{Kind, Token};

/// The contents of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// `[kg*m^2]`: without spaces.
    Unit,
    /// `{ x: 1 }`, on one line.
    Line,
    /// `{ … }`, over several lines.
    Lines,
    /// An index, an array, arguments.
    Other,
}

/// Words between two expressions.
const BETWEEN: [&str; 2] = ["at", "in"];

/// Whether a sign after this token begins an expression.
pub(super) fn begins_expression(before: Option<&Token<'_>>) -> bool {
    before.is_none_or(|before| match before.kind {
        Kind::Open => true,
        Kind::Mark => true,
        Kind::Word => BETWEEN.contains(&before.text),
        _ => false,
    })
}

/// Whether brackets after this token are a unit, an index or something else: a unit after a value, unless directly after a name.
pub(super) fn bracket(before: Option<&Token<'_>>, open: &Token<'_>) -> Inside {
    let Some(before) = before else { return Inside::Other };
    let name = before.kind == Kind::Word && !before.is_number() && !BETWEEN.contains(&before.text);
    let unit = match before.kind {
        Kind::Word => before.is_number() || name && open.apart,
        Kind::Close => before.text == ")" || before.text == "]" && open.apart,
        Kind::Mark => before.text == "->",
        _ => false,
    };
    if unit { Inside::Unit } else { Inside::Other }
}

/// `unary`: the mark before is the sign of an expression; `inside`: what the innermost bracket holds, the one that `after`
/// closes included; `opens`: what `after` opens.
pub(super) fn space(
    before: &Token<'_>,
    after: &Token<'_>,
    unary: bool,
    inside: Inside,
    opens: Option<Inside>,
) -> bool {
    if before.is_comment() || after.is_comment() {
        return true;
    }
    let (first, second) = (before.text, after.text);
    match (first, second) {
        ("{", "}") => return false,
        ("{", _) | (_, "}" | "{") => return true,
        (_, "," | ";") => return false,
        (",", _) if matches!(second, ")" | "]") => return false,
        ("," | ";" | "}", _) => return true,
        ("(" | "[", _) | (_, ")" | "]") => return false,
        // `0. ..3` would become `0` `..` `.` `3`.
        (_, ".." | "..=") if before.is_number() && first.ends_with('.') => return true,
        ("::" | "..", _) | ("..=", _) | (_, "::" | ".." | "..=") => return false,
        // `1 .x` is not a number.
        (_, ".") => return before.is_number() && after.apart,
        (".", _) => return false,
        (_, ":") => return false,
        (":", _) => return true,
        ("^" | "~", _) | (_, "^") => return false,
        ("!", _) => return false,
        // `mechanism! {`
        (_, "!") => return before.kind != Kind::Word,
        ("#" | "?" | "$" | "@", _) | (_, "#" | "?" | "$" | "@") => return after.apart,
        _ => {}
    }
    if unary {
        return false;
    }
    if after.kind == Kind::Open {
        return match (before.kind, second) {
            (Kind::Word, "(") => BETWEEN.contains(&first) || before.is_number(),
            (Kind::Close, "[") => opens == Some(Inside::Unit),
            (Kind::Word, _) if !before.is_number() && !BETWEEN.contains(&first) => {
                opens == Some(Inside::Unit)
            }
            _ => true,
        };
    }
    // `kg*m^2`, but not the words of `a at b`.
    inside != Inside::Unit || (before.kind == Kind::Word && after.kind == Kind::Word)
}
