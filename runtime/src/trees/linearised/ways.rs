//! The elimination with forces between bodies: (6) to (8) with the wrenches y of forces whose ends are not both eliminated yet.
//!
//! On the way from an end of a force to the link on which both ways meet (or the ground), y is an unknown of the links; with u for what the end in
//! question gives to y,
//!
//! ```text
//! δF = P z + π + Σ Q y,   u = U z + Σ T y + τ             at an end: Q = −1 or Y, U = E                (1)
//! y = N (U z + Σ' T y + τ),   N = (1 − T_yy)⁻¹            where both ways meet; Σ' without y           (2)
//! P += Q N U,  π += Q N τ,   Q' += Q N T,   U' += T' N U,  T'' += T' N T,  τ' += T' N τ                (3)
//! ```
//! with a prime for other forces on their ways. A joint is eliminated as before, with (7) and (8) completed by
//!
//! ```text
//! b = D⁻¹ Sᵀ Q,   a = U W D⁻¹,   x = … − Σ b y                                                         (4)
//! Q_p += Xᵀ (Q − L b),   U_p += (U − a Sᵀ P) X̃,   T_p += T − U W b,   τ_p += τ + a (r − Sᵀ π)           (5)
//! ```
//! A coordinate that is given (x in common with other links) leaves Q, T and U X̃ as they are: τ_p += τ + U W x, and its effort has Σ Sᵀ Q y.
//!
//! P holds nothing of the stiffness of a force on its way, which is why D has sound pivots; N is small where a force is stiff. The work is that
//! of the ways. Forces that meet on the ground are eliminated there, each with all that follow.

use super::Parts;
use super::local::row_of;
use super::pair::Pair;
use super::parts_here;
use crate::Real;
use crate::trees::linkage::{GROUND, Link, Linkage};
use crate::trees::placement::{FRAME, Frame};
use crate::trees::spatial::{
    Matrix, Six, Square, angular, cross, empty, linear, minus, nothing, plus, six, with, work,
};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A pivot of 1 − T below this share of the largest entry of its row is weak. Forces beside each other between the same bodies have small pivots by
/// their nature, of differences between them that move nothing.
const WEAK_CLOSURE: f64 = 1e-10;

/// The forces on their ways at each link, and on the ground; decided by the tree.
#[derive(Clone, Debug)]
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
}

/// A force at a link.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pair: usize,
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

/// The matrices of (1) to (5) of all links, which solves read.
#[derive(Clone, Debug)]
pub struct Open<T> {
    /// Those with derivatives.
    pub(super) pairs: Vec<Option<Pair<T>>>,
    matrices: Vec<Square<T>>,
}

impl<T> Default for Open<T> {
    fn default() -> Self {
        Self { pairs: Vec::new(), matrices: Vec::new() }
    }
}

impl Ways {
    /// Those of a tree.
    pub(super) fn of<T: Real>(linkage: &Linkage<T>) -> Self {
        if linkage.pairs.is_empty() {
            return Self { nodes: Vec::new(), entries: Vec::new(), matrices: 0 };
        }
        let parent = |link: usize| match linkage.links[link].parent {
            GROUND => 0,
            parent => parent as usize + 1,
        };
        let n = linkage.len() + 1;
        // By nodes, of which 0 is the ground.
        let (mut closing, mut open) = (vec![Vec::<usize>::new(); n], vec![Vec::<usize>::new(); n]);
        for (pair, links) in linkage.pairs.iter().enumerate() {
            let [mut a, mut b] = links.map(|link| link + 1);
            while a != b {
                // Parents come before their children.
                let deeper = if a > b { &mut a } else { &mut b };
                open[*deeper].push(pair);
                *deeper = parent(*deeper - 1);
            }
            closing[a].push(pair);
        }
        let (mut nodes, mut entries, mut matrices) = (Vec::<Node>::with_capacity(n), Vec::<Entry>::new(), 0);
        for node in 0..n {
            let first = entries.len();
            let above = if node == 0 { Node::default() } else { nodes[parent(node - 1)].clone() };
            for &pair in closing[node].iter().chain(&open[node]) {
                let place = entries[above.entries.clone()].iter().position(|entry| entry.pair == pair);
                entries.push(Entry { pair, above: place.unwrap_or(0) });
            }
            let count = entries.len() - first;
            nodes.push(Node { entries: first..first + count, closing: closing[node].len(), first: matrices });
            matrices += Places::count(count);
        }
        Self { nodes, entries, matrices }
    }

    fn node(&self, number: usize) -> Option<(&Node, &[Entry], Places)> {
        let node = self.nodes.get(number).filter(|node| !node.entries.is_empty())?;
        let entries = &self.entries[node.entries.clone()];
        Some((node, entries, Places { first: node.first, m: entries.len() }))
    }

