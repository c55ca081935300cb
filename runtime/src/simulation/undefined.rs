//! The cause of NaN when a step fails.
//!
//! NaN propagates to all dependent values, so that a step fails elsewhere than at its origin: in a
//! coordinate that is no longer finite, a pivot, an iteration that does not end. The cause is the first undefined one of
//!
//! ```text
//! u(t), t_n ≤ t ≤ t_n + h      f(t_n, q_n, v_n, y_n, λ, ψ)                                         (1)
//! ```
//!
//! Invariant: nothing here is called in a successful step, and a failure without such a cause is unchanged.

use crate::solution::State;
use crate::stepper::StepFailure;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};

/// The number of parts of a step at whose ends inputs are checked; stages of methods are at some of them, or between.
const PARTS: u32 = 24;

/// The failure of (1), or the original one.
#[cold]
pub(super) fn cause<M: Mechanism>(
    m: &M,
    (time, step): (f64, f64),
    state: &State<M>,
    failure: StepFailure,
) -> StepFailure {
    match failure {
        StepFailure::Singular { .. } | StepFailure::NotFinite { .. } | StepFailure::StateNotFinite { .. } => {
        }
        StepFailure::Diverged { residual, .. } if !residual.is_finite() => {}
        _ => return failure,
    }
    for part in 0..=PARTS {
        let t = M::Scalar::exact(time + step * f64::from(part) / f64::from(PARTS));
        if let Some(input) = m.undefined_input(t) {
            return StepFailure::InputNotFinite { input };
        }
    }
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let (v, y, reactions) = (&state.v, &state.y, (&state.lambda, &state.psi));
    let mut force = state.a.clone();
    m.force(&at, v, y, reactions, &mut force);
    match first_not_finite(force.as_slice()) {
        Some(row) => StepFailure::ForceNotFinite { row },
        None => failure,
    }
}
