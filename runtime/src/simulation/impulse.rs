//! The impulse of a friction that begins to stick, after which velocities satisfy the constraints and its own:
//!
//! ```text
//! [M B; G 0; D 0] (Δv, Λ) = (0, −(g_t + G v), −k)        with the rows of what is stuck (Δv = 0 there)     (1)
//! ```
//!
//! The impulse is rounding if one velocity has crossed its root, and that of the transverse remainder if several
//! stop together.

use crate::stepper::Start;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};

/// (1); velocities that cannot be computed are unchanged.
pub(super) fn stop<M: Mechanism>(m: &M, start: &mut Start<M>) {
    if !m.flags().constrained() {
        return;
    }
    let sizes = m.sizes();
    let mut at = m.position_cache();
    m.place(&m.now(start.t), &start.q, &mut at);
    let (mut change, (mut lambda, mut psi)) = (M::Velocity::zeros(sizes.velocities), m.initial_reactions());
    let mut moving = m.velocity_cache();
    m.moving(&at, &start.v, &start.y, (&lambda, &psi), &mut moving);
    let mut factors = m.saddle_factors();
    m.factor_saddle(&at, &at, &at, &moving, &mut factors);
    m.holonomic_rate(&at, &start.v, &mut lambda);
    m.nonholonomic(&at, &start.v, &mut psi);
    negate(lambda.as_mut_slice());
    negate(psi.as_mut_slice());
    let solved = m.solve_saddle(&factors, &mut change, &mut lambda, &mut psi);
    if solved.is_ok() && first_not_finite(change.as_slice()).is_none() {
        start.v.add(&change);
    }
}

fn negate<T: Real>(all: &mut [T]) {
    for x in all {
        *x = -*x;
    }
}
