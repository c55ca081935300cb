//! Rows of a mechanism's systems by the names of the description.

use super::Mechanism;
use crate::Vector;
use crate::error::{Row, StepFailure};
use crate::names::Named;
use alloc::string::ToString;

impl Row {
    /// The row of the bordered matrix `[M B; G 0; D 0]` with index `row`: velocities first, then
    /// holonomic, then nonholonomic constraints.
    pub fn of_matrix<M: Mechanism>(m: &M, row: usize) -> Self {
        let (names, velocities) = (m.names(), m.initial().1.len());
        let holonomic = names.holonomic.len();
        let named = |list: &[Named], i: usize| list.get(i).map(|n| n.name.to_string());
        if row < velocities {
            // On a vector space the name of the coordinate is more familiar.
            let same = names.coordinates.len() == velocities + m.sizes().turns;
            let coordinate = named(&names.coordinates, row).filter(|_| same).map(Self::Coordinate);
            let velocity = || named(&names.velocities, row).unwrap_or_else(|| row.to_string());
            coordinate.unwrap_or_else(|| Self::Velocity(velocity()))
        } else if row < velocities + holonomic {
            named(&names.holonomic, row - velocities).map_or(Self::Outside(row), Self::Constraint)
        } else {
            named(&names.nonholonomic, row - velocities - holonomic)
                .map_or(Self::Outside(row), Self::Constraint)
        }
    }

    /// The coordinate with index `row`, which on a manifold need not be a velocity.
    pub fn of_coordinate<M: Mechanism>(m: &M, row: usize) -> Self {
        m.names().coordinates.get(row).map_or(Self::Outside(row), |n| Self::Coordinate(n.name.to_string()))
    }

    /// The first-order state with index `row`.
    pub fn of_state<M: Mechanism>(m: &M, row: usize) -> Self {
        m.names().states.get(row).map_or(Self::Outside(row), |n| Self::State(n.name.to_string()))
    }

    /// The input with index `input`, which replaces a missing name.
    pub fn of_input<M: Mechanism>(m: &M, input: usize) -> Self {
        let named = m.names().inputs.get(input).map(|n| n.name.to_string());
        Self::Input(named.unwrap_or_else(|| input.to_string()))
    }

    /// The row of a failed step.
    pub fn of_failure<M: Mechanism>(m: &M, failure: &StepFailure) -> Self {
        match *failure {
            StepFailure::Singular { row }
            | StepFailure::SingularWithin { row }
            | StepFailure::Diverged { row, .. }
            | StepFailure::NotFinite { row }
            | StepFailure::ForceNotFinite { row }
            | StepFailure::OwnReaction { row } => Self::of_matrix(m, row),
            StepFailure::InputNotFinite { input } => Self::of_input(m, input),
            StepFailure::StateNotFinite { row } => Self::of_state(m, row),
            StepFailure::StepSize | StepFailure::Parted | StepFailure::Length { .. } => Self::Outside(0),
        }
    }
}
