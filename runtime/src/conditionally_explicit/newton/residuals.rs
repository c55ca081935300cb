//! The right-hand sides of an iteration and their sizes.

use super::super::deciding::{MOST, each, norm_of};
use super::super::workspace::Workspace;
use crate::{Mechanism, Real, Vector};

/// A residual below this many rounding units of its largest term is rounding.
const NOISE: f64 = 2.0;
/// Sizes of the residuals, each with its rounding error, for each deciding lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residuals {
    pub(super) force: [(f64, f64); MOST],
    position: [(f64, f64); MOST],
    rate: [(f64, f64); MOST],
}

impl Residuals {
    /// Whether another solve would change less than `remainder`, if changes decrease like the residuals have
    /// since `before`. Residuals that are rounding count as converged, NaN does not.
    #[inline]
    pub(super) fn settle(&self, before: &Self, lane: usize, change: f64, remainder: f64) -> bool {
        [(&self.force, &before.force), (&self.position, &before.position), (&self.rate, &before.rate)]
            .map(|(now, then)| (now[lane], then[lane]))
            .iter()
            .all(|((now, noise), (then, _))| now <= noise || change * now <= remainder * then)
    }
}
impl<M: Mechanism, const DEGREE: usize> Workspace<M, DEGREE> {
    /// p_2 + l_2 Δ = h² a/2, into `right.velocity`.
    #[inline]
    fn half_displacement(&mut self, l2: f64) {
        let l2 = M::Scalar::exact(l2);
        let parts = self.p[2].as_slice().iter().zip(self.delta.as_slice());
        for (u, (p, delta)) in self.right.velocity.as_mut_slice().iter_mut().zip(parts) {
            *u = *p + l2 * *delta;
        }
    }
    /// The right-hand sides of (4) or (5), scaled for the matrix of [`factor`](Self::factor); `size` is 1 + |q|.
    #[inline]
    pub(super) fn residuals(&mut self, m: &M, l2: f64, size: &[f64; MOST], first: bool) -> Residuals {
        let mut sizes = Residuals::default();
        let noise = NOISE * M::Scalar::epsilon();
        let half_square = self.scales.half_square;
        let force = first || m.flags().velocity_dependent || m.flags().borders_move;
        if !first && (force || m.flags().nonholonomic) {
            self.half_displacement(l2);
        }
        let [here, there] = &mut self.instants;
        let reactions = (&self.lambda, &self.psi);
        let right = &mut self.right;
        // h² a/2 with Δ = 0 is the prediction.
        let displacement = if first { &self.p[2] } else { &right.velocity };

        if m.flags().borders_move {
            m.moving(&here.at, &self.v, &here.y, reactions, &mut self.moving);
        }
        if force {
            if !m.flags().constrained() || (first && m.flags().linear_reactions && !m.flags().borders_move) {
                m.applied_force(&here.at, &self.v, &here.y, &mut right.a);
            } else {
                m.force(&here.at, &self.v, &here.y, reactions, &mut right.a);
            }
            right.a.scale(half_square);
            m.mass_times(&here.at, displacement, &mut right.product);
            if m.flags().velocity_dependent || m.flags().borders_move {
                let largest =
                    each::<M::Scalar, _>(|lane| norm_of(&right.a, lane) + norm_of(&right.product, lane));
                right.a.axpy(-M::Scalar::one(), &right.product);
                sizes.force = each::<M::Scalar, _>(|lane| (norm_of(&right.a, lane), noise * largest[lane]));
            } else {
                right.a.axpy(-M::Scalar::one(), &right.product);
            }
        } else {
            // The first solve has satisfied this row, which is linear.
            right.a.fill(M::Scalar::zero());
        }
        // The mass matrix of the saddle matrix has no factor l_2: the unknowns are dΔ and (dμ, dν)/l_2. So dΔ, on which the
        // next instant depends, needs no operation after the solve.
        if force && !m.flags().velocity_dependent {
            right.a.scale(self.scales.inverse_l2);
        }
        if m.flags().holonomic {
            m.holonomic(&there.at, &mut right.lambda);
            sizes.position = each::<M::Scalar, _>(|lane| (norm_of(&right.lambda, lane), noise * size[lane]));
            right.lambda.scale(-self.scales.inverse_s);
        }
        if m.flags().nonholonomic {
            m.acceleration_bias(&here.at, &self.v, (&mut right.bias, &mut right.psi));
            right.psi.scale(half_square);
            let largest = each::<M::Scalar, _>(|lane| norm_of(&right.psi, lane));
            if m.flags().borders_move {
                // D u from the dense D.
                m.velocity_jacobian(&here.at, &self.moving, &mut right.jacobian);
                // If there are no degrees of freedom, D is empty.
                let n = displacement.len().max(1);
                for (psi, row) in right.psi.as_mut_slice().iter_mut().zip(right.jacobian.chunks_exact(n)) {
                    for (d, u) in row.iter().zip(displacement.as_slice()) {
                        *psi = *psi - *d * *u;
                    }
                }
            } else {
                // D u = k(u) − k(0): k is affine in v if D does not depend on it.
                m.nonholonomic(&here.at, displacement, &mut right.rate);
                right.psi.axpy(-M::Scalar::one(), &right.rate);
                right.product.fill(M::Scalar::zero());
                m.nonholonomic(&here.at, &right.product, &mut right.rate);
                right.psi.add(&right.rate);
            }
            sizes.rate = each::<M::Scalar, _>(|lane| (norm_of(&right.psi, lane), noise * largest[lane]));
            right.psi.scale(self.scales.inverse_l2);
        }
        sizes
    }
}
