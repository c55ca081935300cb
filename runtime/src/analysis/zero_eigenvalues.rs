//! Zero eigenvalues with their chains, separated from the other eigenvalues of a matrix.
//!
//! A motion without stiffness (a mechanism that floats) is a double eigenvalue 0 with one eigenvector, and iterations find ±√ε of the
//! largest eigenvalue: a growth, or an oscillation. The null space is that of an elimination with complete pivoting, in which a remainder counts as zero
//! if it is rounding beside the terms whose sum it is:
//!
//! ```text
//! A x = 0:   x = N c,   N = P [ −U₁₁⁻¹ U₁₂ ; 1 ],   |A'ᵢⱼ| ≤ ε Tᵢⱼ for all remainders,  Tᵢⱼ = |Aᵢⱼ| + Σ |Lᵢₖ| |Uₖⱼ|     (1)
//! S = [N E],   S⁻¹ A S = [ 0 A_f ; 0 A_p − N_p A_f ]                                                     (2)
//! ```
//!
//! with the unit vectors E of the pivots p, and the free coordinates f, of which c consists. The second block has the other eigenvalues, and the rest of the
//! chains as its own null space. An eigenvector u of it for λ is one of A: x = N A_f u/λ + E u; for λ = 0 the one that ends
//! the chain is A E u = N A_f u.
//!
//! Invariant: what is small without cancellation (a slow motion beside a fast one) is no zero.

use super::eigen::Eigenpair;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{Complex, DMatrix, DVector};

/// ε of (1).
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// A matrix with the sizes T of the terms of its entries.
struct Sized {
    entries: DMatrix<f64>,
    terms: DMatrix<f64>,
}

/// (2).
struct Split {
    free: Vec<usize>,
    pivots: Vec<usize>,
    /// N_p, in the rows of the pivots.
    null: DMatrix<f64>,
    /// A_f, in the columns of the pivots.
    coupling: DMatrix<f64>,
}

/// The splits of a matrix.
pub(super) struct ZeroEigenvalues {
    splits: Vec<Split>,
}

impl ZeroEigenvalues {
    /// Splits a matrix until its rest has no null space; with the rest.
    pub(super) fn separated_from(matrix: DMatrix<f64>) -> (Self, DMatrix<f64>) {
        let mut rest = Sized { terms: matrix.abs(), entries: matrix };
        let mut splits = Vec::new();
        while let Some(split) = rest.split() {
            rest = rest.without(&split);
            splits.push(split);
        }
        (Self { splits }, rest.entries)
    }

    /// All pairs with λ = 0.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Eigenpair> + '_ {
        let zero = Complex::new(0.0, 0.0);
        self.splits.iter().enumerate().flat_map(move |(level, split)| {
            (0..split.free.len()).map(move |k| {
                let mut c = DVector::from_element(split.free.len(), zero);
                c[k] = Complex::new(1.0, 0.0);
                let own = split.joined(&c, DVector::from_element(split.pivots.len(), zero));
                (zero, self.lifted(level, zero, own))
            })
        })
    }

    /// The eigenvector of the whole matrix that belongs to one of the rest.
    pub(super) fn whole(&self, lambda: Complex<f64>, vector: DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        self.lifted(self.splits.len(), lambda, vector)
    }

    /// The same for an eigenvector of the rest after this many splits.
    fn lifted(
        &self,
        level: usize,
        lambda: Complex<f64>,
        mut u: DVector<Complex<f64>>,
    ) -> DVector<Complex<f64>> {
        for split in self.splits[..level].iter().rev() {
            let rates = split.coupling.map(|x| Complex::new(x, 0.0)) * &u;
            u = if lambda.norm() > 0.0 {
                split.joined(&(rates / lambda), u)
            } else {
                split.joined(&rates, u * Complex::new(0.0, 0.0))
            };
        }
        u
    }
}

impl Split {
    /// N c + E u.
    fn joined(&self, c: &DVector<Complex<f64>>, u: DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        let followed = self.null.map(|x| Complex::new(x, 0.0)) * c + u;
        let mut all = DVector::from_element(c.len() + followed.len(), Complex::new(0.0, 0.0));
        self.free.iter().zip(c.iter()).for_each(|(&i, x)| all[i] = *x);
        self.pivots.iter().zip(followed.iter()).for_each(|(&i, x)| all[i] = *x);
        all
    }
}

impl Sized {
    /// (1); `None` without free coordinates.
    fn split(&self) -> Option<Split> {
        let n = self.entries.nrows();
        let (mut left, mut terms) = (self.entries.clone(), self.terms.clone());
        let (mut open_rows, mut open_columns) = (vec![true; n], vec![true; n]);
        let mut chosen = Vec::new();
        while let Some((row, column)) = pivot(&left, &terms, &open_rows, &open_columns) {
            (open_rows[row], open_columns[column]) = (false, false);
            chosen.push((column, row));
            // In the rows of earlier pivots, too: U₁₁ is diagonal at the end.
            for i in (0..n).filter(|&i| i != row) {
                let factor = left[(i, column)] / left[(row, column)];
                left[(i, column)] = 0.0;
                for j in (0..n).filter(|&j| open_columns[j] && factor != 0.0) {
                    left[(i, j)] -= factor * left[(row, j)];
                    terms[(i, j)] += factor.abs() * terms[(row, j)];
                }
            }
        }
        if chosen.len() == n {
            return None;
        }
        chosen.sort_unstable();
        let free: Vec<usize> = (0..n).filter(|&j| open_columns[j]).collect();
        let pivots: Vec<usize> = chosen.iter().map(|(column, _)| *column).collect();
        let null = DMatrix::from_fn(pivots.len(), free.len(), |k, f| {
            let (column, row) = chosen[k];
            -left[(row, free[f])] / left[(row, column)]
        });
        let coupling = self.entries.select_rows(&free).select_columns(&pivots);
        Some(Split { free, pivots, null, coupling })
    }

