//! When a run is repeated with an implicit method, and which of both runs is kept.
//!
//! ```text
//! max |y_i| over the second half of the samples > 10³ · max |y_i| over the first half          (1)
//! ```
//!
//! A state that diverges has no energy that would show it: (1) counts where a state is too fast for the steps.
//!
//! Invariant: a run with a tolerance chooses its own steps and is not judged here.

use crate::simulate::{Outcome, STEP};
use linkwork::Clock;
use linkwork::Row;
use linkwork::stepper::{StepFailure, Tolerance};
use linkwork_models::{Column, Quantity, Trajectory};

/// (1).
const DIVERGED: f64 = 1e3;

/// Whether a completed run is better than another. Its report warns if its own energy does not balance.
pub fn better(trajectory: &Trajectory, than: &Outcome) -> bool {
    let error = |trajectory: &Trajectory| trajectory.balance.map_or(f64::NAN, |balance| balance.error);
    // NaN is not better than anything, and everything is better than NaN.
    than.as_ref().map_or(true, |than| {
        let bounded = diverged(trajectory).is_none() && diverged(than).is_some();
        bounded || error(trajectory) < error(than) || error(than).is_nan()
    })
}

/// That the first step led from a finite state with finite forces to numbers that are not finite: the method takes derivatives of the
/// forces by time, which √|v|, for example, does not have at v = 0.
pub fn unstarted(outcome: &Outcome) -> Option<String> {
    let Err(linkwork::Error::Step(failed)) = outcome else { return None };
    let infinite = match &failed.failure {
        StepFailure::NotFinite { .. } | StepFailure::StateNotFinite { .. } => true,
        StepFailure::Diverged { residual, .. } => !residual.is_finite(),
        _ => false,
    };
    (infinite && failed.number == 0).then(|| {
        let (time, row) = (Clock(failed.time), &failed.row);
        format!(
            "the fifth degree failed at t = {time} s, in its first step: {row} is no longer a finite number"
        )
    })
}

/// The reason to use an implicit method: a step failed because of forces or first-order states that are too fast for its size, the energy grew
/// without work, such a state diverged, work does not explain the energy, or the first step failed. A run with a tolerance chooses its own
/// steps, unless they fail.
pub fn too_stiff(outcome: &Outcome, tolerance: Option<Tolerance>, step: Option<f64>) -> Option<String> {
    if tolerance.is_some() {
        return None;
    }
    match outcome {
        Err(linkwork::Error::Step(failed)) => {
            let Some(stiff) = failed.stiff.as_ref() else { return unstarted(outcome) };
            Some(format!("the fifth degree failed at t = {} s: {stiff}", Clock(failed.time)))
        }
        Ok(trajectory) => {
            let step = step.unwrap_or(STEP);
            let unexplained = || trajectory.unexplained().map(|what| format!("with the fifth degree {what}"));
            let Some(stiff) = trajectory.stiffness.as_ref().filter(|stiff| stiff.exceeds(step)) else {
                // Forces that become too fast later, such as a hard contact, or friction of one that rests.
                return gained(trajectory).or_else(unexplained);
            };
            if let Some(state) = diverged(trajectory).filter(|_| matches!(stiff.row, Row::State(_))) {
                return Some(format!("state `{}` diverged with the fifth degree: {stiff}", state.name));
            }
            gained(trajectory).map(|what| format!("{what}: {stiff}")).or_else(unexplained)
        }
        Err(_) => None,
    }
}

/// That the energy grew without work.
fn gained(trajectory: &Trajectory) -> Option<String> {
    let growth = trajectory.balance.and_then(|balance| balance.growth)?;
    Some(format!("the fifth degree gained spurious energy at t = {} s", Clock(growth.time)))
}

/// The first state with (1), or that is no longer a finite number.
fn diverged(trajectory: &Trajectory) -> Option<&Column> {
    trajectory.columns.iter().filter(|column| column.quantity == Quantity::State).find(|column| {
        let largest = |values: &[f64]| values.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
        let (first, second) = column.values.split_at(column.values.len() / 2);
        let (before, after) = (largest(first), largest(second));
        column.values.iter().any(|y| !y.is_finite()) || (before > 0.0 && after > DIVERGED * before)
    })
}
