//! Model → [`Equations`]: the equations of motion as symbolic matrices over the model's graph.
//!
//! Invariant: one sign convention for every mechanism,
//! ```text
//! M(t,q) a = f(t,q,v,y,λ,ψ,u),   g(t,q) = 0,   k(t,q,v) = 0,   y' = f_y(t,q,v,y,u)
//! f = f₀ − Gᵀλ − Dᵀψ             for constraints whose reaction is automatic
//! ```

mod constraints;
mod energies;
mod linearisation;
pub mod multibody;
mod switches;

use crate::diagnostics::Diagnostics;
use crate::model::{Dynamics, Model};
use crate::symbolic::{Graph, Node, Symbol};

pub use constraints::Constraints;

/// A sparse matrix of expressions: structural nonzeros only, row by row.
#[derive(Clone, Debug, Default)]
pub struct SparseMatrix {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// (row, column, entry), sorted by row, then column.
    pub entries: Vec<(usize, usize, Node)>,
}

impl SparseMatrix {
    /// The Jacobian ∂values/∂symbols.
    pub fn jacobian(graph: &mut Graph, values: &[Node], symbols: &[Symbol]) -> Self {
        let jacobian = graph.jacobian(values, symbols);
        Self { rows: values.len(), cols: symbols.len(), entries: jacobian.entries }
    }

    /// Keeps the structural nonzeros of a dense matrix.
    pub fn from_dense(graph: &Graph, rows: &[Vec<Node>], cols: usize) -> Self {
        let mut entries = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                if !graph.is_zero(entry) {
                    entries.push((i, j, entry));
                }
            }
        }
        Self { rows: rows.len(), cols, entries }
    }

    /// Is entry (i, j) the same expression as (j, i) everywhere?
    pub fn is_symmetric(&self) -> bool {
        self.entries.iter().all(|&(i, j, entry)| self.get(j, i) == Some(entry))
    }

    /// The entry in row i and column j, if it is structurally nonzero.
    pub fn get(&self, i: usize, j: usize) -> Option<Node> {
        let found = self.entries.binary_search_by_key(&(i, j), |&(r, c, _)| (r, c));
        found.ok().map(|at| self.entries[at].2)
    }

    /// All entries, without their places.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.entries.iter().map(|&(_, _, node)| node)
    }
}

/// The symbols of a mechanism, by the vector they belong to.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// t.
    pub time: Symbol,
    /// Parameters.
    pub parameters: Vec<Symbol>,
    /// u.
    pub inputs: Vec<Symbol>,
    /// q.
    pub positions: Vec<Symbol>,
    /// v.
    pub velocities: Vec<Symbol>,
    /// a.
    pub accelerations: Vec<Symbol>,
    /// y.
    pub states: Vec<Symbol>,
    /// λ.
    pub holonomic: Vec<Symbol>,
    /// ψ.
    pub nonholonomic: Vec<Symbol>,
}

impl Symbols {
    fn of(model: &Model) -> Self {
        let multipliers = |holonomic: bool| {
            let of_kind = model.constraints.iter().filter(|c| c.holonomic == holonomic);
            of_kind.map(|c| c.multiplier).collect()
        };
        Self {
            time: model.time,
            parameters: model.parameters.iter().map(|p| p.symbol).collect(),
            inputs: model.inputs.iter().map(|u| u.symbol).collect(),
            positions: model.coordinates.iter().map(|c| c.position).collect(),
            velocities: model.coordinates.iter().map(|c| c.velocity).collect(),
            accelerations: model.coordinates.iter().map(|c| c.acceleration).collect(),
            states: model.states.iter().map(|s| s.symbol).collect(),
            holonomic: multipliers(true),
            nonholonomic: multipliers(false),
        }
    }

    /// λ and ψ in the order of the bordered matrix.
    pub fn multipliers(&self) -> Vec<Symbol> {
        self.holonomic.iter().chain(&self.nonholonomic).copied().collect()
    }
}

/// The equations of motion and everything that is derived from them.
#[derive(Clone, Debug)]
pub struct Equations {
    /// Which symbol is what.
    pub symbols: Symbols,
    /// M.
    pub mass: SparseMatrix,
    /// f₀ = f at λ = ψ = 0.
    pub applied: Vec<Node>,
    /// f with all reactions.
    pub force: Vec<Node>,
    /// g, k and what follows from them.
    pub constraints: Constraints,
    /// B = −∂f/∂(λ,ψ), n × (n_g + n_k).
    pub borders: SparseMatrix,
    /// C = −∂f/∂v.
    pub damping: SparseMatrix,
    /// K = ∂(M a − f)/∂q.
    pub stiffness: SparseMatrix,
    /// f_y.
    pub rates: Vec<Node>,
    /// Outputs.
    pub outputs: Vec<Node>,
    /// Kinetic and potential energy, where the description has them.
    pub energy: Option<(Node, Node)>,
    /// Switching functions of f.
    pub switches: Vec<Node>,
}

/// Derives the equations of motion of a model.
pub fn derive(model: &mut Model, diagnostics: &mut Diagnostics) -> Option<Equations> {
    let symbols = Symbols::of(model);
    let dynamics = model.dynamics.clone();
    let (mass, own_force, energy) = match dynamics {
        Dynamics::Energies { kinetic, potential, dissipation, generalized } => {
            let lagrange = energies::Lagrangian { kinetic, potential, dissipation, generalized };
            let (mass, force) = energies::lagrange(model, &symbols, &lagrange, diagnostics)?;
            (mass, force, Some((kinetic, potential)))
        }
        Dynamics::Matrices { mass, force } => {
            let n = symbols.positions.len();
            (SparseMatrix::from_dense(&model.graph, &mass, n), force, None)
        }
    };
    let rates: Vec<Node> = model.states.iter().map(|s| s.rate).collect();
    let outputs: Vec<Node> = model.outputs.iter().map(|o| o.value).collect();
    let automatic: Vec<(bool, bool)> = model.constraints.iter().map(|c| (c.holonomic, c.automatic)).collect();
    let residuals: Vec<Node> = model.constraints.iter().map(|c| c.residual).collect();
    let graph = &mut model.graph;

    let constraints = Constraints::derive(graph, &symbols, &automatic, &residuals);
    let force = constraints.with_reactions(graph, &symbols, &own_force);
    let multipliers = symbols.multipliers();
    let zero = graph.zero();
    let applied: Vec<Node> =
        force.iter().map(|&f| graph.substitute(f, &|s| multipliers.contains(&s).then_some(zero))).collect();
    let linear = linearisation::linearise(graph, &symbols, &mass, &force);
    let switches = switches::switching_functions(graph, &force, &rates);
    Some(Equations {
        symbols,
        mass,
        applied,
        force,
        constraints,
        borders: linear.borders,
        damping: linear.damping,
        stiffness: linear.stiffness,
        rates,
        outputs,
        energy,
        switches,
    })
}
