//! Blocks of three by three and six by six.

use crate::Real;
use crate::trees::placement::Frame;
use crate::trees::spatial::{
    Matrix, Square, Vector, cross, dot, empty, plus, product, product_transposed, six, with,
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

/// The inverse, with pivots from the rows, each measured by its largest entry; whether all were above `weak` times it.
pub(super) fn inverse_of_square<T: Real>(mut a: Square<T>, weak: f64) -> (Square<T>, bool) {
    let mut b: Square<T> =
        core::array::from_fn(|r| core::array::from_fn(|c| if r == c { T::one() } else { T::zero() }));
    let mut sizes = a.map(|row| row.iter().fold(0.0, |size, x| f64::max(size, x.leading())));
    let mut sound = true;
    for k in 0..6 {
        let best = (k..6).fold(k, |best, row| {
            if a[row][k].smallest() * sizes[best] > a[best][k].smallest() * sizes[row] { row } else { best }
        });
        // NaN is not sound.
        sound &= a[best][k].smallest() > weak * sizes[best];
        a.swap(k, best);
        b.swap(k, best);
        sizes.swap(k, best);
        let pivot = a[k][k];
        a[k] = a[k].map(|x| x / pivot);
        b[k] = b[k].map(|x| x / pivot);
        for row in (0..6).filter(|&row| row != k) {
            let factor = a[row][k];
            a[row] = with(a[row], -factor, a[k]);
            b[row] = with(b[row], -factor, b[k]);
        }
    }
    (b, sound)
}
