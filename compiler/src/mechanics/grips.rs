//! Friction that sticks.
//!
//! ```text
//! sliding   M a = f,   friction e along the velocities v_k
//! stuck     v_k = 0:   row k becomes M_kk a_k = 0, M_kj = M_jk = 0 for j ≠ k   (1 where M_kk = 0)        (1)
//! e_k = (M a − f)_k with friction left out of f                                                          (2)
//! e_k L_k/Σ L of each of several with the limits L along one velocity                                    (3)
//! ```
//!
//! Of several velocities along a resultant, some may be free while the others are stuck: along them friction is the part of its sliding value that the held
//! direction is. The numbers that say so are beyond those of samples, which are all stuck or none.
//!
//! (2) is the effort of friction along v_k in either state: where it is stuck, the effort for which a_k = 0. It sticks as
//! long as |e| is within its limit. The state of sticking is held like the sides of switching functions, after them,
//! with the direction in which several velocities begin to slide together.
//!
//! Invariant: with nothing stuck the equations are those of sliding friction; M stays symmetric in both states.

use super::{SparseMatrix, Switches, Symbols};
use crate::mechanics::Formulated;
use crate::model::Output;
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node, Relation, Symbol};

/// Friction that sticks, by the indices of its velocities, side and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip {
    /// The velocity along which it acts, or the first of several.
    pub velocity: usize,
    /// The number of these velocities.
    pub count: usize,
    /// The switching function that equals this velocity, where there is only one velocity.
    pub side: Option<usize>,
    /// Index among the held values after the inputs: whether it is stuck, then the held direction of several velocities,
    /// and for each of these whether it is free (more than 1) while the others are stuck.
    pub held: usize,
    /// The outputs that are its efforts: the first of them.
    pub effort: usize,
    /// The output that is the limit of sticking.
    pub limit: usize,
    /// Whether that can be zero.
    pub lifts: bool,
}

impl Grip {
    /// The number of its held values.
    pub fn held_numbers(&self) -> usize {
        if self.count > 1 { 1 + 2 * self.count } else { 1 }
    }
}

