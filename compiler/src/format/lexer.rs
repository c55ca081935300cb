//! Text → tokens and comments.
//!
//! Invariant: everything except blanks is part of one token.

/// The kind of a token for the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// `// …`, `/// …`, to the end of its line.
    LineComment,
    /// `/* … */`
    BlockComment,
    /// `( [ {`
    Open,
    /// `) ] }`
    Close,
    /// Everything else.
    Mark,
}

/// A token with the space before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    /// Its first byte in the text.
    pub start: usize,
    /// The number of line breaks before it.
    pub breaks: usize,
    /// Whether there is space between it and the previous token.
    pub apart: bool,
}

impl Token<'_> {
    pub fn is_number(&self) -> bool {
        self.kind == Kind::Word && self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    pub fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::LineComment | Kind::BlockComment)
    }

    /// One past its last byte in the text.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Marks of several characters, the longest first.
const MARKS: [&str; 11] = ["..=", "..", "::", "->", "==", "!=", "<=", ">=", "&&", "||", "**"];

/// The tokens of a text; the mark of its encoding that some editors put before it is not one.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        let blank = rest.len() - rest.trim_start().len();
        let (before, after) = rest.split_at(blank);
        let Some(first) = after.chars().next() else { return tokens };
        let (kind, length) = token(after, first);
        let breaks = before.matches('\n').count();
        let apart = blank > 0 || tokens.is_empty();
        let start = text.len() - after.len();
        let own = &after[..length];
        // Blanks at the end of a line are not part of a comment, except for documentation, which is kept.
        let own = if kind == Kind::LineComment && !own.starts_with("///") { own.trim_end() } else { own };
        tokens.push(Token { kind, text: own, start, breaks, apart });
        rest = &after[length..];
    }
}

/// Kind and length of the first token of a text.
fn token(text: &str, first: char) -> (Kind, usize) {
    if text.starts_with("//") {
        return (Kind::LineComment, line_comment(text));
    }
    if text.starts_with("/*") {
        return (Kind::BlockComment, block_comment(text));
    }
    match first {
        '(' | '[' | '{' => (Kind::Open, 1),
        ')' | ']' | '}' => (Kind::Close, 1),
        '"' => (Kind::Word, string(text)),
        _ if first.is_ascii_digit() => (Kind::Word, number(text)),
        _ if is_word(first) => {
            let raw = if text.starts_with("r#") { 2 } else { 0 };
            (Kind::Word, raw + text[raw..].find(|c| !is_word(c)).unwrap_or(text.len() - raw))
        }
        _ => {
            let several = MARKS.iter().find(|mark| text.starts_with(**mark));
            (Kind::Mark, several.map_or(first.len_utf8(), |mark| mark.len()))
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `10`, `0.5`, `2.25e-3`, `1_000`, and a suffix; not the points of `0..3`, nor that of `1.x`.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |mut at: usize| {
        while digit(at) || bytes.get(at) == Some(&b'_') {
            at += 1;
        }
        at
    };
    let mut at = digits(0);
    if bytes.get(at) == Some(&b'.') {
        let next = text[at + 1..].chars().next();
        if digit(at + 1) {
            at = digits(at + 1);
        } else if next != Some('.') && !next.is_some_and(is_word) {
            at += 1;
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let signed = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        if digit(signed) {
            at = digits(signed);
        }
    }
    at + text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at)
}

fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The end of the line, LF or CRLF, is not part of the comment.
fn line_comment(text: &str) -> usize {
    match text.find('\n') {
        Some(end) if text[..end].ends_with('\r') => end - 1,
        Some(end) => end,
        None => text.len(),
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}
