//! Switching functions: the expressions whose sign decides which smooth piece of f is in force.
//!
//! ```text
//! |x|, sign x → x      min(x, y), max(x, y), x < y, x ≤ y, x = y → x − y      floor x → ½ − |mod(x + ½, 2) − 1|
//! ```
//!
//! A run stops at each of their roots, and each piece of f continues beyond its root as far as a step needs
//! it. For that every switching function φ has a *side* s, which is held: 1, −1, or 0 for whichever side φ is on,
//!
//! ```text
//! sign x → s    |x| → s x    max(x, y) → (s > 0 ? x : y)    min(x, y) → (s > 0 ? y : x)    x < y → s < 0    where s ≠ 0   (1)
//! floor x → 2 floor((x + ½)/2) where s > 0, 2 floor((x − ½)/2) + 1 where s < 0                                            (2)
//! ```
//!
//! and the expression itself where s = 0. The switching function of floor x is a triangle wave: zero at integers, exactly, and positive
//! where floor x is even; (2) is that integer for half a unit beyond either end of its piece. A switching function in which another one is
//! nested, mod(x, y) < z, is evaluated on the held sides of the latter: where both change at one time, as at the end of a period, it has
//! then the root within the step that the jump of the other one would hide.
//!
//! Not held, and no reason to interrupt a run, are
//!
//! - x = y: it is a piece of no extent;
//! - φ with multipliers in it: they are known only after the equations are solved;
//! - φ of which f takes a power that is not an integer, a logarithm or the like: the piece ends where φ does (δ^(3/2) of
//!   a contact), and has no derivatives there.

use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Constant, Function, Graph, Node, Rebuilt, Relation, Symbol, View};

/// The switching functions of f.
#[derive(Clone, Debug, Default)]
pub struct Switches {
    /// All of them, those with sides first.
    pub functions: Vec<Node>,
    /// The same, with those that are nested in them on their sides.
    pub values: Vec<Node>,
    /// The sides, of as many of them as have one.
    pub sides: Vec<Symbol>,
    /// Those of them of floor x: triangle waves.
    pub waves: Vec<usize>,
    /// The first floor x of each of the waves: what a description says, where the wave is what it becomes.
    pub floors: Vec<Node>,
}

impl Switches {
    /// A switching function as a description says it: `floor(x)` for a triangle wave.
    pub fn written(&self, k: usize) -> Node {
        let floor = self.waves.iter().position(|&wave| wave == k).and_then(|at| self.floors.get(at));
        floor.copied().unwrap_or(self.functions[k])
    }

    /// The functions with sides that depend on the time and not on the state, and may have several roots within a step: those that jump
    /// or have a rate that is not constant, such as that of a pulse.
    pub fn recurring(
        &self,
        graph: &mut Graph,
        time: Symbol,
        depends_on_state: &dyn Fn(&Graph, Node) -> bool,
    ) -> Vec<usize> {
        let mut recurs = |&k: &usize| {
            let function = self.values[k];
            if !graph.depends_on(function, time) || depends_on_state(graph, function) {
                return false;
            }
            let is_floor = |&node: &Node| matches!(graph.view(node), View::Call(Function::Floor, _));
            nodes_of(graph, &[function]).iter().any(is_floor) || {
                let rate = graph.derivative(function, time);
                graph.depends_on(rate, time)
            }
        };
        (0..self.sides.len()).filter(|k| recurs(k)).collect()
    }
}

/// The switching functions of a node.
fn switch_of(graph: &mut Graph, node: Node) -> Option<Node> {
    let (a, b) = match graph.view(node) {
        View::Call(Function::Abs | Function::Sign, arguments) => (arguments[0], None),
        View::Call(Function::Floor, arguments) => (triangle(graph, arguments[0]), None),
        View::Call(Function::Min | Function::Max, arguments) => (arguments[0], Some(arguments[1])),
        View::Compare(_, a, b) => (a, Some(b)),
        _ => return None,
    };
    let switch = b.map_or(a, |b| graph.sub(a, b));
    graph.as_constant(switch).is_none().then_some(switch)
}