/// Adds the state of sticking to M, f and M a − f, and its outputs; `plain` is M a − f without it.
pub(super) fn hold(
    formulated: &mut Formulated<'_>,
    symbols: &mut Symbols,
    switches: &Switches,
    plain: &[Node],
    (mass, force, residual): (&mut SparseMatrix, &mut [Node], &mut [Node]),
) -> Vec<Grip> {
    let mut grips = Vec::new();
    let mut stuck: Vec<(usize, Node)> = Vec::new();
    let limits: Vec<(usize, usize, Node)> =
        formulated.sticking.iter().map(|grip| (grip.velocity, grip.efforts.len(), grip.limit)).collect();
    for (number, grip) in formulated.sticking.clone().into_iter().enumerate() {
        let count = grip.efforts.len();
        let side = if count == 1 {
            let velocity = formulated.graph.node(symbols.velocities[grip.velocity]);
            let side = switches.functions.iter().position(|&switch| switch == velocity);
            if side.is_none() {
                // Without load there is no friction and no switching.
                let zero = formulated.graph.zero();
                replace(formulated, grip.requested, zero);
                continue;
            }
            side
        } else {
            None
        };
        // A name with a blank cannot occur in a description.
        let symbol: Symbol = formulated.graph.symbol(&format!("stuck {number}"));
        let held = symbols.sides.len();
        symbols.sides.push(symbol);
        symbols.sides.extend(&grip.directions);
        let graph = &mut formulated.graph;
        let flag = graph.node(symbol);
        let zero = graph.zero();
        let sticks = graph.compare(Relation::Lt, zero, flag);
        let one = graph.one();
        for k in 0..count {
            let mut condition = sticks;
            if count > 1 {
                let free = graph.symbol(&format!("free {number} {k}"));
                symbols.sides.push(free);
                let free = graph.node(free);
                let holds = graph.compare(Relation::Le, free, one);
                condition = graph.and(sticks, holds);
            }
            stuck.push((grip.velocity + k, condition));
        }
        // (2)
        let own = plain[grip.velocity..].iter().zip(&grip.efforts);
        let together: Vec<Node> = limits
            .iter()
            .filter(|&&(velocity, several, _)| (velocity, several) == (grip.velocity, 1) && count == 1)
            .map(|&(.., limit)| limit)
            .collect();
        let share = (together.len() > 1).then(|| share_of(graph, grip.limit, &together));
        let efforts: Vec<Node> = own
            .map(|(&plain, &effort)| {
                let plain = share.map_or(plain, |share| graph.mul(share, plain));
                graph.add(plain, effort)
            })
            .collect();
        if let [effort] = efforts[..] {
            replace(formulated, grip.requested, effort);
        }
        let first = formulated.outputs.len();
        // A contact exerts only its force on the point.
        let word = if grip.lifts { "friction" } else { "force" };
        let mut words: Vec<String> = grip.labels.iter().map(|label| format!("{word}.{label}")).collect();
        if count == 1 {
            words = vec![word.to_owned()];
        }
        words.push("limit".to_owned());
        for (what, value) in words.into_iter().zip(efforts.into_iter().chain([grip.limit])) {
            formulated.outputs.push(Output {
                name: format!("{}.{what}", grip.name),
                span: grip.span,
                value,
                unit: grip.unit.clone(),
                docs: Vec::new(),
            });
        }
        let limit = first + count;
        grips.push(Grip {
            velocity: grip.velocity,
            count,
            side,
            held,
            effort: first,
            limit,
            lifts: grip.lifts,
        });
    }
    let graph = &mut formulated.graph;
    for &(k, condition) in &stuck {
        one_stuck(graph, symbols, (k, condition), (&mut *mass, &mut *force, &mut *residual));
    }
    grips
}

/// Replaces a symbol in the outputs and ranges of the description.
fn replace(formulated: &mut Formulated<'_>, requested: Option<Symbol>, value: Node) {
    let graph = &mut formulated.graph;
    let outputs = formulated.outputs.iter_mut().map(|output| &mut output.value);
    for node in outputs.chain(formulated.ranges.iter_mut().map(|range| &mut range.value)) {
        *node = graph.substitute(*node, &|symbol| (Some(symbol) == requested).then_some(value));
    }
}

/// (3): L/Σ L, zero where there are no limits.
fn share_of(graph: &mut Graph, limit: Node, together: &[Node]) -> Node {
    let algebra = &Algebra::new(graph);
    let (zero, one) = (algebra.zero(), algebra.one());
    let sum = algebra.exprs(together).into_iter().fold(zero, |sum, limit| sum + limit);
    let divisor = zero.compare(Relation::Lt, sum).select(sum, one);
    (algebra.expr(limit) * divisor.powi(-1)).node()
}

/// (1) for one of them.
fn one_stuck(
    graph: &mut Graph,
    symbols: &Symbols,
    (k, condition): (usize, Node),
    (mass, force, residual): (&mut SparseMatrix, &mut [Node], &mut [Node]),
) {
    let (zero, one) = (graph.zero(), graph.one());
    let mut diagonal = one;
    for (i, j, entry) in &mut mass.entries {
        if (*i, *j) == (k, k) {
            diagonal = *entry;
        } else if *i == k || *j == k {
            *entry = graph.select(condition, zero, *entry);
        }
    }
    if let Err(place) = mass.entries.binary_search_by_key(&(k, k), |&(i, j, _)| (i, j)) {
        let entry = graph.select(condition, one, zero);
        mass.entries.insert(place, (k, k, entry));
    }
    force[k] = graph.select(condition, zero, force[k]);
    let a = graph.node(symbols.accelerations[k]);
    let inertia = graph.mul(diagonal, a);
    residual[k] = graph.select(condition, inertia, residual[k]);
}
