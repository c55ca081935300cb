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
//! where floor x is even; (2) is that integer for half a unit beyond either end of its piece. Not held, and no reason to interrupt a run, are
//!
//! - x = y: it is a piece of no extent;
//! - φ with multipliers in it: they are known only after the equations are solved;
//! - φ of which f takes a power that is not an integer, a logarithm or the like: the piece ends where φ does (δ^(3/2) of
//!   a contact), and has no derivatives there.

use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Constant, Function, Graph, Node, Relation, Symbol, View};

/// The switching functions of f.
#[derive(Clone, Debug, Default)]
pub struct Switches {
    /// All of them, those with sides first.
    pub functions: Vec<Node>,
    /// The sides, of as many of them as have one.
    pub sides: Vec<Symbol>,
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
    /// Adds sides for the switching functions of these expressions, and fixes the expressions on them (1).
    pub(super) fn hold(graph: &mut Graph, functions: Vec<Node>, expressions: &mut [&mut Vec<Node>]) -> Self {
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
                held.push((node, side));
            }
        }
        if !held.is_empty() {
            for nodes in expressions {
                for node in nodes.iter_mut() {
                    *node = graph.replace_nodes(*node, &|graph, old, new| {
                        let found = held.binary_search_by_key(&old, |entry| entry.0).ok()?;
                        Some(on_side(graph, new, held[found].1))
                    });
                }
            }
        }
        Self { functions: [with, without].concat(), sides }
    }
}

/// The simple arguments of functions that are not smooth at zero: δ and c ? δ : 1 of √δ.
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

/// (1) and (2)
fn on_side(graph: &mut Graph, node: Node, side: Node) -> Node {
    let zero = graph.zero();
    let free = graph.compare(Relation::Eq, side, zero);
    let below = graph.compare(Relation::Lt, side, zero);
    match graph.view(node) {
        View::Call(Function::Sign, _) => graph.select(free, node, side),
        View::Call(Function::Abs, arguments) => {
            let x = arguments[0];
            let held = graph.mul(side, x);
            graph.select(free, node, held)
        }
        View::Call(Function::Max, arguments) => {
            let (x, y) = (arguments[0], arguments[1]);
            let held = graph.select(below, y, x);
            graph.select(free, node, held)
        }
        View::Call(Function::Min, arguments) => {
            let (x, y) = (arguments[0], arguments[1]);
            let held = graph.select(below, x, y);
            graph.select(free, node, held)
        }
        // (2)
        View::Call(Function::Floor, arguments) => {
            let x = arguments[0];
            let (even, odd) = (half_of(graph, x, 1), half_of(graph, x, -1));
            let one = graph.one();
            let odd = graph.add(odd, one);
            let held = graph.select(below, odd, even);
            graph.select(free, node, held)
        }
        View::Compare(..) => {
            let itself = graph.and(free, node);
            graph.or(itself, below)
        }
        // Rebuilt of new arguments, it has become something smooth.
        _ => node,
    }
}
