//! Displacements of configurations.

use super::Space;
use crate::{Real, Vector};

/// The manifold of configurations: q ⊞ δ moves q by a displacement δ with as many entries as there are velocities.
///
/// The defaults are those of a vector space, where ⊞ is +: as many velocities as coordinates, each the rate of one coordinate.
pub trait Manifold: Space {
    /// q ← q ⊞ δ with a compensated sum: `carry` holds the rounding errors of earlier additions.
    #[inline]
    fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
        add_compensated(q.as_mut_slice(), by.as_slice(), carry.as_mut_slice());
    }
    /// Updates the turn counters in q after the rest of q has changed, by less than half a turn of their angles.
    /// [`advance`](Self::advance) does this itself, for any number of turns; code that writes into q calls this.
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
