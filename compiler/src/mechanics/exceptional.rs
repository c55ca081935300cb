//! Constraints with exceptional times.
//!
//! A drive `if(time != 0 [s], v * time, 0 [m])` is on another piece at one time alone, whose rates are not those of the motion there: a start at that time would have the
//! velocity 0. Equalities of smooth functions of the time are therefore written as inequalities, whose switching functions have sides,
//!
//! ```text
//! φ(t) ≠ 0 → φ < 0 ∨ φ > 0,    φ(t) = 0 → ¬(φ < 0 ∨ φ > 0)                                            (1)
//! ```
//!
//! where no piece may have a pole at the exceptional time (sin(w t)/t), for which the equality is written.
//!
//! Invariant: values are the same; equalities of numbers that may be constant for a while (`floor`, parameters, inputs, states) are not replaced.

use super::Symbols;
use crate::symbolic::{Function, Graph, Node, Relation, Symbol, View};

/// (1) in a residual.
pub(super) fn beside(graph: &mut Graph, residual: Node, symbols: &Symbols) -> Node {
    if !is_defined_everywhere(graph, residual, symbols.time) {
        return residual;
    }
    graph.replace_nodes(residual, &|graph, rebuilt| {
        let View::Compare(relation @ (Relation::Eq | Relation::Ne), a, b) = graph.view(rebuilt.node) else {
            return None;
        };
        let difference = graph.sub(a, b);
        if !is_smooth(graph, difference)
            || !graph.depends_on(difference, symbols.time)
            || symbols.depends_on_state(graph, difference)
        {
            return None;
        }
        let below = graph.compare(Relation::Lt, a, b);
        let above = graph.compare(Relation::Lt, b, a);
        let differs = graph.or(below, above);
        Some(if relation == Relation::Ne { differs } else { graph.not(differs) })
    })
}

/// Whether every node below this one that depends on the time is finite, with its derivatives, wherever what it is made of is.
fn is_defined_everywhere(graph: &Graph, root: Node, time: Symbol) -> bool {
    all_below(graph, root, &|node| {
        let entire = match graph.view(node) {
            View::Product { factors } => {
                factors.iter().all(|&(factor, exponent)| exponent > 0 || !graph.depends_on(factor, time))
            }
            View::Call(function, _) => matches!(
                function,
                Function::Sin
                    | Function::Cos
                    | Function::Atan
                    | Function::Sinh
                    | Function::Cosh
                    | Function::Tanh
                    | Function::Exp
                    | Function::Abs
                    | Function::Sign
                    | Function::Min
                    | Function::Max
                    | Function::Floor
            ),
            _ => true,
        };
        entire || !graph.depends_on(node, time)
    })
}

fn is_smooth(graph: &Graph, root: Node) -> bool {
    all_below(graph, root, &|node| match graph.view(node) {
        View::Call(function, _) => !matches!(
            function,
            Function::Abs
                | Function::Sign
                | Function::Min
                | Function::Max
                | Function::Floor
                | Function::User(_)
        ),
        View::Select(..) => false,
        _ => true,
    })
}

fn all_below(graph: &Graph, root: Node, holds: &dyn Fn(Node) -> bool) -> bool {
    let mut seen = vec![false; graph.len()];
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        if !holds(node) {
            return false;
        }
        graph.for_each_child(node, |child| pending.push(child));
    }
    true
}
