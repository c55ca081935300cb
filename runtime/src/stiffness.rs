//! The rate at which forces respond to a perturbation, and which force: it distinguishes a stiff mechanism from one whose motion is fast.
//!
//! ```text
//! x ← P C x,  x ← P K x,   P b = a  of  [M B; G 0; D 0] (a; λ; ψ) = (b; 0; 0)                                 (1)
//! rate = max(ρ(P C), √ρ(P K))                                                                       (2)
//! ```
//!
//! C = −∂f/∂v, K = ∂(M a − f)/∂q, ρ the spectral radius by power iteration on displacements that the constraints allow. A
//! free oscillation of angular frequency ω has the rate ω, a damper c on a mass m the rate c/m. The row with the largest |x_i (C x)_i|
//! (or K x), which does most of the work of that motion, is named. Invariant: nothing here is called in a step.

use crate::error::{Row, Stiffness};
use crate::solution::{Solution, State};
use crate::stepper::Sample;
use crate::{Mechanism, Real, Vector};
use alloc::vec;

/// Iterations of (1), for rates accurate to a few per cent.
const ITERATIONS: usize = 60;
/// The number of last iterations over which rates are averaged: for pairs of eigenvalues they oscillate.
const LAST: usize = 20;
/// (2) at a state with its accelerations and reactions; `None` if nothing moves or equations are singular.
pub(crate) fn stiffness<M: Mechanism>(m: &M, s: &Sample<'_, M>) -> Option<Stiffness> {
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
    // Any vector that is not orthogonal to the dominant one.
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = M::Scalar::exact(1.0 + 0.3 * Real::sin(1.0 + i as f64));
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
    let mut at = m.position_cache();
    m.place(&m.now(state.t), &state.q, &mut at);
    stiffness(m, &state.as_sample(&at))
}

impl<M: Mechanism> Solution<M> {
    /// The rate at which forces respond to a disturbance at the start of the run: explicit methods need steps below half of the reciprocal
    /// rate. `None` if nothing can move.
    pub fn stiffness(&self) -> Option<Stiffness> {
        stiffness_of(self.mechanism(), self.first())
    }
}
