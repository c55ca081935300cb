//! The response of a mechanism to friction at one state:
//!
//! ```text
//! M a + B (λ, ψ) = f + e along w,  G a = γ_g,  D a = γ_k:      a along w = β + α e                                 (1)
//! α₀ = Σ F_j²/M_jj,     F the force of a unit of e on the velocities j that have mass                              (2)
//! ```
//!
//! β is the rate of the slip w without friction, α ≥ 0 the effect of friction on it. α₀ is α without constraints on the bodies: if
//! α is rounding relative to α₀, friction does not affect w, as for a closed loop at a dead centre, and for a driven one everywhere.

use super::rounding;
use crate::stepper::Start;
use crate::{Grip, Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// The unit vector along one of the slips of a friction.
pub(super) fn axis(k: usize) -> [f64; 3] {
    [0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 })
}

/// Newton's iterations for reactions that depend on friction.
const ITERATIONS: usize = 50;

/// The solution of (1) without friction along some slips, and the factors for unit forces.
#[derive(Clone)]
pub(super) struct Response<M: Mechanism> {
    pub(super) at: M::PositionCache,
    pub(super) moving: M::VelocityCache,
    pub(super) factors: M::SaddleFactors,
    pub(super) a: M::Velocity,
    pub(super) lambda: M::Holonomic,
    pub(super) psi: M::Nonholonomic,
}

impl<M: Mechanism> Response<M> {
    pub(super) fn new(m: &M) -> Self {
        let sizes = m.sizes();
        Self {
            at: m.position_cache(),
            moving: m.velocity_cache(),
            factors: m.saddle_factors(),
            a: M::Velocity::zeros(sizes.velocities),
            lambda: M::Holonomic::zeros(sizes.holonomic),
            psi: M::Nonholonomic::zeros(sizes.nonholonomic),
        }
    }

    /// a and the multipliers of a state; `None` if they are not determined.
    pub(super) fn of(m: &M, start: &Start<M>) -> Option<Self> {
        let sizes = m.sizes();
        let mut response = Self::new(m);
        let Self { at, moving, factors, a, lambda, psi } = &mut response;
        m.place(&m.now(start.t), &start.q, at);
        (*lambda, *psi) = m.initial_reactions();
        let mut reaction = M::Velocity::zeros(sizes.velocities);
        let (mut next_lambda, mut next_psi) = (lambda.clone(), psi.clone());
        for _ in 0..ITERATIONS {
            m.moving(at, &start.v, &start.y, (&*lambda, &*psi), moving);
            m.factor_saddle(at, at, at, moving, factors);
            // Newton: f(λ) − B (λ⁺ − λ) for f(λ⁺).
            m.force(at, &start.v, &start.y, (&*lambda, &*psi), a);
            m.reaction_force(at, moving, (&*lambda, &*psi), &mut reaction);
            a.add(&reaction);
            m.acceleration_bias(at, &start.v, (&mut next_lambda, &mut next_psi));
            m.solve_saddle(factors, a, &mut next_lambda, &mut next_psi).ok()?;
            let (mut change, mut size) = (0.0_f64, 0.0_f64);
            let pairs = next_lambda.as_slice().iter().zip(lambda.as_slice());
            for (next, last) in pairs.chain(next_psi.as_slice().iter().zip(psi.as_slice())) {
                change = Real::max(change, (*next - *last).magnitude());
                size = Real::max(size, next.magnitude());
            }
            let finite = change.is_finite() && a.as_slice().iter().all(|a| a.is_finite());
            lambda.copy_from(&next_lambda);
            psi.copy_from(&next_psi);
            if !finite {
                return None;
            }
            if m.flags().linear_reactions || change <= rounding::<M::Scalar>() * size {
                return Some(response);
            }
        }
        None
    }

    /// The accelerations of a force on the slips of a friction, into `a`.
    pub(super) fn push(&self, m: &M, grip: &Grip, along: [f64; 3], a: &mut M::Velocity) -> Option<()> {
        let sizes = m.sizes();
        let (mut lambda, mut psi) =
            (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
        a.fill(M::Scalar::zero());
        let rows = &mut a.as_mut_slice()[grip.velocity..grip.velocity + grip.count];
        rows.iter_mut().zip(along).for_each(|(row, along)| *row = M::Scalar::exact(along));
        m.solve_saddle(&self.factors, a, &mut lambda, &mut psi).ok()?;
        a.as_slice().iter().all(|a| a.is_finite()).then_some(())
    }

    /// The effect A_ij of a unit of friction along slip j on slip i, and α₀ of each; a slip is one of those of its friction.
    pub(super) fn effects(&self, m: &M, slips: &[(Grip, usize)]) -> Option<(DMatrix<f64>, Vec<f64>)> {
        let mut answers = DMatrix::zeros(slips.len(), slips.len());
        let mut a = self.a.clone();
        for (j, (of, k)) in slips.iter().enumerate() {
            self.push(m, of, axis(*k), &mut a)?;
            for (i, (to, k)) in slips.iter().enumerate() {
                answers[(i, j)] = a.as_slice()[to.velocity + k].value();
            }
        }
        let alone = slips.iter().map(|(of, k)| self.alone(m, of, axis(*k))).collect();
        Some((answers, alone))
    }

    /// (2) of a unit of friction in a direction.
    pub(super) fn alone(&self, m: &M, grip: &Grip, along: [f64; 3]) -> f64 {
        alone(m, (&self.at, &self.moving), grip, along)
    }
}

/// (2) for a unit of friction in a direction. A massless slip transmits it to the bodies by the constraint that contains it.
pub(super) fn alone<M: Mechanism>(
    m: &M,
    (at, moving): (&M::PositionCache, &M::VelocityCache),
    grip: &Grip,
    along: [f64; 3],
) -> f64 {
    let sizes = m.sizes();
    let n = sizes.velocities;
    let zeros = |count: usize| vec![M::Scalar::zero(); count];
    let mut mass = zeros(n * n);
    m.mass_matrix(at, &mut mass);
    let (mut rows, mut more) = (zeros(sizes.holonomic * n), zeros(sizes.nonholonomic * n));
    m.constraint_jacobian(at, &mut rows);
    m.velocity_jacobian(at, moving, &mut more);
    rows.extend(more);
    let mut force = vec![0.0; n];
    for (k, along) in (grip.velocity..grip.velocity + grip.count).zip(along) {
        if mass[k * n + k].value() > 0.0 {
            force[k] += along;
        } else if let Some(row) = rows.chunks_exact(n).find(|row| row[k].value() != 0.0) {
            let others = row.iter().zip(&mut force).enumerate().filter(|&(j, _)| j != k);
            others.for_each(|(_, (of, force))| *force -= along * of.value() / row[k].value());
        }
    }
    let masses = (0..n).map(|j| mass[j * n + j].value());
    masses.zip(&force).filter(|(mass, _)| *mass > 0.0).map(|(mass, force)| force * force / mass).sum()
}

/// Whether α is rounding.
pub(super) fn has_no_say<T: Real>(answer: f64, alone: f64) -> bool {
    answer.abs() <= rounding::<T>() * alone
}
