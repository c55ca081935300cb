//! The scalar of every computation: one small trait, implemented type by type.
//!
//! Invariant: emitted code uses only this trait of a scalar, so that the same source runs
//! in f64, f32, dual numbers, truncated Taylor series, SIMD packs and double-double. The
//! implementations, and their uses, are in [`crate::scalar`].

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, possibly with parts (dual, Taylor) or lanes (SIMD).
///
/// Comparisons, [`select`](Real::select), [`abs`](Real::abs), [`sign`](Real::sign),
/// [`min`](Real::min) and [`max`](Real::max) decide on the leading part (real part, coefficient of
/// τ⁰), lane by lane. Angles are in radians.
pub trait Real:
    Copy
    + Debug
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The result of a comparison: `bool`, or one truth value per lane.
    type Mask: Copy + Debug + Send + Sync;

    /// The constant hi + lo, where `hi` is the nearest f64 and `lo` the difference.
    fn decimal(hi: f64, lo: f64) -> Self;
    /// A constant that f64 holds exactly.
    #[inline]
    fn exact(x: f64) -> Self {
        Self::decimal(x, 0.0)
    }
    /// 0.
    #[inline]
    fn zero() -> Self {
        Self::exact(0.0)
    }
    /// 1.
    #[inline]
    fn one() -> Self {
        Self::exact(1.0)
    }
    /// Whether this is f64 itself, without additional parts, lanes or digits. A constant, so that code for other scalars is not
    /// compiled for it.
    const IS_F64: bool = false;
    /// The number of lanes.
    const LANES: usize = 1;
    /// The number of lanes that decide for themselves when an iteration has converged, and keep their values from then on; 1 if all
    /// lanes continue until the worst one has converged.
    const DECIDING: usize = 1;
    /// The loops over the links of a tree. Those of f64 are compiled once, with this crate.
    #[doc(hidden)]
    fn loops(linkage: &crate::trees::Linkage<Self>) -> &dyn crate::trees::Engine<Self> {
        linkage
    }
    /// Those of weighted matrices.
    #[doc(hidden)]
    fn weighted_loops(linkage: &crate::trees::Linkage<Self>) -> &dyn crate::trees::WeightedEngine<Self> {
        linkage
    }
    /// The leading part of the first lane.
    fn value(self) -> f64;
    /// The leading part of a lane.
    #[inline]
    fn lane(self, lane: usize) -> f64 {
        let _ = lane;
        self.value()
    }
    /// A number without parts from the values of its lanes.
    #[inline]
    fn from_lanes(values: &[f64]) -> Self {
        Self::exact(values[0])
    }
    /// The largest absolute value over all parts and lanes (NaN if any is NaN); the norm of Newton's iteration.
    fn magnitude(self) -> f64;
    /// The norm of a deciding lane: its own magnitude if lanes decide for themselves, otherwise that of all.
    #[inline(always)]
    fn decisive(self, lane: usize) -> f64 {
        let _ = lane;
        self.magnitude()
    }
    /// The largest absolute value of the leading part over all lanes (NaN if any is NaN).
    fn leading(self) -> f64;
    /// The smallest absolute value of the leading part over all lanes (NaN if any is NaN), for pivot checks.
    fn smallest(self) -> f64;
    /// Whether all parts of all lanes are finite.
    #[inline]
    fn is_finite(self) -> bool {
        self.magnitude() < f64::INFINITY
    }
    /// Calls `each` with every part of every lane, in a fixed order, and stores the values that it returns. The parts are the complete
    /// state: a number with the parts of another is bit-identical to it.
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64));
    /// self + other and its rounding error, for any magnitudes (Knuth's two-sum).
    #[inline(always)]
    fn two_sum(self, other: Self) -> (Self, Self) {
        let sum = self + other;
        let back = sum - self;
        (sum, (self - (sum - back)) + (other - back))
    }
    /// The rounding unit of this arithmetic (2.2e-16 for f64).
    fn epsilon() -> f64;

    /// self < other (false where either is NaN).
    fn lt(self, other: Self) -> Self::Mask;
    /// self ≤ other (false where either is NaN).
    fn le(self, other: Self) -> Self::Mask;
    /// Whether the leading parts are equal (false where either is NaN).
    fn eq(self, other: Self) -> Self::Mask;
    /// a ∧ b, lane by lane.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// a ∨ b, lane by lane.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// ¬a, lane by lane.
    fn not(a: Self::Mask) -> Self::Mask;
    /// `a` where the mask is true, else `b`, with all their parts.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;

    /// sin x.
    fn sin(self) -> Self;
    /// cos x.
    fn cos(self) -> Self;
    /// (sin x, cos x), at little more than the cost of one.
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }
    /// tan x.
    fn tan(self) -> Self;
    /// arcsin x, in [−π/2, π/2]; NaN for |x| > 1.
    fn asin(self) -> Self;
    /// arccos x, in [0, π]; NaN for |x| > 1.
    fn acos(self) -> Self;
    /// arctan x, in (−π/2, π/2).
    fn atan(self) -> Self;
    /// The angle of the point (x, self), in [−π, π].
    fn atan2(self, x: Self) -> Self;
    /// sinh x.
    fn sinh(self) -> Self;
    /// cosh x.
    fn cosh(self) -> Self;
    /// tanh x.
    fn tanh(self) -> Self;
    /// eˣ.
    fn exp(self) -> Self;
    /// ln x; NaN for x < 0.
    fn ln(self) -> Self;
    /// √x; NaN for x < 0.
    fn sqrt(self) -> Self;
    /// |x|, whose derivative at 0 is taken as +1.
    fn abs(self) -> Self;
    /// −1, 0 or 1 with zero derivatives; NaN for NaN.
    fn sign(self) -> Self;
    /// The greatest integer that is not above x, with zero derivatives; NaN for NaN.
    fn floor(self) -> Self;
    /// The smaller one (self if equal); NaN if either is NaN.
    fn min(self, other: Self) -> Self;
    /// The larger one (self if equal); NaN if either is NaN.
    fn max(self, other: Self) -> Self;
    /// √(x² + y²).
    fn hypot(self, other: Self) -> Self;
    /// self^y for self > 0 (otherwise as in the underlying arithmetic).
    fn pow(self, y: Self) -> Self;
    /// 1 / self.
    #[inline]
    fn recip(self) -> Self {
        Self::one() / self
    }
}
