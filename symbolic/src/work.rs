//! An estimate of what expressions cost, before anything is planned: to choose between two ways of writing the same.
//!
//! Invariant: expressions of parameters alone are free, and shared expressions are counted once.

use super::{Graph, Node, SymbolSet, View};

/// Operations that take as long as a sine or a cosine.
const FUNCTION: usize = 20;
/// Operations that take as long as a division.
const DIVISION: usize = 5;

impl Graph {
    /// Operations of some expressions. Nodes without a symbol of `known` are free.
    pub fn work(&self, nodes: &[Node], known: &SymbolSet) -> usize {
        let mut seen = vec![false; self.len()];
        let mut pending = nodes.to_vec();
        let mut all = 0;
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut seen[node.index()], true) && self.depends_on_any(node, known) {
                all += self.operations_of(node);
                self.for_each_child(node, |child| pending.push(child));
            }
        }
        all
    }

    /// Operations of a node itself.
    fn operations_of(&self, node: Node) -> usize {
        match self.view(node) {
            View::Constant(_) | View::Symbol(_) | View::Shared(_) => 0,
            View::Sum { constant, terms } => {
                let scaled = terms.iter().filter(|(_, c)| !c.is_one() && !c.neg().is_one()).count();
                terms.len() - 1 + scaled + usize::from(!constant.is_zero())
            }
            View::Product { factors } => {
                let count: usize = factors.iter().map(|(_, e)| e.unsigned_abs() as usize).sum();
                let divides = factors.iter().any(|&(_, e)| e < 0);
                count - 1 + if divides { DIVISION } else { 0 }
            }
            View::Call(..) => FUNCTION,
            View::Compare(..) | View::And(..) | View::Or(..) | View::Not(_) | View::Select(..) => 1,
        }
    }
}
