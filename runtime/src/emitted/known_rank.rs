//! Redundant constraints: the inverse of a block of known rank, exact motion and the smallest reactions.
//!
//! ```text
//! K x = b,   K = [ H  B ; G  0 ]       G has dependent rows, B dependent columns                 (1)
//! ```
//!
//! After the planned pivots of (1), a block T of k rows and columns is left, whose rank r is known when the mechanism is
//! compiled. On the constraint manifold T has this rank to rounding. Off the manifold (in the stages of a Runge–Kutta step, in Newton
//! iterations) the other singular values are as large as the distance d from it, and must not affect the
//! solution: dividing by them gives reactions of any size. So T is replaced by a matrix of rank r.
//!
//! Constraints that depend on each other form a set. What depends on what is local: the rows of T in a set, A, have the rank of their number
//! less that of its redundant constraints, and so have its columns, whose rows are then those of Aᵀ:
//!
//! ```text
//! V'    rows of A, each with the most of its length left by the others, orthonormal            (2)
//! Q     A V'ᵀ, orthonormal; likewise V from the columns                                        (3)
//! S     Q T Vᵀ = L W,   W orthonormal,   with Q and V of all sets                               (4)
//! y     x = Vᵀ Wᵀ L⁻¹ Q b                                                                       (5)
//! ```
//!
//! Other parameters than those by default may change what depends on what, and not the number of redundant constraints: then all
//! constraints are one set (see `scales`).
//!
//! Where one set has the whole rank, Q T has no other rows than its r, and V is what makes them orthonormal: Q T = L V, W = 1.
//!
//! (3) is a step of subspace iteration: the choice of rows in (2) changes V' by O(d), Q and V by O(d²) and x by O(d³), so that a method
//! keeps its order when the choice changes. If r = 0, every independent constraint has a planned pivot, and the others are
//! ignored.
//!
//! **Reactions.** The multipliers without effect are N = {λ: B λ = 0}, one for every redundant constraint, within its set: the null vectors of
//! T, transformed by the second half of a solve, which transforms one of each set at a time. Among all equivalent multipliers,
//!
//! ```text
//! λ ← λ − N (Nᵀ W² N)⁻¹ Nᵀ W² λ                                                                 (6)
//! ```
//!
//! has the smallest Σ (w_i λ_i)² (see `scales` for the norm). If forces depend on reactions (friction of joints), B λ contains them, and how
//! redundant constraints share their load changes the motion: a vector of N then has a part of the accelerations, M a + B λ = 0, G a = 0, which
//! (6) subtracts with it, and all redundant constraints are one set. The motion is that of the smallest reactions, in balance with them.
//!
//! Invariant: results depend only on the numbers, so that emitted code and the tape agree bit for bit.

mod bases;
mod sets;

pub use linkwork_numerics::RedundantSet;

use super::pivoted::{Stack, redundant_fallback_into};
use crate::{Fallback, Real, Singular};
use bases::{add, complement, longest, orthonormal, range};
use sets::{Place, places};

/// A block of known rank.
#[derive(Clone, Copy, Debug)]
pub struct KnownRank<'a> {
    /// n: rows of K before those of constraints.
    pub velocities: usize,
    /// Rows of K without a planned pivot, by sets.
    pub rows: &'a [usize],
    /// Columns of K without a planned pivot, by sets.
    pub columns: &'a [usize],
    /// Constraints that depend on each other.
    pub sets: &'a [RedundantSet],
    /// The multipliers of all sets.
    pub multipliers: &'a [usize],
    /// n if vectors of N have a part of the accelerations, otherwise 0; there is one set then.
    pub accelerated: usize,
    /// The result of [`redundant_weights`](super::redundant_weights).
    pub weights: &'a [f64],
}

/// The storage of a [`KnownRank`].
struct Room<'a, T> {
    q: &'a mut [T],
    v: &'a mut [T],
    /// L, r rows of r.
    l: &'a mut [T],
    /// W, r rows of r; none where one set has the whole rank.
    w: &'a mut [T],
    /// N by sets, orthonormal: accelerations if they have any, then the multipliers of the set.
    null: &'a mut [T],
}

