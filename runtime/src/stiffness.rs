//! The rate at which forces and first-order states respond to a perturbation, and which of them: it distinguishes a stiff mechanism from
//! one whose motion is fast.
//!
//! ```text
//! x ← P C x,  x ← P K x,   P b = a  of  [M B; G 0; D 0] (a; λ; ψ) = (b; 0; 0)                                 (1)
//! rate = max(ρ(P C), √ρ(P K), ρ(J))                                                                 (2)
//! J_ij ≈ (f_y,i(y + ε_j e_j) − f_y,i(y))/ε_j                                                        (3)
//! ```
//!
//! C = −∂f/∂v, K = ∂(M a − f)/∂q, ρ the spectral radius by power iteration on displacements that the constraints allow. A
//! free oscillation of angular frequency ω has the rate ω, a damper c on a mass m the rate c/m, a state with the time constant T the rate
//! 1/T. The row with the largest |x_i (C x)_i| (or K x), which does most of the work of that motion, is named; among states that with the largest
//! product of the entries of both eigenvectors of J, which does not depend on units. Invariant: nothing here is called in a step.

use crate::error::{Row, Stiffness};
use crate::solution::{Solution, State};
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Iterations of (1), for rates accurate to a few per cent.
const ITERATIONS: usize = 60;
/// The number of last iterations over which rates are averaged: for pairs of eigenvalues they oscillate.
const LAST: usize = 20;

/// (2) at a state with its accelerations and reactions; `None` if nothing moves or equations are singular.
fn stiffness<M: Mechanism>(m: &M, s: &Sample<'_, M>) -> Option<Stiffness> {
    let found = [of_forces(m, s), of_states(m, s)].into_iter().flatten();
    found.max_by(|a, b| a.rate.total_cmp(&b.rate))
}

/// The part of the forces in (2).
fn of_forces<M: Mechanism>(m: &M, s: &Sample<'_, M>) -> Option<Stiffness> {
    let n = s.v.len();
    let mut moving = m.velocity_cache();
    m.moving(s.at, s.v, s.y, (s.lambda, s.psi), &mut moving);
    let mut factors = m.saddle_factors();
    m.factor_saddle(s.at, s.at, s.at, &moving, &mut factors);
    let mut derivatives = m.stiffness_cache();
    m.stiffness(s.at, s.v, s.y, s.a, (s.lambda, s.psi), &mut derivatives);
    let mut product = s.v.clone();
    let (damping, spring) = if m.damping_times(s.at, &moving, s.v, &mut product) {
        let of_rates = dominant(m, &factors, s, |x, out| {
            m.damping_times(s.at, &moving, x, out);
        });
        let of_positions = dominant(m, &factors, s, |x, out| {
            m.stiffness_times(s.at, &derivatives, x, out);
        });
        (of_rates?, of_positions?)
    } else {
        let mut matrix = vec![M::Scalar::zero(); n * n];
        m.damping_matrix(s.at, &moving, &mut matrix);
        let of_rates = dominant(m, &factors, s, |x, out| times(&matrix, x.as_slice(), out.as_mut_slice()))?;
        m.stiffness_matrix(s.at, &derivatives, &mut matrix);
        let of_positions =
            dominant(m, &factors, s, |x, out| times(&matrix, x.as_slice(), out.as_mut_slice()))?;
        (of_rates, of_positions)
    };
    let damps = damping.0 >= spring.0.sqrt();
    let (rate, row) = if damps { damping } else { (spring.0.sqrt(), spring.1) };
    rate.is_finite().then(|| Stiffness { rate, damping: damps, row: Row::of_matrix(m, row) })
}

/// ρ(J) and its state; `None` without states or where (3) is not finite.
fn of_states<M: Mechanism>(m: &M, s: &Sample<'_, M>) -> Option<Stiffness> {
    let n = s.y.len();
    if n == 0 {
        return None;
    }
    let (mut base, mut moved, mut trial) = (s.y.clone(), s.y.clone(), s.y.clone());
    m.state_rates(s.at, s.v, s.y, &mut base);
    // (3), and its transpose.
    let (mut rows, mut columns) = (vec![0.0; n * n], vec![0.0; n * n]);
    for j in 0..n {
        let y = s.y.as_slice()[j];
        let size = y.magnitude();
        let step = M::Scalar::epsilon().sqrt() * if size > 0.0 { size } else { 1.0 };
        moved.as_mut_slice()[j] = y + M::Scalar::exact(step);
        let step = (moved.as_slice()[j] - y).value();
        m.state_rates(s.at, s.v, &moved, &mut trial);
        moved.as_mut_slice()[j] = y;
        for i in 0..n {
            let slope = (trial.as_slice()[i] - base.as_slice()[i]).value() / step;
            (rows[i * n + j], columns[j * n + i]) = (slope, slope);
        }
    }
    let (rate, right) = radius(&rows, n)?;
    let left = radius(&columns, n)?.1;
    let share = |i: usize| (right[i] * left[i]).abs();
    let row = (0..n).max_by(|&i, &j| share(i).total_cmp(&share(j)))?;
    Some(Stiffness { rate, damping: false, row: Row::State(m.names().states[row].name.to_string()) })
}

