//! Lines and their indentation.

use super::lexer::{Kind, Token};
use super::spaces::{Inside, begins_expression, bracket, space};

/// Spaces per level.
const LEVEL: usize = 4;

/// An open bracket.
struct Open {
    inside: Inside,
    /// Level of the lines between it and its partner.
    level: usize,
}

/// The text of tokens, laid out.
pub(super) fn laid_out(tokens: &[Token<'_>]) -> String {
    let inline = inline(tokens);
    let mut text = String::new();
    let mut open: Vec<Open> = Vec::new();
    // Level of the current line.
    let mut level = 0;
    // The last token that is not a comment, and whether it is the sign of an expression.
    let (mut last, mut unary): (Option<&Token<'_>>, bool) = (None, false);
    // Whether the ends of the last interval are quantities with units.
    let mut quantities = false;
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &tokens[i]);
        let innermost = open.last().map_or(Inside::Lines, |open| open.inside);
        let opens = (token.kind == Kind::Open).then(|| match token.text {
            "{" if inline[i] => Inside::Line,
            "{" => Inside::Lines,
            _ if innermost == Inside::Unit => Inside::Unit,
            "[" => bracket(last, token),
            _ => Inside::Other,
        });
        let line = before.map(|before| lines(before, token, innermost));
        match (before, line) {
            (None, _) => level = 0,
            (Some(_), Some(breaks @ 1..)) => {
                level = indentation(token, last, &open);
                text.push_str(&"\n".repeat(breaks));
                text.push_str(&" ".repeat(LEVEL * level));
            }
            (Some(before), _) => {
                // `-2 [m] .. 2 [m]`, but `1..3`.
                if token.text == ".." {
                    quantities = before.text == "]";
                }
                let interval = quantities && (token.text == ".." || before.text == "..");
                if interval || space(before, token, unary, innermost, opens) {
                    text.push(' ');
                }
            }
        }
        text.push_str(token.text);
        match token.kind {
            Kind::Open => open.push(Open { inside: opens.unwrap_or(Inside::Other), level: level + 1 }),
            Kind::Close => drop(open.pop()),
            _ => {}
        }
        if !token.is_comment() {
            unary = matches!(token.text, "-" | "+") && token.kind == Kind::Mark && begins_expression(last);
            last = Some(token);
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The number of line breaks between two tokens.
fn lines(before: &Token<'_>, after: &Token<'_>, innermost: Inside) -> usize {
    let kept = after.breaks.min(2);
    if before.kind == Kind::LineComment {
        return if after.text == "}" { 1 } else { kept.max(1) };
    }
    // A comment on the line of an item stays there.
    if after.is_comment() && after.breaks == 0 {
        return 0;
    }
    match (before.text, after.text) {
        (_, ";" | ",") if !before.is_comment() => return 0,
        _ if innermost == Inside::Line => return 0,
        ("{", "}") => return 0,
        ("{", _) | (_, "}") if innermost == Inside::Lines => return 1,
        (";" | "}", _) if innermost == Inside::Lines => return kept.max(1),
        _ => {}
    }
    kept
}

/// The level of a line that begins with this token.
fn indentation(token: &Token<'_>, last: Option<&Token<'_>>, open: &[Open]) -> usize {
    let Some(innermost) = open.last() else {
        let continues = last.is_some_and(|last| !matches!(last.text, ";" | "}"));
        return usize::from(continues && !token.is_comment());
    };
    if token.kind == Kind::Close {
        return innermost.level - 1;
    }
    let begins = last.is_some_and(|last| matches!(last.text, ";" | "," | "(" | "[" | "{" | "}"));
    innermost.level + usize::from(!begins)
}

/// The braces on one line: those without a line break inside, except mechanisms and `mechanism! { … }` around them.
fn inline(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut inline = vec![false; tokens.len()];
    // Open braces: their index, and whether they may be on one line.
    let mut open: Vec<(usize, bool)> = Vec::new();
    // Whether the outermost braces are those of `mechanism! { … }`.
    let mut wrapped = false;
    let mut last = "";
    for (i, token) in tokens.iter().enumerate() {
        if token.breaks > 0 || token.kind == Kind::LineComment {
            // A line break before a brace is not inside of it.
            open.iter_mut().for_each(|(_, fits)| *fits = false);
        }
        match token.text {
            "{" if token.kind == Kind::Open => {
                let mechanism = open.is_empty() || (wrapped && open.len() == 1);
                if open.is_empty() {
                    wrapped = last == "!";
                }
                open.push((i, !mechanism));
            }
            "}" if token.kind == Kind::Close => {
                if let Some((begun, fits)) = open.pop() {
                    inline[begun] = fits;
                }
            }
            _ => {}
        }
        if !token.is_comment() {
            last = token.text;
        }
    }
    inline
}
