//! The arena: canonical expressions in, node ids out, the same id for the same expression.
//!
//! Invariants: children precede parents; sums and products are stored as `simplify` orders them;
//! every node knows the set of symbols in it.

use super::hash::{FastHasher, Memo, Set};
use super::{Author, Constant, Function, SymbolSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An expression of a [`Graph`]; ordered by creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub(super) u32);

impl Node {
    /// Position in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name in a [`Graph`]; ordered by creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub(super) u32);

impl Symbol {
    /// Position among the symbols.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A comparison of two values; a > b is b < a.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// a < b.
    Lt,
    /// a ≤ b.
    Le,
    /// a = b.
    Eq,
    /// a ≠ b.
    Ne,
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum View<'a> {
    /// An exact number.
    Constant(Constant),
    /// A name.
    Symbol(Symbol),
    /// constant + Σ cᵢ·xᵢ. A node occurs twice only where its coefficients have no exact sum
    /// (x + π·x).
    Sum {
        /// The constant.
        constant: Constant,
        /// The pairs (xᵢ, cᵢ), ordered.
        terms: &'a [(Node, Constant)],
    },
    /// Π xᵢ^eᵢ.
    Product {
        /// The pairs (xᵢ, eᵢ), ordered, no exponent zero.
        factors: &'a [(Node, i32)],
    },
    /// f(x, …).
    Call(Function, &'a [Node]),
    /// A comparison.
    Compare(Relation, Node, Node),
    /// Both.
    And(Node, Node),
    /// At least one.
    Or(Node, Node),
    /// Negation.
    Not(Node),
    /// The second if the first is true, otherwise the third.
    Select(Node, Node, Node),
    /// The sum or product itself, kept whole: see [`Graph::share`].
    Shared(Node),
}

/// A [`View`] with ranges of the arena's pools for slices.
#[derive(Clone, Copy)]
enum Kind {
    Constant(u32),
    Symbol(Symbol),
    Sum { constant: u32, start: u32, end: u32 },
    Product { start: u32, end: u32 },
    Call(Function, u32),
    Compare(Relation, Node, Node),
    And(Node, Node),
    Or(Node, Node),
    Not(Node),
    Select(Node, Node, Node),
    Shared(Node),
}

#[derive(Clone)]
pub(super) struct Entry {
    kind: Kind,
    hash: u64,
    /// Position of the node's set of symbols among the sets.
    pub(super) symbols: u32,
    /// Its author.
    pub(super) author: Author,
}

const EMPTY: u32 = u32::MAX;

/// A hash-consed expression graph.
#[derive(Clone)]
pub struct Graph {
    pub(super) entries: Vec<Entry>,
    constants: Vec<Constant>,
    terms: Vec<(Node, Constant)>,
    factors: Vec<(Node, i32)>,
    arguments: Vec<Node>,
    /// Open addressing with linear probing; the length is a power of two.
    table: Vec<u32>,
    /// Of symbols; copies of a graph share them.
    names: Set<Arc<str>>,
    pub(super) sets: Set<SymbolSet>,
    /// ∂node/∂symbol, by symbol, then node, as far as symbols have been derived by.
    pub(super) partials: Vec<Memo>,
    /// The current author.
    pub(super) author: Author,
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Graph {
    /// A graph of nothing but 0 and 1.
    pub fn new() -> Self {
        let mut graph = Self {
            entries: Vec::new(),
            constants: Vec::new(),
            terms: Vec::new(),
            factors: Vec::new(),
            arguments: Vec::new(),
            table: vec![EMPTY; 64],
            names: Set::default(),
            sets: Set::from_iter([SymbolSet::new()]),
            partials: Vec::new(),
            author: Author::Nobody,
        };
        graph.constant(Constant::ZERO);
        graph.constant(Constant::ONE);
        graph
    }

    /// The symbol of that name, new or old.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        Symbol(index(self.names.insert_full(name.into()).0))
    }

    /// Its name.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// Its name, shared with the graph.
    pub fn shared_name(&self, symbol: Symbol) -> Arc<str> {
        self.names[symbol.index()].clone()
    }

    /// The symbol at a position, which must be below [`symbol_count`](Self::symbol_count).
    pub fn symbol_at(&self, position: usize) -> Symbol {
        Symbol(index(position))
    }

    /// The number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.names.len()
    }

    /// The symbol as an expression.
    pub fn node(&mut self, symbol: Symbol) -> Node {
        self.intern(View::Symbol(symbol))
    }

    /// A number as an expression.
    pub fn constant(&mut self, value: Constant) -> Node {
        self.intern(View::Constant(value))
    }

    /// An integer as an expression.
    pub fn integer(&mut self, value: i64) -> Node {
        self.constant(Constant::integer(value))
    }

    /// 0.
    pub fn zero(&self) -> Node {
        Node(0)
    }

    /// 1.
    pub fn one(&self) -> Node {
        Node(1)
    }

    /// The number, if the node is one.
    pub fn as_constant(&self, node: Node) -> Option<Constant> {
        match self.entries[node.index()].kind {
            Kind::Constant(at) => Some(self.constants[at as usize]),
            _ => None,
        }
    }

    /// Whether it is the number 0.
    pub fn is_zero(&self, node: Node) -> bool {
        node == self.zero()
    }

    /// The number of nodes; their indices are below it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: 0 and 1 are always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The node with that position in the arena.
    pub(super) fn at(&self, position: usize) -> Node {
        Node(index(position))
    }