/// A vector that is not orthogonal to the dominant one.
fn any(i: usize) -> f64 {
    1.0 + 0.3 * Real::sin(1.0 + i as f64)
}

/// ρ of a matrix, and its dominant vector.
fn radius(matrix: &[f64], n: usize) -> Option<(f64, Vec<f64>)> {
    let mut x: Vec<f64> = (0..n).map(any).collect();
    let mut next = x.clone();
    let mut logarithms = 0.0;
    for iteration in 0..ITERATIONS {
        times(matrix, &x, &mut next);
        let size = next.iter().fold(0.0, |most: f64, x| Real::max(most, x.abs()));
        if size == 0.0 {
            return Some((0.0, x));
        }
        if !next.iter().all(|x| x.is_finite()) {
            return None;
        }
        next.iter_mut().for_each(|x| *x /= size);
        core::mem::swap(&mut x, &mut next);
        if iteration >= ITERATIONS - LAST {
            logarithms += Real::ln(size);
        }
    }
    Some((Real::exp(logarithms / LAST as f64), x))
}

/// The rows of a matrix times a vector.
fn times<T: Real>(matrix: &[T], x: &[T], out: &mut [T]) {
    for (row, out) in matrix.chunks(x.len().max(1)).zip(out) {
        *out = row.iter().zip(x).fold(T::zero(), |sum, (a, x)| sum + *a * *x);
    }
}

/// ρ of (1), and its dominant row.
fn dominant<M: Mechanism>(
    m: &M,
    factors: &M::SaddleFactors,
    s: &Sample<'_, M>,
    mut times: impl FnMut(&M::Velocity, &mut M::Velocity),
) -> Option<(f64, usize)> {
    let mut x = s.v.clone();
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = M::Scalar::exact(any(i));
    }
    let (mut next, mut lambda, mut psi) = (x.clone(), s.lambda.clone(), s.psi.clone());
    let (mut logarithms, mut row) = (0.0, 0);
    for iteration in 0..ITERATIONS {
        let mut most = 0.0;
        times(&x, &mut next);
        for (i, (sum, x)) in next.as_slice().iter().zip(x.as_slice()).enumerate() {
            let work = (*sum * *x).magnitude();
            if work > most {
                (row, most) = (i, work);
            }
        }
        lambda.fill(M::Scalar::zero());
        psi.fill(M::Scalar::zero());
        m.solve_saddle(factors, &mut next, &mut lambda, &mut psi).ok()?;
        let size = next.magnitude();
        if size == 0.0 {
            return Some((0.0, row));
        }
        if !size.is_finite() {
            return None;
        }
        next.scale(M::Scalar::exact(size.recip()));
        core::mem::swap(&mut x, &mut next);
        if iteration >= ITERATIONS - LAST {
            logarithms += Real::ln(size);
        }
    }
    Some((Real::exp(logarithms / LAST as f64), row))
}

/// The same at the initial state, without accelerations and reactions, in case these cannot be computed.
pub(crate) fn stiffness_at_start<M: Mechanism>(m: &M) -> Option<Stiffness> {
    let sizes = m.sizes();
    let (q, v, y) = m.initial();
    let (a, lambda, psi) = (
        M::Velocity::zeros(v.len()),
        M::Holonomic::zeros(sizes.holonomic),
        M::Nonholonomic::zeros(sizes.nonholonomic),
    );
    stiffness_of(m, &State { t: M::Scalar::zero(), q, v, a, lambda, psi, y })
}

/// The same at a single sample.
pub(crate) fn stiffness_of<M: Mechanism>(m: &M, state: &State<M>) -> Option<Stiffness> {
    stiffness(m, &state.as_sample(&placed(m, state)))
}

/// The part of the forces alone.
pub(crate) fn stiffness_of_forces<M: Mechanism>(m: &M, state: &State<M>) -> Option<Stiffness> {
    of_forces(m, &state.as_sample(&placed(m, state)))
}

fn placed<M: Mechanism>(m: &M, state: &State<M>) -> M::PositionCache {
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    at
}

impl<M: Mechanism> Solution<M> {
    /// The rate at which forces and first-order states respond to a disturbance at the start of the run: explicit methods need steps below
    /// half of the reciprocal rate. `None` if nothing can move.
    pub fn stiffness(&self) -> Option<Stiffness> {
        stiffness_of(self.mechanism(), self.first())
    }
}
