//! Model → [`Equations`]: the equations of motion as symbolic matrices over the model's graph.
//!
//! Invariant: one sign convention for every mechanism,
//! ```text
//! M(t,q) a = f(t,q,v,y,λ,ψ,u),   g(t,q) = 0,   k(t,q,v) = 0,   y' = f_y(t,q,v,y,u)
//! f = f₀ − Gᵀλ − Dᵀψ             for constraints whose reaction is automatic
//! ```

mod assembly;
mod clashes;
mod constraints;
mod energies;
mod equations;
mod exceptional;
mod formulated;
mod grips;
mod jumps;
mod linearisation;
mod messages;
pub mod multibody;
mod picture;
mod sparse_matrix;
mod switches;

use crate::diagnostics::{Diagnostics, Reported};
use crate::model::Dynamics;
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Graph, Node};

pub use assembly::{Conditions, Measures};
pub use constraints::Constraints;
pub use equations::{Equations, Symbols};
pub use formulated::{
    Articulated, BodyDynamics, Coincidence, Composite, Condition, ConditionLevel, Contact, Deviation,
    Formulated, Rotation, StickingFriction, Undirected,
};
pub use grips::Grip;
pub use multibody::{Choice, formulate};
pub use picture::{
    Acting, Drawing, Picture, PicturedForce, PicturedFrame, PicturedJoint, PicturedLine, PicturedShape,
};
pub use sparse_matrix::SparseMatrix;
pub use switches::Switches;

/// The purpose of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Programs: everything.
    Programs,
    /// Mistakes and warnings alone: C and K stay empty, and no routine is planned.
    Diagnostics,
}

/// Derives the equations of motion of a model.
///
/// # Errors
/// The witness of a mistake.
pub fn derive(
    formulated: &mut Formulated<'_>,
    wanted: Wanted,
    diagnostics: &mut Diagnostics,
) -> Result<Equations, Reported> {
    let mut symbols = Symbols::of(formulated);
    for constraint in &mut formulated.constraints {
        constraint.residual = exceptional::beside(&mut formulated.graph, constraint.residual, &symbols);
    }
    let Motion { mut mass, force: mut own_force, residual: mut own_residual, energy, articulated } =
        motion(formulated, &symbols, diagnostics)?;
    let mut rates: Vec<Node> = formulated.states.iter().map(|s| s.rate).collect();
    let measures = Measures::derive(formulated, &symbols);
    let automatic: Vec<(bool, bool)> =
        formulated.constraints.iter().map(|c| (c.holonomic, c.automatic)).collect();
    let mut residuals: Vec<Node> = formulated.constraints.iter().map(|c| c.residual).collect();
    let graph = &mut formulated.graph;

    let mut constraints = Constraints::derive(graph, &symbols, &automatic, &residuals);
    let mut reactions = constraints.reactions(graph, &symbols);
    let all: Vec<Node> = [&own_force, &rates, &reactions].into_iter().flatten().copied().collect();
    let mut switching = switches::switching_functions(graph, &all);
    // What depends on parameters alone never switches.
    switching.retain(|&switch| symbols.moves(graph, switch));
    let smooth = switching.is_empty();
    let multipliers = symbols.multipliers();
    switching.retain(|&switch| !multipliers.iter().any(|&multiplier| graph.depends_on(switch, multiplier)));
    // Drives by functions of the time, and cams.
    let mut drives = switches::switching_functions(graph, &residuals);
    drives.retain(|&switch| symbols.moves(graph, switch));
    let smooth = smooth && drives.is_empty();
    switching.extend(&drives);
    switching.sort();
    switching.dedup();
    let mut efforts: Vec<Node> = formulated.sticking.iter().flat_map(|grip| grip.efforts.clone()).collect();
    let mut expressions = vec![&mut own_force, &mut own_residual, &mut rates, &mut efforts];
    expressions.extend((!drives.is_empty()).then_some(&mut residuals));
    let mut outputs: Vec<&mut Node> = formulated.outputs.iter_mut().map(|output| &mut output.value).collect();
    outputs.extend(formulated.ranges.iter_mut().map(|range| &mut range.value));
    let switches = Switches::hold(graph, switching, &mut expressions, &mut outputs);
    let mut held_efforts = efforts.into_iter();
    for effort in formulated.sticking.iter_mut().flat_map(|grip| &mut grip.efforts) {
        *effort = held_efforts.next().unwrap_or(*effort);
    }
    if !drives.is_empty() {
        constraints = Constraints::derive(graph, &symbols, &automatic, &residuals);
        reactions = constraints.reactions(graph, &symbols);
    }
    symbols.sides.clone_from(&switches.sides);
    let sides = 0..switches.sides.len();
    let drives: Vec<usize> = sides.filter(|&side| drives.contains(&switches.functions[side])).collect();
    // Forces of the time alone are looked at between samples, and are defined wherever a step evaluates them.
    let limits =
        |&side: &usize| drives.contains(&side) || symbols.depends_on_state(graph, switches.functions[side]);
    let waves = switches.waves.iter().copied().filter(limits).collect();
    let mut recurring =
        switches.recurring(graph, symbols.time, &|graph, node| symbols.depends_on_state(graph, node));
    // Of cams that repeat without `mod`, and of other curves.
    let bending = drives.iter().copied().filter(|side| !switches.waves.contains(side));
    recurring.extend(bending.filter(|&side| symbols.bends(graph, switches.values[side])));
    recurring.sort_unstable();
    recurring.dedup();
    let pairs = |rows: &[Node]| -> Vec<(Node, Node)> {
        rows.iter().copied().zip(reactions.iter().copied()).collect()
    };
    let mut force: Vec<Node> = pairs(&own_force).into_iter().map(|(own, b)| graph.sub(own, b)).collect();
    let mut residual: Vec<Node> =
        pairs(&own_residual).into_iter().map(|(own, b)| graph.add(own, b)).collect();
    // What holds a body at rest balances the forces of the held sides: where a load jumps, those after it.
    let plain = residual.clone();
    let equations = (&mut mass, force.as_mut_slice(), residual.as_mut_slice());
    let grips = grips::hold(formulated, &mut symbols, &switches, &plain, equations);
    let articulated = articulated.filter(|_| grips.is_empty());
    let outputs: Vec<Node> = formulated.outputs.iter().map(|o| o.value).collect();
    let graph = &mut formulated.graph;
    let zero = graph.zero();
    let applied: Vec<Node> =
        force.iter().map(|&f| graph.substitute(f, &|s| multipliers.contains(&s).then_some(zero))).collect();
    let linear = linearisation::linearise(graph, &symbols, &force, &residual, wanted);
    let conditions = Conditions::derive(graph, &symbols, &formulated.conditions);
    let turning = {
        let slopes = SparseMatrix::along(graph, &formulated.turns, &symbols.tangent);
        let moving: std::collections::BTreeSet<usize> = slopes.entries.iter().map(|&(_, j, _)| j).collect();
        moving.into_iter().collect()
    };
    let equations = Equations {
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
        recurring,
        waves,
        drives,
        grips,
        coincidences: formulated.coincidences.iter().map(|force| force.products).collect(),
        smooth,
        conditions,
        turning,
        measures,
        articulated,
    };
    equations.check(&formulated.graph);
    Ok(equations)
}

