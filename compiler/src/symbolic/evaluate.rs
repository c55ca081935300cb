//! Expressions and numbers for their symbols to numbers: the oracle of every test.

use super::{Graph, Node, Relation, Symbol, View};

impl Graph {
    /// The values of `nodes` for the given values of the symbols; conditions are 0 or 1.
    ///
    /// Goes through the arena in order of creation, so depth costs nothing.
    pub fn evaluate(&self, nodes: &[Node], value: &dyn Fn(Symbol) -> f64) -> Vec<f64> {
        let Some(last) = nodes.iter().max() else {
            return Vec::new();
        };
        let mut needed = vec![false; last.index() + 1];
        for node in nodes {
            needed[node.index()] = true;
        }
        for at in (0..needed.len()).rev() {
            if needed[at] {
                self.for_each_child(Node(at as u32), |child| needed[child.index()] = true);
            }
        }
        let mut values = vec![0.0; needed.len()];
        for at in 0..needed.len() {
            if needed[at] {
                values[at] = self.value_of(Node(at as u32), value, &values);
            }
        }
        nodes.iter().map(|node| values[node.index()]).collect()
    }

    fn value_of(&self, node: Node, value: &dyn Fn(Symbol) -> f64, values: &[f64]) -> f64 {
        let of = |x: Node| values[x.index()];
        let holds = |x: Node| of(x) != 0.0;
        let condition = |holds: bool| f64::from(u8::from(holds));
        match self.view(node) {
            View::Constant(c) => c.to_f64(),
            View::Symbol(symbol) => value(symbol),
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
