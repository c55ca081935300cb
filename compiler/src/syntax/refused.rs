//! Characters that Rust's lexer does not accept, and their corrections.
//!
//! Invariant: the replacement of a character is not longer than the character.

/// The name or number a text ends with.
pub(super) fn word_before(text: &str) -> &str {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.rfind(|c| !word(c))
        .map_or(text, |at| &text[at + text[at..].chars().next().map_or(0, char::len_utf8)..])
}

/// The digit, sign or letter that a raised one stands for.
pub(super) fn superscript(character: char) -> Option<char> {
    Some(match character {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁻' => '-',
        _ => return None,
    })
}

/// For a character that Rust's lexer does not accept the help and the replacement:
/// `?` stops the parser where the meaning is unclear, so that no follow-up errors appear.
///
/// `before` is the text up to it. Its last word is looked for where it is needed: for every character it would take the square of
/// the length of a long word.
pub(super) fn advice(character: char, before: &str) -> Option<(Option<String>, &'static str)> {
    let refused = |help: String, instead: &'static str| Some(((!help.is_empty()).then_some(help), instead));
    let or = |default: &str| {
        let word = word_before(before);
        if word.is_empty() { default.to_owned() } else { word.to_owned() }
    };
    match character {
        '°' => refused(format!("degrees are written `{} [deg]`", or("30")), "?"),
        '\'' | '’' | '′' | '″' => {
            refused(format!("the rate of `{0}` is written `der({0})`", or("x")), "?")
        }
        '\u{307}' | '\u{308}' => refused(format!("the rate of `{0}` is written `der({0})`", or("x")), "?"),
        '·' | '×' | '∙' | '⋅' => {
            refused("a product is written `a*b`, or `dot(a, b)` and `cross(a, b)` of arrays".to_owned(), "*")
        }
        '÷' => refused("a quotient is written `a/b`".to_owned(), "/"),
        '−' | '–' | '—' => refused("write the ASCII minus `-`".to_owned(), "-"),
        '≤' => refused("write `<=`".to_owned(), "<="),
        '≥' => refused("write `>=`".to_owned(), ">="),
        '≠' => refused("write `!=`".to_owned(), "!="),
        '√' => refused("a root is written `sqrt(x)`".to_owned(), "?"),
        '½' => refused("write `(1/2)`".to_owned(), "?"),
        '¼' => refused("write `(1/4)`".to_owned(), "?"),
        '`' | '\\' => refused(String::new(), "?"),
        _ if character.is_ascii() || character.is_alphabetic() || character.is_whitespace() => None,
        _ => refused(String::new(), "?"),
    }
}
