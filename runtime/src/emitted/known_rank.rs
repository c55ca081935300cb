//! Redundant constraints: the inverse of a block of known rank, exact motion and the smallest reactions.
//!
//! ```text
//! K x = b,   K = [ H  B ; G  0 ]       G has dependent rows, B dependent columns                 (1)
//! ```
//!
//! After the planned pivots of (1), a block T of k rows and columns is left, whose rank r is known when the mechanism is
//! compiled. On the constraint manifold T has this rank to rounding. Off the manifold (in the stages of a Runge–Kutta step, in Newton
//! iterations) the other singular values are as large as the distance d from it, and must not affect the
//! solution: dividing by them gives reactions of any size. So T is replaced by the nearest matrix of rank r:
//!
//! ```text
//! V     r rows of T, each with the most of its length left by the others, orthonormal          (2)
//! Q     T Vᵀ, orthonormal;   Qᵀ T = L V₂,   V₂ orthonormal                                     (3)
//! y     x = V₂ᵀ L⁻¹ Qᵀ b                                                                        (4)
//! ```
//!
//! (3) is a step of subspace iteration: the choice of rows in (2) changes V by O(d), Q by O(d²) and x by O(d³), so that a method
//! keeps its order when the choice changes. If r = 0, every independent constraint has a planned pivot, and the others are
//! ignored.
//!
//! **Reactions.** The multipliers without effect are N = {λ: B λ = 0}, one for every redundant constraint: the null vectors of
//! T, transformed by the second half of a solve. Among all equivalent multipliers,
//!
//! ```text
//! λ ← λ − N (Nᵀ W² N)⁻¹ Nᵀ W² λ                                                                 (5)
//! ```
//!
//! has the smallest Σ (w_i λ_i)² (see `scales` for the norm). If forces depend on reactions (friction of joints), B λ contains them, and how
//! redundant constraints share their load changes the motion: a vector of N then has a part of the accelerations, M a + B λ = 0, G a = 0, which
//! (5) subtracts with it. The motion is that of the smallest reactions, in balance with them.
//!
//! Invariant: results depend only on the numbers, so that emitted code and the tape agree bit for bit.

use super::pivoted::{Stack, redundant_fallback_into};
use crate::{Fallback, Real, Singular};

/// Rows of T shorter than this part of the longest are not used as a basis: the constraints are close to losing rank. (T is
/// quadratic in G.)
const DEGENERATE: f64 = 1e-10;

/// A block of known rank.
#[derive(Clone, Copy, Debug)]
pub struct KnownRank<'a> {
    /// n: rows of K before those of constraints.
    pub velocities: usize,
    /// Rows of K without a planned pivot.
    pub rows: &'a [usize],
    /// Columns of K without a planned pivot.
    pub columns: &'a [usize],
    /// r.
    pub rank: usize,
    /// n if vectors of N have a part of the accelerations, otherwise 0.
    pub accelerated: usize,
    /// The result of [`redundant_weights`](super::redundant_weights).
    pub weights: &'a [f64],
}

/// The storage of a [`KnownRank`].
struct Room<'a, T> {
    /// Qᵀ, r rows of k.
    q: &'a mut [T],
    /// V₂, r rows of k.
    v: &'a mut [T],
    /// L, r rows of r.
    l: &'a mut [T],
    /// N, orthonormal, (k − r) rows of all multipliers, after the accelerations if there are any.
    null: &'a mut [T],
}

fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * *b)
}

/// to ← to + s·by.
fn add<T: Real>(to: &mut [T], s: T, by: &[T]) {
    for (to, by) in to.iter_mut().zip(by) {
        *to = *to + s * *by;
    }
}

/// Orthonormalises row i of a matrix with rows of length k against the previous ones: twice, which is sufficient. `coefficient` gets
/// the components along these, and its own length last.
fn orthonormal<T: Real>(rows: &mut [T], k: usize, i: usize, mut coefficient: impl FnMut(usize, T)) {
    let (before, rest) = rows.split_at_mut(i * k);
    let row = &mut rest[..k];
    for _ in 0..2 {
        for (j, other) in before.chunks_exact(k).enumerate() {
            let along = dot(other, row);
            coefficient(j, along);
            add(row, -along, other);
        }
    }
    let length = dot(row, row).sqrt();
    coefficient(i, length);
    let reciprocal = length.recip();
    row.iter_mut().for_each(|x| *x = *x * reciprocal);
}

