//! Values → numbers: evaluates parts of the arena in f64, for sampling at compile time.

use super::arena::{Arena, Leaf, Operation, Source, Value};
use crate::symbolic::Relation;

/// A part of the arena, closed under operands, prepared for repeated evaluation.
pub struct Evaluator {
    order: Vec<Value>,
    roots: Vec<Value>,
}

impl Evaluator {
    /// Everything that the roots need, in the order of the arena.
    pub fn new(arena: &Arena, roots: Vec<Value>) -> Self {
        Self { order: closure(arena, &roots), roots }
    }

    /// The numbers at the roots. `At` is transparent: every block is taken at the same state.
    pub fn evaluate(&self, arena: &Arena, scratch: &mut Vec<f64>, load: &dyn Fn(Source) -> f64) -> Vec<f64> {
        let top = self.order.last().map_or(0, |value| value.index() + 1);
        if scratch.len() < top {
            scratch.resize(top, 0.0);
        }
        for &value in &self.order {
            let of = |v: Value| scratch[v.index()];
            let holds = |v: Value| scratch[v.index()] != 0.0;
            let truth = |b: bool| if b { 1.0 } else { 0.0 };
            scratch[value.index()] = match arena.operation(value) {
                Operation::Literal(constant) => constant.to_f64(),
                Operation::Load(Leaf::Outside(source)) => load(source),
                Operation::Load(Leaf::At(_, a)) => of(a),
                Operation::Neg(a) => -of(a),
                Operation::Add(a, b) => of(a) + of(b),
                Operation::Sub(a, b) => of(a) - of(b),
                Operation::Mul(a, b) => of(a) * of(b),
                Operation::Recip(a) => 1.0 / of(a),
                Operation::Unary(function, a) => function.evaluate(&[of(a)]),
                Operation::Binary(function, a, b) => function.evaluate(&[of(a), of(b)]),
                Operation::Compare(relation, a, b) => truth(match relation {
                    Relation::Lt => of(a) < of(b),
                    Relation::Le => of(a) <= of(b),
                    Relation::Eq => of(a) == of(b),
                    Relation::Ne => of(a) != of(b),
                }),
                Operation::And(a, b) => truth(holds(a) && holds(b)),
                Operation::Or(a, b) => truth(holds(a) || holds(b)),
                Operation::Not(a) => truth(!holds(a)),
                Operation::Select(mask, a, b) => {
                    if holds(mask) {
                        of(a)
                    } else {
                        of(b)
                    }
                }
            };
        }
        self.roots.iter().map(|&root| scratch[root.index()]).collect()
    }
}

/// The roots and all their operands, each once, operands first.
pub fn closure(arena: &Arena, roots: &[Value]) -> Vec<Value> {
    let mut seen: Vec<bool> = Vec::new();
    let mut pending: Vec<Value> = roots.to_vec();
    let mut order = Vec::new();
    while let Some(value) = pending.pop() {
        if seen.len() <= value.index() {
            seen.resize(value.index() + 1, false);
        }
        if !std::mem::replace(&mut seen[value.index()], true) {
            order.push(value);
            pending.extend(arena.operands(value));
        }
    }
    order.sort();
    order
}
