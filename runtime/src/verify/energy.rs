//! The mass matrix against the kinetic energy, and powers.

use super::lifted::{D, Point};
use super::verification::Verification;
use crate::analysis::{Analyse, Dual};
use crate::error::Row;
use crate::scalar::DoubleDouble;
use crate::solution::State;
use crate::{Dense, Energetic, Real, Vector};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// Second differences of a quadratic function are exact except for rounding, here of double-double numbers.
const EXACT: f64 = 1e-11;
/// The tolerance of powers of f64 numbers, which cancel.
const NO_POWER: f64 = 1e-10;
/// Velocities below this are what the constraints leave of speeds of 1, from which `states` projects: rounding, if nothing can move.
const REST: f64 = 1e-9;
/// Rates of the energy are relative to at least this part of it, in 1/s, because smaller ones are rounding.
const SLOW: f64 = 1e-5;

/// ∂²T/∂v² and the power of the reactions.
pub(super) fn check<M>(m: &M, number: usize, state: &State<M>, found: &mut Verification)
where
    M: Energetic<Scalar = f64>,
    M::With<DoubleDouble>: Energetic,
{
    kinetic(m, number, state, found);
    reactions(m, number, state, found);
}

/// ```text
/// M_ij = T(v + e_i + e_j) − T(v + e_i) − T(v + e_j) + T(v)                         (1)
/// ```
fn kinetic<M>(m: &M, number: usize, state: &State<M>, found: &mut Verification)
where
    M: Energetic<Scalar = f64>,
    M::With<DoubleDouble>: Energetic,
{
    let lifted = m.held(state.t).with_scalar::<DoubleDouble>(&D::exact);
    let at: Point<M::With<DoubleDouble>> = Point::new(state);
    let placed = at.place(&lifted);
    let n = at.v.len();
    let mut rows = vec![D::zero(); n * n];
    lifted.mass_matrix(&placed, &mut rows);
    let size = rows.iter().map(|x| x.value().abs()).fold(f64::MIN_POSITIVE, Real::max);
    let energy = |which: &[usize]| {
        let mut v = at.v.clone();
        for &i in which {
            v.as_mut_slice()[i] = v.as_slice()[i] + D::one();
        }
        lifted.energy(&placed, &v, &at.y).0
    };
    let rest = energy(&[]);
    let single: Vec<D> = (0..n).map(|i| energy(&[i])).collect();
    for i in 0..n {
        for j in 0..=i {
            let by_energy = energy(&[i, j]) - single[i] - single[j] + rest;
            let error = (rows[i * n + j] - by_energy).value().abs() / size;
            found.note("mass matrix and the kinetic energy", error, EXACT, || {
                let (row, column) = (Row::of_matrix(m, i), Row::of_matrix(m, j));
                format!("at {row} by {column}, state {number}")
            });
        }
    }
}

/// ```text
/// v·(f − f₀) = −v·Jᵀ(λ, ψ) = 0   where J v = 0                                      (2)
/// ```
///
/// Not for constraints that depend on time or are not homogeneous in velocities, nor for forces that contain multipliers.
fn reactions<M: Energetic<Scalar = f64>>(m: &M, number: usize, state: &State<M>, found: &mut Verification) {
    if !m.flags().constrained() {
        return;
    }
    let point = crate::analysis::point::Point::new(m, state.t, &state.q);
    let moving = point.moving(&state.v, &state.y, &state.lambda, &state.psi);
    let (borders, rows) = (point.borders(&moving), point.rows(&moving));
    let at_rest = point.rates(&M::Velocity::zeros(state.v.len()));
    let own = (borders.transpose() - &rows).amax() > EXACT * rows.amax();
    if own || at_rest.amax() > 0.0 {
        found.leave_out("power of the reactions: constraints depend on time, or forces contain multipliers");
        return;
    }
    let (lambda, psi) = (state.lambda.as_slice(), state.psi.as_slice());
    let (mut power, mut terms) = (0.0, f64::MIN_POSITIVE);
    let fastest = state.v.as_slice().iter().fold(0.0, |fastest: f64, v| fastest.max(v.abs()));
    let fastest = if fastest > REST { fastest } else { 1.0 };
    for (k, reaction) in lambda.iter().chain(psi).enumerate() {
        // Velocities that constraints keep at zero are rounding: their power is compared with that of the others.
        terms += borders.column(k).amax() * reaction.abs() * fastest;
        for (j, v) in state.v.as_slice().iter().enumerate() {
            power += borders[(j, k)] * reaction * v;
            terms += (borders[(j, k)] * reaction * v).abs();
        }
    }
    found.note("power of the reactions", power.abs() / terms, NO_POWER, || format!("state {number}"));
}

/// d(T + V)/dt = 0, relative to |dT/dt| + |dV/dt| and 10⁻⁵ s⁻¹ (T + |V|).
pub(super) fn conserved<M>(m: &M, number: usize, state: &State<M>, found: &mut Verification)
where
    M: Energetic<Scalar = f64>,
    M::With<Dual>: Energetic,
{
    let power = m.power(state);
    let mut placed = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut placed);
    let (kinetic, potential) = m.energy(&placed, &state.v, &state.y);
    let terms = power.kinetic.abs() + power.potential.abs() + SLOW * (kinetic.abs() + potential.abs());
    let error = if power.total() == 0.0 { 0.0 } else { power.total().abs() / terms };
    found.note("conservation of the energy", error, NO_POWER, || {
        format!("state {number}: {:.3e} W of {terms:.3e} W", power.total())
    });
}