    /// Matrices of zeros for the forces with derivatives.
    pub(super) fn begin<T: Real>(
        &self,
        linkage: &Linkage<T>,
        parts: &Parts<'_, T>,
        poses: &mut Vec<[T; FRAME]>,
        open: &mut Open<T>,
    ) {
        if self.is_empty() {
            return;
        }
        linkage.pairs_of(parts, poses, &mut open.pairs);
        open.matrices.clear();
        open.matrices.resize(self.matrices, empty());
    }

    /// (1) of the ends at link i, then (2) and (3) of forces that meet there; the first force without a sound pivot.
    pub(super) fn close<T: Real, const R: usize, const C: usize>(
        &self,
        i: usize,
        open: &mut Open<T>,
        p: &mut [[Square<T>; C]; R],
    ) -> Option<usize> {
        let (_, entries, at) = self.node(i + 1)?;
        let Open { pairs, matrices } = open;
        for (force, entry) in entries.iter().enumerate() {
            let Some(pair) = &pairs[entry.pair] else { continue };
            for end in (0..2).filter(|&end| pair.links[end] == i) {
                let q = &mut matrices[at.q(force, 0)];
                for k in 0..6 {
                    let mut unit = nothing();
                    unit[k] = T::one();
                    for (row, x) in q.iter_mut().zip(pair.on(end, &unit)) {
                        row[k] = row[k] + x;
                    }
                }
                for part in 0..C {
                    add(&mut matrices[at.u(force, part)], &pair.derivative::<R, C>(end, part));
                }
            }
        }
        self.meet::<T, R, C>(i + 1, open, Some(p))
    }

    /// (2) and (3) of the forces that meet at a node.
    pub(super) fn meet<T: Real, const R: usize, const C: usize>(
        &self,
        node: usize,
        open: &mut Open<T>,
        mut p: Option<&mut [[Square<T>; C]; R]>,
    ) -> Option<usize> {
        let (node, entries, at) = self.node(node)?;
        let Open { pairs, matrices } = open;
        let mut weak = None;
        let acts = |force: usize| pairs[entries[force].pair].is_some();
        for force in (0..node.closing).filter(|&force| acts(force)) {
            let others = || (force + 1..at.m).filter(|&other| acts(other));
            let t = &matrices[at.t(force, force)];
            let (inverse, sound) = inverse(core::array::from_fn(|row| {
                core::array::from_fn(|k| if k == row { T::one() - t[row][k] } else { -t[row][k] })
            }));
            if !sound {
                weak = weak.or(Some(entries[force].pair));
            }
            matrices[at.n(force)] = inverse;
            for part in 0..C {
                matrices[at.u(force, part)] = product(&inverse, &matrices[at.u(force, part)]);
            }
            for other in others() {
                matrices[at.t(force, other)] = product(&inverse, &matrices[at.t(force, other)]);
            }
            if let Some(p) = &mut p {
                for row in 0..R {
                    let q = matrices[at.q(force, row)];
                    for part in 0..C {
                        add(&mut p[row][part], &product(&q, &matrices[at.u(force, part)]));
                    }
                    for other in others() {
                        let more = product(&q, &matrices[at.t(force, other)]);
                        add(&mut matrices[at.q(other, row)], &more);
                    }
                }
            }
            for other in others() {
                let of_other = matrices[at.t(other, force)];
                if p.is_some() {
                    for part in 0..C {
                        let more = product(&of_other, &matrices[at.u(force, part)]);
                        add(&mut matrices[at.u(other, part)], &more);
                    }
                }
                for third in others() {
                    let more = product(&of_other, &matrices[at.t(force, third)]);
                    add(&mut matrices[at.t(other, third)], &more);
                }
            }
        }
        weak
    }

