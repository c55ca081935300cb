//! Reactions that lag by a step: equation (5) of the [module above](super).
//!
//! The matrix of a step then has Gᵀ and Dᵀ for its columns. Those that are factored are B = Gᵀ + E, where E is what friction
//! adds, so that a solve is repeated:
//!
//! ```text
//! [ M B; G 0; D 0 ] z_i = r_i,    z = Σ z_i,    r_{i+1} = (E (λ, ψ)_i, 0, 0)                               (6)
//! ```
//!
//! Rows of constraints are met by each z_i. One solve is enough where E = 0.
//!
//! Invariant: a solution of (6) balances the forces to rounding.

use super::solve::{Unknowns, singular};
use crate::convergence::imbalance;
use crate::implicit::diverged;
use crate::stepper::StepFailure;
use crate::{Mechanism, Real, Rescue, Vector};

/// What is left of the forces at the end of (6), in rounding units.
const TOLERANCE: f64 = 16.0;
/// What is no longer shrinking and smaller than this is rounding, in rounding units.
const NOISE: f64 = 1e6;
/// Solves at most: friction that is half of what a multiplier does needs 52.
const SOLVES: u32 = 64;

/// Gᵀ and Dᵀ at t_n, and space for (6).
#[derive(Clone, Debug)]
pub(super) struct Lagged<M: Mechanism> {
    /// G, row by row.
    holonomic: Vec<M::Scalar>,
    /// D, row by row.
    nonholonomic: Vec<M::Scalar>,
    /// z.
    sum: Unknowns<M>,
    /// Σ |f| of the step, which (6) is measured by.
    forces: f64,
}

impl<M: Mechanism> Lagged<M> {
    /// Space for `n` velocities.
    pub(super) fn new(m: &M, n: usize) -> Self {
        let (zero, counts) = (M::Scalar::zero(), m.sizes());
        Self {
            holonomic: vec![zero; n * counts.holonomic],
            nonholonomic: vec![zero; n * counts.nonholonomic],
            sum: Unknowns {
                a: M::Velocity::zeros(n),
                l: M::Holonomic::zeros(counts.holonomic),
                p: M::Nonholonomic::zeros(counts.nonholonomic),
            },
            forces: 0.0,
        }
    }

    /// Evaluates G and D.
    pub(super) fn place(&mut self, m: &M, at: &M::Placed, moving: &M::Moving) {
        if M::HOLONOMIC {
            m.constraint_jacobian(at, &mut self.holonomic);
        }
        if M::NONHOLONOMIC {
            m.velocity_jacobian(at, moving, &mut self.nonholonomic);
        }
    }

    /// Gᵀλ + Dᵀψ.
    pub(super) fn reaction(&self, (l, p): (&M::Holonomic, &M::Nonholonomic), out: &mut M::Velocity) {
        out.fill(M::Scalar::zero());
        let out = out.as_mut_slice();
        for (rows, multipliers) in [(&self.holonomic, l.as_slice()), (&self.nonholonomic, p.as_slice())] {
            for (row, multiplier) in rows.chunks_exact(out.len().max(1)).zip(multipliers) {
                for (sum, entry) in out.iter_mut().zip(row) {
                    *sum = *sum + *entry * *multiplier;
                }
            }
        }
    }

    /// What is known of the forces and what the reactions do: their sizes.
    pub(super) fn forces(&mut self, known: &M::Velocity, reaction: &M::Velocity) {
        self.forces = known.extent() + reaction.extent();
    }

    /// (6), in place.
    pub(super) fn solve(
        &mut self,
        m: &M,
        factors: &M::SaddleFactors,
        (at, moving): (&M::Placed, &M::Moving),
        right: &mut Unknowns<M>,
        product: &mut M::Velocity,
    ) -> Result<Rescue, StepFailure> {
        let (zero, minus) = (M::Scalar::zero(), -M::Scalar::one());
        let mut rescue = Rescue::None;
        let forces = self.forces + right.a.extent();
        let Unknowns { a, l, p } = &mut self.sum;
        a.fill(zero);
        l.fill(zero);
        p.fill(zero);
        let mut left = f64::INFINITY;
        for _ in 0..SOLVES {
            let before = left;
            let Unknowns { a, l, p } = right;
            rescue = rescue.max(m.solve_saddle(factors, a, l, p).map_err(singular)?);
            self.sum.add(right);
            m.reaction_force(at, moving, (&right.l, &right.p), product);
            self.reaction((&right.l, &right.p), &mut right.a);
            product.axpy(minus, &right.a);
            left = imbalance(product.extent(), forces);
            // Rounding of an ill-conditioned solve, which no other makes smaller.
            let rounding = left >= before && left <= NOISE * M::Scalar::epsilon();
            // What is no number is told by whoever takes z.
            if left <= TOLERANCE * M::Scalar::epsilon() || rounding || !left.is_finite() {
                right.copy_from(&self.sum);
                return Ok(rescue);
            }
            right.a.copy_from(product);
            right.l.fill(zero);
            right.p.fill(zero);
        }
        Err(diverged::<M>((&right.a, &self.sum.l, &self.sum.p), SOLVES, left))
    }
}
