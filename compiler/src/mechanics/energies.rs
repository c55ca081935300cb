//! Energies → mass matrix and force: Lagrange's equations of the second kind.
//!
//! ```text
//! p = ∂T/∂v,   M = ∂p/∂v                                                        (1)
//! f = ∂T/∂q − ∂V/∂q − ∂R/∂v + Q − (∂/∂t + v·∂/∂q) p                             (2)
//! ```
//! R is Rayleigh's dissipation, Q the generalised forces. T must be quadratic in v, so that M is
//! free of v; terms linear in v (gyroscopic, rheonomic) are welcome. In (2) the graph's canonical
//! sums let v·∂²x/∂q∂q cancel between ∂T/∂q and dp/dt where T is made of squares of velocities.

use super::constraints::drift;
use super::{SparseMatrix, Symbols};
use crate::diagnostics::Diagnostics;
use crate::model::Model;
use crate::symbolic::Node;

/// What the user gave.
pub(super) struct Lagrangian {
    /// T.
    pub kinetic: Node,
    /// V.
    pub potential: Node,
    /// R.
    pub dissipation: Node,
    /// Generalised forces: (coordinate, force).
    pub generalized: Vec<(usize, Node)>,
}

/// (1) and (2).
pub(super) fn lagrange(
    model: &mut Model,
    symbols: &Symbols,
    given: &Lagrangian,
    diagnostics: &mut Diagnostics,
) -> Option<(SparseMatrix, Vec<Node>)> {
    let graph = &mut model.graph;
    let momentum = graph.gradient(given.kinetic, &symbols.velocities);
    let mass = SparseMatrix::jacobian(graph, &momentum, &symbols.velocities);
    for &(i, _, entry) in &mass.entries {
        if symbols.velocities.iter().any(|&v| graph.depends_on(entry, v)) {
            let coordinate = &model.coordinates[i];
            diagnostics.error(
                coordinate.span,
                format!("kinetic energy is not quadratic in the velocity of `{}`", coordinate.name),
            );
            return None;
        }
    }
    let force = (0..symbols.positions.len())
        .map(|i| {
            let (q, v) = (symbols.positions[i], symbols.velocities[i]);
            let mut terms = vec![graph.derivative(given.kinetic, q)];
            let momentum_drift = drift(graph, symbols, momentum[i]);
            let conservative = graph.derivative(given.potential, q);
            let dissipative = graph.derivative(given.dissipation, v);
            for opposing in [momentum_drift, conservative, dissipative] {
                let term = graph.neg(opposing);
                terms.push(term);
            }
            let own = given.generalized.iter().filter(|(coordinate, _)| *coordinate == i);
            terms.extend(own.map(|&(_, force)| force));
            graph.sum(&terms)
        })
        .collect();
    Some((mass, force))
}
