//! The shortest steps back to constraints whose Jacobian has its entries at known places.

use crate::NormalPattern;
use crate::complete_pivoting::solve;
use alloc::vec;
use alloc::vec::Vec;

/// ε of [`LeastNorm`], relative to the mean of the diagonal, so that redundant rows do not stop an iteration.
const REGULAR: f64 = 1e-11;
/// From more rows than this on, [`LeastNorm`] is sparse.
const LARGE: usize = 64;

/// The smallest δ with J δ = r: δ = Jᵀ (J Jᵀ + ε)⁻¹ r, for Jacobians with entries at the same places; entries at one place are added.
pub struct LeastNorm {
    rows: usize,
    columns: usize,
    places: Vec<(usize, usize)>,
    /// Of many rows.
    pattern: Option<NormalPattern>,
}

impl LeastNorm {
    /// Prepares matrices of this size.
    pub fn new(rows: usize, columns: usize, places: Vec<(usize, usize)>) -> Self {
        let pattern = (rows > LARGE).then(|| {
            let mut of_rows = vec![Vec::new(); rows];
            places.iter().for_each(|&(i, j)| of_rows[i].push(j));
            NormalPattern::new(of_rows, columns)
        });
        Self { rows, columns, places, pattern }
    }

    /// δ, with the entries of J in the order of the places; `None` if J Jᵀ + ε is singular.
    pub fn step(&self, entries: &[f64], right: &[f64]) -> Option<Vec<f64>> {
        let (m, n) = (self.rows, self.columns);
        if let Some(pattern) = &self.pattern {
            let mut of_rows = vec![Vec::new(); m];
            self.places.iter().zip(entries).for_each(|(&(i, _), x)| of_rows[i].push(*x));
            let trace: f64 = entries.iter().map(|x| x * x).sum();
            let residual: Vec<f64> = right.iter().map(|r| -r).collect();
            return pattern.shortest(&of_rows, REGULAR * trace / m as f64, &residual);
        }
        let mut dense = vec![0.0; m * n];
        self.places.iter().zip(entries).for_each(|(&(i, j), x)| dense[i * n + j] += x);
        let row = |i: usize| &dense[i * n..(i + 1) * n];
        let mut gram = vec![0.0; m * m];
        for i in 0..m {
            for j in 0..=i {
                let product = row(i).iter().zip(row(j)).map(|(a, b)| a * b).sum();
                (gram[i * m + j], gram[j * m + i]) = (product, product);
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
}
