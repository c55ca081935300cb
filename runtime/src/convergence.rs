//! The criterion of convergence of every Newton iteration of the runtime.
//!
//! δ_i is the change of solve i, relative to 1 + the size of the changed quantity (or to the size of the forces); κ = δ_i/δ_{i−1},
//! unknown for the first. With the rounding unit ε and a tolerance τ of some ε:
//!
//! ```text
//! δ_i ≤ τ                                                                             reached        (1)
//! κ < ½  and  δ_i κ/(1 − κ) ≤ τ          the remainder, by the geometric series       settled        (2)
//! κ ≥ ½  and  δ_i ≤ √ε                    no longer shrinking, and small                rounding       (3)
//! κ > 1/10                                                                             slow           (4)
//! ```
//!
//! (3) ends an iteration whose changes are only rounding, of any size: balanced forces of 10⁶ N
//! leave accelerations of 10⁻¹⁰ m/s² that no solve reduces, and changes that are zero do not
//! decrease either. A change must therefore never be compared with a quantity that may itself be rounding, such as a multiplier of an
//! unloaded joint: for unknowns without a scale, (1) and (3) are applied to the effect of a change on the
//! balance of forces ([`imbalance`]).
//!
//! A velocity that corrects a position to its constraint is that position over the step h, and so is its rounding: then
//! √ε in (3) is replaced by
//!
//! ```text
//! max(√ε, 16 ε (1 + |q|)/h)                                                                            (3a)
//! ```
//!
//! which is more than √ε for steps below 10⁻⁷ s, in single precision for steps below 10⁻² s. Where the step has derivatives h', as to a root
//! that moves with a parameter, those of an acceleration A h² contain h'/h³ instead of 1/h², and h² has the size |h' h| in norms: the
//! bound is multiplied by max(1, |h'|/h)².
//!
//! Invariant: NaN is neither reached, settled nor rounding, so that it uses up the iterations.

use crate::Real;

/// The matrix is factored again if a change is not smaller than the previous one by this factor (4).
const SLOW: f64 = 0.1;
/// The iteration has reached rounding, or diverges, if a change is not smaller by this factor (3).
const STAGNANT: f64 = 0.5;
/// Units of rounding of a position in (3a).
const OVER_STEP: f64 = 16.0;

/// The changes of an iteration, with its criteria.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Convergence {
    /// τ.
    tolerance: f64,
    /// √ε.
    small: f64,
    change: f64,
    /// Infinite before the second.
    last: f64,
}

impl Convergence {
    /// For an iteration in `T` with τ in rounding units.
    pub(crate) fn of<T: Real>(units: f64) -> Self {
        let (tolerance, small) = (units * T::epsilon(), T::epsilon().sqrt());
        Self { tolerance, small, change: f64::INFINITY, last: f64::INFINITY }
    }

    /// Takes δ_i.
    #[inline]
    pub(crate) fn note(&mut self, change: f64) {
        (self.last, self.change) = (self.change, change);
    }

    /// (1).
    #[inline]
    pub(crate) fn reached(&self) -> bool {
        self.change <= self.tolerance
    }

    /// (1) or (2).
    #[inline]
    pub(crate) fn settled(&self) -> bool {
        // Only the size of the first change is known.
        let contraction = if self.last.is_finite() { self.change / self.last } else { f64::INFINITY };
        self.reached()
            || (contraction < STAGNANT && self.change * contraction <= self.tolerance * (1.0 - contraction))
    }

    /// κ ≥ ½; never the first change.
    #[inline]
    pub(crate) fn stagnant(&self) -> bool {
        self.last.is_finite() && self.change >= STAGNANT * self.last
    }

    /// (3).
    #[inline]
    pub(crate) fn rounding(&self) -> bool {
        self.part_is_rounding(self.change)
    }

    /// (3) for a part of the unknowns.
    #[inline]
    pub(crate) fn part_is_rounding(&self, part: f64) -> bool {
        self.stagnant() && part <= self.small
    }

