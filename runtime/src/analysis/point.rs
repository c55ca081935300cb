//! A mechanism at one position: the evaluations of its contract as dense matrices.
//!
//! Invariant: nothing is solved here; signs and orders are those of the contract.

use super::row_space::{RowSpace, column, only};
use crate::{Mechanism, Named, Sizes, Vector};
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The entries of a vector of the contract.
pub(crate) fn dense<V: Vector<f64>>(x: &V) -> DVector<f64> {
    DVector::from_column_slice(x.as_slice())
}

/// A vector of the contract with these entries.
pub(crate) fn vector<V: Vector<f64>>(x: &[f64]) -> V {
    let mut v = V::zeros(x.len());
    v.as_mut_slice().copy_from_slice(x);
    v
}

/// q ⊞ δ.
pub(crate) fn moved<M: Mechanism<Scalar = f64>>(
    m: &M,
    q: &M::Configuration,
    by: &DVector<f64>,
) -> M::Configuration {
    let mut there = q.clone();
    m.advance(&mut there, &vector(by.as_slice()), &mut M::Velocity::zeros(by.len()));
    there
}

/// The size of the coordinate of each entry of a velocity: |qᵢ|, or the largest one on a manifold.
pub(crate) fn norms<M: Mechanism<Scalar = f64>>(q: &M::Configuration, velocities: usize) -> DVector<f64> {
    let largest = q.as_slice().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let same = q.len() == velocities;
    DVector::from_fn(velocities, |i, _| if same { q.as_slice()[i].abs() } else { largest })
}

/// The mechanism at (t, q).
pub(crate) struct Point<'m, M: Mechanism> {
    pub(crate) m: &'m M,
    pub(crate) at: M::PositionCache,
    pub(crate) sizes: Sizes,
}

impl<'m, M: Mechanism<Scalar = f64>> Point<'m, M> {
    pub(crate) fn new(m: &'m M, t: f64, q: &M::Configuration) -> Self {
        Self::under(m, &m.now(t), q)
    }

    /// The point with inputs already evaluated.
    pub(crate) fn under(m: &'m M, now: &M::TimeCache, q: &M::Configuration) -> Self {
        let mut at = m.position_cache();
        m.place(now, q, &mut at);
        Self { m, at, sizes: m.sizes() }
    }

    /// All constraints: holonomic first.
    pub(crate) fn constraints(&self) -> usize {
        self.sizes.holonomic + self.sizes.nonholonomic
    }

    /// The known upper bound of the rank of all constraints.
    pub(crate) fn rank(&self) -> usize {
        self.constraints().saturating_sub(self.sizes.redundancy)
    }

    /// The rank of the holonomic constraints, if all redundant constraints are among them.
    pub(crate) fn holonomic_rank(&self) -> usize {
        self.sizes.holonomic.saturating_sub(self.sizes.redundancy)
    }

    /// λ and ψ of zero.
    pub(crate) fn no_reactions(&self) -> (M::Holonomic, M::Nonholonomic) {
        self.reactions(&DVector::zeros(self.constraints()))
    }

    /// J of a state. Rows do not depend on reactions.
    pub(crate) fn unloaded_rows(&self, v: &M::Velocity, y: &M::States) -> DMatrix<f64> {
        let (lambda, psi) = self.no_reactions();
        self.rows(&self.moving(v, y, &lambda, &psi))
    }

    /// λ and ψ from one list.
    pub(crate) fn reactions(&self, both: &DVector<f64>) -> (M::Holonomic, M::Nonholonomic) {
        let (lambda, psi) = both.as_slice().split_at(self.sizes.holonomic);
        (vector(lambda), vector(psi))
    }

    pub(crate) fn mass(&self) -> DMatrix<f64> {
        let n = self.sizes.velocities;
        let mut rows = vec![0.0; n * n];
        self.m.mass_matrix(&self.at, &mut rows);
        DMatrix::from_row_slice(n, n, &rows)
    }

    /// f(t, q, v, y, λ, ψ).
    pub(crate) fn force(
        &self,
        v: &M::Velocity,
        y: &M::States,
        lambda: &M::Holonomic,
        psi: &M::Nonholonomic,
    ) -> DVector<f64> {
        let mut f = M::Velocity::zeros(v.len());
        self.m.force(&self.at, v, y, (lambda, psi), &mut f);
        dense(&f)
    }

    /// f₀.
    pub(crate) fn applied(&self, v: &M::Velocity, y: &M::States) -> DVector<f64> {
        let mut f = M::Velocity::zeros(v.len());
        self.m.applied_force(&self.at, v, y, &mut f);
        dense(&f)
    }

    pub(crate) fn moving(
        &self,
        v: &M::Velocity,
        y: &M::States,
        lambda: &M::Holonomic,
        psi: &M::Nonholonomic,
    ) -> M::VelocityCache {
        let mut moving = self.m.velocity_cache();
        self.m.moving(&self.at, v, y, (lambda, psi), &mut moving);
        moving
    }

