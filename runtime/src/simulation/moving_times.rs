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
use super::locate::{SingleSteps, beside};
use crate::stepper::StepFailure;
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
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    let mut rates = state.y.clone();
    if m.flags().states {
        m.state_rates(&at, &state.v, &state.y, &mut rates);
        plan.start.y.axpy(-delta, &rates);
    }
    let mut path = state.v.clone();
    path.as_mut_slice().iter_mut().for_each(|v| *v = -(*v * delta));
    let mut carry = path.clone();
    carry.fill(M::Scalar::zero());
    m.advance(&mut plan.start.q, &path, &mut carry);
    plan.start.v.axpy(-delta, &state.a);
    plan.start.t = plan.start.t - delta;
    Ok(())
}
