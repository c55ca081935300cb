//! A position of the search for an equilibrium: its forces, their size, and the derivative of (2) in [`equilibrium`](super).

use super::BALANCED;
use crate::analysis::eigen::symmetric;
use crate::analysis::point::dense;
use crate::analysis::row_space::RowSpace;
use crate::analysis::tangent::{By, Of, Tangent};
use crate::solution::State;
use crate::{Mechanism, Vector};
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The displacements of [`Trial::stiff`].
pub(super) const SMALL: f64 = 1e-6;
/// The stiffness counts as symmetric if it differs from its transpose by less than this part of the sizes it is computed from.
const SYMMETRIC: f64 = 1e-9;

/// A position that satisfies the constraints, and equation (2) there.
pub(super) struct Trial<M: Mechanism> {
    pub(super) state: State<M>,
    /// F.
    pub(super) open: DVector<f64>,
    /// f with the best reactions.
    pub(super) force: DVector<f64>,
    /// |B (λ, ψ)| of each coordinate.
    pub(super) reacting: DVector<f64>,
    /// The size of the balanced forces and of the rates of states, here and where the search begins; and there alone.
    pub(super) scale: Scale,
    pub(super) first: Scale,
    /// The forces of the stiffness in displacements of [`SMALL`].
    pub(super) stiff: f64,
    /// The rank of G.
    pub(super) rank: usize,
    /// Z.
    pub(super) free: DMatrix<f64>,
    /// Wᵀ.
    pub(super) unloaded: DMatrix<f64>,
    pub(super) tangent: Tangent,
}

/// S of (4), for forces and for the rates of first-order states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) force: f64,
    pub(super) rate: f64,
}

impl Scale {
    pub(super) fn or(self, other: Self) -> Self {
        Self { force: self.force.max(other.force), rate: self.rate.max(other.rate) }
    }
}

impl<M: Mechanism<Scalar = f64>> Trial<M> {
    pub(super) fn n_q(&self) -> usize {
        self.free.ncols()
    }

    /// f_y.
    pub(super) fn rates(&self) -> DVector<f64> {
        self.open.rows(self.unloaded.nrows(), self.state.y.len()).clone_owned()
    }

    /// F' of (2).
    pub(super) fn derivative(&self) -> DMatrix<f64> {
        let (n_q, n_v, n_y) = (self.n_q(), self.unloaded.nrows(), self.state.y.len());
        let mut all = DMatrix::zeros(n_v + n_y, n_q + n_y);
        let d = &self.tangent;
        let stiffness = -(&self.unloaded * d.block(Of::Motion, By::Position) * &self.free);
        all.view_mut((0, 0), (n_v, n_q)).copy_from(&stiffness);
        all.view_mut((0, n_q), (n_v, n_y)).copy_from(&-(&self.unloaded * d.block(Of::Motion, By::States)));
        all.view_mut((n_v, 0), (n_y, n_q)).copy_from(&(d.block(Of::States, By::Position) * &self.free));
        all.view_mut((n_v, n_q), (n_y, n_y)).copy_from(&d.block(Of::States, By::States));
        all
    }

    /// WᵀKZ, with states that follow so that f_y is unchanged.
    pub(super) fn condensed(&self) -> DMatrix<f64> {
        let (n_q, n_v, n_y) = (self.n_q(), self.unloaded.nrows(), self.state.y.len());
        let all = self.derivative();
        let direct = -all.view((0, 0), (n_v, n_q)).clone_owned();
        if n_y == 0 {
            return direct;
        }
        let follow = RowSpace::new(&all.view((n_v, n_q), (n_y, n_y)).clone_owned())
            .shortest(&-all.view((n_v, 0), (n_y, n_q)).clone_owned());
        direct - all.view((0, n_q), (n_v, n_y)) * follow
    }

    /// Whether a condensed stiffness K has a potential: K = Kᵀ up to rounding of the stiffness and of the balanced forces.
    pub(super) fn is_symmetric(&self, k: &DMatrix<f64>) -> bool {
        if k.nrows() != k.ncols() {
            return false;
        }
        let size = k.amax().max(self.stiff / SMALL).max(self.scale.force);
        (k - k.transpose()).amax() <= SYMMETRIC * size
    }

    /// Whether the states are constant at one value for each position: ∂f_y/∂y has an inverse. A state that integrates has none.
    pub(super) fn states_follow(&self) -> bool {
        let own = self.tangent.block(Of::States, By::States);
        RowSpace::new(&own).rank() == own.nrows()
    }

    /// Eigenpairs of the symmetric part of the condensed stiffness, ascending; none if it is not square.
    pub(super) fn spectrum(&self, mass: &DMatrix<f64>) -> Vec<(f64, DVector<f64>)> {
        let k = self.condensed();
        if k.nrows() != k.ncols() {
            return Vec::new();
        }
        let half = (&k + k.transpose()) * 0.5;
        let metric = (mass + mass.transpose()) * 0.5;
        symmetric(&metric, &half)
            .or_else(|| symmetric(&DMatrix::identity(k.nrows(), k.nrows()), &half))
            .unwrap_or_default()
    }

    /// (4).
    pub(super) fn balanced(&self, tolerance: f64) -> bool {
        self.force.amax() <= tolerance * self.scale.force && self.still(self.rates().amax(), tolerance)
    }

    /// (5), with the correction of this trial.
    pub(super) fn is_rounding(&self, step: &DVector<f64>) -> bool {
        let remainder = &self.open + self.derivative() * step;
        let (n_v, n_y) = (self.unloaded.nrows(), self.state.y.len());
        let force = remainder.rows(0, n_v).amax();
        force <= BALANCED * self.scale.force.max(self.stiff)
            && self.still(remainder.rows(n_v, n_y).amax(), BALANCED)
    }

    /// Whether states that change at this rate are constant.
    pub(super) fn still(&self, rate: f64, tolerance: f64) -> bool {
        rate <= tolerance * self.scale.rate.max(1.0 + dense(&self.state.y).amax())
    }
}
