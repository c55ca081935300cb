//! A first step that becomes singular on its way: it is too large if its start is regular.

use crate::solution::State;
use crate::stepper::StepFailure;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::vec;

/// The part of the required accelerations that is rounding in a regular system.
const ROUNDING: f64 = 1e-6;

/// The failure of the first step from this state: [`StepFailure::SingularWithin`] instead of [`StepFailure::Singular`] if the
/// equations are regular at its start.
#[cold]
pub(super) fn judged<M: Mechanism>(m: &M, start: &State<M>, failure: StepFailure) -> StepFailure {
    let StepFailure::Singular { row } = failure else { return failure };
    if is_regular(m, start) { StepFailure::SingularWithin { row } } else { failure }
}

/// Whether any accelerations of the constraints are possible: of dependent ones they are not, even if a solve succeeds to rounding.
fn is_regular<M: Mechanism>(m: &M, start: &State<M>) -> bool {
    let sizes = m.sizes();
    let n = sizes.velocities;
    let (mut at, mut moving, mut factors) = (m.position_cache(), m.velocity_cache(), m.saddle_factors());
    m.place(&m.now(start.t), &start.q, &mut at);
    let (mut lambda, mut psi) = m.initial_reactions();
    m.moving(&at, &start.v, &start.y, (&lambda, &psi), &mut moving);
    m.factor_saddle(&at, &at, &at, &moving, &mut factors);
    let mut a = M::Velocity::zeros(n);
    let required = |k: usize| if k.is_multiple_of(2) { 1.0 + 0.1 * k as f64 } else { -1.0 };
    let all = lambda.as_mut_slice().iter_mut().chain(psi.as_mut_slice());
    all.enumerate().for_each(|(k, x)| *x = M::Scalar::exact(required(k)));
    if m.solve_saddle(&factors, &mut a, &mut lambda, &mut psi).is_err()
        || first_not_finite(a.as_slice()).is_some()
    {
        return false;
    }
    let (mut rows, mut more) =
        (vec![M::Scalar::zero(); sizes.holonomic * n], vec![M::Scalar::zero(); sizes.nonholonomic * n]);
    m.constraint_jacobian(&at, &mut rows);
    m.velocity_jacobian(&at, &moving, &mut more);
    rows.extend(more);
    rows.chunks_exact(n.max(1)).enumerate().all(|(k, row)| {
        let terms = row.iter().zip(a.as_slice()).map(|(g, a)| (*g * *a).value());
        let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term: f64| (sum + term, size + term.abs()));
        (sum - required(k)).abs() <= ROUNDING * (size + 1.0)
    })
}
