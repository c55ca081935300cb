//! A run that ended early, with its results.

use crate::Mechanism;
use crate::error::{Error, with_causes};
use crate::solution::Solution;
use alloc::boxed::Box;
use core::fmt;

/// The error that ended a run, and the solution up to the last good step. `?` converts it to an [`Error`].
pub struct RunError<M: Mechanism> {
    /// The error.
    pub error: Error,
    /// The samples selected by `output`, and the last good one; `None` if there is none.
    pub partial: Option<Box<Solution<M>>>,
}

impl<M: Mechanism> From<Error> for RunError<M> {
    fn from(error: Error) -> Self {
        Self { error, partial: None }
    }
}

impl<M: Mechanism> From<RunError<M>> for Error {
    fn from(run: RunError<M>) -> Self {
        run.error
    }
}

impl<M: Mechanism> fmt::Display for RunError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

/// As for [`Error`]: `{:?}` is the message with its causes, `{:#?}` the value.
impl<M: Mechanism> fmt::Debug for RunError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            let samples = self.partial.as_ref().map(|partial| partial.samples().len());
            let mut out = f.debug_struct("RunError");
            out.field("error", &self.error).field("samples", &samples).finish()
        } else {
            with_causes(&self.error, f)
        }
    }
}

impl<M: Mechanism> core::error::Error for RunError<M> {
    /// That of `error`, whose message this is.
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.error.source()
    }
}