impl KnownRank<'_> {
    fn order(&self) -> usize {
        self.rows.len()
    }

    /// r.
    fn rank(&self) -> usize {
        self.order() - self.redundant()
    }

    /// The planned number of redundant constraints.
    pub(crate) fn redundant(&self) -> usize {
        self.sets.iter().map(|set| set.deficiency).sum()
    }

    /// The number of all multipliers.
    fn count(&self) -> usize {
        (self.weights.len() / 2).saturating_sub(1)
    }

    /// Whether the sets are those of the parameters.
    fn has_sets(&self) -> bool {
        self.weights.get(2 * self.count()).is_none_or(|holds| *holds > 0.0)
    }

    /// The sets, or all constraints as one.
    fn sets(&self) -> impl Iterator<Item = RedundantSet> {
        let k = self.order();
        let whole =
            RedundantSet { rows: k, columns: k, multipliers: self.count(), deficiency: self.redundant() };
        let has_sets = self.has_sets();
        let sets = self.sets.iter().copied().filter(move |_| has_sets);
        sets.chain((!has_sets).then_some(whole))
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        places(self.sets(), self.accelerated)
    }

    /// The multipliers of a set.
    fn members(&self, place: &Place) -> impl Iterator<Item = usize> + Clone {
        let listed = self.has_sets().then_some(self.multipliers);
        place.multipliers.clone().map(move |at| listed.map_or(at, |multipliers| multipliers[at]))
    }

    /// The rank deficiency of all constraints.
    pub(super) fn deficiency(&self) -> usize {
        self.weights.last().map_or(0, |count| *count as usize)
    }

    /// Whether the number of redundant constraints for the parameters is the planned one.
    pub(super) fn is_planned(&self) -> bool {
        self.deficiency() == self.redundant()
    }

    /// w² of a constraint.
    pub(super) fn weight(&self, constraint: usize) -> f64 {
        let w = self.weights.get(self.count() + constraint).copied().unwrap_or(1.0);
        w * w
    }

    /// d of a row, or column, of K.
    fn scale<T: Real>(&self, row: usize) -> T {
        T::exact(self.weights.get(row - self.velocities).copied().unwrap_or(1.0))
    }

    /// The set that has the whole rank, if there is one.
    fn whole(&self) -> Option<Place> {
        self.places().find(|place| place.above.len() == self.rank() && place.beside.len() == self.rank())
    }

    /// The lengths of Q, V, L and W.
    fn lengths(&self) -> [usize; 4] {
        let (q, v) = self.places().last().map_or((0, 0), |last| (last.q.end, last.v.end));
        let square = self.rank() * self.rank();
        [q, v, square, if self.whole().is_some() { 0 } else { square }]
    }

    fn room<'a, T>(&self, room: &'a mut [T]) -> Room<'a, T> {
        let [q, v, l, w] = self.lengths();
        let (q, rest) = room.split_at_mut(q);
        let (v, rest) = rest.split_at_mut(v);
        let (l, rest) = rest.split_at_mut(l);
        let (w, null) = rest.split_at_mut(w);
        Room { q, v, l, w, null }
    }

    /// (2) to (4) and N. `entries` are those of T row by row (none if r = 0), `copy` has space for k × k numbers, `work` for three
    /// vectors; `back` is the second half of a solve: (right-hand side, unknowns of the block) → solution. `false` if T does
    /// not have the rank r.
    pub fn factor_into<T: Real>(
        &self,
        (entries, copy): (&mut [T], &mut [T]),
        room: &mut [T],
        [right, solution, out]: [&mut [T]; 3],
        mut back: impl FnMut(&[T], &[T], &mut [T]),
    ) -> bool {
        let Room { q, v, l, w, null } = self.room(room);
        let mut sound = self.is_planned();
        if self.rank() > 0 {
            sound &= self.rows((entries, copy), q);
            match self.whole() {
                Some(place) => self.triangular(&place, entries, q, (v, l)),
                None => {
                    sound &= self.columns((entries, copy), v);
                    self.between((entries, copy), (q, v), (l, w));
                }
            }
        }
        let mut free = &mut *copy;
        for place in self.places() {
            let (vectors, rest) = free.split_at_mut(place.redundant.len() * place.columns.len());
            complement(&v[place.v], place.columns.len(), vectors);
            free = rest;
        }
        right.fill(T::zero());
        let first = self.velocities - self.accelerated;
        for c in 0..self.sets().fold(0, |most, set| most.max(set.deficiency)) {
            solution.fill(T::zero());
            let mut free = &*copy;
            for place in self.places() {
                let k = place.columns.len();
                let (vectors, rest) = free.split_at(place.redundant.len() * k);
                let vector = vectors.chunks_exact(k).nth(c).unwrap_or(&[]);
                for (x, &j) in vector.iter().zip(&self.columns[place.columns]) {
                    solution[j] = *x * self.scale(j);
                }
                free = rest;
            }
            back(right, solution, out);
            for place in self.places().filter(|place| c < place.redundant.len()) {
                let vectors = &mut null[place.null.clone()];
                let width = self.accelerated + place.multipliers.len();
                let (accelerations, multipliers) =
                    vectors[c * width..(c + 1) * width].split_at_mut(self.accelerated);
                accelerations.copy_from_slice(&out[first..self.velocities]);
                for (x, i) in multipliers.iter_mut().zip(self.members(&place)) {
                    *x = out[self.velocities + i];
                }
                self.weighted_orthonormal(&place, vectors, c);
            }
        }
        sound
    }

    /// T with its scales, and Q.
    fn rows<T: Real>(&self, (entries, copy): (&mut [T], &mut [T]), q: &mut [T]) -> bool {
        let k = self.order();
        for (row, &i) in entries.chunks_exact_mut(k).zip(self.rows) {
            for (x, &j) in row.iter_mut().zip(self.columns) {
                *x = *x * self.scale(i) * self.scale(j);
            }
        }
        let entries = &*entries;
        let first = longest(entries, k);
        let mut sound = true;
        for Place { rows, q: own_q, .. } in self.places() {
            let own = &mut copy[..rows.len() * k];
            own.copy_from_slice(&entries[rows.start * k..rows.end * k]);
            sound &= range(own, k, |i, j| entries[(rows.start + i) * k + j], &mut q[own_q], first);
        }
        sound
    }

    /// Q T = L V, where one set has the whole rank.
    fn triangular<T: Real>(&self, place: &Place, entries: &[T], q: &[T], (v, l): (&mut [T], &mut [T])) {
        let (k, r, width) = (self.order(), self.rank(), place.columns.len());
        let v = &mut v[place.v.clone()];
        v.fill(T::zero());
        l.fill(T::zero());
        for (a, direction) in q[place.q.clone()].chunks_exact(place.rows.len()).enumerate() {
            for (i, x) in place.rows.clone().zip(direction) {
                let row = &entries[i * k..(i + 1) * k];
                add(&mut v[a * width..(a + 1) * width], *x, &row[place.columns.clone()]);
            }
            orthonormal(v, width, a, |b, along| l[a * r + b] = l[a * r + b] + along);
        }
    }

    /// V.
    fn columns<T: Real>(&self, (entries, copy): (&[T], &mut [T]), v: &mut [T]) -> bool {
        let k = self.order();
        let first = longest(entries, k);
        let mut sound = true;
        for Place { columns, v: own_v, .. } in self.places() {
            let own = &mut copy[..columns.len() * k];
            for (i, row) in own.chunks_exact_mut(k).enumerate() {
                let column = entries[columns.start + i..].iter().step_by(k);
                row.iter_mut().zip(column).for_each(|(x, entry)| *x = *entry);
            }
            sound &= range(own, k, |i, j| entries[j * k + columns.start + i], &mut v[own_v], first);
        }
        sound
    }

    /// (4).
    fn between<T: Real>(
        &self,
        (entries, copy): (&[T], &mut [T]),
        (q, v): (&[T], &[T]),
        (l, w): (&mut [T], &mut [T]),
    ) {
        let (k, r) = (self.order(), self.rank());
        // T Vᵀ.
        for place in self.places() {
            let width = place.columns.len();
            for (b, direction) in place.beside.zip(v[place.v].chunks_exact(width.max(1))) {
                for (i, row) in entries.chunks_exact(k).enumerate() {
                    copy[i * r + b] = bases::dot(&row[place.columns.clone()], direction);
                }
            }
        }
        w.fill(T::zero());
        l.fill(T::zero());
        for place in self.places() {
            let height = place.rows.len();
            for (a, direction) in place.above.zip(q[place.q].chunks_exact(height.max(1))) {
                for (i, x) in place.rows.clone().zip(direction) {
                    add(&mut w[a * r..(a + 1) * r], *x, &copy[i * r..(i + 1) * r]);
                }
                orthonormal(w, r, a, |b, along| l[a * r + b] = l[a * r + b] + along);
            }
        }
    }

    /// Σ w² λ λ' of the multipliers of two vectors of a set.
    fn product<T: Real>(&self, place: &Place, a: &[T], b: &[T]) -> T {
        let terms = self.members(place).zip(&a[self.accelerated..]).zip(&b[self.accelerated..]);
        terms.fold(T::zero(), |sum, ((i, a), b)| sum + T::exact(self.weight(i)) * *a * *b)
    }

    /// Orthonormalises row c of the vectors of a set against the previous ones.
    fn weighted_orthonormal<T: Real>(&self, place: &Place, vectors: &mut [T], c: usize) {
        let m = self.accelerated + place.multipliers.len();
        let (before, rest) = vectors.split_at_mut(c * m);
        let row = &mut rest[..m];
        for _ in 0..2 {
            for other in before.chunks_exact(m) {
                let along = self.product(place, other, row);
                add(row, -along, other);
            }
        }
        let reciprocal = self.product(place, row, row).sqrt().recip();
        row.iter_mut().for_each(|x| *x = *x * reciprocal);
    }

    /// (5) and (6): `right` is the right-hand side with all pivots eliminated, `x` the solution.
    pub fn solve_into<T: Real>(
        &self,
        room: &[T],
        right: &[T],
        solution: &mut [T],
        x: &mut [T],
        mut back: impl FnMut(&[T], &[T], &mut [T]),
    ) {
        let r = self.rank();
        let [of_q, of_v, of_l, of_w] = self.lengths();
        let (q, rest) = room.split_at(of_q);
        let (v, rest) = rest.split_at(of_v);
        let (l, rest) = rest.split_at(of_l);
        let (w, null) = rest.split_at(of_w);
        solution.fill(T::zero());
        if r > 0 {
            // L⁻¹ Q b, then Wᵀ times it.
            for place in self.places() {
                for (a, direction) in place.above.zip(q[place.q].chunks_exact(place.rows.len().max(1))) {
                    let terms = direction.iter().zip(&self.rows[place.rows.clone()]);
                    let mut y =
                        terms.fold(T::zero(), |sum, (q, &i)| sum + *q * (self.scale::<T>(i) * right[i]));
                    for b in 0..a {
                        y = y - l[a * r + b] * x[b];
                    }
                    x[a] = y * l[a * r + a].recip();
                }
            }
            for place in self.places() {
                for (b, direction) in place.beside.zip(v[place.v].chunks_exact(place.columns.len().max(1))) {
                    let along = match w {
                        [] => x[b],
                        w => (0..r).fold(T::zero(), |sum, a| sum + w[a * r + b] * x[a]),
                    };
                    for (v, &j) in direction.iter().zip(&self.columns[place.columns.clone()]) {
                        solution[j] = solution[j] + self.scale::<T>(j) * *v * along;
                    }
                }
            }
        }
        back(right, solution, x);
        let (accelerations, multipliers) = x.split_at_mut(self.velocities);
        let accelerations = &mut accelerations[self.velocities - self.accelerated..];
        for place in self.places() {
            let width = self.accelerated + place.multipliers.len();
            for vector in null[place.null.clone()].chunks_exact(width) {
                let (of_accelerations, of_multipliers) = vector.split_at(self.accelerated);
                let terms = self.members(&place).zip(of_multipliers);
                let along =
                    terms.fold(T::zero(), |sum, (i, x)| sum + T::exact(self.weight(i)) * *x * multipliers[i]);
                add(accelerations, -along, of_accelerations);
                for (i, x) in self.members(&place).zip(of_multipliers) {
                    multipliers[i] = multipliers[i] - along * *x;
                }
            }
        }
    }
}

