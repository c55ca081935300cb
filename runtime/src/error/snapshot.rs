//! Errors of snapshots.

use alloc::string::String;
use core::fmt;

/// An error of making or resuming a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are not a snapshot.
    NoSnapshot,
    /// They have the format of another version of the crate.
    Version(String),
    /// They are damaged.
    Damaged(&'static str),
    /// It is a snapshot of another run.
    Differs {
        /// The property that differs.
        what: String,
        /// Its value in the run of the snapshot.
        snapshot: String,
        /// Its value here.
        here: String,
    },
    /// The method does not support snapshots ([`Stepper::transfer`](crate::stepper::Stepper::transfer)).
    Method(String),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSnapshot => f.write_str(
                "this is not a snapshot of a run\nhelp: a run writes one with `--checkpoint FILE`",
            ),
            Self::Version(version) => write!(
                f,
                "the snapshot has version {version}, which this program does not support\nhelp: resume it with the program that wrote it"
            ),
            Self::Damaged(how) => write!(f, "the snapshot is damaged: {how}\nhelp: start the run again"),
            Self::Differs { what, snapshot, here } => write!(
                f,
                "the snapshot belongs to another run: {what}: {} in the snapshot, {} here\nhelp: resume with the settings of that run",
                some(snapshot),
                some(here)
            ),
            Self::Method(name) => write!(
                f,
                "the method `{name}` does not support snapshots\nhelp: implement `Stepper::transfer` for it"
            ),
        }
    }
}

/// A property, which may be absent.
fn some(property: &str) -> &str {
    if property.is_empty() { "none" } else { property }
}

impl core::error::Error for SnapshotError {}

impl From<SnapshotError> for crate::Error {
    fn from(error: SnapshotError) -> Self {
        Self::Snapshot(error)
    }
}