/// The motion of the coordinates without the reactions of constraints.
struct Motion {
    mass: SparseMatrix,
    force: Vec<Node>,
    /// M a − f.
    residual: Vec<Node>,
    energy: Option<(Node, Node)>,
    /// Present where only bodies move.
    articulated: Option<Articulated>,
}

fn motion(
    formulated: &mut Formulated<'_>,
    symbols: &Symbols,
    diagnostics: &mut Diagnostics,
) -> Result<Motion, Reported> {
    let described = described(formulated, symbols, diagnostics)?;
    let Some(bodies) = formulated.bodies.clone() else { return Ok(described) };
    let n = symbols.velocities.len();
    let of_bodies = Motion {
        mass: SparseMatrix { rows: n, cols: n, entries: bodies.mass },
        force: bodies.force,
        residual: bodies.residual,
        energy: Some((bodies.kinetic, bodies.potential)),
        articulated: bodies.articulated,
    };
    Ok(of_bodies.plus(&mut formulated.graph, described))
}

/// The motion by energies or matrices of the description.
fn described(
    formulated: &mut Formulated<'_>,
    symbols: &Symbols,
    diagnostics: &mut Diagnostics,
) -> Result<Motion, Reported> {
    match formulated.dynamics.clone() {
        Dynamics::Energies { kinetic, potential, dissipation, generalized, places } => {
            let lagrange = energies::Lagrangian { kinetic, potential, dissipation, generalized, places };
            let (mass, force) = energies::lagrange(formulated, symbols, &lagrange, diagnostics)?;
            let residual = residual_of(&mut formulated.graph, symbols, &mass, &force);
            Ok(Motion { mass, force, residual, energy: Some((kinetic, potential)), articulated: None })
        }
        Dynamics::Matrices { mass, force } => {
            let mass = SparseMatrix::from_dense(&formulated.graph, &mass, symbols.velocities.len());
            let residual = residual_of(&mut formulated.graph, symbols, &mass, &force);
            Ok(Motion { mass, force, residual, energy: None, articulated: None })
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
    let algebra = &Algebra::new(graph);
    let mut residual: Vec<Vec<Expr<'_>>> = algebra.exprs(force).into_iter().map(|f| vec![-f]).collect();
    for &(i, j, entry) in &mass.entries {
        let a = algebra.symbol(symbols.accelerations[j]);
        residual[i].push(algebra.expr(entry) * a);
    }
    residual.iter().map(|terms| algebra.sum(terms).node()).collect()
}
