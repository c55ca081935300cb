//! The blocks of a configuration: quaternions at an offset of q, angular velocities at an offset of v.
//!
//! Invariant: offsets come from the plan; a block outside its vector is ignored.

use crate::mechanism::add_compensated;
use crate::{Real, rotation};

fn block<const N: usize, T: Real>(all: &[T], at: usize) -> [T; N] {
    core::array::from_fn(|i| all.get(at + i).copied().unwrap_or(T::zero()))
}

fn store<T: Real>(from: &[T], all: &mut [T], at: usize) {
    for (to, from) in all.iter_mut().skip(at).zip(from) {
        *to = *from;
    }
}

/// [`rotation::advance`] on the quaternion at `at` by the increment at `v`.
#[inline]
pub fn advance<T: Real>(q: &mut [T], at: usize, by: &[T], carry: &mut [T], v: usize) {
    let (mut turned, mut lost) = (block(q, at), block(carry, v));
    rotation::advance(&mut turned, &block(by, v), &mut lost);
    store(&turned, q, at);
    store(&lost, carry, v);
}

/// [`rotation::difference`] of the quaternions at `at`, into `v`.
#[inline]
pub fn difference<T: Real>(from: &[T], to: &[T], at: usize, out: &mut [T], v: usize) {
    store(&rotation::difference(&block(from, at), &block(to, at)), out, v);
}

/// to − from of `n` plain coordinates at `at`, into `v`.
#[inline]
pub fn subtract<T: Real>(from: &[T], to: &[T], at: usize, out: &mut [T], v: usize, n: usize) {
    let pairs = to.iter().skip(at).zip(from.iter().skip(at));
    for (out, (to, from)) in out.iter_mut().skip(v).take(n).zip(pairs) {
        *out = *to - *from;
    }
}

/// [`rotation::dexp`] of the blocks at `v`.
#[inline]
pub fn dexp<T: Real>(by: &[T], w: &[T], out: &mut [T], v: usize) {
    store(&rotation::dexp(&block(by, v), &block(w, v)), out, v);
}

/// [`rotation::dexp_inverse`] of the blocks at `v`.
#[inline]
pub fn dexp_inverse<T: Real>(by: &[T], w: &[T], out: &mut [T], v: usize) {
    store(&rotation::dexp_inverse(&block(by, v), &block(w, v)), out, v);
}

/// u × w of the blocks at `v`.
#[inline]
pub fn bracket<T: Real>(u: &[T], w: &[T], out: &mut [T], v: usize) {
    store(&rotation::cross(&block(u, v), &block(w, v)), out, v);
}

/// The parts of a configuration whose sizes only run time knows: displacements of all of them.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// (coordinate, velocity, count) of plain coordinates, each moved by one velocity.
    pub plain: &'a [(usize, usize, usize)],
    /// (coordinate, velocity) of quaternions.
    pub rotations: &'a [(usize, usize)],
}

impl Parts<'_> {
    /// q ← q ⊞ δ with a compensated sum, as [`Manifold::advance`](crate::Manifold::advance).
    pub fn advance<T: Real>(self, q: &mut [T], by: &[T], carry: &mut [T]) {
        for &(at, v, n) in self.plain {
            add_compensated(&mut q[at..at + n], &by[v..v + n], &mut carry[v..v + n]);
        }
        for &(at, v) in self.rotations {
            advance(q, at, by, carry, v);
        }
    }

    /// δ with `from` ⊞ δ = `to`.
    pub fn difference<T: Real>(self, from: &[T], to: &[T], out: &mut [T]) {
        for &(at, v, n) in self.plain {
            subtract(from, to, at, out, v, n);
        }
        for &(at, v) in self.rotations {
            difference(from, to, at, out, v);
        }
    }

    /// dexp_δ(w).
    pub fn dexp<T: Real>(self, by: &[T], w: &[T], out: &mut [T]) {
        out.copy_from_slice(w);
        for &(_, v) in self.rotations {
            dexp(by, w, out, v);
        }
    }

    /// The inverse of dexp_δ, of w.
    pub fn dexp_inverse<T: Real>(self, by: &[T], w: &[T], out: &mut [T]) {
        out.copy_from_slice(w);
        for &(_, v) in self.rotations {
            dexp_inverse(by, w, out, v);
        }
    }

    /// [u, w].
    pub fn bracket<T: Real>(self, u: &[T], w: &[T], out: &mut [T]) {
        out.fill(T::zero());
        for &(_, v) in self.rotations {
            bracket(u, w, out, v);
        }
    }
}
