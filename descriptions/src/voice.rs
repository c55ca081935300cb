//! How warnings and notes of a compilation reach the user.

/// Where warnings and notes go, and how options are written there.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Takes rendered warnings, or a note.
    pub tell: fn(&str),
    /// Whether snippets are in colour.
    pub colour: bool,
    /// How a user writes that one of several mechanisms is wanted: `--mechanism`.
    pub choice: &'static str,
}
