//! What stands before a cursor in a text that may be unfinished: its item, its open brackets, its call.
//!
//! Invariant: texts end at the cursor, without the part of a word that is there.

/// Whether a character is part of a word.
pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The word at the end of a text.
pub(super) fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_word).len()..]
}

/// A text with blanks instead of its comments; nothing if it ends in one.
pub(super) fn without_comments(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let comment = if rest.starts_with("//") {
            rest.find('\n')?
        } else if rest.starts_with("/*") {
            block_comment(rest)?
        } else {
            0
        };
        if comment == 0 {
            plain.push(first);
        }
        plain.extend(std::iter::repeat_n(' ', comment));
        rest = &rest[comment.max(first.len_utf8())..];
    }
    Some(plain)
}

/// The length of the comment at the beginning of a text; nothing if it does not end.
fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest.chars().next()?.len_utf8();
        }
    }
}

/// The innermost bracket that is open at the end of a text, with its byte.
pub(super) fn open_bracket(text: &str) -> Option<(usize, char)> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return Some((at, character)),
            '(' | '[' | '{' => depth -= 1,
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The byte of the bracket of a unit in which a text ends: `3 [N/`, `3 [N/(m*`.
pub(super) fn unit_bracket(text: &str) -> Option<usize> {
    let of_units = |c: char| is_word(c) || c.is_whitespace() || "*/^()-.".contains(c);
    let mut end = text.len();
    loop {
        match open_bracket(&text[..end])? {
            (at, '[') => return text[at + 1..].chars().all(of_units).then_some(at),
            (at, '(') => end = at,
            _ => return None,
        }
    }
}

/// The item in which a text ends, from its beginning.
pub(super) fn item(text: &str) -> &str {
    let mut depth = 0_i32;
    let mut start = 0;
    for (at, character) in text.char_indices().rev() {
        match character {
            // An item that ends with a brace.
            '}' if depth == 0 => {
                start = at + 1;
                break;
            }
            '}' | ')' | ']' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            // The brace of a body belongs to its item, that of a mechanism does not.
            '{' => {
                let head = text[..at].trim_end();
                let line = head.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim_start();
                if !["body", "particle", "initial", "budget"].iter().any(|word| line.starts_with(word)) {
                    start = at + 1;
                    break;
                }
            }
            ';' if depth == 0 => {
                start = at + 1;
                break;
            }
            _ => {}
        }
    }
    &text[start..]
}

/// The word of the innermost call that is open at the end of a text.
pub(super) fn called(text: &str) -> &str {
    let mut depth = 0_i32;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => return last_word(text[..at].trim_end()),
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            ';' | '{' if depth == 0 => break,
            _ => {}
        }
    }
    ""
}

/// The argument or property whose value, or an element of whose list, begins at the end of a text.
pub(super) fn argument(text: &str) -> Option<&str> {
    let head = match text.chars().next_back()? {
        ':' => text,
        '[' | ',' => match open_bracket(text)? {
            (at, '[') => text[..at].trim_end(),
            _ => return None,
        },
        _ => return None,
    };
    head.strip_suffix(':').map(|head| last_word(head.trim_end()))
}

/// The names of `crank[i].position` at the end of a text, in their order, without indices.
pub(super) fn path(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        rest = without_index(rest);
        let name = last_word(rest);
        names.push(name);
        match rest[..rest.len() - name.len()].strip_suffix('.') {
            Some(before) => rest = before,
            None => break,
        }
    }
    names.reverse();
    names
}

/// Without the index at the end of a text.
fn without_index(text: &str) -> &str {
    let Some(inside) = text.strip_suffix(']') else { return text };
    match open_bracket(inside) {
        Some((at, '[')) => text[..at].trim_end(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{argument, path, unit_bracket, without_comments};

    #[test]
    fn comments_become_blanks() {
        let text = "a // é;\nb /* /* ; */ */ c";
        let plain = without_comments(text).expect("the comments end");
        assert_eq!(
            (plain.len(), plain.split_whitespace().collect::<Vec<_>>()),
            (text.len(), vec!["a", "b", "c"])
        );
        for inside in ["a // b", "/// b", "a /* b", "/* /* */", "//"] {
            assert_eq!(without_comments(inside), None, "{inside}");
        }
    }

    #[test]
    fn brackets_of_units_and_arguments_are_found() {
        assert_eq!(unit_bracket("f(3 [N/("), Some(4));
        assert_eq!(unit_bracket("[1, 2"), None);
        assert_eq!(argument("b { mass: 1 [kg], allow: [massless,"), Some("allow"));
        assert_eq!(argument("b { mass: 1 [kg],"), None);
        assert_eq!(path("2 * crank[q[i] + 1].position"), ["crank", "position"]);
    }
}
