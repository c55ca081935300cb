//! The solve at t_n: Δ, the velocity, the acceleration and the multipliers.
//!
//! Equation numbers are those of the [module above](super). Invariant: a matrix is factored once per step,
//! and again only if convergence is slow; terms that do not depend on the unknowns are not evaluated again.
//!
//! The criterion of convergence is the change of x_{n+1} = s dΔ and, if forces depend on the velocity, of v = l_1 dΔ/h.
//! The *next* change is estimated from the residuals before and after a solve, so that
//! a converged solve needs no second one to confirm it.
//!
//! Lanes that decide for themselves ([`Real::DECIDING`]) are closed when they have converged: later solves for the
//! others do not change them. The matrix is factored again if all open lanes require it.
mod residuals;
mod solves;

use super::deciding::{MOST, any, each, norm_of};
use super::workspace::Workspace;
use super::{ConditionallyExplicit, Degree, StableFor};
use crate::convergence::Convergence;
use crate::stepper::{StepFailure, StepReport};
use crate::swings::whole;
use crate::vector::first_not_finite;
use crate::{Mechanism, Real, Singular, Vector};

/// Iterations have converged when a solve has changed x and v by less than this many rounding units of
/// 1 + |x| and 1 + |v|: the remaining error is smaller by another factor of the contraction.
const TOLERANCE: f64 = 64.0;
/// The same for the change of another solve.
const REMAINDER: f64 = 4.0;
/// Reactions that enter the forces nonlinearly have converged when the forces balance to this many times [`NOISE`](residuals::NOISE).
const BALANCE: f64 = 1e3;
/// Forces whose residual falls by less than this factor have reached rounding.
const STAGNANT: f64 = 0.5;
/// The largest number of solves in one step, in f64.
const ITERATIONS: u32 = 20;

/// The largest number of solves in one step: linear convergence takes twice as many for twice as many digits.
fn longest<T: Real>() -> u32 {
    if T::epsilon() < f64::EPSILON { 2 * ITERATIONS } else { ITERATIONS }
}

