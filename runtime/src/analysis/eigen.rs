//! Eigenvalues and eigenvectors of real matrices.
//!
//! Invariant: deterministic; the result is `None` if the iteration does not converge.

use super::zero_eigenvalues::ZeroEigenvalues;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use nalgebra::{Complex, DMatrix, DVector, Schur};

/// Sweeps of the QR iteration for each row of the matrix.
const SWEEPS: usize = 300;
/// Iterations from other directions if the first does not converge.
const RETRIES: usize = 4;
/// σ of (2), relative to the size of the matrix: A + σ 1 is regular.
const SHIFT: f64 = 2.0;

/// Q and T of a Schur form A = Q T Qᴴ.
type Factors = (DMatrix<Complex<f64>>, DMatrix<Complex<f64>>);

/// λ and x.
pub(super) type Eigenpair = (Complex<f64>, DVector<Complex<f64>>);

/// The pairs (λ, x) of A x = λ x, x of unit length, by the complex Schur form of the balanced matrix:
///
/// ```text
/// D⁻¹ A D = Q T Qᴴ,   T u = λ u by back substitution,   x = D Q u                                     (1)
/// ```
///
/// Zero eigenvalues are exact ([`zero_eigenvalues`](super::zero_eigenvalues)). If the iteration does not converge, that of a similar matrix has the same Q and T ([`again`]).
///
/// The vectors of another defective eigenvalue are almost parallel, and it is only accurate to the root of the rounding unit.
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
    let (zeros, rest) = ZeroEigenvalues::separated_from(balanced);
    let others = regular(&rest)?.into_iter().map(|(lambda, u)| (lambda, zeros.whole(lambda, u)));
    let pairs = zeros.pairs().chain(others).map(|(lambda, mut x)| {
        for (x, scale) in x.iter_mut().zip(scales.iter()) {
            *x *= Complex::new(*scale, 0.0);
        }
        let size = x.norm();
        (lambda, x / Complex::new(size, 0.0))
    });
    Some(pairs.collect())
}

/// The pairs of a balanced matrix by (1), with D = 1; vectors of any length.
fn regular(a: &DMatrix<f64>) -> Option<Vec<Eigenpair>> {
    let n = a.nrows();
    if n == 0 {
        return Some(Vec::new());
    }
    let complex = a.map(|x| Complex::new(x, 0.0));
    let first = schur(complex.clone());
    let (q, t) = first.or_else(|| (0..RETRIES).find_map(|attempt| again(&complex, attempt)))?;
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
        (lambda, &q * u)
    });
    Some(pairs.collect())
}

/// The Schur form of a matrix.
fn schur(a: DMatrix<Complex<f64>>) -> Option<Factors> {
    let sweeps = SWEEPS * a.nrows();
    Some(Schur::try_new(a, f64::EPSILON, sweeps)?.unpack())
}

/// Q and T from another direction, with a reflection H and a shift σ:
///
/// ```text
/// H (A + σ 1) H = P S Pᴴ,   Q = H P,   T = S − σ 1                                                   (2)
/// ```
///
/// The iteration on A itself may cycle where eigenvalues λ and −λ have the same size, and does not end at zeros on the diagonal, to which
/// it compares its remainders. Gyroscopic systems without damping have both.
fn again(a: &DMatrix<Complex<f64>>, attempt: usize) -> Option<Factors> {
    let n = a.nrows();
    let shift = DMatrix::from_diagonal_element(n, n, Complex::new(SHIFT * a.norm(), 0.0));
    let reflection = reflection(n, attempt);
    let (p, s) = schur(&reflection * (a + &shift) * &reflection)?;
    Some((reflection * p, s - shift))
}

