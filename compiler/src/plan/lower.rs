//! Expressions → straight-line arithmetic, grouped by stage.
//!
//! A sum or product is put together from the early stages to the late ones, so that what
//! parameters (time, positions) determine becomes a separate value: m·g·l·cos θ is (m·g·l)·cos θ. A
//! factor that several terms of a sum share is taken out: a·b + a·c = a·(b + c).

use super::arena::{Arena, Operation, Source, Stage, Value};
use crate::mechanics::Symbols;
use crate::symbolic::{Author, Constant, Function, Graph, Map, Node, Symbol, View};

/// Lowers nodes of one graph into one arena; equal nodes are lowered once.
pub struct Lowering<'g> {
    graph: &'g Graph,
    sources: Vec<Option<Source>>,
    lowered: Vec<Option<Value>>,
    depths: Vec<u32>,
    /// The nodes that have been visited in the search for deep nodes.
    visited: Vec<bool>,
}

/// From this depth on nodes are lowered in layers, so that deep ones need no deep stack.
const LAYER: u32 = 100;

impl<'g> Lowering<'g> {
    /// Prepares for the nodes of `graph` with these symbols.
    pub fn new(graph: &'g Graph, symbols: &Symbols) -> Self {
        let mut lowering = Self {
            graph,
            sources: Vec::new(),
            lowered: vec![None; graph.len()],
            depths: graph.depths(),
            visited: vec![false; graph.len()],
        };
        lowering.name(symbols.time, Source::Time);
        type Numbered = fn(usize) -> Source;
        let vectors: [(&[_], Numbered); 8] = [
            (&symbols.parameters, Source::Parameter),
            (&symbols.inputs, Source::Input),
            (&symbols.positions, Source::Position),
            (&symbols.velocities, Source::Velocity),
            (&symbols.accelerations, Source::Acceleration),
            (&symbols.states, Source::State),
            (&symbols.holonomic, Source::Holonomic),
            (&symbols.nonholonomic, Source::Nonholonomic),
        ];
        // Sides are held like inputs, after them.
        for (k, &side) in symbols.sides.iter().enumerate() {
            lowering.name(side, Source::Input(symbols.inputs.len() + k));
        }
        for (vector, source) in vectors {
            for (i, &symbol) in vector.iter().enumerate() {
                lowering.name(symbol, source(i));
            }
        }
        lowering
    }

    /// Sets the source of one more symbol.
    pub fn name(&mut self, symbol: Symbol, source: Source) {
        if self.sources.len() <= symbol.index() {
            self.sources.resize(symbol.index() + 1, None);
        }
        self.sources[symbol.index()] = Some(source);
    }

    /// The value of a node.
    pub fn lower(&mut self, arena: &mut Arena, node: Node) -> Value {
        if let Some(value) = self.lowered[node.index()] {
            return value;
        }
        if self.depths[node.index()] > 2 * LAYER && !self.visited[node.index()] {
            self.lower_layers(arena, node);
        }
        let graph = self.graph;
        let before = arena.write_for(graph.author(node));
        let value = match graph.view(node) {
            View::Constant(constant) => arena.literal(constant),
            View::Symbol(symbol) => match self.sources.get(symbol.index()).copied().flatten() {
                Some(source) => arena.load(source),
                // A symbol that no vector holds cannot occur in checked equations.
                None => arena.zero(),
            },
            View::Sum { constant, terms } => self.sum(arena, constant, terms),
            View::Product { factors } => self.product(arena, Constant::ONE, factors),
            View::Call(function, arguments) => self.call(arena, function, arguments),
            View::Compare(relation, a, b) => {
                let (a, b) = (self.lower(arena, a), self.lower(arena, b));
                arena.other(Operation::Compare(relation, a, b))
            }
            View::And(a, b) => {
                let (a, b) = (self.lower(arena, a), self.lower(arena, b));
                arena.other(Operation::And(a, b))
            }
            View::Or(a, b) => {
                let (a, b) = (self.lower(arena, a), self.lower(arena, b));
                arena.other(Operation::Or(a, b))
            }
            View::Not(a) => {
                let a = self.lower(arena, a);
                arena.other(Operation::Not(a))
            }
            View::Shared(a) => self.lower(arena, a),
            View::Select(mask, a, b) => {
                let mask = self.lower(arena, mask);
                let (a, b) = (self.lower(arena, a), self.lower(arena, b));
                arena.other(Operation::Select(mask, a, b))
            }
        };
        arena.write_for(before);
        self.lowered[node.index()] = Some(value);
        value
    }

    /// Lowers the ends of the layers below a node, the innermost first.
    fn lower_layers(&mut self, arena: &mut Arena, node: Node) {
        let (graph, mut ends, mut pending) = (self.graph, Vec::new(), vec![node]);
        self.visited[node.index()] = true;
        while let Some(at) = pending.pop() {
            if self.depths[at.index()].is_multiple_of(LAYER) {
                ends.push(at);
            }
            graph.for_each_child(at, |child| {
                if !std::mem::replace(&mut self.visited[child.index()], true) {
                    pending.push(child);
                }
            });
        }
        // Children are older.
        ends.sort_unstable();
        for end in ends {
            self.lower(arena, end);
        }
    }