/// The failure of a step with a singular matrix.
fn singular(s: Singular) -> StepFailure {
    StepFailure::Singular { row: s.row }
}

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    /// Algorithm A, (3).
    #[inline]
    pub(super) fn solve_explicit<M: Mechanism>(
        &self,
        m: &M,
        w: &mut Workspace<M, DEGREE>,
    ) -> Result<StepReport, StepFailure>
    where
        Degree<DEGREE>: StableFor<M>,
    {
        let here = &w.instants[0];
        m.applied_force(&here.at, &w.v, &here.y, &mut w.a);
        if !m.flags().constant_mass {
            m.factor_saddle(&here.at, &here.at, &here.at, &w.moving, &mut w.saddle);
        }
        let fallback = m.solve_saddle(&w.saddle, &mut w.a, &mut w.lambda, &mut w.psi).map_err(singular)?;
        let half_square = w.scales.half_square;
        let (l1, inverse_l2) = (M::Scalar::exact(self.l[1]), w.scales.inverse_l2);
        let frequency = w.scales.frequency;
        for i in 0..w.a.len() {
            let delta = (half_square * w.a.as_slice()[i] - w.p[2].as_slice()[i]) * inverse_l2; // (3)
            if !delta.is_finite() {
                return Err(StepFailure::NotFinite { row: i });
            }
            w.delta.as_mut_slice()[i] = delta;
            w.v.as_mut_slice()[i] = (w.p[1].as_slice()[i] + l1 * delta) * frequency; // (1)
        }
        Ok(StepReport { iterations: 1, evaluations: 1, fallback })
    }

    /// Algorithms B and C, (4), (5), (6).
    #[inline]
    pub(super) fn solve_implicit<M: Mechanism>(
        &self,
        m: &M,
        w: &mut Workspace<M, DEGREE>,
    ) -> Result<StepReport, StepFailure>
    where
        Degree<DEGREE>: StableFor<M>,
    {
        if M::Scalar::DECIDING > 1 && (m.flags().nonholonomic || m.flags().redundant) {
            // Projections and smallest reactions are computed again for closed lanes, too.
            return Err(StepFailure::Parted);
        }
        let (l1, l2) = (self.l[1], self.l[2]);
        let remainder = REMAINDER * M::Scalar::epsilon();
        // One solve suffices if everything is linear and the matrix exact.
        let borders_move = m.flags().borders_move;
        let direct = !(m.flags().velocity_dependent || m.flags().borders_move || m.flags().holonomic);
        let mut report = StepReport::default();

        w.predict(m, l1);
        let holonomic = m.flags().holonomic;
        let q = &w.instants[0].q;
        let size = each::<M::Scalar, _>(|lane| if holonomic { 1.0 + norm_of(q, lane) } else { 1.0 });
        let mut before = w.residuals(m, l2, &size, true);
        report.evaluations += 1;
        w.factor(m, l1, l2);
        let deciding = M::Scalar::DECIDING;
        let mut convergence = [Convergence::of::<M::Scalar>(TOLERANCE); MOST];
        let mut changes = [0.0; MOST];
        // Lanes that have not converged.
        let mut open = each::<M::Scalar, _>(|_| true);
        loop {
            let (fallback, share) = w.correct(m, report.iterations + 1, &open)?;
            if m.flags().redundant && !m.flags().linear_reactions {
                w.smallest_reactions(m)?;
            }
            report.iterations += 1;
            report.fallback = report.fallback.max(fallback);
            // The change of a full step.
            let step = each::<M::Scalar, _>(|lane| whole(norm_of(&w.right.a, lane), share));
            let mut nudged = [0.0; MOST];
            if m.flags().nonholonomic || m.flags().velocity_dependent || m.flags().borders_move {
                w.corrected_velocity(m, l1);
            }
            if m.flags().nonholonomic {
                report.fallback = report.fallback.max(w.project(m)?);
                nudged = each::<M::Scalar, _>(|lane| norm_of(&w.right.a, lane));
            }
            if m.flags().holonomic {
                w.look_ahead_corrected(m);
            }

            for lane in 0..deciding {
                if !open[lane] {
                    continue;
                }
                let (step, nudged) = (step[lane], nudged[lane]);
                let mut change = 0.0;
                if m.flags().holonomic {
                    change = (w.scales.size_s * step + nudged) / size[lane];
                }
                if m.flags().velocity_dependent || m.flags().nonholonomic || m.flags().borders_move {
                    let size = w.h.smallest() * (1.0 + norm_of(&w.v, lane));
                    change = f64::max(change, (l1.abs() * step + nudged) / size);
                }
                if !(step + nudged).is_finite() {
                    let row = first_not_finite(w.delta.as_slice());
                    return Err(StepFailure::NotFinite { row: row.unwrap_or(0) });
                }
                convergence[lane].note(change);
                changes[lane] = change;
                open[lane] = !(direct || (convergence[lane].reached() && !borders_move));
            }
            if !any::<M::Scalar>(&open) {
                break;
            }
            let now = w.residuals(m, l2, &size, false);
            report.evaluations += 1;
            for lane in 0..deciding {
                if !open[lane] {
                    continue;
                }
                let change = changes[lane];
                let (force, noise) = now.force[lane];
                // Changes normal to a constraint do not show whether its multiplier has converged.
                let balanced = !borders_move || force <= BALANCE * noise;
                if balanced && now.settle(&before, lane, change, remainder) {
                    open[lane] = false;
                    continue;
                }
                // For a mechanism at rest nothing changes: then the criterion is the balance of forces, to rounding of their parts.
                let balances = borders_move && change == 0.0 && force < STAGNANT * before.force[lane].0;
                let rounding = if m.flags().holonomic {
                    convergence[lane].step_is_rounding(change, w.h, size[lane])
                } else {
                    convergence[lane].rounding()
                };
                if rounding && !balances {
                    open[lane] = false;
                    continue;
                }
                if report.iterations >= w.swings.longest(report.iterations, longest::<M::Scalar>()) {
                    return Err(w.diverged(change, report.iterations));
                }
            }
            if !any::<M::Scalar>(&open) {
                break;
            }
            let slow = (0..deciding).filter(|&lane| open[lane] && convergence[lane].slow()).count();
            if slow > 0 {
                if (0..deciding).filter(|&lane| open[lane]).count() > slow {
                    return Err(StepFailure::Parted);
                }
                w.factor(m, l1, l2);
            }
            before = now;
        }
        if !(m.flags().nonholonomic || m.flags().velocity_dependent || m.flags().borders_move) {
            w.corrected_velocity(m, l1);
        }
        w.acceleration(l2);
        // Sums of increments for the columns of t_n, which start from zero, are already the smallest.
        if m.flags().redundant && m.flags().linear_reactions && m.flags().borders_move {
            w.smallest_reactions(m)?;
        }
        Ok(report)
    }
}
impl<M: Mechanism, const DEGREE: usize> Workspace<M, DEGREE> {
    /// Δ = δ = 0, with the velocity and x_{n+1} that follow. Multipliers of the previous step are the initial guess
    /// if forces are not linear in them.
    #[inline]
    fn predict(&mut self, m: &M, l1: f64) {
        self.delta.fill(M::Scalar::zero());
        if m.flags().nonholonomic {
            self.velocity_correction.fill(M::Scalar::zero());
        }
        if m.flags().linear_reactions && !m.flags().borders_move {
            self.lambda.fill(M::Scalar::zero());
            self.psi.fill(M::Scalar::zero());
        }
        if m.flags().nonholonomic || m.flags().velocity_dependent || m.flags().borders_move {
            self.corrected_velocity(m, l1);
        }
        if m.flags().holonomic {
            self.tick(m);
            self.look_ahead(m);
        }
    }

