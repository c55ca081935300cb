//! The errors of well-formed programs, as values with the names of the description.
//!
//! Invariant: a message is lower case, has no full stop, and puts names in backticks;
//! the first line states the fact, a line that starts with `help:` says what to do.

mod analysis;
mod chain;
mod clock;
mod gaps;
mod lengths;
mod messages;
mod singular;
mod snapshot;
mod step;
mod stiffness;

use crate::Real;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
pub use analysis::AnalysisError;
pub use clock::Clock;
pub use gaps::Gap;
pub(crate) use gaps::joint_of;
pub use lengths::{VectorName, WrongLength};
pub(crate) use messages::listed;
pub use singular::{Singular, StepFailure};
pub use snapshot::SnapshotError;
pub(crate) use stiffness::RESOLVED;
pub use stiffness::Stiffness;

pub(crate) use chain::with_causes;
use core::fmt;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};

/// An error while a mechanism is built, assembled, simulated or written.
///
/// `{}` is the message, `{:?}` the message with its causes (what a `main` that returns this error prints), `{:#?}` the value.
#[non_exhaustive]
pub enum Error {
    /// A parameter has an invalid value.
    Parameter {
        /// The mechanism.
        mechanism: String,
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
        /// What is wrong with it.
        reason: String,
    },
    /// The parameters describe a body that cannot exist.
    Unphysical {
        /// The mechanism.
        mechanism: String,
        /// What is wrong.
        reason: String,
        /// The value that should be positive (or not negative).
        value: f64,
    },
    /// The mechanism cannot be assembled: these constraints cannot be satisfied by its free coordinates.
    Assembly {
        /// The mechanism.
        mechanism: String,
        /// The constraints, with their violations.
        gaps: Vec<Gap>,
    },
    /// These constraints contradict each other: at every configuration, one of them is violated.
    Contradiction {
        /// The mechanism.
        mechanism: String,
        /// The constraints, with their violations.
        gaps: Vec<Gap>,
    },
    /// Given initial values contradict these constraints.
    Initial {
        /// The mechanism.
        mechanism: String,
        /// A minimal set of contradictory values; empty if constraints between given values are violated at a
        /// state of a motion.
        values: Vec<String>,
        /// The constraints, with their violations.
        gaps: Vec<Gap>,
    },
    /// The mechanism can only be assembled with these joints turned over.
    TurnedOver {
        /// The mechanism.
        mechanism: String,
        /// The joints.
        joints: Vec<String>,
    },
    /// A value of the initial state, or of another state that is to be assembled, is NaN or infinite.
    NotFinite {
        /// The mechanism.
        mechanism: String,
        /// The coordinate, constraint or state.
        row: Row,
    },
    /// A vector has another length than those of the mechanism that it was given to.
    Length {
        /// The mechanism.
        mechanism: String,
        /// The vector, with both lengths.
        length: WrongLength,
    },
    /// The lanes of a pack cannot be run at once, because something has a time of its own in each of them: they must be run one by one.
    Parted {
        /// The mechanism.
        mechanism: String,
        /// The number of lanes.
        lanes: usize,
        /// The switch, the friction or the event.
        cause: String,
    },
    /// One lane of a pack has an error.
    Lane {
        /// The lane, counted from 0.
        lane: usize,
        /// Its error.
        error: Box<Error>,
    },
    /// A step of a simulation failed.
    Step(Box<StepError>),
    /// A setting of a simulation or of a tool is invalid.
    Setting {
        /// The setting.
        what: &'static str,
        /// Its value, as it would be written.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The ends of a force that acts along the line between them coincide: it has no direction.
    Coincidence {
        /// The force.
        force: String,
        /// The time, in s, up to a step.
        time: f64,
    },
    /// The reaction from which a friction follows grows with it so much that there is no solution or several (Painlevé's paradox).
    Paradox {
        /// The friction.
        friction: String,
        /// The time, in s.
        time: f64,
    },
    /// Several sticking frictions hold the same motion, and no distribution of their efforts was found: two of them exert nothing while they slide, or
    /// limits follow from reactions that the distribution changes.
    HeldTwice {
        /// The frictions that are stuck.
        frictions: Vec<String>,
        /// The time, in s.
        time: f64,
    },
    /// The step control gave up.
    Control(ControlError),
    /// An analysis has no result.
    Analysis(AnalysisError),
    /// There is no element of that name.
    Unknown {
        /// The kind of element (`column`, `output` …).
        what: &'static str,
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A file could not be written.
    #[cfg(feature = "std")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// Writing streamed samples failed.
    #[cfg(feature = "std")]
    Stream(std::io::Error),
    /// The run was ended from outside, by [`interrupted_by`](crate::simulation::Simulation::interrupted_by).
    Interrupted {
        /// The time of the last state, in s.
        time: f64,
    },
    /// A snapshot of a run cannot be resumed, or cannot be made.
    Snapshot(SnapshotError),
}

/// A step that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct StepError {
    /// Name of the method.
    pub method: String,
    /// Time at the start of the step, in s.
    pub time: f64,
    /// Size of the step, in s.
    pub step: f64,
    /// Steps accepted before this one.
    pub number: u64,
    /// What failed.
    pub failure: StepFailure,
    /// The coordinate, constraint or state where it failed.
    pub row: Row,
    /// The stiffness that is too large for an explicit step of this size.
    pub stiff: Option<Stiffness>,
}

/// Why the step control gave up.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ControlError {
    /// The tolerance requires steps below the smallest one.
    StepTooSmall {
        /// The time reached, in s.
        time: f64,
        /// The step that the tolerance requires, in s.
        step: f64,
        /// The smallest step, in s.
        smallest: f64,
    },
    /// The run is not over after `limit` steps.
    TooManySteps {
        /// The time reached, in s.
        time: f64,
        /// The largest number of steps (accepted and rejected).
        limit: u64,
    },
    /// A step has turned joints over: it jumped to another closure.
    TurnedOver {
        /// The time reached, in s.
        time: f64,
        /// The joints.
        joints: Vec<String>,
    },
    /// The quantity of an event is not a number, so that its time cannot be determined.
    EventNotANumber {
        /// The time, in s.
        time: f64,
        /// The quantity of the event.
        event: String,
    },
    /// An event whose reset causes it again immediately.
    EndlessEvents {
        /// The time reached, in s.
        time: f64,
        /// The quantity of the event.
        event: String,
    },
    /// A constraint that prescribes a position, a drive or a cam, whose position jumps.
    JumpingConstraint {
        /// The time reached, in s.
        time: f64,
        /// The constraint.
        constraint: String,
    },
    /// A start, or a reset, on a corner of a constraint, whose velocity is not that of the piece that it enters, or which may enter both.
    StartOnCorner {
        /// The time, in s.
        time: f64,
        /// The constraint.
        constraint: String,
    },
    /// A motion that stops in a corner of a constraint, in which the forces on both pieces hold it.
    HeldInCorner {
        /// The time reached, in s.
        time: f64,
        /// The constraint.
        constraint: String,
    },
    /// A step that leaves the constraints: redundant ones contradict each other, or the mechanism locks.
    ViolatedConstraint {
        /// The time reached, in s.
        time: f64,
        /// The constraint, and the size of its residual.
        violation: Gap,
        /// Whether constraints are redundant at the start.
        is_redundant: bool,
    },
    /// A `floor` or `mod` that passes hundreds of periods in one step, and ever more: the motion diverges, or steps are too long.
    TooManyPeriods {
        /// The time reached, in s.
        time: f64,
        /// The switching function.
        switch: String,
        /// The number of its sign changes in a step of the run.
        periods: f64,
        /// The step of the run, in s.
        step: f64,
    },
    /// A switch of the forces, or friction that sticks, that changes its state again and again at one time.
    EndlessSwitches {
        /// The time reached, in s.
        time: f64,
        /// The friction, or the switching function.
        switch: String,
    },
}

