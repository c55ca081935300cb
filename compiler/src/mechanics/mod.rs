//! Model → [`Equations`]: the equations of motion as symbolic matrices over the model's graph.
//!
//! Invariant: one sign convention for every mechanism,
//! ```text
//! M(t,q) a = f(t,q,v,y,λ,ψ,u),   g(t,q) = 0,   k(t,q,v) = 0,   y' = f_y(t,q,v,y,u)
//! f = f₀ − Gᵀλ − Dᵀψ             for constraints whose reaction is automatic
//! ```

mod assembly;
mod constraints;
mod energies;
mod grips;
mod linearisation;
pub mod multibody;
mod switches;

use crate::diagnostics::{Diagnostics, Reported};
use crate::model::{Articulated, Dynamics, Model};
use crate::symbolic::{Graph, Node, Symbol};

pub use assembly::{Conditions, Measures};
pub use constraints::Constraints;
pub use grips::Grip;
pub use switches::Switches;

/// What a mechanism is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Programs: everything.
    Programs,
    /// Mistakes and warnings alone: C and K stay empty, and no routine is planned.
    Diagnostics,
}

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

    /// The derivatives of `values` along directions of the configuration space, one column each.
    pub fn along(graph: &mut Graph, values: &[Node], tangent: &[Vec<(Symbol, Node)>]) -> Self {
        let mut entries = Vec::new();
        for (column, direction) in tangent.iter().enumerate() {
            let slopes = slopes(graph, values, direction);
            let nonzero = slopes.into_iter().enumerate().filter(|&(_, slope)| !graph.is_zero(slope));
            entries.extend(nonzero.map(|(row, slope)| (row, column, slope)));
        }
        entries.sort_unstable();
        Self { rows: values.len(), cols: tangent.len(), entries }
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

    /// A + B.
    pub fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        let mut entries = self.entries.clone();
        for &(i, j, entry) in &other.entries {
            match entries.iter_mut().find(|(row, column, _)| (*row, *column) == (i, j)) {
                Some((_, _, sum)) => *sum = graph.add(*sum, entry),
                None => entries.push((i, j, entry)),
            }
        }
        entries.retain(|&(_, _, entry)| !graph.is_zero(entry));
        entries.sort_unstable_by_key(|&(i, j, _)| (i, j));
        Self { rows: self.rows, cols: self.cols, entries }
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

/// The derivatives of `values` along one direction.
fn slopes(graph: &mut Graph, values: &[Node], direction: &[(Symbol, Node)]) -> Vec<Node> {
    if let [(symbol, coefficient)] = *direction
        && coefficient == graph.one()
    {
        return values.iter().map(|&value| graph.derivative(value, symbol)).collect();
    }
    let rate = |symbol: Symbol| direction.iter().find(|(s, _)| *s == symbol).map(|&(_, c)| c);
    graph.directional_derivatives(values, &rate)
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
    /// The sides that switching functions are held to.
    pub sides: Vec<Symbol>,
    /// q.
    pub positions: Vec<Symbol>,
    /// v.
    pub velocities: Vec<Symbol>,
    /// ∂q/∂δ, velocity by velocity: (position, coefficient). See [`Model::tangent`].
    pub tangent: Vec<Vec<(Symbol, Node)>>,
    /// First velocity of each rotation on SO(3).
    pub rotations: Vec<usize>,
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
    fn of(model: &mut Model) -> Self {
        let tangent = model.tangent();
        let multipliers = |holonomic: bool| {
            let of_kind = model.constraints.iter().filter(|c| c.holonomic == holonomic);
            of_kind.map(|c| c.multiplier).collect()
        };
        Self {
            time: model.time,
            parameters: model.parameters.iter().map(|p| p.symbol).collect(),
            inputs: model.inputs.iter().map(|u| u.symbol).collect(),
            sides: Vec::new(),
            positions: model.coordinates.iter().map(|c| c.position).collect(),
            velocities: model.velocities.iter().map(|v| v.symbol).collect(),
            tangent,
            rotations: model.rotations.iter().map(|rotation| rotation.velocity).collect(),
            accelerations: model.velocities.iter().map(|v| v.acceleration).collect(),
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
    /// M a − f with all reactions.
    pub residual: Vec<Node>,
    /// f_y.
    pub rates: Vec<Node>,
    /// Outputs.
    pub outputs: Vec<Node>,
    /// Kinetic and potential energy, where the description has them.
    pub energy: Option<(Node, Node)>,
    /// Switching functions of f.
    pub switches: Switches,
    /// Friction that sticks.
    pub grips: Vec<Grip>,
    /// d·d, d·ḋ and ḋ·ḋ of forces that have no direction where d = 0.
    pub coincidences: Vec<[Node; 3]>,
    /// Whether f is smooth: it has no switching functions, nor kinks in the multipliers.
    pub smooth: bool,
    /// What the initial state satisfies beside the constraints.
    pub conditions: Conditions,
    /// The velocities that move the angles whose turns are counted.
    pub turning: Vec<usize>,
    /// How far a configuration is from the reference, and whether joints are turned over.
    pub measures: Measures,
    /// M without its entries, for unconstrained trees of bodies.
    pub articulated: Option<Articulated>,
}

/// Derives the equations of motion of a model.
///
/// # Errors
/// The witness of a mistake.
pub fn derive(
    model: &mut Model,
    wanted: Wanted,
    diagnostics: &mut Diagnostics,
) -> Result<Equations, Reported> {
    let mut symbols = Symbols::of(model);
    let Motion { mut mass, force: mut own_force, residual: mut own_residual, energy, articulated } =
        motion(model, &symbols, model.dynamics.clone(), diagnostics)?;
    let mut rates: Vec<Node> = model.states.iter().map(|s| s.rate).collect();
    let measures = Measures::derive(model, &symbols);
    let automatic: Vec<(bool, bool)> = model.constraints.iter().map(|c| (c.holonomic, c.automatic)).collect();
    let residuals: Vec<Node> = model.constraints.iter().map(|c| c.residual).collect();
    let graph = &mut model.graph;

    let constraints = Constraints::derive(graph, &symbols, &automatic, &residuals);
    let reactions = constraints.reactions(graph, &symbols);
    let all: Vec<Node> = [&own_force, &rates, &reactions].into_iter().flatten().copied().collect();
    let mut switching = switches::switching_functions(graph, &all);
    let smooth = switching.is_empty();
    let multipliers = symbols.multipliers();
    switching.retain(|&switch| !multipliers.iter().any(|&multiplier| graph.depends_on(switch, multiplier)));
    let plain = own_residual.clone();
    let switches = Switches::hold(graph, switching, &mut [&mut own_force, &mut own_residual, &mut rates]);
    symbols.sides.clone_from(&switches.sides);
    let pairs = |rows: &[Node]| -> Vec<(Node, Node)> {
        rows.iter().copied().zip(reactions.iter().copied()).collect()
    };
    let mut force: Vec<Node> = pairs(&own_force).into_iter().map(|(own, b)| graph.sub(own, b)).collect();
    let mut residual: Vec<Node> =
        pairs(&own_residual).into_iter().map(|(own, b)| graph.add(own, b)).collect();
    let plain: Vec<Node> = pairs(&plain).into_iter().map(|(own, b)| graph.add(own, b)).collect();
    let equations = (&mut mass, force.as_mut_slice(), residual.as_mut_slice());
    let grips = grips::hold(model, &mut symbols, &switches, &plain, equations);
    let articulated = articulated.filter(|_| grips.is_empty());
    let outputs: Vec<Node> = model.outputs.iter().map(|o| o.value).collect();
    let graph = &mut model.graph;
    let zero = graph.zero();
    let applied: Vec<Node> =
        force.iter().map(|&f| graph.substitute(f, &|s| multipliers.contains(&s).then_some(zero))).collect();
    let linear = linearisation::linearise(graph, &symbols, &force, &residual, wanted);
    let conditions = Conditions::derive(graph, &symbols, &model.conditions);
    let turning = {
        let slopes = SparseMatrix::along(graph, &model.turns, &symbols.tangent);
        let moving: std::collections::BTreeSet<usize> = slopes.entries.iter().map(|&(_, j, _)| j).collect();
        moving.into_iter().collect()
    };
    Ok(Equations {
        symbols,
        mass,
        applied,
        force,
        constraints,
        borders: linear.borders,
        damping: linear.damping,
        stiffness: linear.stiffness,
        residual,
        rates,
        outputs,
        energy,
        switches,
        grips,
        coincidences: model.coincidences.iter().map(|force| force.products).collect(),
        smooth,
        conditions,
        turning,
        measures,
        articulated,
    })
}

/// What moves the coordinates, without the reactions of constraints.
struct Motion {
    mass: SparseMatrix,
    force: Vec<Node>,
    /// M a − f.
    residual: Vec<Node>,
    energy: Option<(Node, Node)>,
    /// Where bodies are all that moves.
    articulated: Option<Articulated>,
}

fn motion(
    model: &mut Model,
    symbols: &Symbols,
    dynamics: Dynamics,
    diagnostics: &mut Diagnostics,
) -> Result<Motion, Reported> {
    match dynamics {
        Dynamics::Energies { kinetic, potential, dissipation, generalized } => {
            let lagrange = energies::Lagrangian { kinetic, potential, dissipation, generalized };
            let (mass, force) = energies::lagrange(model, symbols, &lagrange, diagnostics)?;
            let residual = residual_of(&mut model.graph, symbols, &mass, &force);
            Ok(Motion { mass, force, residual, energy: Some((kinetic, potential)), articulated: None })
        }
        Dynamics::Matrices { mass, force } => {
            let mass = SparseMatrix::from_dense(&model.graph, &mass, symbols.velocities.len());
            let residual = residual_of(&mut model.graph, symbols, &mass, &force);
            Ok(Motion { mass, force, residual, energy: None, articulated: None })
        }
        Dynamics::Bodies { mass, force, residual, kinetic, potential, articulated, beside } => {
            let n = symbols.velocities.len();
            let of_bodies = Motion {
                mass: SparseMatrix { rows: n, cols: n, entries: mass },
                force,
                residual,
                energy: Some((kinetic, potential)),
                articulated,
            };
            let beside = motion(model, symbols, *beside, diagnostics)?;
            Ok(of_bodies.plus(&mut model.graph, beside))
        }
    }
}

impl Motion {
    fn plus(self, graph: &mut Graph, other: Self) -> Self {
        let add = |graph: &mut Graph, a: Vec<Node>, b: Vec<Node>| -> Vec<Node> {
            a.into_iter().zip(b).map(|(a, b)| graph.add(a, b)).collect()
        };
        let energy = match (self.energy, other.energy) {
            (Some((t, v)), Some((more_t, more_v))) => Some((graph.add(t, more_t), graph.add(v, more_v))),
            (known, None) | (None, known) => known,
        };
        let massless = other.mass.entries.is_empty() && other.energy.is_none_or(|(t, _)| graph.is_zero(t));
        Self {
            mass: self.mass.plus(graph, &other.mass),
            force: add(graph, self.force, other.force),
            residual: add(graph, self.residual, other.residual),
            energy,
            articulated: self.articulated.filter(|_| massless),
        }
    }
}

/// M a − f.
fn residual_of(graph: &mut Graph, symbols: &Symbols, mass: &SparseMatrix, force: &[Node]) -> Vec<Node> {
    let mut residual: Vec<Vec<Node>> = force.iter().map(|&f| vec![graph.neg(f)]).collect();
    for &(i, j, entry) in &mass.entries {
        let a = graph.node(symbols.accelerations[j]);
        let inertia = graph.mul(entry, a);
        residual[i].push(inertia);
    }
    residual.iter().map(|terms| graph.sum(terms)).collect()
}
