//! Energies → mass matrix and force: Lagrange's equations of the second kind.
//!
//! ```text
//! p = ∂T/∂v,   M = ∂p/∂v                                                        (1)
//! f = ∂T/∂q − ∂V/∂q − ∂R/∂v + Q − (∂/∂t + v·∂/∂q) p − ω × p                     (2)
//! ```
//! ω × p on rotations only. R is Rayleigh's dissipation, Q the generalised forces. T must be quadratic in v, so that M is
//! free of v; terms linear in v (gyroscopic, rheonomic) are welcome. In (2) the graph's canonical
//! sums let v·∂²x/∂q∂q cancel between ∂T/∂q and dp/dt where T is made of squares of velocities.

use super::constraints::drift;
use super::{SparseMatrix, Symbols};
use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use crate::mechanics::Formulated;
use crate::symbolic::{Graph, Node};

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
    formulated: &mut Formulated<'_>,
    symbols: &Symbols,
    given: &Lagrangian,
    diagnostics: &mut Diagnostics,
) -> Result<(SparseMatrix, Vec<Node>), Reported> {
    let graph = &mut formulated.graph;
    let momentum = graph.gradient(given.kinetic, &symbols.velocities);
    let mass = SparseMatrix::jacobian(graph, &momentum, &symbols.velocities);
    for &(i, _, entry) in &mass.entries {
        if symbols.velocities.iter().any(|&v| graph.depends_on(entry, v)) {
            let coordinate = &formulated.velocities[i];
            let message = format!("kinetic energy is not quadratic in the velocity of `{}`", coordinate.name);
            return Err(diagnostics.refuse(
                Diagnostic::error(coordinate.span, message)
                    .help("write M a = f instead, by `mass_matrix = [[…]];` and `force = […];`"),
            ));
        }
    }
    let of_kinetic = along_all(graph, symbols, given.kinetic);
    let of_potential = along_all(graph, symbols, given.potential);
    let gyroscopic = gyroscopic(graph, symbols, &momentum);
    let force = (0..symbols.velocities.len())
        .map(|i| {
            let v = symbols.velocities[i];
            let mut terms = vec![of_kinetic[i]];
            let momentum_drift = drift(graph, symbols, momentum[i]);
            let dissipative = graph.derivative(given.dissipation, v);
            for opposing in [momentum_drift, of_potential[i], dissipative, gyroscopic[i]] {
                let term = graph.neg(opposing);
                terms.push(term);
            }
            let own = given.generalized.iter().filter(|(coordinate, _)| *coordinate == i);
            terms.extend(own.map(|&(_, force)| force));
            graph.sum(&terms)
        })
        .collect();
    Ok((mass, force))
}

/// The derivative of an energy along every direction of the configuration space.
fn along_all(graph: &mut Graph, symbols: &Symbols, energy: Node) -> Vec<Node> {
    symbols
        .tangent
        .iter()
        .map(|direction| super::sparse_matrix::slopes(graph, &[energy], direction)[0])
        .collect()
}

/// ω × p of every rotation on SO(3), where p = ∂T/∂ω: angular velocities are no rates of coordinates
/// (Boltzmann–Hamel).
fn gyroscopic(graph: &mut Graph, symbols: &Symbols, momentum: &[Node]) -> Vec<Node> {
    let mut terms = vec![graph.zero(); symbols.velocities.len()];
    for &first in &symbols.rotations {
        let spin = core::array::from_fn(|k| graph.node(symbols.velocities[first + k]));
        let own = core::array::from_fn(|k| momentum[first + k]);
        terms[first..first + 3].copy_from_slice(&crate::symbolic::vectors::cross(graph, &spin, &own));
    }
    terms
}