/// ½ − |y − 1|,  y = mod(x + ½, 2)
fn triangle(graph: &mut Graph, x: Node) -> Node {
    let algebra = &Algebra::new(graph);
    let half = algebra.constant(Constant::ratio(1, 2));
    let ahead = algebra.expr(x) + half;
    let y = ahead - 2 * (ahead / 2).apply(Function::Floor);
    (half - (y - algebra.one()).apply(Function::Abs)).node()
}

/// Every node below the roots, each once, children first.
fn nodes_of(graph: &Graph, roots: &[Node]) -> Vec<Node> {
    let mut seen = vec![false; graph.len()];
    let mut pending = roots.to_vec();
    let mut found = Vec::new();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            found.push(node);
            graph.for_each_child(node, |child| pending.push(child));
        }
    }
    found.sort();
    found
}

/// The switching functions of all nodes below the roots, each once, in order of creation.
pub(super) fn switching_functions(graph: &mut Graph, roots: &[Node]) -> Vec<Node> {
    let nodes = nodes_of(graph, roots);
    let mut switches: Vec<Node> = nodes.into_iter().filter_map(|node| switch_of(graph, node)).collect();
    switches.sort();
    switches.dedup();
    switches
}

impl Switches {
    /// Adds sides for the switching functions of these expressions, and fixes the expressions and what is nested in the functions on them (1);
    /// also what they have in common with these outputs, so that an output beside a switch is that of the forces there. Where an output ends
    /// with a function (the root of a depth), it has that function's own side.
    pub(super) fn hold(
        graph: &mut Graph,
        functions: Vec<Node>,
        expressions: &mut [&mut Vec<Node>],
        outputs: &mut [&mut Node],
    ) -> Self {
        let roots: Vec<Node> = expressions.iter().flat_map(|nodes| nodes.iter().copied()).collect();
        let nodes = nodes_of(graph, &roots);
        let ends = ends_of_pieces(graph, &nodes);
        let mut switching: Vec<(Node, Node)> = Vec::new();
        for &node in &nodes {
            if !matches!(graph.view(node), View::Compare(Relation::Eq | Relation::Ne, ..))
                && let Some(switch) = switch_of(graph, node)
            {
                switching.push((node, switch));
            }
        }
        let has_side = |graph: &mut Graph, switch: Node| {
            let opposite = graph.neg(switch);
            switching.iter().any(|&(_, own)| own == switch)
                && !ends.contains(&switch)
                && !ends.contains(&opposite)
        };
        let (with, without): (Vec<Node>, Vec<Node>) =
            functions.into_iter().partition(|&switch| has_side(graph, switch));
        // A name with a blank cannot occur in a description.
        let sides: Vec<Symbol> = (0..with.len()).map(|k| graph.symbol(&format!("side {k}"))).collect();
        let mut held = Vec::new();
        for (node, switch) in switching {
            if let Some(k) = with.iter().position(|&own| own == switch) {
                let side = graph.node(sides[k]);
                held.push((node, side, switch));
            }
        }
        let of_sides: Vec<Node> = sides.iter().map(|&side| graph.node(side)).collect();
        let is_floor = |node: Node| matches!(graph.view(node), View::Call(Function::Floor, _));
        let floor_of = |k: usize| {
            let own = |&&(node, side, _): &&(Node, Node, Node)| side == of_sides[k] && is_floor(node);
            held.iter().find(own).map(|&(node, ..)| (k, node))
        };
        let (waves, floors) = (0..sides.len()).filter_map(floor_of).unzip();
        let functions = [with, without].concat();
        let mut values = functions.clone();
        if !held.is_empty() {
            let fix = |graph: &mut Graph, node: Node, but: &[Node]| {
                graph.replace_nodes(node, &|graph, rebuilt| {
                    let found = held.binary_search_by_key(&rebuilt.before, |entry| entry.0).ok()?;
                    (!but.contains(&rebuilt.before)).then(|| on_side(graph, rebuilt, held[found].1))
                })
            };
            for node in expressions.iter_mut().flat_map(|nodes| nodes.iter_mut()).chain(&mut values) {
                *node = fix(graph, *node, &[]);
            }
            let ends = |graph: &mut Graph, outputs: &[Node]| {
                let nodes = nodes_of(graph, outputs);
                let ends = ends_of_pieces(graph, &nodes);
                let is_end = |&(.., switch): &(Node, Node, Node)| {
                    ends.contains(&switch) || ends.contains(&graph.neg(switch))
                };
                held.iter().copied().filter(is_end).map(|(node, ..)| node).collect::<Vec<Node>>()
            };
            // In most mechanisms no output ends with a held function.
            let all: Vec<Node> = outputs.iter().map(|output| **output).collect();
            let any = !ends(graph, &all).is_empty();
            for output in outputs {
                let ends = if any { ends(graph, &[**output]) } else { Vec::new() };
                **output = fix(graph, **output, &ends);
            }
        }
        Self { functions, values, sides, waves, floors }
    }
}