    /// v = (p_1 + l_1 Δ + δ)/h.
    #[inline]
    fn corrected_velocity(&mut self, m: &M, l1: f64) {
        let (l1, frequency) = (M::Scalar::exact(l1), self.scales.frequency);
        let parts = self.p[1].as_slice().iter().zip(self.delta.as_slice());
        let v = self.v.as_mut_slice().iter_mut();
        if m.flags().nonholonomic {
            let corrections = self.velocity_correction.as_slice();
            for ((v, correction), (p, delta)) in v.zip(corrections).zip(parts) {
                *v = (*p + l1 * *delta + *correction) * frequency;
            }
        } else {
            for (v, (p, delta)) in v.zip(parts) {
                *v = (*p + l1 * *delta) * frequency;
            }
        }
    }
    /// a = 2 (p_2 + l_2 Δ)/h².
    #[inline]
    fn acceleration(&mut self, l2: f64) {
        let (scale, l2) = (self.scales.inverse_half_square, M::Scalar::exact(l2));
        let parts = self.p[2].as_slice().iter().zip(self.delta.as_slice());
        for (a, (p, delta)) in self.a.as_mut_slice().iter_mut().zip(parts) {
            *a = scale * (*p + l2 * *delta);
        }
    }
    #[cold]
    fn diverged(&self, residual: f64, iterations: u32) -> StepFailure {
        let rows = self
            .right
            .a
            .as_slice()
            .iter()
            .chain(self.right.lambda.as_slice())
            .chain(self.right.psi.as_slice());
        let (mut row, mut largest) = (0, 0.0);
        for (i, x) in rows.enumerate() {
            if x.magnitude() > largest || x.magnitude().is_nan() {
                (row, largest) = (i, x.magnitude());
            }
        }
        StepFailure::Diverged { iterations, residual, row }
    }
}
