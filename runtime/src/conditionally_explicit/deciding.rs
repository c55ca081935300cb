//! Lanes with decisions of their own: norms for each of them, and the part of a solve that a converged lane uses.
//!
//! Invariant: if one decision is made for all lanes ([`Real::DECIDING`] is 1, as for every scalar except packs), only the first
//! entry of an array is used, and a norm is that of all parts and lanes.

use crate::{Real, Vector};

/// The largest number of deciding lanes.
pub(super) const MOST: usize = 4;

/// A value for each deciding lane.
#[inline(always)]
pub(super) fn each<T: Real, X: Default + Copy>(mut of: impl FnMut(usize) -> X) -> [X; MOST] {
    const { assert!(T::DECIDING >= 1 && T::DECIDING <= MOST, "packs have four lanes at most") };
    let mut all = [X::default(); MOST];
    for (lane, x) in all.iter_mut().enumerate().take(T::DECIDING) {
        *x = of(lane);
    }
    all
}

/// Whether it is true in a lane.
#[inline(always)]
pub(super) fn any<T: Real>(open: &[bool; MOST]) -> bool {
    open[..T::DECIDING].contains(&true)
}

/// Σ of the magnitudes of the entries, in a lane.
#[inline(always)]
pub(super) fn norm_of<T: Real, V: Vector<T>>(x: &V, lane: usize) -> f64 {
    x.as_slice().iter().fold(0.0, |sum, x| sum + x.decisive(lane))
}

/// −0 in closed lanes: adding it changes no bits.
#[inline]
pub(super) fn close<T: Real>(changes: &mut [T], open: &[bool; MOST]) {
    if open[..T::DECIDING].iter().all(|open| *open) {
        return;
    }
    let lanes: [f64; MOST] = core::array::from_fn(|lane| f64::from(u8::from(open[lane])));
    let open = T::lt(T::zero(), T::from_lanes(&lanes));
    for x in changes {
        *x = T::select(open, *x, -T::zero());
    }
}
