//! Derivatives of inverse and forward dynamics, exact to round-off: dual numbers through the same code.
//!
//! Invariant: derivatives with respect to position are along the velocities, so that quaternions rotate in the axes
//! of their link: q(ε) = q ⊞ ε e_j.

use super::tree::Tree;
use nalgebra::DMatrix;
use num_dual::Dual64;

/// Derivatives of τ(q, v, a); all matrices have one row per effort and one column per velocity.
#[derive(Clone, Debug)]
pub struct Linearisation {
    /// ∂τ/∂q along the velocities; the K of the contract.
    pub position: DMatrix<f64>,
    /// ∂τ/∂v, the C of the contract.
    pub velocity: DMatrix<f64>,
    /// ∂τ/∂a, the mass matrix.
    pub mass: DMatrix<f64>,
}

impl Tree {
    /// The derivatives of inverse dynamics.
    pub fn linearise(&self, q: &[f64], v: &[f64], a: &[f64]) -> Linearisation {
        let n = self.velocities();
        let column = |j: usize, which: usize| -> Vec<f64> {
            let mut unit = vec![0.0; n];
            unit[j] = 1.0;
            let zero = vec![0.0; n];
            let by = |k: usize| if k == which { &unit } else { &zero };
            let dual = |x: &[f64], dx: &[f64]| -> Vec<Dual64> {
                x.iter().zip(dx).map(|(x, dx)| Dual64::new(*x, *dx)).collect()
            };
            let efforts =
                self.inverse_dynamics(&dual(q, &self.rates(q, by(0))), &dual(v, by(1)), &dual(a, by(2)));
            efforts.iter().map(|effort| effort.eps).collect()
        };
        let matrix = |which: usize| {
            let columns: Vec<f64> = (0..n).flat_map(|j| column(j, which)).collect();
            DMatrix::from_vec(n, n, columns)
        };
        Linearisation { position: matrix(0), velocity: matrix(1), mass: matrix(2) }
    }

    /// (∂a/∂q, ∂a/∂v) of forward dynamics under constant efforts: −M⁻¹ ∂τ/∂q and −M⁻¹ ∂τ/∂v at the
    /// acceleration that the efforts cause. `None` where M is not positive definite.
    pub fn linearise_forward(
        &self,
        q: &[f64],
        v: &[f64],
        efforts: &[f64],
    ) -> Option<(DMatrix<f64>, DMatrix<f64>)> {
        let a = self.forward_dynamics(q, v, efforts)?;
        let all = self.linearise(q, v, &a);
        let factors = all.mass.cholesky()?;
        Some((-factors.solve(&all.position), -factors.solve(&all.velocity)))
    }
}
