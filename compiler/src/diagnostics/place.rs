//! Places in the text of the user.
//!
//! Invariant: a place of tokens keeps both ends, because stable Rust cannot join spans.

use proc_macro2::Span;
use proc_macro2::extra::DelimSpan;

/// A range of the user's text, from the first token to the last one.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Tokens, first and last.
    Tokens {
        /// The first token.
        start: Span,
        /// The last token.
        end: Span,
    },
    /// Bytes of a text that could not become tokens.
    Bytes {
        /// The first byte.
        start: usize,
        /// One past the last byte.
        end: usize,
    },
}

impl Place {
    /// From the start of `self` to the end of `last`.
    #[must_use]
    pub fn to(self, last: impl Into<Self>) -> Self {
        match (self, last.into()) {
            (Self::Tokens { start, .. }, Self::Tokens { end, .. }) => Self::Tokens { start, end },
            (Self::Bytes { start, .. }, Self::Bytes { end, .. }) => Self::Bytes { start, end },
            (first, _) => first,
        }
    }

    /// The first token and the last one (the call site of the macro for bytes).
    pub fn ends(self) -> (Span, Span) {
        match self {
            Self::Tokens { start, end } => (start, end),
            Self::Bytes { .. } => (Span::call_site(), Span::call_site()),
        }
    }

    /// The bytes in the file that was parsed.
    #[cfg(feature = "build")]
    pub fn bytes(self) -> std::ops::Range<usize> {
        match self {
            Self::Tokens { start, end } => {
                let (first, last) = (start.byte_range(), end.byte_range());
                first.start..last.end.max(first.end)
            }
            Self::Bytes { start, end } => start..end,
        }
    }

    /// The text of the place, if the compiler has it.
    pub fn text(self) -> Option<String> {
        let (start, end) = self.ends();
        start.join(end).and_then(|span| span.source_text())
    }
}

/// Line and column of a byte, both from 1; columns count characters.
#[cfg(feature = "build")]
pub fn position(text: &str, at: usize) -> (usize, usize) {
    let before: &[u8] = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    // Bytes that begin a character.
    let column = before[start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    (line, column)
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Self::Tokens { start: span, end: span }
    }
}

impl From<DelimSpan> for Place {
    fn from(span: DelimSpan) -> Self {
        Self::Tokens { start: span.open(), end: span.close() }
    }
}
