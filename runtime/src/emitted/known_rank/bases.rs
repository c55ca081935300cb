//! Orthonormal bases: of the range of a matrix of known rank, of what is left of the whole space, and of its null vectors.
//!
//! Matrices are slices row by row, bases have a vector in each row.

use crate::Real;

/// Rows shorter than this part of the longest are not used as a basis: the constraints are close to losing rank. (T is
/// quadratic in G.)
const DEGENERATE: f64 = 1e-10;

pub(super) fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * *b)
}

/// to ← to + s·by.
pub(super) fn add<T: Real>(to: &mut [T], s: T, by: &[T]) {
    for (to, by) in to.iter_mut().zip(by) {
        *to = *to + s * *by;
    }
}

/// Orthonormalises row i of a matrix with rows of length k against the previous ones: twice, which is sufficient. `coefficient` gets
/// the components along these, and its own length last.
pub(super) fn orthonormal<T: Real>(
    rows: &mut [T],
    k: usize,
    i: usize,
    mut coefficient: impl FnMut(usize, T),
) {
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

/// The square of the length of the longest row.
pub(super) fn longest<T: Real>(rows: &[T], k: usize) -> f64 {
    rows.chunks_exact(k).fold(0.0, |longest, row| Real::max(longest, dot(row, row).smallest()))
}

/// (2) and (3) for a matrix with rows of length k: a basis of its range, a row for each dimension, of the length of its columns. Rows up
/// to [`DEGENERATE`] of `first`, the square of a length, are none of (2): then `false`. `rows` is the matrix, of which the basis (2) is left.
pub(super) fn range<T: Real>(
    rows: &mut [T],
    k: usize,
    entry: impl Fn(usize, usize) -> T,
    basis: &mut [T],
    first: f64,
) -> bool {
    let count = rows.len() / k;
    let rank = basis.len() / count;
    let mut sound = true;
    for a in 0..rank {
        let (mut best, mut longest) = (a, -1.0);
        for (b, row) in rows.chunks_exact(k).enumerate().skip(a) {
            let square = dot(row, row).smallest();
            if square > longest {
                (best, longest) = (b, square);
            }
        }
        // NaN is not sound.
        sound &= longest > DEGENERATE * DEGENERATE * first;
        for j in 0..k {
            rows.swap(a * k + j, best * k + j);
        }
        orthonormal(rows, k, a, |_, _| {});
        let (done, left) = rows.split_at_mut((a + 1) * k);
        let direction = &done[a * k..];
        for row in left.chunks_exact_mut(k) {
            let along = dot(direction, row);
            add(row, -along, direction);
        }
    }
    for a in 0..rank {
        let row = &rows[a * k..(a + 1) * k];
        for i in 0..count {
            let terms = row.iter().enumerate();
            basis[a * count + i] = terms.fold(T::zero(), |sum, (j, x)| sum + entry(i, j) * *x);
        }
        orthonormal(basis, count, a, |_, _| {});
    }
    sound
}

/// The rest of the space of k dimensions beside the basis `known`: the unit vectors with the largest remainders after projecting it out.
pub(super) fn complement<T: Real>(known: &[T], k: usize, rows: &mut [T]) {
    for c in 0..rows.len() / k {
        let (mut best, mut most) = (c, -1.0);
        for i in 0..k {
            let known = known.iter().chain(&rows[..c * k]).skip(i).step_by(k);
            let left = known.fold(T::one(), |left, x| left - *x * *x).smallest();
            if left > most {
                (best, most) = (i, left);
            }
        }
        let row = c * k..(c + 1) * k;
        rows[row.clone()].fill(T::zero());
        rows[c * k + best] = T::one();
        for _ in 0..2 {
            for known in known.chunks_exact(k) {
                let along = dot(known, &rows[row.clone()]);
                add(&mut rows[row.clone()], -along, known);
            }
        }
        orthonormal(rows, k, c, |_, _| {});
    }
}