    /// B = −∂f/∂(λ, ψ).
    pub(crate) fn borders(&self, moving: &M::VelocityCache) -> DMatrix<f64> {
        let count = self.constraints();
        let mut borders = DMatrix::zeros(self.sizes.velocities, count);
        let mut out = M::Velocity::zeros(self.sizes.velocities);
        for k in 0..count {
            let (lambda, psi) = self.reactions(&DVector::from_fn(count, |i, _| f64::from(i == k)));
            self.m.reaction_force(&self.at, moving, (&lambda, &psi), &mut out);
            borders.column_mut(k).copy_from_slice(out.as_slice());
        }
        borders
    }

    /// G.
    pub(crate) fn position_rows(&self) -> DMatrix<f64> {
        let (n, count) = (self.sizes.velocities, self.sizes.holonomic);
        let mut rows = vec![0.0; n * count];
        self.m.constraint_jacobian(&self.at, &mut rows);
        DMatrix::from_row_slice(count, n, &rows)
    }

    /// J = [G; D].
    pub(crate) fn rows(&self, moving: &M::VelocityCache) -> DMatrix<f64> {
        let (n, g) = (self.sizes.velocities, self.sizes.holonomic);
        let mut rows = vec![0.0; n * self.constraints()];
        let (holonomic, nonholonomic) = rows.split_at_mut(n * g);
        self.m.constraint_jacobian(&self.at, holonomic);
        self.m.velocity_jacobian(&self.at, moving, nonholonomic);
        DMatrix::from_row_slice(self.constraints(), n, &rows)
    }

    /// g.
    pub(crate) fn gaps(&self) -> DVector<f64> {
        let mut g = M::Holonomic::zeros(self.sizes.holonomic);
        self.m.holonomic(&self.at, &mut g);
        dense(&g)
    }

    /// (dg/dt, k).
    pub(crate) fn rates(&self, v: &M::Velocity) -> DVector<f64> {
        let mut rate = M::Holonomic::zeros(self.sizes.holonomic);
        let mut slip = M::Nonholonomic::zeros(self.sizes.nonholonomic);
        self.m.holonomic_rate(&self.at, v, &mut rate);
        self.m.nonholonomic(&self.at, v, &mut slip);
        both(&rate, &slip)
    }

    /// γ with J a = γ.
    pub(crate) fn bias(&self, v: &M::Velocity) -> DVector<f64> {
        let mut g = M::Holonomic::zeros(self.sizes.holonomic);
        let mut k = M::Nonholonomic::zeros(self.sizes.nonholonomic);
        self.m.acceleration_bias(&self.at, v, (&mut g, &mut k));
        both(&g, &k)
    }

    /// f_y.
    pub(crate) fn state_rates(&self, v: &M::Velocity, y: &M::States) -> DVector<f64> {
        let mut rates = M::States::zeros(y.len());
        self.m.state_rates(&self.at, v, y, &mut rates);
        dense(&rates)
    }

    /// The name of a constraint, holonomic first.
    pub(crate) fn constraint(&self, i: usize) -> Option<&Named> {
        let names = self.m.names();
        names.holonomic.iter().chain(names.nonholonomic.iter()).nth(i)
    }
}

/// Two vectors of the contract, one after the other.
pub(crate) fn both<A: Vector<f64>, B: Vector<f64>>(a: &A, b: &B) -> DVector<f64> {
    let all: Vec<f64> = a.as_slice().iter().chain(b.as_slice()).copied().collect();
    DVector::from_vec(all)
}

/// The reactions of the smallest Euclidean norm that balance `load`: min |λ| with B λ = load.
pub(crate) fn least_reactions(borders: &DMatrix<f64>, load: &DVector<f64>) -> DVector<f64> {
    only(&RowSpace::new(borders).shortest(&column(load)))
}

/// The reactions that balance a load best: min |load − B λ|, then min |λ|. Rows of B are not scaled: a
/// direction in which a constraint hardly acts must not determine its reaction.
pub(crate) fn nearest_reactions(borders: &DMatrix<f64>, load: &DVector<f64>) -> DVector<f64> {
    only(&RowSpace::unscaled(borders).shortest(&column(load)))
}

/// W, with Wᵀ B = 0: its columns span the directions without reactions. It is `free` if B is Jᵀ.
pub(crate) fn unloaded(borders: &DMatrix<f64>, rows: &DMatrix<f64>, free: &DMatrix<f64>) -> DMatrix<f64> {
    let transposed = borders.transpose();
    if (&transposed - rows).amax() <= 1e-14 * rows.amax() {
        free.clone()
    } else {
        RowSpace::new(&transposed).null_space()
    }
}
