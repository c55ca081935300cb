//! Friction that sticks.
//!
//! ```text
//! sliding   M a = f,   friction e_k = −L_k sign v_k along the velocity v_k
//! stuck     v_k = 0:   row k becomes M_kk a_k = 0, M_kj = M_jk = 0 for j ≠ k                                (1)
//! e_k = (M a − f)_k with friction left out of f                                                          (2)
//! ```
//!
//! (2) is what friction does along v_k in either state: where it is stuck, what holds a_k = 0. It sticks for as
//! long as |e_k| is within its limit. Whether it is stuck is held as the sides of switching functions are, behind them.
//!
//! Invariant: with nothing stuck the equations are those of sliding friction; M stays symmetric in both states.

use super::{SparseMatrix, Switches, Symbols};
use crate::model::{Model, Output};
use crate::symbolic::{Graph, Node, Relation, Symbol};

/// Friction that sticks, by the numbers of what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip {
    /// The velocity along which it acts.
    pub velocity: usize,
    /// The switching function that is this velocity.
    pub side: usize,
    /// The output that is its effort.
    pub effort: usize,
    /// The output that is the limit of sticking.
    pub limit: usize,
}

/// Adds the state of being stuck to M, f and M a − f, and the outputs that tell of it; `plain` is M a − f as it is
/// without sides.
pub(super) fn hold(
    model: &mut Model,
    symbols: &mut Symbols,
    switches: &Switches,
    plain: &[Node],
    (mass, force, residual): (&mut SparseMatrix, &mut [Node], &mut [Node]),
) -> Vec<Grip> {
    let mut grips = Vec::new();
    let mut stuck: Vec<(usize, Node)> = Vec::new();
    for (number, grip) in std::mem::take(&mut model.grips).into_iter().enumerate() {
        let velocity = model.graph.node(symbols.velocities[grip.velocity]);
        let Some(side) = switches.functions.iter().position(|&switch| switch == velocity) else {
            // Without load there is no friction, and nothing switches.
            let zero = model.graph.zero();
            replace(model, &grip.name, [zero, zero]);
            continue;
        };
        // Names with blanks are none of the user's.
        let symbol: Symbol = model.graph.symbol(&format!("stuck {number}"));
        symbols.sides.push(symbol);
        let graph = &mut model.graph;
        let held = graph.node(symbol);
        let zero = graph.zero();
        stuck.push((grip.velocity, graph.compare(Relation::Lt, zero, held)));
        // (2)
        let effort = graph.add(plain[grip.velocity], grip.effort);
        replace(model, &grip.name, [effort, grip.limit]);
        let first = model.outputs.len();
        for (what, value) in [("force", effort), ("limit", grip.limit)] {
            model.outputs.push(Output {
                name: format!("{}.{what}", grip.name),
                span: grip.span,
                value,
                unit: grip.unit.clone(),
                docs: Vec::new(),
            });
        }
        grips.push(Grip { velocity: grip.velocity, side, effort: first, limit: first + 1 });
    }
    let graph = &mut model.graph;
    for &(k, condition) in &stuck {
        one_stuck(graph, symbols, (k, condition), (&mut *mass, &mut *force, &mut *residual));
    }
    grips
}

/// What the user's outputs say of a friction: its effort and the limit of sticking.
fn replace(model: &mut Model, name: &str, values: [Node; 2]) {
    let symbols = ["force", "limit"].map(|what| model.graph.symbol(&format!("{name}.{what}")));
    let graph = &mut model.graph;
    let value_of = |symbol: Symbol| {
        symbols.iter().zip(values).find_map(|(&known, value)| (known == symbol).then_some(value))
    };
    for output in &mut model.outputs {
        output.value = graph.substitute(output.value, &value_of);
    }
}

/// (1) for one of them.
fn one_stuck(
    graph: &mut Graph,
    symbols: &Symbols,
    (k, condition): (usize, Node),
    (mass, force, residual): (&mut SparseMatrix, &mut [Node], &mut [Node]),
) {
    let zero = graph.zero();
    let mut diagonal = graph.one();
    for (i, j, entry) in &mut mass.entries {
        if (*i, *j) == (k, k) {
            diagonal = *entry;
        } else if *i == k || *j == k {
            *entry = graph.select(condition, zero, *entry);
        }
    }
    force[k] = graph.select(condition, zero, force[k]);
    let a = graph.node(symbols.accelerations[k]);
    let inertia = graph.mul(diagonal, a);
    residual[k] = graph.select(condition, inertia, residual[k]);
}