impl KnownRank<'_> {
    fn order(&self) -> usize {
        self.rows.len()
    }

    fn multipliers(&self) -> usize {
        self.weights.len() / 2
    }

    /// The length of a vector of N, and the index of its first unknown.
    fn width(&self) -> usize {
        self.accelerated + self.multipliers()
    }

    fn first(&self) -> usize {
        self.velocities - self.accelerated
    }

    /// The rank deficiency of all constraints.
    pub(super) fn deficiency(&self) -> usize {
        self.weights.last().map_or(0, |count| *count as usize)
    }

    /// Whether the number of redundant constraints for the parameters is the planned one.
    pub(super) fn is_planned(&self) -> bool {
        self.deficiency() + self.rank == self.order()
    }

    /// w² of a constraint.
    pub(super) fn weight(&self, constraint: usize) -> f64 {
        let w = self.weights.get(self.multipliers() + constraint).copied().unwrap_or(1.0);
        w * w
    }

    /// d of a row, or column, of K.
    fn scale<T: Real>(&self, row: usize) -> T {
        T::exact(self.weights.get(row - self.velocities).copied().unwrap_or(1.0))
    }

    fn room<'a, T>(&self, room: &'a mut [T]) -> Room<'a, T> {
        let (k, r) = (self.order(), self.rank);
        let (q, rest) = room.split_at_mut(r * k);
        let (v, rest) = rest.split_at_mut(r * k);
        let (l, null) = rest.split_at_mut(r * r);
        Room { q, v, l, null }
    }

    /// (2), (3) and N. `entries` are those of T row by row (none if r = 0), `copy` has space for k × k numbers, `work` for three
    /// vectors; `back` is the second half of a solve: (right-hand side, unknowns of the block) → solution. `false` if T does
    /// not have the rank r.
    pub fn factor_into<T: Real>(
        &self,
        (entries, copy): (&mut [T], &mut [T]),
        room: &mut [T],
        [right, solution, out]: [&mut [T]; 3],
        mut back: impl FnMut(&[T], &[T], &mut [T]),
    ) -> bool {
        let (k, r) = (self.order(), self.rank);
        let Room { q, v, l, null } = self.room(room);
        let mut sound = self.is_planned();
        if r > 0 {
            for (row, &i) in entries.chunks_exact_mut(k).zip(self.rows) {
                for (x, &j) in row.iter_mut().zip(self.columns) {
                    *x = *x * self.scale(i) * self.scale(j);
                }
            }
            copy.copy_from_slice(entries);
            let mut first = 0.0;
            for a in 0..r {
                let (mut best, mut longest) = (a, -1.0);
                for (b, row) in copy.chunks_exact(k).enumerate().skip(a) {
                    let square = dot(row, row).smallest();
                    if square > longest {
                        (best, longest) = (b, square);
                    }
                }
                if a == 0 {
                    first = longest;
                }
                // NaN is not sound.
                sound &= longest > DEGENERATE * DEGENERATE * first;
                for j in 0..k {
                    copy.swap(a * k + j, best * k + j);
                }
                orthonormal(copy, k, a, |_, _| {});
                let (done, left) = copy.split_at_mut((a + 1) * k);
                let direction = &done[a * k..];
                for row in left.chunks_exact_mut(k) {
                    let along = dot(direction, row);
                    add(row, -along, direction);
                }
            }
            for a in 0..r {
                for i in 0..k {
                    q[a * k + i] = dot(&entries[i * k..(i + 1) * k], &copy[a * k..(a + 1) * k]);
                }
                orthonormal(q, k, a, |_, _| {});
            }
            v.fill(T::zero());
            l.fill(T::zero());
            for a in 0..r {
                for i in 0..k {
                    add(&mut v[a * k..(a + 1) * k], q[a * k + i], &entries[i * k..(i + 1) * k]);
                }
                orthonormal(v, k, a, |b, along| l[a * r + b] = l[a * r + b] + along);
            }
        }
        self.null_space(v, copy);
        let (m, first) = (self.width(), self.first());
        right.fill(T::zero());
        for (c, row) in copy.chunks_exact(k).take(k - r).enumerate() {
            solution.fill(T::zero());
            for (x, &j) in row.iter().zip(self.columns) {
                solution[j] = *x * self.scale(j);
            }
            back(right, solution, out);
            null[c * m..(c + 1) * m].copy_from_slice(&out[first..]);
            self.weighted_orthonormal(null, c);
        }
        sound
    }

    /// The null vectors of T, k − r rows of k: the unit vectors with the largest remainders after projecting out V₂.
    fn null_space<T: Real>(&self, v: &[T], rows: &mut [T]) {
        let (k, r) = (self.order(), self.rank);
        for c in 0..k - r {
            let (mut best, mut most) = (c, -1.0);
            for i in 0..k {
                let known = v.iter().chain(&rows[..c * k]).skip(i).step_by(k);
                let left = known.fold(T::one(), |left, x| left - *x * *x).smallest();
                if left > most {
                    (best, most) = (i, left);
                }
            }
            let row = c * k..(c + 1) * k;
            rows[row.clone()].fill(T::zero());
            rows[c * k + best] = T::one();
            for _ in 0..2 {
                for known in v.chunks_exact(k) {
                    let along = dot(known, &rows[row.clone()]);
                    add(&mut rows[row.clone()], -along, known);
                }
            }
            orthonormal(rows, k, c, |_, _| {});
        }
    }

    /// Σ w² λ λ' of the multipliers of two vectors of N's form.
    fn product<T: Real>(&self, a: &[T], b: &[T]) -> T {
        let terms = a[self.accelerated..].iter().zip(&b[self.accelerated..]).enumerate();
        terms.fold(T::zero(), |sum, (i, (a, b))| sum + T::exact(self.weight(i)) * *a * *b)
    }

    /// Orthonormalises row c of N against the previous ones.
    fn weighted_orthonormal<T: Real>(&self, null: &mut [T], c: usize) {
        let m = self.width();
        let (before, rest) = null.split_at_mut(c * m);
        let row = &mut rest[..m];
        for _ in 0..2 {
            for other in before.chunks_exact(m) {
                let along = self.product(other, row);
                add(row, -along, other);
            }
        }
        let reciprocal = self.product(row, row).sqrt().recip();
        row.iter_mut().for_each(|x| *x = *x * reciprocal);
    }

    /// (4) and (5): `right` is the right-hand side with all pivots eliminated, `x` the solution.
    pub fn solve_into<T: Real>(
        &self,
        room: &[T],
        right: &[T],
        solution: &mut [T],
        x: &mut [T],
        mut back: impl FnMut(&[T], &[T], &mut [T]),
    ) {
        let (k, r, m, first) = (self.order(), self.rank, self.width(), self.first());
        let (q, rest) = room.split_at(r * k);
        let (v, rest) = rest.split_at(r * k);
        let (l, null) = rest.split_at(r * r);
        solution.fill(T::zero());
        for a in 0..r {
            let row = q[a * k..(a + 1) * k].iter().zip(self.rows);
            let mut y = row.fold(T::zero(), |sum, (q, &i)| sum + *q * (self.scale::<T>(i) * right[i]));
            for b in 0..a {
                y = y - l[a * r + b] * x[b];
            }
            x[a] = y * l[a * r + a].recip();
            for (v, &j) in v[a * k..(a + 1) * k].iter().zip(self.columns) {
                solution[j] = solution[j] + self.scale::<T>(j) * *v * x[a];
            }
        }
        back(right, solution, x);
        let unknowns = &mut x[first..];
        for row in null.chunks_exact(m) {
            let along = self.product(row, unknowns);
            add(unknowns, -along, row);
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
