//! Reactions of the previous step: equation (5) of the [module above](super).
//!
//! The matrix K of a step then has the columns Gᵀ and Dᵀ. The factored matrix K_B has B = Gᵀ + E, where E is the contribution of
//! friction, so that K z = r is solved by generalised conjugate residuals with K_B as a preconditioner:
//!
//! ```text
//! K_B z_i = (r_i, 0, 0),    c_i = r_i − E (λ, ψ)_i,    both made orthogonal in c to those before       (6)
//! z ← z + α z_i,    r_{i+1} = r_i − α c_i,    α = r_i·c_i/c_i·c_i
//! ```
//!
//! The first z satisfies the rows of constraints. One solve more than the rank of E is
//! sufficient: one if E = 0.
//!
//! Invariant: a solution of (6) balances the forces to rounding.

use super::solve::singular;
use crate::convergence::imbalance;
use crate::implicit::diverged;
use crate::stepper::StepFailure;
use crate::unknowns::Unknowns;
use crate::{Fallback, Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// The residual of the forces at the end of (6), in rounding units.
const TOLERANCE: f64 = 16.0;
/// A residual that no longer decreases and is smaller than this is rounding, in rounding units.
const NOISE: f64 = 1e6;
/// The largest number of solves.
const SOLVES: usize = 64;
/// The number of stored directions, after which (6) restarts.
const KEPT: usize = 16;

/// Gᵀ and Dᵀ at t_n, and space for (6).
#[derive(Clone, Debug)]
pub(super) struct Lagged<M: Mechanism> {
    /// G, row by row.
    holonomic: Vec<M::Scalar>,
    /// D, row by row.
    nonholonomic: Vec<M::Scalar>,
    /// z.
    sum: Unknowns<M>,
    /// z_i and c_i.
    directions: Vec<(Unknowns<M>, M::Velocity)>,
    /// Σ |f| of the step, the scale of (6).
    forces: f64,
}

impl<M: Mechanism> Lagged<M> {
    /// Space for `n` velocities.
    pub(super) fn new(m: &M, n: usize) -> Self {
        let (zero, counts) = (M::Scalar::zero(), m.sizes());
        let unknowns = Unknowns {
            a: M::Velocity::zeros(n),
            lambda: M::Holonomic::zeros(counts.holonomic),
            psi: M::Nonholonomic::zeros(counts.nonholonomic),
        };
        Self {
            holonomic: vec![zero; n * counts.holonomic],
            nonholonomic: vec![zero; n * counts.nonholonomic],
            sum: unknowns.clone(),
            directions: vec![(unknowns, M::Velocity::zeros(n)); KEPT],
            forces: 0.0,
        }
    }

    /// Evaluates G and D.
    pub(super) fn place(&mut self, m: &M, at: &M::PositionCache, moving: &M::VelocityCache) {
        if m.flags().holonomic {
            m.constraint_jacobian(at, &mut self.holonomic);
        }
        if m.flags().nonholonomic {
            m.velocity_jacobian(at, moving, &mut self.nonholonomic);
        }
    }

    /// Gᵀλ + Dᵀψ.
    pub(super) fn reaction(&self, reactions: (&M::Holonomic, &M::Nonholonomic), out: &mut M::Velocity) {
        ideal(&self.holonomic, &self.nonholonomic, reactions, out);
    }

    /// The sizes of the known forces and of the reactions.
    pub(super) fn forces(&mut self, known: &M::Velocity, reaction: &M::Velocity) {
        self.forces = known.norm_l1() + reaction.norm_l1();
    }

    /// (6), in place.
    pub(super) fn solve(
        &mut self,
        m: &M,
        factors: &M::SaddleFactors,
        (at, moving): (&M::PositionCache, &M::VelocityCache),
        right: &mut Unknowns<M>,
        product: &mut M::Velocity,
    ) -> Result<Fallback, StepFailure> {
        let zero = M::Scalar::zero();
        let forces = self.forces + right.a.norm_l1();
        let Unknowns { a, lambda, psi } = right;
        let mut fallback = m.solve_saddle(factors, a, lambda, psi).map_err(singular)?;
        self.sum.copy_from(right);
        // E (λ, ψ) is the residual of the first solve.
        let mut left = self.friction(m, at, moving, right, product);
        let mut before = f64::INFINITY;
        for solve in 0..SOLVES {
            let rest = imbalance(left, forces);
            let rounding = rest >= before && rest <= NOISE * M::Scalar::epsilon();
            // The caller checks that z is finite.
            if rest <= TOLERANCE * M::Scalar::epsilon() || rounding || !rest.is_finite() {
                right.copy_from(&self.sum);
                return Ok(fallback);
            }
            before = rest;
            let k = solve % KEPT;
            let (known, rest) = self.directions.split_at_mut(k);
            let Some((z, c)) = rest.first_mut() else { break };
            // `product` is r_i.
            z.a.copy_from(product);
            z.lambda.fill(zero);
            z.psi.fill(zero);
            fallback = fallback.max(z.solve_saddle(m, factors).map_err(singular)?);
            m.reaction_force(at, moving, (&z.lambda, &z.psi), c);
            ideal(&self.holonomic, &self.nonholonomic, (&z.lambda, &z.psi), &mut right.a);
            c.scale(-M::Scalar::one());
            c.add(&right.a);
            c.add(product);
            for (z_j, c_j) in &*known {
                let by = -(dot(c, c_j) / dot(c_j, c_j));
                c.axpy(by, c_j);
                z.axpy(by, z_j);
            }
            let alpha = dot(product, c) / dot(c, c);
            self.sum.axpy(alpha, z);
            product.axpy(-alpha, c);
            left = product.norm_l1();
        }
        Err(diverged::<M>((product, &self.sum.lambda, &self.sum.psi), SOLVES as u32, imbalance(left, forces)))
    }

    /// E (λ, ψ), and its size.
    fn friction(
        &self,
        m: &M,
        at: &M::PositionCache,
        moving: &M::VelocityCache,
        of: &mut Unknowns<M>,
        out: &mut M::Velocity,
    ) -> f64 {
        m.reaction_force(at, moving, (&of.lambda, &of.psi), out);
        self.reaction((&of.lambda, &of.psi), &mut of.a);
        out.axpy(-M::Scalar::one(), &of.a);
        out.norm_l1()
    }
}

/// Gᵀλ + Dᵀψ from matrices row by row.
fn ideal<T: Real, V: Vector<T>, L: Vector<T>, P: Vector<T>>(
    g: &[T],
    d: &[T],
    (lambda, psi): (&L, &P),
    out: &mut V,
) {
    out.fill(T::zero());
    let out = out.as_mut_slice();
    for (rows, multipliers) in [(g, lambda.as_slice()), (d, psi.as_slice())] {
        for (row, multiplier) in rows.chunks_exact(out.len().max(1)).zip(multipliers) {
            for (sum, entry) in out.iter_mut().zip(row) {
                *sum = *sum + *entry * *multiplier;
            }
        }
    }
}

fn dot<T: Real, V: Vector<T>>(a: &V, b: &V) -> T {
    a.as_slice().iter().zip(b.as_slice()).fold(T::zero(), |sum, (a, b)| sum + *a * *b)
}
