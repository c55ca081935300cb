//! Reactions of redundant constraints.

use crate::{Mechanism, Singular, Vector};

/// The factor by which the tolerance of multipliers is larger if constraints are redundant: among equivalent multipliers,
/// rounding over ε determines the smallest to 1e-9 only. (Newton's iteration squares the error.)
pub(crate) fn blur<M: Mechanism>(m: &M) -> f64 {
    if m.flags().redundant && m.sizes().redundancy > 0 { 64.0 } else { 1.0 }
}

/// Replaces the multipliers of redundant constraints by the smallest equivalent ones; those of constraints that are not redundant
/// stay. `work` becomes the change of the accelerations that belongs to that of the multipliers: zero, unless forces depend on reactions
/// ([`Flags::linear_reactions`](crate::Flags::linear_reactions) is false).
///
/// ```text
/// M a + B·(λ, ψ)' = B·(λ, ψ),   G a = 0,   D a = 0
/// ```
///
/// The norm is Σ (w_i λ_i)², where w_i = Lᵖ⁻¹ for a constraint in mᵖ turns a multiplier into a force: a constraint
/// in metres counts by its force, one in radians by its moment over L. The characteristic length L is the
/// largest |∂g_i/∂q_j| between constraints and coordinates whose units differ by one metre, at the
/// initial state that `build()` assembled: the longest lever arm of a constraint (1 m if there is none).
///
/// Linear solves of a mechanism already return such multipliers if the rows and columns of the
/// matrix belong to one configuration. A method with rows and columns of different ones, or that sums
/// increments, calls this at the configuration of the multipliers; `factors` are overwritten.
///
/// # Errors
/// [`Singular`] if the saddle matrix is.
pub fn smallest_reactions<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    moving: &M::VelocityCache,
    (factors, work): (&mut M::SaddleFactors, &mut M::Velocity),
    (lambda, psi): (&mut M::Holonomic, &mut M::Nonholonomic),
) -> Result<(), Singular> {
    if !m.flags().redundant || m.sizes().redundancy == 0 {
        work.fill(crate::Real::zero());
        return Ok(());
    }
    m.reaction_force(at, moving, (lambda, psi), work);
    m.factor_saddle(at, at, at, moving, factors);
    lambda.fill(crate::Real::zero());
    psi.fill(crate::Real::zero());
    m.solve_saddle(factors, work, lambda, psi)?;
    Ok(())
}
