//! The elimination with forces between bodies: (6) to (8) with what one end of a force exerts on the other as an unknown y.
//!
//! A force has two such effects, one on each end. On the ways from both ends to the link on which they meet (or to the ground), y is an unknown of the
//! links. The end on which it acts is eliminated for any y, the other one gives y:
//!
//! ```text
//! δF = P z + π + Σ Q y,   y = U z + Σ T y + τ             at the ends: Q = −1 or Y, U = E_1 or E_2     (1)
//! y = N (U z + Σ' T y + τ),   N = (1 − T_yy)⁻¹            where both ways meet; Σ' without y           (2)
//! P += Q N U,  π += Q N τ,   Q' += Q N T,   U' += T' N U,  T'' += T' N T,  τ' += T' N τ                (3)
//! ```
//! with a prime for other effects on their ways; Q belongs to those whose end of action is passed, U, τ and rows of T to those of the other end. A joint is eliminated as before, with (7) and (8) completed by
//!
//! ```text
//! b = D⁻¹ Sᵀ Q,   a = U W D⁻¹,   x = … − Σ b y                                                         (4)
//! Q_p += Xᵀ (Q − L b),   U_p += (U − a Sᵀ P) X̃,   T_p += T − U W b,   τ_p += τ + a (r − Sᵀ π)           (5)
//! ```
//! A coordinate that is given (x in common with other links) leaves Q, T and U X̃ as they are: τ_p += τ + U W x, and its effort has Σ Sᵀ Q y.
//!
//! P has the stiffness of a force at its own end, as if the other end were fixed: pivots and y are of the size that they have in the assembled
//! matrix, however stiff forces are and how many act side by side. The work is that of the ways. Forces that meet on the ground are eliminated there,
//! each with all that follow.

mod factor;
mod solve;

use super::pair::Pair;
use super::{Deferred, Parts};
use crate::Real;
use crate::trees::linkage::{GROUND, Linkage};
use crate::trees::placement::FRAME;
use crate::trees::spatial::{Square, empty};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A pivot of 1 − T below this share of the largest entry of its row is weak. Of stiff forces between bodies that move together they are as small as their masses
/// beside the stiffness, as those of the assembled matrix.
const WEAK_CLOSURE: f64 = 1e-10;

/// The forces on their ways at each link, and on the ground.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// Of the ground, then of every link; none without forces between bodies.
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    /// The number of matrices of all nodes.
    matrices: usize,
}

/// The forces that come to a link from its children and from itself: those that meet there, then those that go on to its parent.
#[derive(Clone, Debug, Default)]
struct Node {
    entries: Range<usize>,
    /// The number of those that meet.
    closing: usize,
    /// The first of its matrices.
    first: usize,
    /// The node of the parent.
    above: usize,
}

/// An effect of a force at a link.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The force.
    pair: usize,
    /// The end on which it acts.
    on: usize,
    /// Whether that end is this link or beyond it.
    acts: bool,
    /// Whether the other end is.
    given: bool,
    /// Its number among those of the parent, if it goes on.
    above: usize,
}

/// The places of the matrices of a node with m forces: Q (two rows of wrenches), U (four parts of z), a and b, N, T.
#[derive(Clone, Copy, Debug)]
struct Places {
    first: usize,
    m: usize,
}

impl Places {
    const fn count(m: usize) -> usize {
        8 * m + m * m
    }
    fn q(self, force: usize, row: usize) -> usize {
        self.first + 2 * force + row
    }
    fn u(self, force: usize, part: usize) -> usize {
        self.first + 2 * self.m + 4 * force + part
    }
    fn ab(self, force: usize) -> usize {
        self.first + 6 * self.m + force
    }
    fn n(self, force: usize) -> usize {
        self.first + 7 * self.m + force
    }
    fn t(self, row: usize, column: usize) -> usize {
        self.first + 8 * self.m + self.m * row + column
    }
}

/// The forces that have derivatives in a matrix, with the matrices of (1) to (5) of all links, which solves read. Of open contacts there are none.
#[derive(Clone, Debug)]
pub struct Open<T> {
    pub(super) pairs: Vec<Option<Pair<T>>>,
    ways: Ways,
    matrices: Vec<Square<T>>,
    /// Work space of [`begin`](Self::begin).
    numbers: Vec<usize>,
    /// What constraints have.
    pub(in crate::trees) deferred: Deferred<T>,
}

impl<T> Default for Open<T> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            ways: Ways::default(),
            matrices: Vec::new(),
            numbers: Vec::new(),
            deferred: Deferred::default(),
        }
    }
}

