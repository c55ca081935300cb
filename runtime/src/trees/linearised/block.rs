//! Blocks of three by three and six by six.

use crate::Real;
use crate::trees::placement::Frame;
use crate::trees::spatial::{
    Matrix, Square, Vector, cross, dot, empty, plus, product, product_transposed, six,
};

/// The block of three by three on the diagonal.
#[inline(always)]
pub(super) fn corner<T: Real>(p: &Square<T>, at: usize) -> Matrix<T> {
    core::array::from_fn(|r| core::array::from_fn(|c| p[at + r][at + c]))
}

/// Xᵀ P X', with rows and columns relative to parents in different configurations.
#[inline(always)]
pub(super) fn congruent<T: Real>(rows: &Frame<T>, columns: &Frame<T>, p: &Square<T>) -> Square<T> {
    let block = |r: usize, c: usize| -> Matrix<T> {
        core::array::from_fn(|i| core::array::from_fn(|j| p[3 * r + i][3 * c + j]))
    };
    let around = |x: &Matrix<T>| product_transposed(&product(&rows.rotation, x), &columns.rotation);
    let blocks = [[around(&block(0, 0)), around(&block(0, 1))], [around(&block(1, 0)), around(&block(1, 1))]];
    let at = columns.position;
    let mut q = empty();
    for r in 0..2 {
        for i in 0..3 {
            // A row times −[p]× is p × row.
            let turning = plus(blocks[r][0][i], cross(at, blocks[r][1][i]));
            q[3 * r + i] = six(turning, blocks[r][1][i]);
        }
    }
    // τ += p × f
    let at = rows.position;
    for c in 0..6 {
        let more = cross(at, [q[3][c], q[4][c], q[5][c]]);
        for (i, more) in more.into_iter().enumerate() {
            q[i][c] = q[i][c] + more;
        }
    }
    q
}

/// The inverse of the first rows and columns of a matrix, and its leading minors.
#[inline(always)]
pub(super) fn inverse<T: Real>(a: &Matrix<T>, freedoms: usize) -> (Matrix<T>, Vector<T>) {
    let o = T::zero();
    if freedoms == 1 {
        return ([[a[0][0].recip(), o, o], [o; 3], [o; 3]], [a[0][0], o, o]);
    }
    let cofactors: Matrix<T> = core::array::from_fn(|i| cross(a[(i + 1) % 3], a[(i + 2) % 3]));
    let determinant = dot(a[0], cofactors[0]);
    let reciprocal = determinant.recip();
    let inverse = core::array::from_fn(|i| core::array::from_fn(|j| cofactors[j][i] * reciprocal));
    (inverse, [a[0][0], a[0][0] * a[1][1] - a[0][1] * a[1][0], determinant])
}
