//! The mistakes of a text, as an error.

use std::fmt;

/// All mistakes of a text or of several files, as snippets in the style of rustc, which `{}` and `{:?}` print, so that they are readable
/// when `main` returns them.
#[derive(Clone, PartialEq, Eq)]
pub struct Mistakes(String);

impl Mistakes {
    /// Mistakes with this text.
    pub(crate) fn of(rendered: impl Into<String>) -> Self {
        Self(rendered.into())
    }

    /// The snippets.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistakes {}

impl From<Mistakes> for String {
    fn from(mistakes: Mistakes) -> Self {
        mistakes.0
    }
}
