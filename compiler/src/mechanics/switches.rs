//! Switching functions: the expressions whose sign decides which smooth piece of f is in force.
//!
//! ```text
//! |x|, sign x → x      min(x, y), max(x, y), x < y, x ≤ y, x = y → x − y
//! ```

use crate::symbolic::{Function, Graph, Node, View};

/// The switching functions of everything the roots are made of, each once, in order of creation.
pub(super) fn switching_functions(graph: &mut Graph, roots: &[Node], more: &[Node]) -> Vec<Node> {
    let mut seen = vec![false; graph.len()];
    let mut pending: Vec<Node> = roots.iter().chain(more).copied().collect();
    let mut found: Vec<(Node, Option<Node>)> = Vec::new();
    while let Some(node) = pending.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match graph.view(node) {
            View::Constant(_) | View::Symbol(_) => {}
            View::Sum { terms, .. } => pending.extend(terms.iter().map(|term| term.0)),
            View::Product { factors } => pending.extend(factors.iter().map(|factor| factor.0)),
            View::Call(function, arguments) => {
                match function {
                    Function::Abs | Function::Sign => found.push((arguments[0], None)),
                    Function::Min | Function::Max => found.push((arguments[0], Some(arguments[1]))),
                    _ => {}
                }
                pending.extend(arguments);
            }
            View::Compare(_, a, b) => {
                found.push((a, Some(b)));
                pending.extend([a, b]);
            }
            View::And(a, b) | View::Or(a, b) => pending.extend([a, b]),
            View::Not(a) | View::Shared(a) => pending.push(a),
            View::Select(condition, a, b) => pending.extend([condition, a, b]),
        }
    }
    let mut switches: Vec<Node> = Vec::new();
    for (a, b) in found {
        let switch = match b {
            Some(b) => graph.sub(a, b),
            None => a,
        };
        if graph.as_constant(switch).is_none() {
            switches.push(switch);
        }
    }
    switches.sort();
    switches.dedup();
    switches
}
