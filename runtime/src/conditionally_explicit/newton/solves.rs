//! The matrix of an iteration and its solves: the correction, the smallest reactions, the projection of the velocity.

use super::super::deciding::{MOST, close};
use super::super::workspace::Workspace;
use super::singular;
use crate::stepper::StepFailure;
use crate::swings::ALONE;
use crate::{Blocks, Fallback, Mechanism, Real, Vector, Weights, smallest_reactions};

impl<M: Mechanism, const DEGREE: usize> Workspace<M, DEGREE> {
    /// Factors the matrix of (4) or (5): M and B at t_n, G (and D, unless it moves) at t_{n+1}.
    ///
    /// If f does not depend on v this is the saddle matrix, in the unknowns (dΔ, dμ/l_2, dν/l_2).
    #[inline]
    pub(super) fn factor(&mut self, m: &M, l1: f64, l2: f64) {
        let half = 0.5;
        let [here, there] = &mut self.instants;
        if m.flags().velocity_dependent || m.flags().borders_move {
            m.moving(&here.at, &self.v, &here.y, (&self.lambda, &self.psi), &mut self.moving);
        }
        let rows = if m.flags().holonomic { &there.at } else { &here.at };
        if m.flags().velocity_dependent {
            let zero = M::Scalar::zero();
            let weights = Weights {
                mass: M::Scalar::exact(l2),
                damping: M::Scalar::exact(half * l1) * self.h,
                stiffness: zero,
                identity: zero,
                constraint_position: zero,
                constraint_velocity: M::Scalar::one(),
            };
            let blocks =
                Blocks { mass: &here.at, columns: &here.at, rows, moving: &self.moving, stiffness: None };
            m.factor(weights, blocks, &mut self.factors);
        } else {
            m.factor_saddle(&here.at, &here.at, rows, &self.moving, &mut self.saddle);
        }
    }

    /// Solves for the right-hand side in `right`, in place.
    #[inline]
    fn solve(&mut self, m: &M) -> Result<Fallback, StepFailure> {
        let right = &mut self.right;
        if m.flags().velocity_dependent {
            m.solve(&self.factors, &mut right.a, &mut right.lambda, &mut right.psi)
        } else {
            m.solve_saddle(&self.saddle, &mut right.a, &mut right.lambda, &mut right.psi)
        }
        .map_err(singular)
    }

    /// Solves (4) or (5); `right.a` holds dΔ afterwards, multiplied by the damping factor, which is also returned.
    #[inline]
    pub(super) fn correct(
        &mut self,
        m: &M,
        solve: u32,
        open: &[bool; MOST],
    ) -> Result<(Fallback, Option<f64>), StepFailure> {
        let fallback = self.solve(m)?;
        if M::Scalar::DECIDING > 1 {
            // An oscillating iteration has one damping factor for all lanes.
            if solve >= ALONE {
                return Err(StepFailure::Parted);
            }
            let right = &mut self.right;
            [right.a.as_mut_slice(), right.lambda.as_mut_slice(), right.psi.as_mut_slice()]
                .into_iter()
                .for_each(|changes| close(changes, open));
        }
        let share = self.swings.share(solve, &self.right.a);
        if let Some(share) = share {
            let share = M::Scalar::exact(share);
            self.right.a.scale(share);
            self.right.lambda.scale(share);
            self.right.psi.scale(share);
        }
        if solve == 1 {
            // Δ is still zero: an addition would delay the next instant.
            self.delta.copy_from(&self.right.a);
        } else {
            self.delta.add(&self.right.a);
        }
        if m.flags().constrained() {
            let scale = if m.flags().velocity_dependent {
                self.scales.inverse_half_square
            } else {
                self.scales.multipliers
            };
            self.lambda.axpy(scale, &self.right.lambda);
            self.psi.axpy(scale, &self.right.psi);
        }
        Ok((fallback, share))
    }

    /// The smallest of the equivalent multipliers at t_n: the rows of (5) belong to t_{n+1}.
    pub(super) fn smallest_reactions(&mut self, m: &M) -> Result<(), StepFailure> {
        let Some(factors) = &mut self.reaction_factors else { return Ok(()) };
        let here = &self.instants[0];
        if m.flags().borders_move {
            m.moving(&here.at, &self.v, &here.y, (&self.lambda, &self.psi), &mut self.moving);
        }
        let work = (&mut **factors, &mut self.right.product);
        smallest_reactions(m, &here.at, &self.moving, work, (&mut self.lambda, &mut self.psi))
            .map_err(singular)
    }

    /// The projection (6) of the velocity on k = 0; `right.a` holds its part of δ afterwards.
    ///
    /// The matrix of the step is used: any metric close to the mass matrix is sufficient.
    #[inline]
    pub(super) fn project(&mut self, m: &M) -> Result<Fallback, StepFailure> {
        let here = &self.instants[0];
        m.nonholonomic(&here.at, &self.v, &mut self.right.psi);
        self.right.psi.scale(-self.h);
        self.right.a.fill(M::Scalar::zero());
        self.right.lambda.fill(M::Scalar::zero());
        let fallback = self.solve(m)?;
        self.velocity_correction.add(&self.right.a);
        let frequency = self.scales.frequency;
        self.v.axpy(frequency, &self.right.a);
        Ok(fallback)
    }
}