    /// (4) and (5) of the forces that go on from link i.
    pub(super) fn pass<T: Real, const R: usize, const C: usize>(
        &self,
        i: usize,
        linkage: &Linkage<T>,
        eliminated: Joint<T, R, C>,
        open: &mut Open<T>,
    ) {
        let Some((node, entries, at)) = self.node(i + 1) else { return };
        let Joint { columns, lever, inverse, rows, frames, rate } = eliminated;
        let link = &linkage.links[i];
        let freedoms = link.motion.freedoms();
        let above = match link.parent {
            GROUND => 0,
            parent => parent as usize + 1,
        };
        let Some((_, _, up)) = self.node(above) else { return };
        let Open { pairs, matrices } = open;
        let going = || (node.closing..at.m).filter(|&force| pairs[entries[force].pair].is_some());
        // U W of each, kept in the place of N, which only forces that meet have.
        for force in going() {
            let (mut of_motion, mut of_wrench) = ([nothing(); 3], [nothing(); 3]);
            for k in 0..freedoms {
                for part in 0..C {
                    let u = &matrices[at.u(force, part)];
                    of_motion[k] = plus(of_motion[k], u.map(|row| work(&row, &columns[k][part])));
                }
            }
            for c in 0..6 {
                let column: Six<T> = core::array::from_fn(|r| {
                    (0..R).fold(T::zero(), |sum, row| sum + matrices[at.q(force, row)][r][c])
                });
                let efforts = linkage.efforts_of(link, &column);
                for k in 0..freedoms {
                    of_wrench[k][c] = efforts[k];
                }
            }
            let (mut a, mut b) = (of_motion, of_wrench);
            if !link.shared {
                (a, b) = ([nothing(); 3], [nothing(); 3]);
                for k in 0..freedoms {
                    for j in 0..freedoms {
                        a[k] = with(a[k], inverse[j][k], of_motion[j]);
                        b[k] = with(b[k], inverse[k][j], of_wrench[j]);
                    }
                }
            }
            matrices[at.ab(force)] = [a[0], a[1], a[2], b[0], b[1], b[2]];
            matrices[at.n(force)] =
                [of_motion[0], of_motion[1], of_motion[2], nothing(), nothing(), nothing()];
        }
        let gone = if link.shared { 0 } else { freedoms };
        for force in going() {
            for other in going() {
                let mut t = matrices[at.t(force, other)];
                for k in 0..gone {
                    let (of_motion, b) = (matrices[at.n(force)][k], matrices[at.ab(other)][3 + k]);
                    for r in 0..6 {
                        t[r] = with(t[r], -of_motion[r], b);
                    }
                }
                add(&mut matrices[up.t(entries[force].above, entries[other].above)], &t);
            }
        }
        if link.parent == GROUND {
            return;
        }
        for force in going() {
            let (ab, place) = (matrices[at.ab(force)], entries[force].above);
            for row in 0..R {
                let mut q = matrices[at.q(force, row)];
                for k in 0..gone {
                    for r in 0..6 {
                        q[r] = with(q[r], -lever[row][k][r], ab[3 + k]);
                    }
                }
                let into = &mut matrices[up.q(place, row)];
                for c in 0..6 {
                    let column = frames[row].up(&core::array::from_fn(|r| q[r][c]));
                    for r in 0..6 {
                        into[r][c] = into[r][c] + column[r];
                    }
                }
            }
            let mut u: [Square<T>; C] = core::array::from_fn(|part| matrices[at.u(force, part)]);
            carry::<T, R, C>(&mut u, &rate);
            for part in 0..C {
                let into = &mut matrices[up.u(place, part)];
                for r in 0..6 {
                    let mut row = u[part][r];
                    for k in 0..gone {
                        row = with(row, -ab[k][r], rows[part][k]);
                    }
                    into[r] = plus(into[r], frames[row_of(R, C, part)].up(&row));
                }
            }
        }
    }

    /// (2), (3) and (5) of right-hand sides, inwards.
    pub(super) fn inwards<T: Real, const R: usize>(
        &self,
        node: usize,
        open: &Open<T>,
        sums: &mut [Six<T>],
        opposing: &mut [Six<T>; R],
    ) {
        let Some((node, entries, at)) = self.node(node) else { return };
        let Open { pairs, matrices } = open;
        let sums = &mut sums[node.entries.clone()];
        let acts = |force: usize| pairs[entries[force].pair].is_some();
        for force in (0..node.closing).filter(|&force| acts(force)) {
            let own = times(&matrices[at.n(force)], &sums[force]);
            sums[force] = own;
            for (row, opposing) in opposing.iter_mut().enumerate() {
                *opposing = plus(*opposing, times(&matrices[at.q(force, row)], &own));
            }
            for other in (force + 1..at.m).filter(|&other| acts(other)) {
                sums[other] = plus(sums[other], times(&matrices[at.t(other, force)], &own));
            }
        }
    }

    /// τ_p of (5), from r − Sᵀ π of link i.
    pub(super) fn onwards<T: Real>(
        &self,
        i: usize,
        link: &Link,
        open: &Open<T>,
        sums: &mut [Six<T>],
        right: &[T],
    ) {
        let Some((node, entries, at)) = self.node(i + 1) else { return };
        let above = match link.parent {
            GROUND => 0,
            parent => parent as usize + 1,
        };
        let up = self.nodes[above].entries.start;
        for force in node.closing..at.m {
            if open.pairs[entries[force].pair].is_none() {
                continue;
            }
            let a = &open.matrices[at.ab(force)];
            let sum = sums[node.entries.start + force];
            let sum = right.iter().zip(a).fold(sum, |sum, (&right, a)| with(sum, right, *a));
            let into = &mut sums[up + entries[force].above];
            *into = plus(*into, sum);
        }
    }

