//! Matrices of rotations.
//!
//! ```text
//! about a unit axis n, with sine s and cosine c:   R = c 1 + (1 − c) n nᵀ + s [n]×                          (1)
//!
//! of a unit quaternion (w, x, y, z):   R = ⎡ 1 − 2(y² + z²)   2(xy − wz)       2(xz + wy)      ⎤
//!                                          ⎢ 2(xy + wz)       1 − 2(x² + z²)   2(yz − wx)      ⎥            (2)
//!                                          ⎣ 2(xz − wy)       2(yz + wx)       1 − 2(x² + y²)  ⎦
//! ```

use super::algebra::{Expr, Matrix, Vector};

/// The k of an axis ± e_k.
pub fn direction(axis: Vector<'_>) -> Option<usize> {
    let along = |k: usize| axis[k].as_constant().and_then(|c| c.is_integer()).is_some_and(|c| c.abs() == 1);
    (0..3).find(|&k| along(k) && (0..3).all(|j| j == k || axis[j].is_zero()))
}

/// (1); axes along a coordinate direction give the sparse matrix.
pub fn about<'g>(axis: Vector<'g>, sine: Expr<'g>, cosine: Expr<'g>) -> Matrix<'g> {
    let algebra = axis.algebra();
    if let Some(k) = direction(axis) {
        let negative = axis[k].as_constant().is_some_and(|c| c.is_negative());
        let s = if negative { -sine } else { sine };
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let mut r = algebra.identity();
        (r[(i, i)], r[(i, j)]) = (cosine, -s);
        (r[(j, i)], r[(j, j)]) = (s, cosine);
        return r;
    }
    let versine = 1 - cosine;
    let skew = axis.skew();
    Matrix::from_fn(|i, j| {
        let diagonal = if i == j { cosine } else { algebra.zero() };
        algebra.sum(&[diagonal, algebra.product(&[versine, axis[i], axis[j]]), sine * skew[(i, j)]])
    })
}

/// (2)
pub fn of_quaternion<'g>([w, x, y, z]: [Expr<'g>; 4]) -> Matrix<'g> {
    Matrix([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])
}