/// H = 1 − 2 w wᵀ / wᵀw, with fixed entries of w between 1/2 and 3/2.
fn reflection(n: usize, attempt: usize) -> DMatrix<Complex<f64>> {
    // Multiples of the golden ratio have no pattern.
    let part = |i: usize| ((attempt * n + i + 1) as f64 * 0.618_033_988_749_894_9) % 1.0;
    let w = DVector::from_fn(n, |i, _| Complex::new(0.5 + part(i), 0.0));
    let scale = Complex::new(-2.0 / w.norm_squared(), 0.0);
    DMatrix::identity(n, n) + &w * w.transpose() * scale
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

    /// Eigenvalues against those of a closed form, each of which is used once.
    fn assert_eigenvalues(a: &DMatrix<f64>, exact: &[Complex<f64>], tolerance: f64) {
        let mut found: Vec<_> = eigen(a).expect("converges").into_iter().map(|(lambda, _)| lambda).collect();
        for exact in exact {
            let near = (0..found.len()).min_by(|&i, &j| {
                let apart = |k: usize| (found[k] - exact).norm();
                apart(i).total_cmp(&apart(j))
            });
            let near = found.swap_remove(near.expect("as many"));
            assert!((near - exact).norm() < tolerance, "{near} instead of {exact}");
        }
        assert!(found.is_empty());
    }

    /// x'' = −k x + g y', y'' = −g x' with a cyclic y: λ = ±i √(k + g²) and a double zero.
    #[test]
    fn gyroscopic_pairs_with_a_cyclic_coordinate_are_found() {
        for (k, g) in [(3.0_f64, 4.0_f64), (-11.0, 6.0), (0.0, 5.0), (1e4, 1e-3), (2.0, 2.0)] {
            let a =
                matrix([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [-k, 0.0, 0.0, g], [0.0, 0.0, -g, 0.0]]);
            let omega = Complex::new(0.0, (k + g * g).sqrt());
            let zero = Complex::new(0.0, 0.0);
            // A double zero is accurate to the root of the rounding unit.
            assert_eigenvalues(&a, &[omega, -omega, zero, zero], 1e-6 * omega.im);
            assert!(residual(&a) < 1e-13 * a.norm());
        }
    }

    /// In axes that turn with W, oscillators of stiffness k = w² in a plane have λ = ±i (w ± W); with a free displacement across it.
    #[test]
    fn oscillators_in_turning_axes_have_eigenvalues_of_their_closed_form() {
        for (w, turn) in [(1.5_f64, 3.0_f64), (3.0, 3.0), (4.0, 1.0), (0.0, 2.0)] {
            let k = w * w - turn * turn;
            let mut a = DMatrix::zeros(6, 6);
            a.view_mut((0, 3), (3, 3)).fill_with_identity();
            (a[(3, 0)], a[(4, 1)]) = (-k, -k);
            (a[(3, 4)], a[(4, 3)]) = (2.0 * turn, -2.0 * turn);
            let rates = [w + turn, w - turn, -w + turn, -w - turn, 0.0, 0.0];
            assert_eigenvalues(&a, &rates.map(|rate| Complex::new(0.0, rate)), 1e-6 * (w + turn));
            assert!(residual(&a) < 1e-13 * a.norm());
        }
    }

    /// A sleeping top in the axes of its body: λ = ±i (p − ω) with A p² − C ω p + W = 0, and a double zero of the angle about its axis.
    #[test]
    fn sleeping_tops_have_eigenvalues_of_their_closed_form() {
        for (i, c, weight, spin) in
            [(1.0_f64, 0.5_f64, 3.0_f64, 4.0_f64), (1.0, 1.0, 9.81, 4.0), (0.006, 0.0004, 0.4905, 60.0)]
        {
            let mut a = DMatrix::zeros(6, 6);
            a.view_mut((0, 3), (3, 3)).fill_with_identity();
            (a[(0, 1)], a[(1, 0)]) = (spin, -spin);
            (a[(3, 0)], a[(4, 1)]) = (weight / i, weight / i);
            (a[(3, 4)], a[(4, 3)]) = ((i - c) / i * spin, (c - i) / i * spin);
            let root = Complex::new(c * c * spin * spin - 4.0 * i * weight, 0.0).sqrt();
            let mut exact = Vec::from([Complex::new(0.0, 0.0); 2]);
            for p in [c * spin + root, c * spin - root] {
                let lambda: Complex<f64> = Complex::new(0.0, 1.0) * (p / (2.0 * i) - spin);
                exact.extend([lambda, lambda.conj()]);
            }
            assert_eigenvalues(&a, &exact, 1e-6 * a.norm());
            assert!(residual(&a) < 1e-13 * a.norm());
        }
    }

    /// (2) from every direction, also where the iteration converges without it.
    #[test]
    fn other_directions_have_the_same_form() {
        let a = matrix([[0.0, 1.0, 2.0], [-1.0, 0.0, 3.0], [-2.0, -3.0, 0.0]]).map(|x| Complex::new(x, 0.0));
        for attempt in 0..super::RETRIES {
            let (q, t) = super::again(&a, attempt).expect("converges");
            let apart = |x: &DMatrix<Complex<f64>>| x.map(|z| z.norm()).amax();
            assert!(apart(&(&q * &t * q.adjoint() - &a)) < 1e-13);
            assert!(apart(&(&q * q.adjoint() - DMatrix::identity(3, 3))) < 1e-14);
            let below = DMatrix::from_fn(3, 3, |i, j| if i > j { t[(i, j)] } else { Complex::new(0.0, 0.0) });
            assert!(apart(&below) < 1e-13);
        }
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