    /// Σ b y of link i, (4).
    pub(super) fn efforts<T: Real>(&self, i: usize, open: &Open<T>, y: &[Six<T>]) -> [T; 3] {
        let mut efforts = [T::zero(); 3];
        let Some((node, entries, at)) = self.node(i + 1) else { return efforts };
        for force in node.closing..at.m {
            let pair = entries[force].pair;
            if open.pairs[pair].is_some() {
                let b = &open.matrices[at.ab(force)][3..];
                for (effort, b) in efforts.iter_mut().zip(b) {
                    *effort = *effort + work(b, &y[pair]);
                }
            }
        }
        efforts
    }

    /// y of the forces that meet at a node, (2), from z of its link; on the ground there is none.
    pub(super) fn outwards<T: Real>(
        &self,
        node: usize,
        open: &Open<T>,
        sums: &[Six<T>],
        z: &[Six<T>],
        y: &mut [Six<T>],
    ) {
        let Some((node, entries, at)) = self.node(node) else { return };
        let Open { pairs, matrices } = open;
        let acts = |force: usize| pairs[entries[force].pair].is_some();
        for force in (0..node.closing).rev().filter(|&force| acts(force)) {
            let mut own = sums[node.entries.start + force];
            for (part, z) in z.iter().enumerate() {
                own = plus(own, times(&matrices[at.u(force, part)], z));
            }
            for other in (force + 1..at.m).filter(|&other| acts(other)) {
                own = plus(own, times(&matrices[at.t(force, other)], &y[entries[other].pair]));
            }
            y[entries[force].pair] = own;
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of τ of all nodes.
    pub(super) fn sums(&self) -> usize {
        self.entries.len()
    }
}

/// An eliminated joint.
#[derive(Clone, Copy)]
pub(super) struct Joint<T, const R: usize, const C: usize> {
    /// W, by freedoms.
    pub(super) columns: [[Six<T>; C]; 3],
    /// L, by rows of wrenches and freedoms.
    pub(super) lever: [[Six<T>; 3]; R],
    /// D⁻¹.
    pub(super) inverse: Matrix<T>,
    /// Sᵀ P X̃ but for X, by parts and freedoms.
    pub(super) rows: [[Six<T>; 3]; C],
    /// X of each row of wrenches.
    pub(super) frames: [Frame<T>; R],
    /// S q̇.
    pub(super) rate: Six<T>,
}

/// The part of X̃ that takes δA from δV: rows of a matrix of z.
pub(super) fn carry<T: Real, const R: usize, const C: usize>(of: &mut [Square<T>; C], rate: &Six<T>) {
    if parts_here(R, C) < 2 {
        return;
    }
    let (turn, slide) = (angular(rate), linear(rate));
    for r in 0..6 {
        let (a, b) = (angular(&of[0][r]), linear(&of[0][r]));
        let more = six(plus(cross(a, turn), cross(b, slide)), cross(b, turn));
        of[1][r] = minus(of[1][r], more);
    }
}

fn add<T: Real>(to: &mut Square<T>, more: &Square<T>) {
    for (to, more) in to.iter_mut().zip(more) {
        *to = plus(*to, *more);
    }
}

fn product<T: Real>(a: &Square<T>, b: &Square<T>) -> Square<T> {
    a.map(|row| row.iter().zip(b).fold(nothing(), |sum, (&x, b)| with(sum, x, *b)))
}

fn times<T: Real>(a: &Square<T>, x: &Six<T>) -> Six<T> {
    a.map(|row| work(&row, x))
}

/// The inverse, with pivots from the rows, each measured by its largest entry; whether all were sound.
fn inverse<T: Real>(mut a: Square<T>) -> (Square<T>, bool) {
    let mut b: Square<T> =
        core::array::from_fn(|r| core::array::from_fn(|c| if r == c { T::one() } else { T::zero() }));
    let mut sizes = a.map(|row| row.iter().fold(0.0, |size, x| f64::max(size, x.leading())));
    let mut sound = true;
    for k in 0..6 {
        let best = (k..6).fold(k, |best, row| {
            if a[row][k].smallest() * sizes[best] > a[best][k].smallest() * sizes[row] { row } else { best }
        });
        // NaN is not sound.
        sound &= a[best][k].smallest() > WEAK_CLOSURE * sizes[best];
        a.swap(k, best);
        b.swap(k, best);
        sizes.swap(k, best);
        let pivot = a[k][k];
        a[k] = a[k].map(|x| x / pivot);
        b[k] = b[k].map(|x| x / pivot);
        for row in (0..6).filter(|&row| row != k) {
            let factor = a[row][k];
            a[row] = with(a[row], -factor, a[k]);
            b[row] = with(b[row], -factor, b[k]);
        }
    }
    (b, sound)
}
