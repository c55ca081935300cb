//! The output of warnings and notes of a compilation.

/// The output of warnings and notes, and the spelling of options in messages.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    /// Receives rendered warnings or a note.
    pub report: fn(&str),
    /// Receives a line before a compilation that takes long, and returns whether it shall go on.
    pub announce: fn(&str) -> bool,
    /// Whether snippets are in colour.
    pub colour: bool,
    /// The option that chooses one of several mechanisms: `--mechanism`.
    pub option: &'static str,
}

impl Reporter {
    /// The same without warnings: of a compilation that another one repeats, or whose differences are not the user's.
    pub(crate) fn silent(self) -> Self {
        Self { report: |_| (), ..self }
    }
}
