//! The exact derivatives of the equations of motion that implicit steps need.
//!
//! ```text
//! C = −∂f/∂v,   K = ∂(M a − f)/∂q,   B = −∂f/∂(λ,ψ)
//! ```
//! f holds the reactions, so K contains the constraints' second derivatives.
//!
//! Where f has a root u^(1/2) in it that vanishes, its derivative u'/(2 √u) is not a number, though f may be smooth enough for
//! a step (|v| v of a body at rest). There
//!
//! ```text
//! u'/√u → 0    where u = 0                                                                   (1)
//! ```
//!
//! in C and K, which is the mean over all directions for the length of a vector; f is unchanged.

use super::{SparseMatrix, Symbols, Wanted};
use crate::symbolic::{Function, Graph, Node, Relation, Symbol, View};
use std::collections::HashSet;

/// C, K and B.
pub(super) struct Linearisation {
    pub damping: SparseMatrix,
    pub stiffness: SparseMatrix,
    pub borders: SparseMatrix,
}

/// Derives B, and C and K if requested, from f and M a − f.
pub(super) fn linearise(
    graph: &mut Graph,
    symbols: &Symbols,
    force: &[Node],
    residual: &[Node],
    wanted: Wanted,
) -> Linearisation {
    let nothing = || SparseMatrix { rows: force.len(), cols: symbols.velocities.len(), entries: Vec::new() };
    let (damping, stiffness) = match wanted {
        Wanted::Diagnostics => (nothing(), nothing()),
        Wanted::Programs => {
            let damping = negative_jacobian(graph, force, &symbols.velocities);
            (finite(graph, damping), stiffness(graph, residual, symbols))
        }
    };
    Linearisation { damping, stiffness, borders: negative_jacobian(graph, force, &symbols.multipliers()) }
}

fn stiffness(graph: &mut Graph, residual: &[Node], symbols: &Symbols) -> SparseMatrix {
    let matrix = SparseMatrix::along(graph, residual, &symbols.tangent);
    finite(graph, matrix)
}

fn finite(graph: &mut Graph, mut matrix: SparseMatrix) -> SparseMatrix {
    make_finite(graph, matrix.entries.iter_mut().map(|(_, _, entry)| entry));
    matrix
}

/// (1) in derivatives.
pub(super) fn make_finite<'e>(graph: &mut Graph, derivatives: impl Iterator<Item = &'e mut Node>) {
    let mut without = HashSet::new();
    for entry in derivatives {
        if has_vanishing_root(graph, *entry, &mut without) {
            *entry = graph.replace_nodes(*entry, &|graph, rebuilt| {
                let (node, zero) = (rebuilt.node, graph.zero());
                let vanish = inverse_roots(graph, node)
                    .into_iter()
                    .map(|root| graph.compare(Relation::Eq, root, zero))
                    .collect::<Vec<_>>();
                let vanishes = vanish.into_iter().reduce(|one, other| graph.or(one, other))?;
                Some(graph.select(vanishes, zero, node))
            });
        }
    }
}

/// The roots in the denominator of a product that can vanish: not those of constants, or of sums with a positive constant.
fn inverse_roots(graph: &Graph, node: Node) -> Vec<Node> {
    let View::Product { factors } = graph.view(node) else { return Vec::new() };
    let vanishes = |&&(base, exponent): &&(Node, i32)| {
        exponent < 0
            && match graph.view(base) {
                View::Call(Function::Hypot, _) => true,
                View::Call(Function::Sqrt, arguments) => match graph.view(arguments[0]) {
                    View::Constant(_) => false,
                    View::Sum { constant, .. } => constant.is_zero(),
                    _ => true,
                },
                _ => false,
            }
    };
    factors.iter().filter(vanishes).map(|&(base, _)| base).collect()
}

/// Whether there is such a root in an expression; `without` are expressions in which there is none.
fn has_vanishing_root(graph: &Graph, node: Node, without: &mut HashSet<Node>) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if !without.contains(&node) && seen.insert(node) {
            if !inverse_roots(graph, node).is_empty() {
                return true;
            }
            graph.for_each_child(node, |child| pending.push(child));
        }
    }
    without.extend(seen);
    false
}

fn negative_jacobian(graph: &mut Graph, values: &[Node], symbols: &[Symbol]) -> SparseMatrix {
    let mut jacobian = SparseMatrix::jacobian(graph, values, symbols);
    for (_, _, entry) in &mut jacobian.entries {
        *entry = graph.neg(*entry);
    }
    jacobian
}
