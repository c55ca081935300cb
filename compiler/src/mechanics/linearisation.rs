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

/// Derives C, K and B from M and f.
pub(super) fn linearise(
    graph: &mut Graph,
    symbols: &Symbols,
    mass: &SparseMatrix,
    force: &[Node],
) -> Linearisation {
    let mut residual: Vec<Vec<Node>> = force.iter().map(|&f| vec![graph.neg(f)]).collect();
    for &(i, j, entry) in &mass.entries {
        let a = graph.node(symbols.accelerations[j]);
        let inertia = graph.mul(entry, a);
        residual[i].push(inertia);
    }
    let residual: Vec<Node> = residual.iter().map(|terms| graph.sum(terms)).collect();
    Linearisation {
        damping: negative_jacobian(graph, force, &symbols.velocities),
        stiffness: SparseMatrix::jacobian(graph, &residual, &symbols.positions),
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
