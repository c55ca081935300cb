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
use crate::{Mechanism, Real, Space, Vector};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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
pub(super) const JUMPS: f64 = 1e-9;

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
    let [before, after] = [before, after].map(|sides| {
        held.hold(sides);
        Rows::of(held, start)
    });
    let (q, v) = (start.q.norm_l1(), start.v.norm_l1());
    let first = |changes: Vec<f64>, size: f64| changes.iter().position(|x| *x > JUMPS * (1.0 + size));
    let [values, rates, slips] = before.changes(&after);
    if let Some(index) = first(values, q) {
        return Err(index);
    }
    Ok(first(rates, v).map(Jump::Holonomic).or_else(|| first(slips, v).map(Jump::Nonholonomic)))
}

/// The constraints and their rates at a point, with the sides that are held.
pub(super) struct Rows<M: Mechanism> {
    values: <M as Space>::Holonomic,
    rates: <M as Space>::Holonomic,
    slips: <M as Space>::Nonholonomic,
}

impl<M: Mechanism> Rows<M> {
    pub(super) fn of(m: &M, start: &Start<M>) -> Self {
        let mut at = m.position_cache();
        m.place(&m.now(start.t), &start.q, &mut at);
        let (mut values, mut slips) = m.initial_reactions();
        let mut rates = values.clone();
        m.holonomic(&at, &mut values);
        m.holonomic_rate(&at, &start.v, &mut rates);
        m.nonholonomic(&at, &start.v, &mut slips);
        Self { values, rates, slips }
    }

    /// By how much g, ġ and D v − k change to those of others.
    pub(super) fn changes(&self, after: &Self) -> [Vec<f64>; 3] {
        let of = |before: &[M::Scalar], after: &[M::Scalar]| -> Vec<f64> {
            before.iter().zip(after).map(|(x, to)| (*to - *x).magnitude()).collect()
        };
        [
            of(self.values.as_slice(), after.values.as_slice()),
            of(self.rates.as_slice(), after.rates.as_slice()),
            of(self.slips.as_slice(), after.slips.as_slice()),
        ]
    }
}

fn negate<T: Real>(all: &mut [T]) {
    for x in all {
        *x = -*x;
    }
}
