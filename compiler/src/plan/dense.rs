//! Linear algebra in f64 for planning: the shortest steps back to the constraints.

use linkwork_numerics::complete_pivoting::solve;
use linkwork_numerics::{NormalEquations, SparseRow};

/// ε of [`least_norm`], relative to the mean of the diagonal, so that redundant rows do not stop an iteration.
const REGULAR: f64 = 1e-11;
/// From more rows than this on, [`least_norm`] is sparse.
const LARGE: usize = 64;

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
