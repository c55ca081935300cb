//! Energies → mass matrix and force: Lagrange's equations of the second kind.
//!
//! ```text
//! p = ∂T/∂v,   M = ∂p/∂v                                                        (1)
//! f = ∂T/∂q − ∂V/∂q − ∂R/∂v + Q − (∂/∂t + v·∂/∂q) p − ω × p                     (2)
//! ```
//! ω × p on rotations only. R is Rayleigh's dissipation, Q the generalised forces. T must be quadratic in v, so that M is
//! free of v; terms linear in v (gyroscopic, rheonomic) are allowed. In (2) the graph's canonical
//! sums cancel v·∂²x/∂q∂q between ∂T/∂q and dp/dt where T consists of squares of velocities.

use super::constraints::Drift;
use super::{SparseMatrix, Symbols, jumps, messages};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::Formulated;
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::{Graph, Node};
use proc_macro2::Span;

/// The energies, dissipation and forces of the description.
pub(super) struct Lagrangian {
    /// T.
    pub kinetic: Node,
    /// V.
    pub potential: Node,
    /// R.
    pub dissipation: Node,
    /// Generalised forces: (coordinate, force).
    pub generalized: Vec<(usize, Node)>,
    /// The first items with T and V.
    pub places: [Option<Span>; 2],
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
            return Err(diagnostics.refuse(messages::not_quadratic(coordinate.span, &coordinate.name)));
        }
    }
    jumps::warn(formulated, symbols, (&momentum, given.potential), given.places, diagnostics);
    let graph = &mut formulated.graph;
    let of_kinetic = along_all(graph, symbols, given.kinetic);
    let of_potential = along_all(graph, symbols, given.potential);
    let algebra = &Algebra::new(graph);
    let momentum = algebra.exprs(&momentum);
    let gyroscopic = gyroscopic(algebra, symbols, &momentum);
    let dissipation = algebra.expr(given.dissipation);
    let drift = Drift::new(symbols);
    let force = symbols.velocities.iter().enumerate().map(|(i, &v)| {
        let [along_t, along_v] = [of_kinetic[i], of_potential[i]].map(|node| algebra.expr(node));
        let momentum_drift = drift.of(momentum[i]);
        let dissipative = dissipation.derivative(v);
        let mut terms = vec![along_t, -momentum_drift, -along_v, -dissipative, -gyroscopic[i]];
        let own = given.generalized.iter().filter(|(coordinate, _)| *coordinate == i);
        terms.extend(own.map(|&(_, force)| algebra.expr(force)));
        algebra.sum(&terms).node()
    });
    Ok((mass, force.collect()))
}

/// The derivative of an energy along every direction of the configuration space.
fn along_all(graph: &mut Graph, symbols: &Symbols, energy: Node) -> Vec<Node> {
    symbols
        .tangent
        .iter()
        .map(|direction| super::sparse_matrix::slopes(graph, &[energy], direction)[0])
        .collect()
}

/// ω × p of every rotation on SO(3), where p = ∂T/∂ω: angular velocities are not rates of coordinates
/// (Boltzmann–Hamel).
fn gyroscopic<'g>(algebra: &'g Algebra<'g>, symbols: &Symbols, momentum: &[Expr<'g>]) -> Vec<Expr<'g>> {
    let mut terms = vec![algebra.zero(); symbols.velocities.len()];
    for &first in &symbols.rotations {
        let w = Vector(core::array::from_fn(|k| algebra.symbol(symbols.velocities[first + k])));
        let p = Vector(core::array::from_fn(|k| momentum[first + k]));
        terms[first..first + 3].copy_from_slice(&w.cross(p).0);
    }
    terms
}
