//! Errors of instances.

use std::fmt;

/// The severity of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The call had no effect; the run may continue.
    Refused,
    /// The run cannot continue: reset the instance, or restore a saved state.
    Failed,
}

/// An error of an instance.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its severity.
    pub severity: Severity,
    /// The message.
    pub text: String,
}

impl Fault {
    /// An invalid call without effect.
    pub fn refused(text: impl fmt::Display) -> Self {
        Self { severity: Severity::Refused, text: text.to_string() }
    }

    /// A failed run.
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