/// The simple arguments of functions that are not smooth at zero: δ, c ? δ : 1 and max(δ, 0) of √δ.
fn ends_of_pieces(graph: &Graph, nodes: &[Node]) -> Vec<Node> {
    let mut ends = Vec::new();
    for &node in nodes {
        let View::Call(function, arguments) = graph.view(node) else { continue };
        let ending = matches!(
            function,
            Function::Sqrt | Function::Pow | Function::Ln | Function::Asin | Function::Acos
        );
        if !ending {
            continue;
        }
        let mut pending = vec![arguments[0]];
        while let Some(argument) = pending.pop() {
            match graph.view(argument) {
                View::Select(_, a, b) => pending.extend([a, b]),
                View::Shared(a) => {
                    ends.push(a);
                    pending.push(a);
                }
                View::Call(Function::Max | Function::Min, arguments) => {
                    pending.extend(arguments.iter().copied())
                }
                View::Product { factors } => pending.extend(factors.iter().map(|factor| factor.0)),
                _ => {}
            }
            ends.push(argument);
        }
    }
    ends
}

/// 2 floor((x ± ½)/2)
fn half_of(graph: &mut Graph, x: Node, sign: i64) -> Node {
    let algebra = &Algebra::new(graph);
    let quarter = algebra.constant(Constant::ratio(sign, 4));
    (2 * (algebra.expr(x) / 2 + quarter).apply(Function::Floor)).node()
}

