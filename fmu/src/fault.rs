//! What an instance answers when it cannot do what it is asked for.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing was changed; the run may go on.
    Refused,
    /// The run cannot go on from here: reset the instance, or set a state that was saved.
    Failed,
}

/// What is wrong, and what to do about it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// How bad it is.
    pub severity: Severity,
    /// The message.
    pub text: String,
}

impl Fault {
    /// A call that makes no sense; nothing was changed.
    pub fn refused(text: impl fmt::Display) -> Self {
        Self { severity: Severity::Refused, text: text.to_string() }
    }

    /// A run that cannot go on.
    pub fn failed(text: impl fmt::Display) -> Self {
        Self { severity: Severity::Failed, text: text.to_string() }
    }
}

impl From<linkwork::Error> for Fault {
    fn from(error: linkwork::Error) -> Self {
        // With its causes.
        Self::failed(format_args!("{error:?}"))
    }
}
