//! Integration on a manifold: the difference between Ω and Σ p_k for velocities that do not commute.
//!
//! With w(τ) = Σ_k k p_k τ^(k−1)  (= h v(t_n + τh) in the moving frame), q(t_n + τh) = q_n ⊞ Ω(τ) and
//!
//! ```text
//! Ω' = dexp⁻¹_Ω(w) = w + F(τ, Ω),     Ω(0) = 0,     Ω(1) = Σ p_k + ∫₀¹ F dτ                   (1)
//! ```
//!
//! F is of order h³ (no bracket of w with itself). Picard's iteration on Gauss's four nodes gains one
//! power of h per pass; after D − 1 passes the local error is of order h^(D+2), one better than the method.
//! On SO(3) the first pass gives p_1 × p_2/6 + p_1 × p_3/4 + ….
//!
//! Invariant: the correction by Δ enters linearly, as s Δ; the neglected terms are of order h^(D+2).

use crate::{Mechanism, Real, Vector};
use alloc::vec;
use alloc::vec::Vec;

const NODES: usize = 4;

/// Space for (1), empty on a vector space.
#[derive(Clone, Debug)]
pub(super) struct ManifoldCorrection<M: Mechanism> {
    passes: usize,
    /// a_ij = ∫₀^{c_i} L_j, and b_j = ∫₀¹ L_j in the last row.
    integrals: [[f64; NODES]; NODES + 1],
    /// Ω, F at the nodes.
    omega: Vec<M::Velocity>,
    force: Vec<M::Velocity>,
    w: Vec<M::Velocity>,
}

/// Gauss's nodes on [0, 1]: 1/2 ± √(3/7 ± (2/7)√(6/5))/2.
fn nodes() -> [f64; NODES] {
    let inner = 2.0 / 7.0 * (6.0_f64 / 5.0).sqrt();
    let (far, near) = (0.5 * (3.0 / 7.0 + inner).sqrt(), 0.5 * (3.0 / 7.0 - inner).sqrt());
    [0.5 - far, 0.5 - near, 0.5 + near, 0.5 + far]
}

/// ∫₀^x of the Lagrange polynomials L_j of the nodes.
fn integrals(x: f64) -> [f64; NODES] {
    let c = nodes();
    core::array::from_fn(|j| {
        let mut polynomial = [0.0; NODES];
        polynomial[0] = 1.0;
        for i in (0..NODES).filter(|&i| i != j) {
            for k in (0..NODES).rev() {
                let lower = if k > 0 { polynomial[k - 1] } else { 0.0 };
                polynomial[k] = (lower - c[i] * polynomial[k]) / (c[j] - c[i]);
            }
        }
        (0..NODES).rev().fold(0.0, |sum, k| (sum + polynomial[k] / (k + 1) as f64) * x)
    })
}

impl<M: Mechanism> ManifoldCorrection<M> {
    pub(super) fn new(m: &M, n: usize, d: usize) -> Self {
        let count = if m.flags().vector_space { 0 } else { NODES };
        let space = vec![M::Velocity::zeros(n); count];
        let c = nodes();
        Self {
            passes: d - 1,
            integrals: core::array::from_fn(|i| integrals(if i < NODES { c[i] } else { 1.0 })),
            omega: space.clone(),
            force: space.clone(),
            w: space,
        }
    }

    /// p_0 ← p_0 + ∫₀¹ F dτ.
    pub(super) fn add<const DEGREE: usize>(&mut self, m: &M, p: &mut [M::Velocity; DEGREE]) {
        let c = nodes();
        for ((w, force), c) in self.w.iter_mut().zip(&mut self.force).zip(c) {
            w.fill(M::Scalar::zero());
            force.fill(M::Scalar::zero());
            for (k, p) in p.iter().enumerate().skip(1).rev() {
                w.scale(M::Scalar::exact(c));
                w.axpy(M::Scalar::exact(k as f64), p);
            }
        }
        for _ in 0..self.passes {
            for ((omega, row), c) in self.omega.iter_mut().zip(&self.integrals).zip(c) {
                omega.fill(M::Scalar::zero());
                for p in p[1..].iter().rev() {
                    omega.add(p);
                    omega.scale(M::Scalar::exact(c));
                }
                for (a, force) in row.iter().zip(&self.force) {
                    omega.axpy(M::Scalar::exact(*a), force);
                }
            }
            for ((omega, w), force) in self.omega.iter().zip(&self.w).zip(&mut self.force) {
                m.dexp_inverse(omega, w, force);
                force.axpy(-M::Scalar::one(), w);
            }
        }
        for (b, force) in self.integrals[NODES].iter().zip(&self.force) {
            p[0].axpy(M::Scalar::exact(*b), force);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gauss's weights, and exactness for τ³: ∫₀^c τ³ = c⁴/4.
    #[test]
    fn quadrature_of_gauss() {
        let (c, b) = (nodes(), integrals(1.0));
        let outer = 0.25 - (30.0_f64).sqrt() / 72.0;
        assert!((b[0] - outer).abs() < 1e-15 && (b[1] - (0.5 - outer)).abs() < 1e-15, "{b:?}");
        for x in [c[0], c[2], 1.0] {
            let a = integrals(x);
            let cube: f64 = (0..NODES).map(|j| a[j] * c[j] * c[j] * c[j]).sum();
            assert!((cube - x * x * x * x / 4.0).abs() < 1e-15);
        }
    }
}