/// (1) and (2), of the arguments in their order of the switching function: a rebuilt minimum may have them in the other one.
fn on_side(graph: &mut Graph, rebuilt: &Rebuilt<'_>, side: Node) -> Node {
    let node = rebuilt.node;
    let zero = graph.zero();
    let free = graph.compare(Relation::Eq, side, zero);
    let below = graph.compare(Relation::Lt, side, zero);
    let held = match graph.view(rebuilt.before) {
        View::Call(Function::Sign, _) => side,
        View::Call(Function::Abs, arguments) => {
            let x = rebuilt.child(arguments[0]);
            graph.mul(side, x)
        }
        View::Call(function @ (Function::Max | Function::Min), arguments) => {
            let (x, y) = (rebuilt.child(arguments[0]), rebuilt.child(arguments[1]));
            let (then, otherwise) = if function == Function::Max { (y, x) } else { (x, y) };
            graph.select(below, then, otherwise)
        }
        // (2)
        View::Call(Function::Floor, arguments) => {
            let x = rebuilt.child(arguments[0]);
            let (even, odd) = (half_of(graph, x, 1), half_of(graph, x, -1));
            let one = graph.one();
            let odd = graph.add(odd, one);
            graph.select(below, odd, even)
        }
        // Of new operands, it may have become true or false.
        View::Compare(..) if matches!(graph.view(node), View::Compare(..)) => {
            let itself = graph.and(free, node);
            return graph.or(itself, below);
        }
        _ => return node,
    };
    graph.select(free, node, held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rounding of fourteen operations on numbers between -2 and 2.
    const ROUNDING: f64 = 1e-9;

    /// Expressions of three symbols with every kind of switch, each within others.
    fn expression(graph: &mut Graph, symbols: &[Node], choices: &[(u8, u8, u8)]) -> Node {
        let mut made = symbols.to_vec();
        for &(kind, a, b) in choices {
            let of = |choice: u8| made[usize::from(choice) % made.len()];
            let (x, y) = (of(a), of(b));
            let half = graph.constant(Constant::ratio(1, 2));
            let new = match kind % 10 {
                0 => graph.call(Function::Min, &[x, y]),
                1 => graph.call(Function::Max, &[x, y]),
                2 => graph.call(Function::Abs, &[x]),
                3 => graph.call(Function::Sign, &[x]),
                4 => graph.call(Function::Floor, &[x]),
                5 => {
                    let less = graph.compare(Relation::Lt, x, y);
                    graph.select(less, half, x)
                }
                6 => graph.sub(x, y),
                7 => graph.sub(half, x),
                8 => graph.mul(x, y),
                _ => graph.add(x, y),
            };
            made.push(new);
        }
        made[made.len() - 1]
    }

    /// An output has the sides of the functions in it, but for one with which it ends: beyond the end of a spring, its force is held, and the root of
    /// its deflection is not.
    #[test]
    fn outputs_have_the_sides_of_forces() {
        let mut graph = Graph::new();
        let symbol = graph.symbol("x");
        let (x, zero) = (graph.node(symbol), graph.zero());
        let touches = graph.compare(Relation::Lt, zero, x);
        let root = graph.sqrt(x);
        let force = graph.select(touches, x, zero);
        let (mut expressions, mut root_of_it) = (vec![force], graph.select(touches, root, zero));
        let mut twice = graph.add(force, force);
        let functions = switching_functions(&mut graph, &[force]);
        let outputs = &mut [&mut twice, &mut root_of_it];
        let switches = Switches::hold(&mut graph, functions, &mut [&mut expressions], outputs);
        // Which side is which depends on the order of the comparison.
        let at = |side: f64, node: Node| {
            graph.evaluate(&[node], &|own| {
                if own == symbol { -0.1 } else { side * f64::from(u8::from(switches.sides[0] == own)) }
            })[0]
        };
        let held = [1.0, -1.0].map(|side| at(side, expressions[0]));
        assert!(held.contains(&-0.1) && held.contains(&0.0), "{held:?}");
        for (side, held) in [1.0, -1.0].into_iter().zip(held) {
            assert_eq!(at(side, twice), 2.0 * held);
            assert_eq!(at(side, root_of_it), 0.0);
        }
        assert_eq!(at(0.0, twice), 0.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// (1) and (2): on the sides that the switching functions are on, and without sides, an expression has its own value.
        #[test]
        fn held_expressions_have_their_own_values(
            choices in prop::collection::vec(any::<(u8, u8, u8)>(), 1..14),
            at in prop::array::uniform3(-2.0..2.0_f64),
        ) {
            let mut graph = Graph::new();
            let symbols: Vec<Symbol> = ["x", "y", "z"].iter().map(|name| graph.symbol(name)).collect();
            let nodes: Vec<Node> = symbols.iter().map(|&symbol| graph.node(symbol)).collect();
            let node = expression(&mut graph, &nodes, &choices);
            let functions = switching_functions(&mut graph, &[node]);
            let mut expressions = vec![node];
            let switches = Switches::hold(&mut graph, functions, &mut [&mut expressions], &mut []);
            let value = |sides: &[f64], wanted: &[Node]| {
                graph.evaluate(wanted, &|symbol| {
                    let given = symbols.iter().position(|&own| own == symbol).map(|i| at[i]);
                    given.unwrap_or_else(|| {
                        switches.sides.iter().position(|&own| own == symbol).map_or(0.0, |i| sides[i])
                    })
                })
            };
            let free = vec![0.0; switches.sides.len()];
            let of_functions = value(&free, &switches.functions);
            // On a switch, rounding decides.
            if of_functions.iter().any(|x| x.abs() < ROUNDING) {
                return Ok(());
            }
            let sides: Vec<f64> = of_functions[..free.len()].iter().map(|x| x.signum()).collect();
            let own = value(&free, &[node])[0];
            for sides in [&free, &sides] {
                let held = value(sides, &expressions)[0];
                let scale = 1.0 + own.abs();
                prop_assert!((held - own).abs() < ROUNDING * scale, "{held} instead of {own}");
            }
        }
    }
}
