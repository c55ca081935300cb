//! What `build()` assembles the initial state with, and that state.

use super::{AssemblyFacts, Evaluate};
use crate::Vector;

/// The initial state, and what it is found with.
pub trait Assemble: Evaluate {
    /// What the initial state is found with beside the constraints; nothing by default.
    fn assembly(&self) -> AssemblyFacts<'_> {
        AssemblyFacts::default()
    }
    /// The characteristic length L, deviations d, ∂d/∂q row by row, and the rates of d that are guessed; see
    /// [`AssemblyFacts`].
    fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [Self::Scalar]) {
        let _ = (at, out);
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
    /// Where Newton's iteration for the first reactions (λ, ψ) starts; matters only where forces are not
    /// affine in them.
    fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
        let sizes = self.sizes();
        (Vector::zeros(sizes.holonomic), Vector::zeros(sizes.nonholonomic))
    }
}
