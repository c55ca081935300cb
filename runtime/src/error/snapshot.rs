//! What is wrong with a snapshot.

use alloc::string::String;
use core::fmt;

/// Why a snapshot was not made, or is not resumed from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are those of something else.
    NoSnapshot,
    /// They have the form of another version of the crate.
    Version(String),
    /// They are not what was written.
    Damaged(&'static str),
    /// It is one of something else.
    Differs {
        /// What is not the same.
        what: String,
        /// What it was in the run of the snapshot.
        snapshot: String,
        /// What it is here.
        here: String,
    },
    /// The method does not save what determines its steps ([`Stepper::transfer`](crate::stepper::Stepper::transfer)).
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
                "the snapshot belongs to another run: {what}: {snapshot} in the snapshot, {here} here\nhelp: resume with the settings of that run"
            ),
            Self::Method(name) => write!(
                f,
                "the method `{name}` does not support snapshots\nhelp: implement `Stepper::transfer` for it"
            ),
        }
    }
}

impl core::error::Error for SnapshotError {}

impl From<SnapshotError> for crate::Error {
    fn from(error: SnapshotError) -> Self {
        Self::Snapshot(error)
    }
}
