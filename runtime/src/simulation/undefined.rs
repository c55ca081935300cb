//! What was no number when a step failed.
//!
//! A value that is not a number goes through all that follows from it, so that a step fails somewhere else than where it began: in a
//! coordinate that is no longer finite, a pivot, an iteration without end. The cause is what is undefined first of
//!
//! ```text
//! u(t), t_n ≤ t ≤ t_n + h      f(t_n, q_n, v_n, y_n, λ, ψ)                                         (1)
//! ```
//!
//! Invariant: nothing here is called in a step that succeeds, and a failure that has no such cause stays what it is.

use crate::solution::State;
use crate::stepper::StepFailure;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};

/// Parts of a step at whose ends inputs are looked at; stages of methods lie at some of them, or between.
const PARTS: u32 = 24;

/// The failure that (1) is, or the one that was found.
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