/// A row of the bordered matrix, a first-order state or an input, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A coordinate.
    Coordinate(String),
    /// A velocity that is not the rate of one coordinate (the configuration is a manifold).
    Velocity(String),
    /// A holonomic or nonholonomic constraint.
    Constraint(String),
    /// A first-order state.
    State(String),
    /// An input.
    Input(String),
    /// A row that the mechanism does not have.
    Outside(usize),
}

impl Error {
    /// The error for parameter `name` of `mechanism`.
    pub fn parameter(mechanism: &str, name: &str, value: f64, reason: impl Into<String>) -> Self {
        Self::Parameter { mechanism: mechanism.into(), name: name.into(), value, reason: reason.into() }
    }

    /// The error for a setting.
    pub(crate) fn setting(what: &'static str, value: impl fmt::Debug, reason: impl Into<String>) -> Self {
        Self::Setting { what, value: format!("{value:?}"), reason: reason.into() }
    }

    /// The error of a lane, which is not named if there is only one.
    pub(crate) fn in_lane<T: Real>(self, lane: usize) -> Self {
        if T::LANES == 1 { self } else { Self::Lane { lane, error: Box::new(self) } }
    }

    /// The error for a name that is not among `known`.
    pub(crate) fn unknown(what: &'static str, name: &str, known: impl IntoIterator<Item = String>) -> Self {
        Self::Unknown { what, name: name.into(), known: known.into_iter().collect() }
    }

    /// The error for a file.
    #[cfg(feature = "std")]
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.into(), source }
    }
}

impl From<ControlError> for Error {
    fn from(control: ControlError) -> Self {
        Self::Control(control)
    }
}

impl From<AnalysisError> for Error {
    fn from(analysis: AnalysisError) -> Self {
        Self::Analysis(analysis)
    }
}
