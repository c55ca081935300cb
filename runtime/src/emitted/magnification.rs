//! How much an elimination magnifies rounding.
//!
//! For any scales (Bauer 1963; Higham 2002, theorem 9.4),
//!
//! ```text
//! κ = ρ(|A⁻¹| |L| |U|)        against what no order of A avoids        ρ(|A⁻¹| |A|)                       (1)
//! ```
//!
//! with the spectral radius ρ. These are the worst cases. Of at most [`EXACT`] rows A⁻¹ is computed for them; of more, it has too many entries, and the
//! typical case counts, in which roundings are independent of each other (Higham and Mary 2019):
//!
//! ```text
//! x_i ← (Σ_j (A⁻¹)_ij² (B x)_j²)^½ = √E[(A⁻¹ (s ∘ B x))_i²],    B = |L| |U| or |A|, s of random signs       (2)
//! ```
//!
//! instead of x ← |A⁻¹| B x, with the mean of some s for the expectation. It is smaller than the worst case by √n at most.

use crate::Real;
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::equilibration::Entry;

/// From more rows than this on, (2) is used.
const EXACT: usize = 512;
/// Of the power iteration.
const ITERATIONS: usize = 30;
/// Random signs for each step of (2).
const SIGNS: usize = 4;

/// Entries of a column of L (row, l) or of a row of U (column, u).
pub(super) type Line = Vec<(usize, f64)>;

/// Columns of L, pivots, and rows of U, without the ones of L and the pivots in U.
pub(super) struct Factors<'a> {
    n: usize,
    /// (row, column) of each pivot.
    order: &'a [(usize, usize)],
    pub(super) lower: Vec<Line>,
    pub(super) pivots: Vec<f64>,
    pub(super) upper: Vec<Line>,
}

/// Both of (1), or the typical case of a large matrix; `matrix` is A.
pub(super) fn magnification(factors: &Factors<'_>, matrix: &[Entry]) -> (f64, f64) {
    if factors.n > EXACT {
        return typical(factors, matrix);
    }
    let inverse = factors.inverse();
    // Columns of the inverse: |A⁻¹| x.
    let times_inverse = |x: &[f64]| -> Vec<f64> {
        let mut sum = vec![0.0; factors.n];
        for (x, column) in x.iter().zip(inverse.chunks(factors.n.max(1))) {
            sum.iter_mut().zip(column).for_each(|(sum, entry)| *sum += entry.abs() * x);
        }
        sum
    };
    let planned = spectral_radius(factors.n, |x| times_inverse(&factors.times(x)));
    let own = spectral_radius(factors.n, |x| times_inverse(&sizes_times(factors.n, matrix, x)));
    (planned, own)
}

/// Both in the typical case (2).
pub(super) fn typical(factors: &Factors<'_>, matrix: &[Entry]) -> (f64, f64) {
    let planned = factors.typical(|x| factors.times(x));
    (planned, factors.typical(|x| sizes_times(factors.n, matrix, x)))
}

/// |A| x.
fn sizes_times(n: usize, matrix: &[Entry], x: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; n];
    matrix.iter().for_each(|&(i, j, entry)| product[i] += entry.abs() * x[j]);
    product
}

impl<'a> Factors<'a> {
    pub(super) fn new(n: usize, order: &'a [(usize, usize)]) -> Self {
        Self { n, order, lower: Vec::new(), pivots: Vec::new(), upper: Vec::new() }
    }

    /// A⁻¹, column by column.
    fn inverse(&self) -> Vec<f64> {
        let mut inverse = vec![0.0; self.n * self.n];
        for (j, column) in inverse.chunks_mut(self.n.max(1)).enumerate() {
            column[j] = 1.0;
            self.solve(column);
        }
        inverse
    }

    /// b ← A⁻¹ b.
    fn solve(&self, b: &mut [f64]) {
        for (&(r, _), lower) in self.order.iter().zip(&self.lower) {
            let known = b[r];
            lower.iter().for_each(|&(i, l)| b[i] -= l * known);
        }
        let mut x = vec![0.0; self.n];
        let steps = self.order.iter().zip(&self.upper).zip(&self.pivots);
        for ((&(r, c), upper), pivot) in steps.rev() {
            let sum: f64 = upper.iter().map(|&(j, u)| u * x[j]).sum();
            x[c] = (b[r] - sum) / pivot;
        }
        b.copy_from_slice(&x);
    }

    /// |L| |U| x.
    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut upper = vec![0.0; self.n];
        for ((&(r, c), row), pivot) in self.order.iter().zip(&self.upper).zip(&self.pivots) {
            let others: f64 = row.iter().map(|&(j, u)| u.abs() * x[j]).sum();
            upper[r] = others + pivot.abs() * x[c];
        }
        let mut product = upper.clone();
        for (&(r, _), lower) in self.order.iter().zip(&self.lower) {
            lower.iter().for_each(|&(i, l)| product[i] += l.abs() * upper[r]);
        }
        product
    }

    /// ρ by (2).
    fn typical(&self, times: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
        let vectors = core::cell::Cell::new(0);
        spectral_radius(self.n, |x| {
            let weights = times(x);
            let mut squares = vec![0.0; self.n];
            for _ in 0..SIGNS {
                let vector = vectors.replace(vectors.get() + 1);
                let signed = weights.iter().enumerate().map(|(i, weight)| weight * sign(vector, i));
                let mut solved: Vec<f64> = signed.collect();
                self.solve(&mut solved);
                squares.iter_mut().zip(solved).for_each(|(sum, x)| *sum += x * x / SIGNS as f64);
            }
            squares.into_iter().map(Real::sqrt).collect()
        })
    }
}

/// ±1, fixed by the numbers of a vector and of its entry (SplitMix64).
fn sign(vector: usize, entry: usize) -> f64 {
    let mut z = (((vector as u64) << 32) ^ entry as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    if (z ^ (z >> 31)) & 1 == 0 { 1.0 } else { -1.0 }
}

/// ρ of a nonnegative matrix, to one digit, by power iteration.
fn spectral_radius(n: usize, times: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
    let mut x = vec![1.0; n];
    let mut radius = 0.0;
    for _ in 0..ITERATIONS {
        x = times(&x);
        radius = x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if radius == 0.0 || !radius.is_finite() {
            return radius;
        }
        x.iter_mut().for_each(|x| *x /= radius);
    }
    radius
}
