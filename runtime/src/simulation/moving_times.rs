//! Times of switches and events with derivatives.
//!
//! A root at τ + δ, where δ are the parts of the time beside its value (derivatives, further digits), has the state at that time. A run
//! continues from the value of the time, so that steps and samples after it are at times without other parts: with the motion after the root
//!
//! ```text
//! x(τ) = x(τ + δ) − x' δ                                                                              (1)
//! ```
//!
//! to first order in δ: first derivatives are exact. With the motion before the root in x(τ + δ), the derivatives by a variable
//! p jump by (x'₋ − x'₊) dτ/dp.

use super::Plan;
use super::locate::{SingleSteps, beside, start_of};
use crate::solution::State;
use crate::stepper::{Start, StepFailure};
use crate::{Mechanism, Real, Vector};

/// (1) for the start of a plan.
pub(super) fn to_value<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    plan: &mut Plan<M>,
) -> Result<(), StepFailure> {
    let delta = beside(plan.start.t);
    if delta.magnitude() == 0.0 {
        return Ok(());
    }
    let state = method.at_start(m, &plan.start, M::Scalar::exact(plan.step))?;
    move_by(m, &mut plan.start, &state, -delta);
    Ok(())
}

/// (1) for a state, with the motion before the root: what a sample at the value of the time is. `None` if the time has no other parts.
pub(super) fn at_value<M: Mechanism>(
    m: &M,
    method: &dyn SingleSteps<M>,
    state: &State<M>,
    step: f64,
) -> Result<Option<State<M>>, StepFailure> {
    let delta = beside(state.t);
    if delta.magnitude() == 0.0 {
        return Ok(None);
    }
    let mut start = start_of(state);
    move_by(m, &mut start, state, -delta);
    method.at_start(m, &start, M::Scalar::exact(step)).map(Some)
}

/// A start x ← x + x' δ with the rates of a state.
pub(super) fn move_by<M: Mechanism>(m: &M, start: &mut Start<M>, rates: &State<M>, delta: M::Scalar) {
    if m.flags().states {
        let mut at = m.position_cache();
        m.place(&m.now(rates.t), &rates.q, &mut at);
        let mut of_states = rates.y.clone();
        m.state_rates(&at, &rates.v, &rates.y, &mut of_states);
        start.y.axpy(delta, &of_states);
    }
    let mut path = rates.v.clone();
    path.scale(delta);
    let mut carry = path.clone();
    carry.fill(M::Scalar::zero());
    m.advance(&mut start.q, &path, &mut carry);
    start.v.axpy(delta, &rates.a);
    start.t = start.t + delta;
}
