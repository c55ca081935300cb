//! Values → numbers: evaluates parts of the arena in f64, for sampling at compile time.

use super::arena::{Arena, Leaf, Source, Value};
use super::operation::Operation;
use crate::symbolic::Relation;

/// A part of the arena, closed under operands, prepared for repeated evaluation: a mechanism is sampled at many states.
pub struct Evaluator {
    /// Each operation with the places of its operands in this list.
    steps: Vec<Operation<Input, u32>>,
    /// The places of the roots.
    roots: Vec<u32>,
}

/// What a step reads from outside.
#[derive(Clone, Copy)]
enum Input {
    /// A constant.
    Number(f64),
    /// A number of the state.
    Of(Source),
}

impl Evaluator {
    /// Everything that the roots need, in the order of the arena. `At` is transparent: every block is taken at the same state.
    pub fn new(arena: &Arena, roots: Vec<Value>) -> Self {
        let order = closure(arena, &roots);
        let mut places = vec![0; order.last().map_or(0, |value| value.index() + 1)];
        let mut steps = Vec::with_capacity(order.len());
        for &value in &order {
            let place = |v: Value| -> u32 { places[v.index()] };
            let load = |number| Operation::Load(number);
            let step = match arena.operation(value) {
                Operation::Literal(constant) => load(Input::Number(constant.to_f64())),
                Operation::Load(Leaf::Outside(source)) => load(Input::Of(source)),
                Operation::Load(Leaf::At(_, inner)) => {
                    places[value.index()] = place(inner);
                    continue;
                }
                // It loads nothing.
                operation => operation.with(|_| load(Input::Number(f64::NAN)), place),
            };
            // An arena has fewer than 2³² values.
            places[value.index()] = steps.len() as u32;
            steps.push(step);
        }
        let roots = roots.iter().map(|root| places[root.index()]).collect();
        Self { steps, roots }
    }

    /// The numbers at the roots.
    pub fn evaluate(&self, scratch: &mut Vec<f64>, load: &dyn Fn(Source) -> f64) -> Vec<f64> {
        scratch.clear();
        scratch.reserve(self.steps.len());
        for &step in &self.steps {
            let of = |place: u32| scratch[place as usize];
            let holds = |place: u32| scratch[place as usize] != 0.0;
            let truth = |b: bool| if b { 1.0 } else { 0.0 };
            let number = match step {
                Operation::Literal(constant) => constant.to_f64(),
                Operation::Load(Input::Number(number)) => number,
                Operation::Load(Input::Of(source)) => load(source),
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
            scratch.push(number);
        }
        self.roots.iter().map(|&root| scratch[root as usize]).collect()
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
