//! Expressions and numbers for their symbols to numbers: the oracle of every test.

use super::{Graph, Node, Relation, Symbol, View};

impl Graph {
    /// The values of `nodes` for the given values of the symbols; conditions are 0 or 1.
    ///
    /// Traverses the arena in order of creation, so that depth does not matter.
    pub fn evaluate(&self, nodes: &[Node], value: &dyn Fn(Symbol) -> f64) -> Vec<f64> {
        let values = self.values(nodes, value);
        nodes.iter().map(|node| values[node.index()]).collect()
    }

    /// The values of all descendants of `nodes`, by the position in the arena.
    pub(super) fn values(&self, nodes: &[Node], value: &dyn Fn(Symbol) -> f64) -> Vec<f64> {
        let needed = self.needed(nodes);
        let mut values = vec![0.0; needed.len()];
        for at in 0..needed.len() {
            if needed[at] {
                let node = Node(at as u32);
                values[at] = match self.view(node) {
                    View::Symbol(symbol) => value(symbol),
                    _ => self.value_with(node, &|child| values[child.index()]),
                };
            }
        }
        values
    }

    /// Whether all of these have finite values.
    pub fn all_finite(&self, nodes: &[Node], value: &dyn Fn(Symbol) -> f64) -> bool {
        let values = self.values(nodes, value);
        nodes.iter().all(|node| values[node.index()].is_finite())
    }

    /// The origin of a value that is not finite: the innermost node, whose operands are finite, and its value.
    pub fn not_finite(&self, node: Node, value: &dyn Fn(Symbol) -> f64) -> Option<(Node, f64)> {
        let values = self.values(&[node], value);
        let finite = |node: Node| values[node.index()].is_finite();
        if finite(node) {
            return None;
        }
        let mut at = node;
        loop {
            let mut inner = None;
            match self.view(at) {
                View::Select(c, a, b) => {
                    let chosen = if values[c.index()] != 0.0 { a } else { b };
                    inner = Some(chosen).filter(|&chosen| !finite(chosen));
                }
                _ => self.for_each_child(at, |child| {
                    if inner.is_none() && !finite(child) {
                        inner = Some(child);
                    }
                }),
            }
            match inner {
                Some(child) => at = child,
                None => return Some((at, values[at.index()])),
            }
        }
    }

    /// The descendants of `nodes`.
    pub(super) fn needed(&self, nodes: &[Node]) -> Vec<bool> {
        let length = nodes.iter().max().map_or(0, |last| last.index() + 1);
        let mut needed = vec![false; length];
        for node in nodes {
            needed[node.index()] = true;
        }
        for at in (0..needed.len()).rev() {
            if needed[at] {
                self.for_each_child(Node(at as u32), |child| needed[child.index()] = true);
            }
        }
        needed
    }

    /// The value of a node from those of its children; a symbol is requested as its own child.
    pub fn value_with(&self, node: Node, of: &dyn Fn(Node) -> f64) -> f64 {
        let holds = |x: Node| of(x) != 0.0;
        let condition = |holds: bool| f64::from(u8::from(holds));
        match self.view(node) {
            View::Constant(c) => c.to_f64(),
            View::Symbol(_) => of(node),
            View::Sum { constant, terms } => {
                terms.iter().fold(constant.to_f64(), |sum, &(x, c)| sum + c.to_f64() * of(x))
            }
            View::Product { factors } => {
                factors.iter().fold(1.0, |product, &(x, e)| product * power(of(x), e))
            }
            View::Call(function, arguments) => {
                let mut list = [0.0; 2];
                for (slot, &x) in list.iter_mut().zip(arguments) {
                    *slot = of(x);
                }
                function.evaluate(&list[..arguments.len()])
            }
            View::Compare(Relation::Lt, a, b) => condition(of(a) < of(b)),
            View::Compare(Relation::Le, a, b) => condition(of(a) <= of(b)),
            View::Compare(Relation::Eq, a, b) => condition(of(a) == of(b)),
            View::Compare(Relation::Ne, a, b) => condition(of(a) != of(b)),
            View::And(a, b) => condition(holds(a) && holds(b)),
            View::Or(a, b) => condition(holds(a) || holds(b)),
            View::Not(a) => condition(!holds(a)),
            View::Select(c, a, b) => of(if holds(c) { a } else { b }),
            View::Shared(a) => of(a),
        }
    }
}

/// x^e by repeated squaring, the same on every machine.
fn power(x: f64, e: i32) -> f64 {
    let (mut result, mut square, mut left) = (1.0, x, e.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    if e < 0 { 1.0 / result } else { result }
}
