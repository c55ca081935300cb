//! Checks of what an analysis is given.
//!
//! NaN propagates to all dependent values, so that an analysis fails elsewhere than at its origin: at a pivot, in an iteration that does not
//! end, in a list of forces. The cause is the first value among inputs, coordinates, velocities and states that is not finite.
//!
//! Invariant: lengths are checked before anything is evaluated; values are checked only where there is no result.

use super::{AnalysisError, Motion};
use crate::error::{Error, Row, VectorName, WrongLength};
use crate::solution::State;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Space, Vector};
use alloc::string::ToString;

/// A configuration, velocities and first-order states.
type Values<'a, M> = (&'a <M as Space>::Configuration, &'a <M as Space>::Velocity, &'a <M as Space>::States);

/// Checks the lengths of a state.
pub(super) fn fits<M: Mechanism>(m: &M, (q, v, y): Values<'_, M>) -> Result<(), Error> {
    named(m, WrongLength::in_state(m, q.as_slice(), v.as_slice(), y.as_slice()))
}

/// Checks the lengths of a motion.
pub(super) fn motion_fits<M: Mechanism>(m: &M, motion: &Motion<M>) -> Result<(), Error> {
    fits(m, (&motion.q, &motion.v, &motion.y))?;
    named(m, WrongLength::unless(VectorName::Acceleration, motion.a.len(), m.sizes().velocities))
}

/// Checks the lengths of a complete state.
pub(super) fn state_fits<M: Mechanism>(m: &M, state: &State<M>) -> Result<(), Error> {
    let sizes = m.sizes();
    fits(m, (&state.q, &state.v, &state.y))?;
    named(m, WrongLength::unless(VectorName::Acceleration, state.a.len(), sizes.velocities))?;
    named(m, WrongLength::unless(VectorName::Holonomic, state.lambda.len(), sizes.holonomic))?;
    named(m, WrongLength::unless(VectorName::Nonholonomic, state.psi.len(), sizes.nonholonomic))
}

fn named<M: Mechanism>(m: &M, checked: Result<(), WrongLength>) -> Result<(), Error> {
    checked.map_err(|length| Error::Length { mechanism: m.names().mechanism.to_string(), length })
}

/// The cause of an analysis without a result: the first value that is not finite, `None` if all are. Inputs are those at `inputs_at`.
#[cold]
pub(crate) fn not_finite<M: Mechanism>(
    m: &M,
    (time, inputs_at): (M::Scalar, M::Scalar),
    values: Values<'_, M>,
) -> Option<AnalysisError> {
    let input = m.undefined_input(inputs_at).map(|input| Row::of_input(m, input));
    let row = input.or_else(|| place(m, values))?;
    Some(AnalysisError::NotFinite { mechanism: m.names().mechanism.to_string(), time: time.value(), row })
}

/// The first of these values that is not finite.
pub(super) fn place<M: Mechanism>(m: &M, (q, v, y): Values<'_, M>) -> Option<Row> {
    let coordinate = first_not_finite(q.as_slice()).map(|row| Row::of_coordinate(m, row));
    let velocity = || first_not_finite(v.as_slice()).map(|row| Row::of_matrix(m, row));
    let state = || first_not_finite(y.as_slice()).map(|row| Row::of_state(m, row));
    coordinate.or_else(velocity).or_else(state)
}