impl Entry {
    /// Its number among the effects of all forces.
    fn number(&self) -> usize {
        2 * self.pair + self.on
    }
}

impl Ways {
    /// Those of a tree.
    pub(super) fn of<T: Real>(linkage: &Linkage<T>) -> Self {
        if linkage.pairs.is_empty() {
            return Self::default();
        }
        let parent = |link: usize| match linkage.links[link].parent {
            GROUND => 0,
            parent => parent as usize + 1,
        };
        let n = linkage.len() + 1;
        // By nodes, of which 0 is the ground.
        let (mut closing, mut open) = (vec![Vec::<Entry>::new(); n], vec![Vec::<Entry>::new(); n]);
        for (pair, links) in linkage.pairs.iter().enumerate() {
            // (node, end of the force that is on this way)
            let [mut a, mut b] = [(links[0] + 1, 0), (links[1] + 1, 1)];
            while a.0 != b.0 {
                // Parents come before their children.
                let deeper = if a.0 > b.0 { &mut a } else { &mut b };
                for on in 0..2 {
                    let (acts, given) = (on == deeper.1, on != deeper.1);
                    open[deeper.0].push(Entry { pair, on, acts, given, above: 0 });
                }
                deeper.0 = parent(deeper.0 - 1);
            }
            closing[a.0].extend([0, 1].map(|on| Entry { pair, on, acts: true, given: true, above: 0 }));
        }
        let (mut nodes, mut entries, mut matrices) = (Vec::<Node>::with_capacity(n), Vec::<Entry>::new(), 0);
        for node in 0..n {
            let first = entries.len();
            let above = if node == 0 { 0 } else { parent(node - 1) };
            let known = nodes.get(above).map_or(0..0, |node| node.entries.clone());
            for &entry in closing[node].iter().chain(&open[node]) {
                let same = |known: &Entry| (known.pair, known.on) == (entry.pair, entry.on);
                let place = entries[known.clone()].iter().position(same);
                entries.push(Entry { above: place.unwrap_or(0), ..entry });
            }
            let count = entries.len() - first;
            let closing = closing[node].len();
            nodes.push(Node { entries: first..first + count, closing, first: matrices, above });
            matrices += Places::count(count);
        }
        Self { nodes, entries, matrices }
    }

    /// Becomes those of all that are wanted. `numbers` is work space: the number at its node of each of all.
    fn restrict(&mut self, all: &Self, wanted: impl Fn(&Entry) -> bool, numbers: &mut Vec<usize>) {
        self.nodes.clear();
        self.entries.clear();
        self.matrices = 0;
        numbers.clear();
        numbers.resize(all.entries.len(), 0);
        for node in &all.nodes {
            let (first, above) = (self.entries.len(), all.nodes[node.above].entries.start);
            let mut closing = 0;
            for at in node.entries.clone().filter(|&at| wanted(&all.entries[at])) {
                let entry = all.entries[at];
                numbers[at] = self.entries.len() - first;
                closing += usize::from(at < node.entries.start + node.closing);
                self.entries.push(Entry { above: numbers[above + entry.above], ..entry });
            }
            let entries = first..self.entries.len();
            let count = entries.len();
            self.nodes.push(Node { entries, closing, first: self.matrices, above: node.above });
            self.matrices += Places::count(count);
        }
    }

    fn node(&self, number: usize) -> Option<(&Node, &[Entry], Places)> {
        let node = self.nodes.get(number).filter(|node| !node.entries.is_empty())?;
        let entries = &self.entries[node.entries.clone()];
        Some((node, entries, Places { first: node.first, m: entries.len() }))
    }
}

impl<T: Real> Open<T> {
    /// Takes the forces that have derivatives in a matrix, with matrices of zeros.
    pub(super) fn begin(
        &mut self,
        all: &Ways,
        linkage: &Linkage<T>,
        parts: &Parts<'_, T>,
        poses: &mut Vec<[T; FRAME]>,
    ) {
        if linkage.pairs.is_empty() {
            return;
        }
        linkage.pairs_of(parts, poses, &mut self.pairs);
        if all.nodes.is_empty() {
            self.ways = Ways::default();
            return;
        }
        self.ways.restrict(all, |entry| self.pairs[entry.pair].is_some(), &mut self.numbers);
        self.matrices.clear();
        self.matrices.resize(self.ways.matrices, empty());
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.ways.entries.is_empty()
    }

    /// The number of τ of all nodes.
    pub(super) fn sums(&self) -> usize {
        self.ways.entries.len()
    }
}