    /// The second block of (2).
    fn without(&self, split: &Split) -> Self {
        let block = |of: &DMatrix<f64>, rows: &[usize]| of.select_rows(rows).select_columns(&split.pivots);
        let Split { free, pivots, null, coupling } = split;
        Self {
            entries: block(&self.entries, pivots) - null * coupling,
            terms: block(&self.terms, pivots) + null.abs() * block(&self.terms, free),
        }
    }
}

/// The place of the largest remainder that is not rounding (1), the first of equal ones.
fn pivot(
    left: &DMatrix<f64>,
    terms: &DMatrix<f64>,
    rows: &[bool],
    columns: &[bool],
) -> Option<(usize, usize)> {
    let mut best = (0.0, None);
    for i in (0..rows.len()).filter(|&i| rows[i]) {
        for j in (0..columns.len()).filter(|&j| columns[j]) {
            let size = left[(i, j)].abs();
            if size > best.0 && size > ROUNDING * terms[(i, j)] {
                best = (size, Some((i, j)));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use crate::analysis::eigen::eigen;
    use nalgebra::{Complex, DMatrix};
    use std::prelude::v1::*;

    /// A chain of masses in joint coordinates of the ground: [0 1; −M⁻¹K −C].
    fn chain(stiffness: &[f64], masses: &[f64], damping: f64) -> DMatrix<f64> {
        let n = masses.len();
        let mut k = DMatrix::<f64>::zeros(n, n);
        for (i, s) in stiffness.iter().enumerate() {
            for (a, b) in [(i, i + 1), (i + 1, i)] {
                k[(a, a)] += s;
                k[(a, b)] -= s;
            }
        }
        let mut a = DMatrix::<f64>::zeros(2 * n, 2 * n);
        a.view_mut((0, n), (n, n)).fill_with_identity();
        for i in 0..n {
            for j in 0..n {
                a[(n + i, j)] = -k[(i, j)] / masses[i];
                a[(n + i, n + j)] = -damping * k[(i, j)] / masses[i];
            }
        }
        a
    }

    fn zeros(a: &DMatrix<f64>) -> usize {
        let pairs = eigen(a).expect("converges");
        let complex = a.map(|x| Complex::new(x, 0.0));
        for (lambda, x) in &pairs {
            let residual = (&complex * x - x * *lambda).norm();
            assert!(residual <= 1e-12 * a.norm(), "{lambda}: {residual}");
        }
        pairs.iter().filter(|(lambda, _)| lambda.norm() == 0.0).count()
    }

    #[test]
    fn a_chain_that_floats_has_a_double_zero() {
        for damping in [0.0, 1e-3] {
            let a = chain(&[1234.5, 77.7, 3e4], &[1.3, 2.1, 0.7, 11.0], damping);
            assert_eq!(zeros(&a), 2);
            // Both are the motion of all masses together.
            for (_, x) in eigen(&a).expect("converges").iter().filter(|(lambda, _)| lambda.norm() == 0.0) {
                assert!((0..4).all(|i| (x[i] - x[0]).norm() < 1e-14 && x[4 + i].norm() == 0.0));
            }
        }
    }

    /// Two masses of reduced mass m: ω² = k/m.
    #[test]
    fn other_eigenvalues_stay() {
        let a = chain(&[100.0], &[1.0, 3.0], 0.0);
        let omega = (100.0_f64 * (1.0 + 1.0 / 3.0)).sqrt();
        let pairs = eigen(&a).expect("converges");
        let near = |lambda: Complex<f64>| pairs.iter().any(|(found, _)| (found - lambda).norm() < 1e-13);
        assert!(near(Complex::new(0.0, omega)) && near(Complex::new(0.0, -omega)));
    }

    #[test]
    fn slow_motions_are_no_zeros() {
        // Side by side with a fast one, and a chain that a soft spring holds.
        let a = DMatrix::from_row_slice(
            4,
            4,
            &[0.0, 1.0, 0.0, 0.0, -1e-12, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1e12, 0.0],
        );
        assert_eq!(zeros(&a), 0);
        let mut held = chain(&[1e6, 1e6], &[1.0, 1.0, 1.0], 0.0);
        held[(3, 0)] -= 1e-4;
        assert_eq!(zeros(&held), 0);
    }

    /// x' = y, y' = z, z' = 0, mixed: one chain of three.
    #[test]
    fn long_chains_end() {
        let mix = DMatrix::from_row_slice(3, 3, &[1.0, 2.0, 0.0, 0.0, 1.0, -3.0, 1.0, 0.0, 1.0]);
        let chain = DMatrix::from_row_slice(3, 3, &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let a = &mix * chain * mix.clone().try_inverse().expect("regular");
        assert_eq!(zeros(&a), 3);
        assert_eq!(zeros(&DMatrix::zeros(2, 2)), 2);
    }
}