    /// The kind of the node.
    pub fn view(&self, node: Node) -> View<'_> {
        match self.entries[node.index()].kind {
            Kind::Constant(at) => View::Constant(self.constants[at as usize]),
            Kind::Symbol(symbol) => View::Symbol(symbol),
            Kind::Sum { constant, start, end } => View::Sum {
                constant: self.constants[constant as usize],
                terms: &self.terms[start as usize..end as usize],
            },
            Kind::Product { start, end } => {
                View::Product { factors: &self.factors[start as usize..end as usize] }
            }
            Kind::Call(function, start) => {
                let start = start as usize;
                View::Call(function, &self.arguments[start..start + function.arity()])
            }
            Kind::Compare(relation, a, b) => View::Compare(relation, a, b),
            Kind::And(a, b) => View::And(a, b),
            Kind::Or(a, b) => View::Or(a, b),
            Kind::Not(a) => View::Not(a),
            Kind::Select(c, a, b) => View::Select(c, a, b),
            Kind::Shared(a) => View::Shared(a),
        }
    }

    /// The node of an expression in canonical form, if it exists.
    pub(super) fn find(&self, view: View<'_>) -> Option<Node> {
        self.probe(view, hash(view)).ok()
    }

    /// The node, or the slot of the table where it belongs.
    fn probe(&self, view: View<'_>, hash: u64) -> Result<Node, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let at = self.table[slot];
            if at == EMPTY {
                return Err(slot);
            }
            if self.entries[at as usize].hash == hash && self.view(Node(at)) == view {
                return Ok(Node(at));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The one node of an expression in canonical form.
    pub(super) fn intern(&mut self, view: View<'_>) -> Node {
        let hash = hash(view);
        let slot = match self.probe(view, hash) {
            Ok(node) => {
                let entry = &mut self.entries[node.index()];
                entry.author = entry.author.and(self.author);
                return node;
            }
            Err(slot) => slot,
        };
        let kind = self.store(view);
        let node = Node(index(self.entries.len()));
        self.entries.push(Entry { kind, hash, symbols: 0, author: self.author });
        let symbols = self.collect_symbols(node);
        self.entries[node.index()].symbols = symbols;
        self.table[slot] = node.0;
        if self.entries.len() * 2 > self.table.len() {
            self.grow_table();
        }
        node
    }

    /// A sum that is the result of another operation: its author is of both.
    pub(super) fn found(&mut self, node: Node) -> Node {
        let entry = &mut self.entries[node.index()];
        if matches!(entry.kind, Kind::Sum { .. }) {
            entry.author = entry.author.and(self.author);
        }
        node
    }

    fn store(&mut self, view: View<'_>) -> Kind {
        match view {
            View::Constant(value) => Kind::Constant(self.store_constant(value)),
            View::Symbol(symbol) => Kind::Symbol(symbol),
            View::Sum { constant, terms } => {
                let constant = self.store_constant(constant);
                let start = index(self.terms.len());
                self.terms.extend_from_slice(terms);
                Kind::Sum { constant, start, end: index(self.terms.len()) }
            }
            View::Product { factors } => {
                let start = index(self.factors.len());
                self.factors.extend_from_slice(factors);
                Kind::Product { start, end: index(self.factors.len()) }
            }
            View::Call(function, arguments) => {
                let start = index(self.arguments.len());
                self.arguments.extend_from_slice(arguments);
                Kind::Call(function, start)
            }
            View::Compare(relation, a, b) => Kind::Compare(relation, a, b),
            View::And(a, b) => Kind::And(a, b),
            View::Or(a, b) => Kind::Or(a, b),
            View::Not(a) => Kind::Not(a),
            View::Select(c, a, b) => Kind::Select(c, a, b),
            View::Shared(a) => Kind::Shared(a),
        }
    }

    fn store_constant(&mut self, value: Constant) -> u32 {
        // Sums without a constant are the rule: they share the zero of the node 0.
        if value.is_zero() && !self.constants.is_empty() {
            return 0;
        }
        self.constants.push(value);
        index(self.constants.len() - 1)
    }

    fn grow_table(&mut self) {
        let length = self.table.len() * 2;
        self.table.clear();
        self.table.resize(length, EMPTY);
        for (at, entry) in self.entries.iter().enumerate() {
            let mut slot = entry.hash as usize & (length - 1);
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (length - 1);
            }
            self.table[slot] = at as u32;
        }
    }

    /// Calls `visit` for every child in order (twice for one that occurs twice).
    pub fn for_each_child(&self, node: Node, mut visit: impl FnMut(Node)) {
        match self.view(node) {
            View::Constant(_) | View::Symbol(_) => {}
            View::Sum { terms, .. } => terms.iter().for_each(|&(x, _)| visit(x)),
            View::Product { factors } => factors.iter().for_each(|&(x, _)| visit(x)),
            View::Call(_, arguments) => arguments.iter().for_each(|&x| visit(x)),
            View::Compare(_, a, b) | View::And(a, b) | View::Or(a, b) => [a, b].into_iter().for_each(visit),
            View::Not(a) | View::Shared(a) => visit(a),
            View::Select(c, a, b) => [c, a, b].into_iter().for_each(visit),
        }
    }
}

/// A position as the arena stores it.
pub(super) fn index(at: usize) -> u32 {
    u32::try_from(at).expect("an expression graph has fewer than 2³² entries")
}

fn hash(view: View<'_>) -> u64 {
    let mut hasher = FastHasher::default();
    view.hash(&mut hasher);
    hasher.finish()
}

/// One line a node, in the order of creation.
impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for at in 0..self.entries.len() {
            writeln!(f, "{at}: {:?}", self.view(Node(at as u32)))?;
        }
        Ok(())
    }
}
