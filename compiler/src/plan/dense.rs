//! Small dense linear algebra in f64 for planning: Gaussian elimination with complete pivoting.

use linkwork_numerics::{NormalEquations, SparseRow};

/// ε of [`least_norm`], relative to the mean of the diagonal, so that redundant rows do not stop an iteration.
const REGULAR: f64 = 1e-11;
/// From more rows than this on, [`least_norm`] is sparse.
const LARGE: usize = 64;

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

/// The smallest δ with J δ = r: δ = Jᵀ (J Jᵀ + ε)⁻¹ r. J has these entries and n columns; entries at one place are added.
pub fn least_norm(n: usize, jacobian: &[(usize, usize, f64)], right: &[f64]) -> Option<Vec<f64>> {
    let m = right.len();
    if m > LARGE {
        let mut rows = vec![SparseRow::new(); m];
        jacobian.iter().for_each(|&(i, j, x)| rows[i].push((j, x)));
        let trace: f64 = jacobian.iter().map(|(_, _, x)| x * x).sum();
        let factors = NormalEquations::new(rows, n, REGULAR * trace / m as f64)?;
        return Some(factors.solve(&right.iter().map(|r| -r).collect::<Vec<f64>>()));
    }
    let mut dense = vec![0.0; m * n];
    jacobian.iter().for_each(|&(i, j, x)| dense[i * n + j] += x);
    let row = |i: usize| &dense[i * n..(i + 1) * n];
    let mut gram = vec![0.0; m * m];
    for i in 0..m {
        for j in 0..m {
            gram[i * m + j] = row(i).iter().zip(row(j)).map(|(a, b)| a * b).sum();
        }
    }
    let trace: f64 = (0..m).map(|i| gram[i * m + i]).sum();
    for i in 0..m {
        gram[i * m + i] += REGULAR * trace / m.max(1) as f64;
    }
    let multipliers = solve(m, &gram, right)?;
    let step = (0..n).map(|k| (0..m).map(|i| dense[i * n + k] * multipliers[i]).sum());
    Some(step.collect())
}