/// The second half of a solve on arrays, for slices of their length.
fn on_slices<T: Real, const N: usize>(
    back: impl Fn([T; N], [T; N]) -> [T; N],
) -> impl FnMut(&[T], &[T], &mut [T]) {
    move |right: &[T], solution: &[T], x: &mut [T]| {
        if let (Ok(right), Ok(solution)) = (right.try_into(), solution.try_into()) {
            x.copy_from_slice(&back(right, solution));
        }
    }
}

/// [`KnownRank::factor_into`] with work space on the stack.
#[inline(never)]
pub fn factor_block<T: Real, const N: usize>(
    block: &KnownRank<'_>,
    both: (&mut [T], &mut [T]),
    room: &mut [T],
    back: impl Fn([T; N], [T; N]) -> [T; N],
) -> bool {
    let [mut right, mut solution, mut out] = [[T::zero(); N]; 3];
    block.factor_into(both, room, [&mut right, &mut solution, &mut out], on_slices(back))
}

/// [`KnownRank::solve_into`] with work space on the stack.
#[inline(never)]
pub fn solve_block<T: Real, const N: usize>(
    block: &KnownRank<'_>,
    room: &[T],
    right: [T; N],
    back: impl Fn([T; N], [T; N]) -> [T; N],
) -> [T; N] {
    let (mut solution, mut x) = ([T::zero(); N], [T::zero(); N]);
    block.solve_into(room, &right, &mut solution, &mut x, on_slices(back));
    x
}

/// [`redundant_fallback_into`] with the matrix, whose nonzero entries `fill` sets, and all work space on the
/// stack.
///
/// # Errors
/// [`Singular`] if pivoting finds no pivot either.
#[cold]
#[inline(never)]
pub fn redundant_fallback<T: Real, const N: usize>(
    fill: impl FnOnce(&mut [[T; N]; N]),
    x: &mut [T; N],
    block: &KnownRank<'_>,
    fast: impl Fn(&mut [T; N]),
) -> Result<Fallback, Singular> {
    let mut stack = Stack::new(fill);
    let (matrix, work) = stack.lend();
    redundant_fallback_into(matrix, x, work, block, &mut |b: &mut [T]| {
        if let Ok(b) = b.try_into() {
            fast(b);
        }
    })
}
