//! Eigenvalues and eigenvectors of real matrices.
//!
//! Invariant: deterministic; the result is `None` if the iteration does not converge.

use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{Complex, DMatrix, DVector, Schur};

/// Sweeps of the QR iteration for each row of the matrix.
const SWEEPS: usize = 300;

/// λ and x.
pub(super) type Eigenpair = (Complex<f64>, DVector<Complex<f64>>);

/// The pairs (λ, x) of A x = λ x, x of unit length, by the complex Schur form of the balanced matrix:
///
/// ```text
/// D⁻¹ A D = Q T Qᴴ,   T u = λ u by back substitution,   x = D Q u
/// ```
///
/// The vectors of a defective eigenvalue are almost parallel, and it is only accurate to the root of the rounding unit.
pub(super) fn eigen(a: &DMatrix<f64>) -> Option<Vec<Eigenpair>> {
    let n = a.nrows();
    if n == 0 {
        return Some(Vec::new());
    }
    if a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let mut balanced = a.clone();
    let scales = nalgebra::linalg::balancing::balance_parlett_reinsch(&mut balanced);
    let complex = balanced.map(|x| Complex::new(x, 0.0));
    let (q, t) = Schur::try_new(complex, f64::EPSILON, SWEEPS * n)?.unpack();
    // Complex division squares its divisor: it must not become 0/0 for the zero matrix.
    let smallest = f64::max(f64::EPSILON * t.norm(), f64::MIN_POSITIVE.sqrt());
    let pairs = (0..n).map(|k| {
        let lambda = t[(k, k)];
        let mut u = DVector::from_element(n, Complex::new(0.0, 0.0));
        u[k] = Complex::new(1.0, 0.0);
        for i in (0..k).rev() {
            let sum: Complex<f64> = (i + 1..=k).map(|j| t[(i, j)] * u[j]).sum();
            let gap = t[(i, i)] - lambda;
            u[i] = -sum / if gap.norm() < smallest { Complex::new(smallest, 0.0) } else { gap };
            // Otherwise near-defective vectors overflow.
            let size = u[i].norm();
            if size > 1e100 {
                u /= Complex::new(size, 0.0);
            }
        }
        let mut x = &q * u;
        for (x, scale) in x.iter_mut().zip(scales.iter()) {
            *x *= Complex::new(*scale, 0.0);
        }
        let size = x.norm();
        (lambda, x / Complex::new(size, 0.0))
    });
    Some(pairs.collect())
}

/// The pairs (μ, φ) of K φ = μ M φ with φᵀ M φ = 1, μ ascending; M symmetric positive definite, K symmetric.
pub(super) fn symmetric(m: &DMatrix<f64>, k: &DMatrix<f64>) -> Option<Vec<(f64, DVector<f64>)>> {
    if m.nrows() == 0 {
        return Some(Vec::new());
    }
    let lower = m.clone().cholesky()?.unpack();
    // L⁻¹ K L⁻ᵀ
    let half = lower.solve_lower_triangular(k)?;
    let mut whole = lower.solve_lower_triangular(&half.transpose())?;
    whole = (&whole + whole.transpose()) * 0.5;
    let decomposed = whole.try_symmetric_eigen(f64::EPSILON, SWEEPS * m.nrows())?;
    let shapes = lower.tr_solve_lower_triangular(&decomposed.eigenvectors)?;
    let mut pairs: Vec<(f64, DVector<f64>)> = decomposed
        .eigenvalues
        .iter()
        .zip(shapes.column_iter())
        .map(|(mu, x)| (*mu, x.clone_owned()))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::{eigen, symmetric};
    use nalgebra::{Complex, DMatrix};
    use std::prelude::v1::*;

    fn matrix<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> DMatrix<f64> {
        DMatrix::from_row_slice(R, C, rows.as_flattened())
    }

    fn residual(a: &DMatrix<f64>) -> f64 {
        let complex = a.map(|x| Complex::new(x, 0.0));
        let pairs = eigen(a).expect("converges");
        pairs
            .iter()
            .map(|(l, x)| (&complex * x - x * *l).map(|z| z.norm()).amax())
            .fold(0.0, crate::Real::max)
    }

    #[test]
    fn pairs_satisfy_their_equation() {
        let coupled = matrix([
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
            [-5.0, 2.0, -0.1, 0.0],
            [2.0, -3.0, 0.0, -0.3],
        ]);
        assert!(residual(&coupled) < 1e-14);
        // Badly scaled, and with a real eigenvalue.
        let scaled = matrix([[0.0, 1e6, 0.0], [-1e-3, -2.0, 5.0], [1e-4, 0.0, -1e3]]);
        assert!(residual(&scaled) < 1e-9);
    }

    #[test]
    fn equal_eigenvalues_have_different_vectors() {
        // Two equal oscillators side by side.
        let a = matrix([
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
            [-4.0, 0.0, 0.0, 0.0],
            [0.0, -4.0, 0.0, 0.0],
        ]);
        let up: Vec<_> = eigen(&a).expect("converges").into_iter().filter(|(l, _)| l.im > 0.0).collect();
        assert_eq!(up.len(), 2);
        assert!(up.iter().all(|(l, _)| (l - Complex::new(0.0, 2.0)).norm() < 1e-14));
        assert!(up[0].1.dotc(&up[1].1).norm() < 0.99);
        assert!(residual(&a) < 1e-14);
    }

    #[test]
    fn defective_and_zero_matrices_end() {
        let pairs = eigen(&matrix([[0.0, 1.0], [0.0, 0.0]])).expect("converges");
        assert!(pairs.iter().all(|(l, x)| l.norm() < 1e-7 && x.iter().all(|z| z.is_finite())));
        assert!(residual(&DMatrix::zeros(3, 3)) == 0.0);
        assert!(eigen(&matrix([[f64::NAN]])).is_none());
    }

    #[test]
    fn generalised_pairs_are_mass_normalised() {
        let (m, k) = (matrix([[2.0, 0.5], [0.5, 1.0]]), matrix([[10.0, -4.0], [-4.0, 4.0]]));
        for (mu, x) in symmetric(&m, &k).expect("positive definite") {
            assert!((&k * &x - &m * &x * mu).amax() < 1e-14);
            assert!((x.dot(&(&m * &x)) - 1.0).abs() < 1e-14);
        }
        assert!(symmetric(&matrix([[-1.0]]), &matrix([[1.0]])).is_none());
    }
}
