//! How configurations are displaced.

use super::Space;
use crate::{Real, Vector};

/// The manifold that configurations are points of: q ⊞ δ moves q by a displacement δ with as many entries as there are velocities.
///
/// What is not written is that of a vector space, where ⊞ is +: as many velocities as coordinates, each the rate of its own.
pub trait Manifold: Space {
    /// q ← q ⊞ δ with a compensated sum: `carry` holds what earlier additions lost.
    #[inline]
    fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
        add_compensated(q.as_mut_slice(), by.as_slice(), carry.as_mut_slice());
    }
    /// Brings what counts turns in q up to date with the rest of q, which may have moved these angles by less than half a turn since.
    /// [`advance`](Self::advance) does so itself, by any number of turns; whoever writes into q calls this.
    #[inline]
    fn wind(&self, q: &mut Self::Configuration) {
        let _ = q;
    }
    /// δ with `from` ⊞ δ = `to`.
    #[inline]
    fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {
        for (out, (to, from)) in out.as_mut_slice().iter_mut().zip(to.as_slice().iter().zip(from.as_slice()))
        {
            *out = *to - *from;
        }
    }
    /// dexp_δ(w): the velocity at q ⊞ δ when δ changes at rate w.
    #[inline]
    fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        let _ = by;
        out.copy_from(w);
    }
    /// The inverse of [`dexp`](Self::dexp) in its second argument.
    #[inline]
    fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        let _ = by;
        out.copy_from(w);
    }
    /// The Lie bracket [u, w] (zero on a vector space).
    #[inline]
    fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
        let _ = (u, w);
        out.fill(Self::Scalar::zero());
    }
}

/// q ← q + δ with Neumaier's carry, entry by entry.
#[inline]
pub fn add_compensated<T: Real>(q: &mut [T], by: &[T], carry: &mut [T]) {
    for ((q, by), carry) in q.iter_mut().zip(by).zip(carry) {
        (*q, *carry) = q.two_sum(*by + *carry);
    }
}
