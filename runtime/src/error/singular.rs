//! Failures of linear solves and of steps, with indices.

use super::{VectorName, WrongLength};

/// A linear solve met a pivot that is zero even after pivoting: the matrix is singular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// Row of the bordered matrix: coordinates first, then holonomic, then nonholonomic constraints.
    pub row: usize,
}

/// Why a step failed. The workspace still holds the last good state.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepFailure {
    /// The (bordered) matrix is singular; row as in [`crate::Singular`].
    Singular {
        /// Coordinate or constraint, counted through the bordered matrix.
        row: usize,
    },
    /// The matrix becomes singular within the first step of a run, although it is regular at its start; row as above.
    SingularWithin {
        /// Coordinate or constraint, counted through the bordered matrix.
        row: usize,
    },
    /// Newton's iteration did not converge.
    Diverged {
        /// Iterations made.
        iterations: u32,
        /// Size of the last correction.
        residual: f64,
        /// Row of the bordered matrix with the largest residual.
        row: usize,
    },
    /// A value is NaN or infinite; row of the first such coordinate.
    NotFinite {
        /// Coordinate.
        row: usize,
    },
    /// A first-order state is NaN or infinite.
    StateNotFinite {
        /// State.
        row: usize,
    },
    /// The size of the step is zero, negative or not finite.
    StepSize,
    /// The lanes of a pack, each of which decides for itself ([`Real::DECIDING`](crate::Real::DECIDING)), would continue
    /// differently: they must be run one by one.
    Parted,
    /// The method requires reactions −Gᵀλ − Dᵀψ and friction, and forces contain this one differently.
    OwnReaction {
        /// Constraint, counted through the bordered matrix.
        row: usize,
    },
    /// An input is NaN or infinite within the step.
    InputNotFinite {
        /// Input.
        input: usize,
    },
    /// The force is NaN or infinite at the last known state.
    ForceNotFinite {
        /// Coordinate.
        row: usize,
    },
    /// A vector of the start, or the workspace, has another length than those of the mechanism.
    Length {
        /// The vector.
        vector: VectorName,
        /// The number of its entries.
        found: usize,
        /// The number of entries that the mechanism requires.
        expected: usize,
    },
}

impl From<WrongLength> for StepFailure {
    #[inline]
    fn from(length: WrongLength) -> Self {
        let WrongLength { vector, found, expected } = length;
        Self::Length { vector, found, expected }
    }
}
