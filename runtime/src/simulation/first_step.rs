//! A first step that becomes singular on its way: it is too large if its start is regular.

use crate::runge_kutta::Index1;
use crate::solution::State;
use crate::stepper::StepFailure;
use crate::unknowns::Unknowns;
use crate::{Mechanism, Real, Vector};

/// The failure of the first step from this state: [`StepFailure::SingularWithin`] instead of [`StepFailure::Singular`] if the
/// accelerations at its start are determined.
#[cold]
pub(super) fn judged<M: Mechanism>(m: &M, start: &State<M>, failure: StepFailure) -> StepFailure {
    let StepFailure::Singular { row } = failure else { return failure };
    let mut at = m.position_cache();
    m.place(&m.now(start.t), &start.q, &mut at);
    let mut found = Unknowns::first_guess(m, start.v.len());
    let solved = Index1::new(m, start.v.len()).solve(m, &at, &start.v, &start.y, &mut found);
    let regular = solved.is_ok() && found.entries().all(Real::is_finite);
    if regular { StepFailure::SingularWithin { row } } else { failure }
}
