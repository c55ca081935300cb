//! The vectors of steppers: fixed-size nalgebra vectors in emitted code, `DVector` on the tape.

use crate::Real;
use core::fmt::Debug;
use nalgebra::{DVector, SVector};

/// A vector of scalars whose length is fixed at its creation.
pub trait Vector<T: Real>: Clone + Debug + Send + Sync + 'static {
    /// The zero vector of `len` entries (`len` must be the static length if there is one).
    fn zeros(len: usize) -> Self;
    /// Its entries.
    fn as_slice(&self) -> &[T];
    /// Its entries, to be changed.
    fn as_mut_slice(&mut self) -> &mut [T];

    /// The number of its entries.
    fn len(&self) -> usize {
        self.as_slice().len()
    }
    /// Whether it has no entries.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// self ← other.
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        for (x, y) in self.as_mut_slice().iter_mut().zip(other.as_slice()) {
            *x = *y;
        }
    }
    /// Every entry ← value.
    #[inline]
    fn fill(&mut self, value: T) {
        for x in self.as_mut_slice() {
            *x = value;
        }
    }
    /// self ← self + a·x.
    #[inline]
    fn axpy(&mut self, a: T, x: &Self) {
        for (s, x) in self.as_mut_slice().iter_mut().zip(x.as_slice()) {
            *s = *s + a * *x;
        }
    }
    /// self ← self + x.
    #[inline]
    fn add(&mut self, x: &Self) {
        for (s, x) in self.as_mut_slice().iter_mut().zip(x.as_slice()) {
            *s = *s + *x;
        }
    }
    /// self ← a·self.
    #[inline]
    fn scale(&mut self, a: T) {
        for s in self.as_mut_slice() {
            *s = a * *s;
        }
    }
    /// Σ of the [`Real::magnitude`]s of its entries: a norm without comparisons, which propagates NaN.
    #[inline]
    fn norm_l1(&self) -> f64 {
        self.as_slice().iter().fold(0.0, |sum, x| sum + x.magnitude())
    }
    /// The largest [`Real::magnitude`] of its entries (NaN if any is NaN, 0 if empty).
    #[inline]
    fn magnitude(&self) -> f64 {
        let mut largest = 0.0_f64;
        for x in self.as_slice() {
            let m = x.magnitude();
            if m > largest || m.is_nan() {
                largest = m;
            }
        }
        largest
    }
}

/// The first entry that is infinite or NaN, in any part or lane.
#[inline]
pub(crate) fn first_not_finite<T: Real>(all: &[T]) -> Option<usize> {
    all.iter().position(|x| !x.is_finite())
}

impl<T: Real, const N: usize> Vector<T> for SVector<T, N> {
    #[inline]
    fn zeros(len: usize) -> Self {
        debug_assert_eq!(len, N);
        SVector::from_array_storage(nalgebra::ArrayStorage([[T::zero(); N]]))
    }
    #[inline]
    fn as_slice(&self) -> &[T] {
        &self.data.0[0]
    }
    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data.0[0]
    }
}

impl<T: Real> Vector<T> for DVector<T> {
    fn zeros(len: usize) -> Self {
        DVector::from_element(len, T::zero())
    }
    #[inline]
    fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }
    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self.data.as_mut_slice()
    }
}
