//! The impulse of a friction that begins to stick, after which velocities satisfy the constraints and its own:
//!
//! ```text
//! [M B; G 0; D 0] (Δv, Λ) = (0, −(g_t + G v), −k)        with the rows of what is stuck (Δv = 0 there)     (1)
//! ```
//!
//! The impulse is rounding if one velocity has crossed its root, and that of the transverse remainder if several
//! stop together.
//!
//! A constraint whose velocity jumps at a switch, that of a drive or at the corner of a wire, exerts an impulse, too: the bodies have the velocities of (1) after it. Friction is finite and takes
//! no part, so that nothing sticks in it. A constraint whose position jumps has no motion.

use crate::stepper::Start;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Vector};
use alloc::string::{String, ToString};

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

/// Constraints whose rates change by more than this part of 1 + |v| at a switch jump; values by that of 1 + |q|.
const JUMPS: f64 = 1e-9;

/// A constraint whose velocity jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    Holonomic(usize),
    Nonholonomic(usize),
}

impl Jump {
    /// The name of the constraint.
    pub(super) fn name<M: Mechanism>(self, m: &M) -> String {
        let names = m.names();
        match self {
            Self::Holonomic(index) => names.holonomic[index].name.to_string(),
            Self::Nonholonomic(index) => names.nonholonomic[index].name.to_string(),
        }
    }
}

/// The first constraint whose prescribed velocity jumps where the sides `before` become those after them, which are held on return.
///
/// # Errors
/// The index of a holonomic constraint that jumps itself.
pub(super) fn jumps<M: Mechanism>(
    held: &mut M,
    (before, after): (&[f64], &[f64]),
    start: &Start<M>,
) -> Result<Option<Jump>, usize> {
    if !held.flags().constrained() {
        held.hold(after);
        return Ok(None);
    }
    let mut of = |sides: &[f64]| {
        held.hold(sides);
        let mut at = held.position_cache();
        held.place(&held.now(start.t), &start.q, &mut at);
        let ((mut values, mut slips), (mut rates, _)) = (held.initial_reactions(), held.initial_reactions());
        held.holonomic(&at, &mut values);
        held.holonomic_rate(&at, &start.v, &mut rates);
        held.nonholonomic(&at, &start.v, &mut slips);
        (values, rates, slips)
    };
    let ((values, rates, slips), (values_after, rates_after, slips_after)) = (of(before), of(after));
    let (q, v) = (start.q.norm_l1(), start.v.norm_l1());
    if let Some(index) = changes(values.as_slice(), values_after.as_slice(), q) {
        return Err(index);
    }
    let first = changes(rates.as_slice(), rates_after.as_slice(), v).map(Jump::Holonomic);
    let slips = || changes(slips.as_slice(), slips_after.as_slice(), v).map(Jump::Nonholonomic);
    Ok(first.or_else(slips))
}

/// The first of these that jumps, beside quantities of this size.
fn changes<T: Real>(before: &[T], after: &[T], size: f64) -> Option<usize> {
    let changes = before.iter().zip(after).map(|(x, y)| (*y - *x).magnitude());
    changes.into_iter().position(|change| change > JUMPS * (1.0 + size))
}

fn negate<T: Real>(all: &mut [T]) {
    for x in all {
        *x = -*x;
    }
}
