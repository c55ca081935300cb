//! The exact derivatives of the equations of motion that implicit steps need.
//!
//! ```text
//! C = −∂f/∂v,   K = ∂(M a − f)/∂q,   B = −∂f/∂(λ,ψ)
//! ```
//! f holds the reactions, so K contains the constraints' second derivatives.

use super::{SparseMatrix, Symbols};
use crate::symbolic::{Graph, Node, Symbol};

/// C, K and B.
pub(super) struct Linearisation {
    pub damping: SparseMatrix,
    pub stiffness: SparseMatrix,
    pub borders: SparseMatrix,
}

/// Derives C, K and B from f and M a − f.
pub(super) fn linearise(
    graph: &mut Graph,
    symbols: &Symbols,
    force: &[Node],
    residual: &[Node],
) -> Linearisation {
    Linearisation {
        damping: negative_jacobian(graph, force, &symbols.velocities),
        stiffness: SparseMatrix::along(graph, residual, &symbols.tangent),
        borders: negative_jacobian(graph, force, &symbols.multipliers()),
    }
}

fn negative_jacobian(graph: &mut Graph, values: &[Node], symbols: &[Symbol]) -> SparseMatrix {
    let mut jacobian = SparseMatrix::jacobian(graph, values, symbols);
    for (_, _, entry) in &mut jacobian.entries {
        *entry = graph.neg(*entry);
    }
    jacobian
}
