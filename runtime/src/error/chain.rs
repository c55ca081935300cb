//! Errors as values of `core::error::Error`: their causes, and how they are written for debugging.
//!
//! `{}` is the message; the error that caused it is its `source()`. `{:?}` is the message with the causes, which is what a
//! `main` that returns an error prints, and what `unwrap` shows. `{:#?}` is the value with all its fields.

use super::Singular;
use super::StepFailure;
use super::{ControlError, Error, StepError, WrongLength};
use core::error::Error as StdError;
use core::fmt;

impl StdError for Error {
    /// The system's reason of a file that could not be written. Errors of steps, of the step control, of analyses and of lanes are
    /// shown as the message itself, with the causes of the inner error.
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            #[cfg(feature = "std")]
            Self::Io { source, .. } | Self::Stream(source) => Some(source),
            Self::Step(step) => step.source(),
            Self::Control(control) => control.source(),
            Self::Analysis(analysis) => analysis.source(),
            Self::Lane { error, .. } => error.source(),
            _ => None,
        }
    }
}

impl StdError for StepError {}
impl StdError for ControlError {}
impl StdError for StepFailure {}
impl StdError for Singular {}

/// The message and its causes, one after the other.
pub(crate) fn with_causes(error: &dyn StdError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fmt::Display::fmt(error, f)?;
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(f, ": {error}")?;
        cause = error.source();
    }
    Ok(())
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { self.fields(f) } else { with_causes(self, f) }
    }
}

impl Error {
    /// The variant and its fields.
    fn fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = |name: &str, fields: &[(&str, &dyn fmt::Debug)]| {
            let mut out = f.debug_struct(name);
            for (field, value) in fields {
                out.field(field, value);
            }
            out.finish()
        };
        match self {
            Self::Parameter { mechanism, name, value, reason } => fields(
                "Parameter",
                &[("mechanism", mechanism), ("name", name), ("value", value), ("reason", reason)],
            ),
            Self::Unphysical { mechanism, reason, value } => {
                fields("Unphysical", &[("mechanism", mechanism), ("reason", reason), ("value", value)])
            }
            Self::Assembly { mechanism, gaps } => {
                fields("Assembly", &[("mechanism", mechanism), ("gaps", gaps)])
            }
            Self::Contradiction { mechanism, gaps } => {
                fields("Contradiction", &[("mechanism", mechanism), ("gaps", gaps)])
            }
            Self::Initial { mechanism, values, gaps } => {
                fields("Initial", &[("mechanism", mechanism), ("values", values), ("gaps", gaps)])
            }
            Self::TurnedOver { mechanism, joints } => {
                fields("TurnedOver", &[("mechanism", mechanism), ("joints", joints)])
            }
            Self::NotFinite { mechanism, row } => {
                fields("NotFinite", &[("mechanism", mechanism), ("row", row)])
            }
            Self::Length { mechanism, length } => {
                fields("Length", &[("mechanism", mechanism), ("length", length)])
            }
            Self::Parted { mechanism, lanes, cause } => {
                fields("Parted", &[("mechanism", mechanism), ("lanes", lanes), ("cause", cause)])
            }
            Self::Lane { lane, error } => fields("Lane", &[("lane", lane), ("error", error)]),
            Self::Step(step) => f.debug_tuple("Step").field(step).finish(),
            Self::Setting { what, value, reason } => {
                fields("Setting", &[("what", what), ("value", value), ("reason", reason)])
            }
            Self::Coincidence { force, time } => fields("Coincidence", &[("force", force), ("time", time)]),
            Self::Paradox { friction, time } => fields("Paradox", &[("friction", friction), ("time", time)]),
            Self::HeldTwice { frictions, time } => {
                fields("HeldTwice", &[("frictions", frictions), ("time", time)])
            }
            Self::Control(control) => f.debug_tuple("Control").field(control).finish(),
            Self::Analysis(analysis) => f.debug_tuple("Analysis").field(analysis).finish(),
            Self::Unknown { what, name, known } => {
                fields("Unknown", &[("what", what), ("name", name), ("known", known)])
            }
            #[cfg(feature = "std")]
            Self::Io { path, source } => fields("Io", &[("path", path), ("source", source)]),
            #[cfg(feature = "std")]
            Self::Stream(source) => f.debug_tuple("Stream").field(source).finish(),
            Self::Interrupted { time } => fields("Interrupted", &[("time", time)]),
            Self::Snapshot(error) => f.debug_tuple("Snapshot").field(error).finish(),
        }
    }
}

impl fmt::Display for Singular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the matrix is singular at row {}", self.row)
    }
}

/// With indices of rows; [`StepError`] has the names.
impl fmt::Display for StepFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular { row } => write!(f, "the equations of motion are singular at row {row}"),
            Self::SingularWithin { row } => {
                write!(f, "the equations of motion become singular within the step at row {row}")
            }
            Self::Diverged { iterations, residual, row } => {
                write!(
                    f,
                    "no convergence at row {row} after {iterations} iterations (last correction {residual:.3e})"
                )
            }
            Self::NotFinite { row } => write!(f, "row {row} is no longer a finite number"),
            Self::StateNotFinite { row } => write!(f, "state {row} is no longer a finite number"),
            Self::StepSize => write!(f, "the step size must be positive and finite"),
            Self::OwnReaction { row } => write!(f, "`force` contains the multiplier of row {row}"),
            Self::InputNotFinite { input } => {
                write!(f, "input {input} is not a finite number within the step")
            }
            Self::Parted => f.write_str("the runs of a pack take different branches"),
            Self::Length { vector, found, expected } => {
                let length = WrongLength { vector: *vector, found: *found, expected: *expected };
                fmt::Display::fmt(&length, f)
            }
            Self::ForceNotFinite { row } => write!(f, "the force at row {row} is not a finite number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, StepFailure};
    use core::error::Error as StdError;
    use std::io;
    use std::prelude::v1::*;

    #[test]
    fn causes_are_sources_and_debug_shows_them() {
        let refused = Error::io("a.csv".as_ref(), io::Error::other("the disk is full"));
        assert_eq!(refused.to_string(), "cannot write `a.csv`");
        assert_eq!(refused.source().map(ToString::to_string).as_deref(), Some("the disk is full"));
        assert_eq!(format!("{refused:?}"), "cannot write `a.csv`: the disk is full");
        let shown = format!("{refused:#?}");
        assert!(shown.starts_with("Io {") && shown.contains("path: \"a.csv\""), "{shown}");
        let unknown = Error::unknown("column", "x", ["y".to_owned()]);
        assert!(unknown.source().is_none());
        assert_eq!(format!("{unknown:?}"), unknown.to_string());
        assert!(format!("{unknown:#?}").starts_with("Unknown {"));
    }

    #[test]
    fn errors_of_steps_and_solves_have_messages() {
        let failure: Box<dyn StdError> = Box::new(StepFailure::Singular { row: 2 });
        assert_eq!(failure.to_string(), "the equations of motion are singular at row 2");
        let singular: Box<dyn StdError> = Box::new(super::Singular { row: 1 });
        assert_eq!(singular.to_string(), "the matrix is singular at row 1");
    }
}
