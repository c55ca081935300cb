//! The initial state, and the data for its assembly by `build()`.

use super::{AssemblyFacts, Evaluate};
use crate::Vector;
use alloc::vec::Vec;

/// The initial state, and the data for its assembly.
pub trait Assemble: Evaluate {
    /// The data for the assembly in addition to the constraints; empty by default.
    fn assembly(&self) -> AssemblyFacts<'_> {
        AssemblyFacts::default()
    }
    /// The characteristic length L, deviations d, ∂d/∂q row by row, and the guessed rates of d; see
    /// [`AssemblyFacts`].
    fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// Those of [`assembly_measures`](Self::assembly_measures) that may differ from zero, with their places, in order; `None` if only all of them
    /// are known.
    fn measure_nonzeros(&self, at: &Self::PositionCache) -> Option<Vec<(usize, Self::Scalar)>> {
        let _ = at;
        None
    }
    /// Cosines h of the angles whose sines are among the constraints, ∂h/∂q row by row.
    fn assembly_cosines(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// Conditions of `initial`: residuals, then their Jacobian row by row.
    fn assembly_conditions(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut [Self::Scalar]) {
        let _ = (at, v, out);
    }
    /// h alone; positive unless a joint is turned over.
    fn orientation_cosines(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
    }
    /// The initial state that `build()` assembled: (q, v, y) at t = 0.
    fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States);
    /// The initial guess of the first reactions (λ, ψ); it matters only if forces are not
    /// affine in them.
    fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
        let sizes = self.sizes();
        (Vector::zeros(sizes.holonomic), Vector::zeros(sizes.nonholonomic))
    }
}
