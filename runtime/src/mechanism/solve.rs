//! The linear systems of steps.

use super::{Blocks, Evaluate, Fallback, Singular, Weights};
use core::fmt::Debug;

/// Factorises and solves the linear systems of steps. If written by hand: [`dense_solve!`](crate::dense_solve).
pub trait Solve: Evaluate {
    /// Factors of the unweighted saddle matrix `[M B; G₂ 0; D 0]`.
    type SaddleFactors: Clone + Debug + Send + Sync;
    /// Factors of the weighted bordered matrix.
    type Factors: Clone + Debug + Send + Sync;
    /// Empty factors of the saddle matrix.
    fn saddle_factors(&self) -> Self::SaddleFactors;
    /// Empty factors of the weighted matrix.
    fn factors(&self) -> Self::Factors;
    /// Factors of `[M B; G₂ 0; D 0]`, where B is evaluated at `columns`, G₂ and D at `rows`
    /// (D of a `BORDERS_MOVE` mechanism from `moving`). Never fails: [`solve_saddle`](Self::solve_saddle) handles weak pivots.
    fn factor_saddle(
        &self,
        mass: &Self::PositionCache,
        columns: &Self::PositionCache,
        rows: &Self::PositionCache,
        moving: &Self::VelocityCache,
        into: &mut Self::SaddleFactors,
    );
    /// Solves the saddle system in place: right-hand sides in, (a, λ, ψ) out.
    fn solve_saddle(
        &self,
        factors: &Self::SaddleFactors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular>;
    /// Factors of the weighted bordered matrix, see [`Weights`].
    fn factor(&self, weights: Weights<Self::Scalar>, blocks: Blocks<'_, Self>, into: &mut Self::Factors);
    /// Solves the weighted system in place.
    fn solve(
        &self,
        factors: &Self::Factors,
        a: &mut Self::Velocity,
        lambda: &mut Self::Holonomic,
        psi: &mut Self::Nonholonomic,
    ) -> Result<Fallback, Singular>;
}
