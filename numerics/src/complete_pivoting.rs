//! Gaussian elimination of dense matrices with complete pivoting.

use alloc::vec;
use alloc::vec::Vec;

/// The place of the largest entry from row and column k on, the first of equals.
fn largest(n: usize, a: &[f64], k: usize) -> (usize, usize) {
    let mut best = (k, k);
    let mut size = a[k * n + k].abs();
    for i in k..n {
        for (j, x) in a[i * n + k..(i + 1) * n].iter().enumerate() {
            if x.abs() > size {
                (best, size) = ((i, k + j), x.abs());
            }
        }
    }
    best
}

/// Solves A x = b for a square A (row by row), `None` if it is singular to working accuracy.
pub fn solve(n: usize, matrix: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let mut a = matrix.to_vec();
    let mut b = right.to_vec();
    let mut columns: Vec<usize> = (0..n).collect();
    let scale = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    for k in 0..n {
        let best = largest(n, &a, k);
        let pivot = a[best.0 * n + best.1];
        if pivot.is_nan() || pivot.abs() <= 1e-12 * scale {
            return None;
        }
        for j in 0..n {
            a.swap(k * n + j, best.0 * n + j);
        }
        b.swap(k, best.0);
        for i in 0..n {
            a.swap(i * n + k, i * n + best.1);
        }
        columns.swap(k, best.1);
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            if factor != 0.0 {
                for j in k..n {
                    a[i * n + j] -= factor * a[k * n + j];
                }
                b[i] -= factor * b[k];
            }
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let mut sum = b[k];
        for j in k + 1..n {
            sum -= a[k * n + j] * x[columns[j]];
        }
        x[columns[k]] = sum / a[k * n + k];
    }
    Some(x)
}

/// The number of pivots of a square matrix above this part of the first, by Gaussian elimination with complete pivoting.
pub fn rank(n: usize, matrix: &[f64], zero: f64) -> usize {
    let mut a = matrix.to_vec();
    let mut first = 0.0;
    for k in 0..n {
        let best = largest(n, &a, k);
        let pivot = a[best.0 * n + best.1];
        if k == 0 {
            first = pivot.abs();
        }
        if pivot.is_nan() || pivot.abs() <= zero * first {
            return k;
        }
        for j in 0..n {
            a.swap(k * n + j, best.0 * n + j);
        }
        for i in 0..n {
            a.swap(i * n + k, i * n + best.1);
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / pivot;
            if factor == 0.0 {
                continue;
            }
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    n
}
