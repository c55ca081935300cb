//! The state at the start of a run: accelerations, multipliers and rates there.
//!
//! Invariant: they satisfy the equations of motion at index 1, so the first step has a good guess, and methods with stored
//! accelerations start from consistent ones.

use super::Point;
use crate::runge_kutta::Index1;
use crate::stepper::{Start, StepFailure, check_start};
use crate::unknowns::Unknowns;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};

/// The point of a start, with its accelerations, multipliers (from a guess) and rates.
pub(crate) fn first<M: Mechanism>(
    m: &M,
    from: &Start<M>,
    (lambda, psi): (M::Holonomic, M::Nonholonomic),
) -> Result<(Point<M>, M::States), StepFailure> {
    check_start(m, from)?;
    let n = from.v.len();
    let mut at = m.position_cache();
    m.place(&m.now(from.t), &from.q, &mut at);
    let mut dynamics = Unknowns { a: M::Velocity::zeros(n), lambda, psi };
    Index1::new(m, n).solve(m, &at, &from.v, &from.y, &mut dynamics)?;
    let mut rate = from.y.clone();
    m.state_rates(&at, &from.v, &from.y, &mut rate);
    let Unknowns { a, lambda, psi } = dynamics;
    if let Some(row) = first_not_finite(a.as_slice()) {
        return Err(StepFailure::NotFinite { row });
    }
    if let Some(row) = first_not_finite(rate.as_slice()) {
        return Err(StepFailure::StateNotFinite { row });
    }
    let point = Point {
        t: from.t,
        t_carry: M::Scalar::zero(),
        q: from.q.clone(),
        q_carry: M::Velocity::zeros(n),
        v: from.v.clone(),
        y: from.y.clone(),
        a,
        rate: rate.clone(),
        lambda,
        psi,
        at,
    };
    Ok((point, rate))
}
