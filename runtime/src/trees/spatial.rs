//! Vectors of three and six numbers, and their operations in the equations of bodies.
//!
//! ```text
//! (ω, v) × (ω', v')  = (ω × ω', ω × v' + v × ω')                                                      (1)
//! (ω, v) ×* (τ, f)   = (ω × τ + v × f, ω × f)                                                        (2)
//! ```

use crate::Real;

/// Three numbers.
pub type Vector<T> = [T; 3];
/// Rows of a matrix of three by three.
pub type Matrix<T> = [[T; 3]; 3];
/// A twist (angular velocity, velocity) or a wrench (torque, force).
pub type Six<T> = [T; 6];
/// Rows of a matrix of six by six.
pub type Square<T> = [[T; 6]; 6];

#[inline(always)]
pub(crate) fn nothing<T: Real>() -> Six<T> {
    [T::zero(); 6]
}

#[inline(always)]
pub(crate) fn empty<T: Real>() -> Square<T> {
    [[T::zero(); 6]; 6]
}

#[inline(always)]
pub(crate) fn cross<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub(crate) fn dot<T: Real>(a: Vector<T>, b: Vector<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn plus<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    core::array::from_fn(|i| a[i] + b[i])
}

#[inline(always)]
pub(crate) fn minus<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    core::array::from_fn(|i| a[i] - b[i])
}

#[inline(always)]
pub(crate) fn scaled<T: Real, const N: usize>(s: T, a: [T; N]) -> [T; N] {
    a.map(|x| s * x)
}

/// a + s b.
#[inline(always)]
pub(crate) fn with<T: Real, const N: usize>(a: [T; N], s: T, b: [T; N]) -> [T; N] {
    core::array::from_fn(|i| a[i] + s * b[i])
}

/// R x.
#[inline(always)]
pub(crate) fn turned<T: Real>(r: &Matrix<T>, x: Vector<T>) -> Vector<T> {
    [dot(r[0], x), dot(r[1], x), dot(r[2], x)]
}

/// Rᵀ x.
#[inline(always)]
pub(crate) fn turned_back<T: Real>(r: &Matrix<T>, x: Vector<T>) -> Vector<T> {
    core::array::from_fn(|i| r[0][i] * x[0] + r[1][i] * x[1] + r[2][i] * x[2])
}

/// A B.
#[inline(always)]
pub(crate) fn product<T: Real>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    a.map(|row| core::array::from_fn(|j| row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j]))
}

/// A Bᵀ.
#[inline(always)]
pub(crate) fn product_transposed<T: Real>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    a.map(|row| core::array::from_fn(|j| dot(row, b[j])))
}

#[inline(always)]
pub(crate) fn transposed<T: Real>(a: &Matrix<T>) -> Matrix<T> {
    core::array::from_fn(|i| core::array::from_fn(|j| a[j][i]))
}

#[inline(always)]
pub(crate) fn angular<T: Real>(x: &Six<T>) -> Vector<T> {
    [x[0], x[1], x[2]]
}

#[inline(always)]
pub(crate) fn linear<T: Real>(x: &Six<T>) -> Vector<T> {
    [x[3], x[4], x[5]]
}

#[inline(always)]
pub(crate) fn six<T: Real>(a: Vector<T>, b: Vector<T>) -> Six<T> {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

/// (1)
#[inline(always)]
pub(crate) fn bracket<T: Real>(a: &Six<T>, b: &Six<T>) -> Six<T> {
    let (w, v) = (angular(a), linear(a));
    six(cross(w, angular(b)), plus(cross(w, linear(b)), cross(v, angular(b))))
}

/// (2)
#[inline(always)]
pub(crate) fn on_wrench<T: Real>(a: &Six<T>, wrench: &Six<T>) -> Six<T> {
    let (w, v) = (angular(a), linear(a));
    six(plus(cross(w, angular(wrench)), cross(v, linear(wrench))), cross(w, linear(wrench)))
}

#[inline(always)]
pub(crate) fn work<T: Real>(a: &Six<T>, b: &Six<T>) -> T {
    dot(angular(a), angular(b)) + dot(linear(a), linear(b))
}