    /// (3) with (3a) for a part of the unknowns: velocities that correct positions of the size 1 + |q|.
    #[inline]
    pub(crate) fn step_is_rounding<T: Real>(&self, part: f64, h: T, size: f64) -> bool {
        if !self.stagnant() {
            return false;
        }
        let moves = h.magnitude() / h.smallest();
        let rounding = OVER_STEP * T::epsilon() * size / h.smallest() * (moves * moves);
        // Without a step there is no such velocity.
        part <= if rounding.is_finite() { self.small.max(rounding) } else { self.small }
    }

    /// Whether the first change is at most √ε: after a Newton iteration with the matrix of that point, the error is its square.
    #[inline]
    pub(crate) fn squared(&self) -> bool {
        self.last.is_infinite() && self.change <= self.small
    }

    /// (4).
    #[inline]
    pub(crate) fn slow(&self) -> bool {
        self.last.is_finite() && self.change > SLOW * self.last
    }
}

/// The effect of a change of accelerations and multipliers on the balance of forces M a + B (λ, ψ) = f, relative to the forces:
///
/// ```text
/// δ = (|M δa| + |B (δλ, δψ)|)/(|f| + |M a| + |B (λ, ψ)|)                                            (5)
/// ```
///
/// in sums over the coordinates. It is zero if there are no forces.
pub(crate) fn imbalance(changed: f64, forces: f64) -> f64 {
    if forces > 0.0 { changed / forces } else { changed }
}

#[cfg(test)]
mod tests {
    use super::Convergence;

    fn after(changes: &[f64]) -> Convergence {
        let mut convergence = Convergence::of::<f64>(16.0);
        changes.iter().for_each(|change| convergence.note(*change));
        convergence
    }

    #[test]
    fn a_change_of_rounding_ends_an_iteration_and_a_large_one_does_not() {
        assert!(after(&[1e-15]).reached() && !after(&[1e-14]).reached());
        // 1e-9 · 1e-6 is left.
        assert!(after(&[1e-3, 1e-9]).settled() && !after(&[1e-3, 1e-9]).rounding());
        assert!(after(&[1e-12, 0.9e-12]).rounding());
        assert!(!after(&[1e-3, 0.9e-3]).rounding() && after(&[1e-3, 0.9e-3]).slow());
        // In steps of 1e-10 s, 1e-16 m are 1e-6 m/s.
        let short = after(&[1e-6, 0.9e-6]);
        assert!(!short.rounding() && !short.reached() && !short.settled());
        assert!(short.step_is_rounding(0.9e-6, 1e-10, 1.0) && !short.step_is_rounding(0.9e-6, 1e-3, 1.0));
        assert!(
            !short.step_is_rounding(0.9e-6, 0.0, 1.0) && !after(&[1e-6]).step_is_rounding(1e-6, 1e-10, 1.0)
        );
        // A step that ends at a root that moves by 0.5 s with a unit of a parameter.
        let moving = crate::analysis::Dual::new([1e-6, 0.5]);
        assert!(!short.step_is_rounding(0.9e-6, crate::analysis::Dual::new([1e-6, 0.0]), 1.0));
        assert!(short.step_is_rounding(0.9e-6, moving, 1.0));
        // The first has nothing to be compared with.
        assert!(!after(&[1e-3]).settled() && !after(&[1e-3]).slow());
        assert!(!after(&[1e-12]).rounding() && after(&[1e-12]).squared() && !after(&[1.0, 1e-12]).squared());
    }

    #[test]
    fn zeros_and_subnormals_do_not_shrink() {
        assert!(after(&[0.0, 0.0]).rounding());
        let least = f64::MIN_POSITIVE * f64::EPSILON;
        assert!(after(&[least, least]).rounding());
    }

    #[test]
    fn nan_does_not_converge() {
        for changes in [&[f64::NAN][..], &[1.0, f64::NAN], &[f64::NAN, f64::NAN], &[f64::INFINITY]] {
            let all = after(changes);
            assert!(!(all.reached() || all.settled() || all.rounding() || all.squared()), "{changes:?}");
        }
    }
}