    fn call(&mut self, arena: &mut Arena, function: Function, arguments: &[Node]) -> Value {
        let first = self.lower(arena, arguments[0]);
        match arguments.get(1) {
            Some(&second) => {
                let second = self.lower(arena, second);
                arena.other(Operation::Binary(function, first, second))
            }
            None => arena.other(Operation::Unary(function, first)),
        }
    }

    fn sum(&mut self, arena: &mut Arena, constant: Constant, terms: &[(Node, Constant)]) -> Value {
        let terms = terms.iter().map(|&(node, coefficient)| Term {
            factors: match self.graph.view(node) {
                View::Product { factors } => factors.to_vec(),
                _ => vec![(node, 1)],
            },
            coefficient,
            author: self.graph.author(node),
        });
        let terms = terms.collect();
        let sum = self.sum_of_products(arena, terms);
        let constant = arena.literal(constant);
        arena.add(constant, sum)
    }

    /// Σ c·Π fᵉ with shared factors and a shared coefficient taken out.
    fn sum_of_products(&mut self, arena: &mut Arena, mut terms: Vec<Term>) -> Value {
        if let Some(shared) = shared_factor(&terms) {
            let (mut inside, mut outside) = (Vec::new(), Vec::new());
            for mut term in terms {
                match term.factors.iter_mut().find(|(f, e)| *f == shared && *e > 0) {
                    Some((_, exponent)) => {
                        *exponent -= 1;
                        term.factors.retain(|&(_, exponent)| exponent != 0);
                        inside.push(term);
                    }
                    None => outside.push(term),
                }
            }
            let inner = self.sum_of_products(arena, inside);
            let shared = self.lower(arena, shared);
            let product = arena.mul(inner, shared);
            let rest = self.sum_of_products(arena, outside);
            return arena.add(rest, product);
        }
        let common = match terms.split_first() {
            Some((first, rest))
                if !rest.is_empty() && rest.iter().all(|t| t.coefficient == first.coefficient) =>
            {
                first.coefficient
            }
            _ => Constant::ONE,
        };
        if !common.is_one() {
            for term in &mut terms {
                term.coefficient = Constant::ONE;
            }
        }
        let mut values = Vec::new();
        for term in &terms {
            let before = arena.write_for(term.author);
            if term.author == Author::Nobody {
                arena.write_for(before);
            }
            let value = self.product(arena, term.coefficient, &term.factors);
            arena.write_for(before);
            values.push(value);
        }
        let sum = add_by_stage(arena, values);
        let common = arena.literal(common);
        arena.mul(common, sum)
    }

    /// coefficient · Π fᵉ, from the early stages to the late ones.
    fn product(&mut self, arena: &mut Arena, coefficient: Constant, factors: &[(Node, i32)]) -> Value {
        let mut parts: Vec<(Stage, Value, bool)> = Vec::new();
        for &(factor, exponent) in factors {
            let base = self.lower(arena, factor);
            let power = arena.power(base, exponent.unsigned_abs());
            parts.push((arena.stage(power), power, exponent > 0));
        }
        // Stable: within a stage the graph's order stays.
        parts.sort_by_key(|&(stage, _, _)| stage);
        let mut result = arena.literal(coefficient);
        let mut next = 0;
        while next < parts.len() {
            let stage = parts[next].0;
            let mut numerator = result;
            let mut denominator: Option<Value> = None;
            while next < parts.len() && parts[next].0 == stage {
                let (_, value, above) = parts[next];
                if above {
                    numerator = arena.mul(numerator, value);
                } else {
                    denominator = Some(match denominator {
                        Some(others) => arena.mul(others, value),
                        None => value,
                    });
                }
                next += 1;
            }
            result = match denominator {
                Some(denominator) => {
                    let reciprocal = arena.recip(denominator);
                    arena.mul(numerator, reciprocal)
                }
                None => numerator,
            };
        }
        result
    }
}

/// coefficient · Π fᵉ.
struct Term {
    factors: Vec<(Node, i32)>,
    coefficient: Constant,
    /// Its author.
    author: Author,
}

/// The factor that most terms share (the first of equals); `None` if none occurs twice.
fn shared_factor(terms: &[Term]) -> Option<Node> {
    let mut counts: Map<Node, usize> = Map::default();
    for &(factor, _) in terms.iter().flat_map(|term| &term.factors).filter(|(_, exponent)| *exponent > 0) {
        *counts.entry(factor).or_insert(0) += 1;
    }
    let most = counts.values().copied().max().filter(|&count| count > 1)?;
    counts.iter().filter(|&(_, &count)| count == most).map(|(&factor, _)| factor).min()
}

/// The sum of values, added from the early stages to the late ones.
fn add_by_stage(arena: &mut Arena, mut values: Vec<Value>) -> Value {
    values.sort_by_key(|&value| arena.stage(value));
    let mut sum: Option<Value> = None;
    for value in values {
        sum = Some(match sum {
            Some(sum) => arena.add(sum, value),
            None => value,
        });
    }
    match sum {
        Some(sum) => sum,
        None => arena.zero(),
    }
}
