//! `wide::f64x4`: four f64 at once, for ensembles.
//!
//! Invariant: lane i of every result depends on lane i of the arguments only, and equals what f64
//! gives within a few units in the last place. Where `wide` is less accurate (arguments that are huge,
//! subnormal, infinite or NaN), the function is evaluated lane by lane by the standard library.

use crate::Real;
use wide::f64x4;

/// f on each lane.
#[inline]
fn lanes(x: f64x4, f: impl Fn(f64) -> f64) -> f64x4 {
    f64x4::new(x.to_array().map(f))
}

/// f on each pair of lanes.
#[inline]
fn pairs(x: f64x4, y: f64x4, f: impl Fn(f64, f64) -> f64) -> f64x4 {
    let (x, y) = (x.to_array(), y.to_array());
    f64x4::new(core::array::from_fn(|i| f(x[i], y[i])))
}

/// Whether low ≤ |x| ≤ high in all lanes (false for NaN).
#[inline]
fn within(x: f64x4, low: f64, high: f64) -> bool {
    let a = x.abs();
    (f64x4::splat(low).simd_le(a) & a.simd_le(f64x4::splat(high))).all()
}

/// Beyond this, the reduction of angles to a quadrant loses digits.
const LARGEST_ANGLE: f64 = 1e5;
/// Squares and products of two numbers in this range neither overflow nor lose digits.
const SQUARES: (f64, f64) = (1e-140, 1e150);

impl Real for f64x4 {
    type Mask = f64x4;
    const LANES: usize = 4;

    #[inline]
    fn decimal(hi: f64, _lo: f64) -> Self {
        f64x4::splat(hi)
    }
    #[inline]
    fn value(self) -> f64 {
        self.to_array()[0]
    }
    #[inline]
    fn lane(self, lane: usize) -> f64 {
        self.to_array()[lane]
    }
    #[inline]
    fn from_lanes(values: &[f64]) -> Self {
        f64x4::new([values[0], values[1], values[2], values[3]])
    }
    #[inline]
    fn magnitude(self) -> f64 {
        self.to_array().into_iter().fold(0.0, |largest, x| Real::max(largest, x.abs()))
    }
    #[inline]
    fn leading(self) -> f64 {
        self.magnitude()
    }
    #[inline]
    fn smallest(self) -> f64 {
        self.to_array().into_iter().fold(f64::INFINITY, |least, x| Real::min(least, x.abs()))
    }
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
        let mut lanes = self.to_array();
        lanes.iter_mut().for_each(each);
        *self = f64x4::new(lanes);
    }
    #[inline]
    fn epsilon() -> f64 {
        f64::EPSILON
    }
    #[inline]
    fn lt(self, other: Self) -> f64x4 {
        self.simd_lt(other)
    }
    #[inline]
    fn le(self, other: Self) -> f64x4 {
        self.simd_le(other)
    }
    #[inline]
    fn eq(self, other: Self) -> f64x4 {
        self.simd_eq(other)
    }
    #[inline]
    fn and(a: f64x4, b: f64x4) -> f64x4 {
        a & b
    }
    #[inline]
    fn or(a: f64x4, b: f64x4) -> f64x4 {
        a | b
    }
    #[inline]
    fn not(a: f64x4) -> f64x4 {
        !a
    }
    #[inline]
    fn select(mask: f64x4, a: Self, b: Self) -> Self {
        mask.bitselect(a, b)
    }

    #[inline]
    fn sin(self) -> Self {
        Real::sin_cos(self).0
    }
    #[inline]
    fn cos(self) -> Self {
        Real::sin_cos(self).1
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        if within(self, 0.0, LARGEST_ANGLE) {
            f64x4::sin_cos(self)
        } else {
            (lanes(self, f64::sin), lanes(self, f64::cos))
        }
    }
    #[inline]
    fn tan(self) -> Self {
        if within(self, 0.0, LARGEST_ANGLE) { f64x4::tan(self) } else { lanes(self, f64::tan) }
    }
    #[inline]
    fn asin(self) -> Self {
        f64x4::asin(self)
    }
    #[inline]
    fn acos(self) -> Self {
        f64x4::acos(self)
    }
    #[inline]
    fn atan(self) -> Self {
        f64x4::atan(self)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let (low, high) = SQUARES;
        if within(self, low, high) && within(x, low, high) {
            f64x4::atan2(self, x)
        } else {
            pairs(self, x, f64::atan2)
        }
    }
    #[inline]
    fn sinh(self) -> Self {
        if within(self, 0.0, 700.0) { f64x4::sinh(self) } else { lanes(self, f64::sinh) }
    }
    #[inline]
    fn cosh(self) -> Self {
        if within(self, 0.0, 700.0) { f64x4::cosh(self) } else { lanes(self, f64::cosh) }
    }
    #[inline]
    fn tanh(self) -> Self {
        f64x4::tanh(self)
    }
    #[inline]
    fn exp(self) -> Self {
        f64x4::exp(self)
    }
    #[inline]
    fn ln(self) -> Self {
        // `wide` treats subnormal numbers as zero.
        if within(self, f64::MIN_POSITIVE, f64::MAX) { f64x4::ln(self) } else { lanes(self, f64::ln) }
    }
    #[inline]
    fn sqrt(self) -> Self {
        f64x4::sqrt(self)
    }
    #[inline]
    fn abs(self) -> Self {
        f64x4::abs(self)
    }
    #[inline]
    fn sign(self) -> Self {
        let zero = f64x4::ZERO;
        let negative = self.simd_lt(zero).bitselect(-f64x4::ONE, self); // ±0 and NaN stay
        zero.simd_lt(self).bitselect(f64x4::ONE, negative)
    }
    #[inline]
    fn floor(self) -> Self {
        f64x4::floor(self)
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        (other.simd_lt(self) | other.is_nan()).bitselect(other, self)
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        (self.simd_lt(other) | other.is_nan()).bitselect(other, self)
    }
    #[inline]
    fn hypot(self, other: Self) -> Self {
        let (low, high) = SQUARES;
        if within(self, low, high) && within(other, low, high) {
            f64x4::sqrt(self * self + other * other)
        } else {
            pairs(self, other, f64::hypot)
        }
    }
    /// Lane by lane: `wide`'s function has errors of hundreds of units in the last place for large results.
    #[inline]
    fn pow(self, y: Self) -> Self {
        pairs(self, y, f64::powf)
    }
}
