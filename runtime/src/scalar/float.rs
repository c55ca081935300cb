//! `f64` and `f32` as scalars: every function forwards to the standard library, or to `libm` ([`elementary`]).
//!
//! Invariant: results are those of the processor, except that `min`, `max` and `sign` propagate
//! NaN.

use crate::Real;
use linkwork_numerics::elementary;

macro_rules! real_for_float {
    ($float:ident, $is_f64:expr, $decimal:expr $(, $loops:path, $weighted_loops:path)?) => {
        impl Real for $float {
            type Mask = bool;

            const IS_F64: bool = $is_f64;

            $(
                fn loops(linkage: &crate::trees::Linkage<$float>) -> &dyn crate::trees::Engine<$float> {
                    $loops(linkage)
                }
                fn weighted_loops(
                    linkage: &crate::trees::Linkage<$float>,
                ) -> &dyn crate::trees::WeightedEngine<$float> {
                    $weighted_loops(linkage)
                }
            )?

            #[inline(always)]
            fn decimal(hi: f64, lo: f64) -> Self {
                let decimal: fn(f64, f64) -> $float = $decimal;
                decimal(hi, lo)
            }
            #[inline(always)]
            fn value(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn magnitude(self) -> f64 {
                f64::from($float::abs(self))
            }
            #[inline(always)]
            fn leading(self) -> f64 {
                f64::from($float::abs(self))
            }
            #[inline(always)]
            fn smallest(self) -> f64 {
                f64::from($float::abs(self))
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }
            fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
                let mut part = f64::from(*self);
                each(&mut part);
                // An f64 that comes from an f32 is one.
                *self = Self::decimal(part, 0.0);
            }
            #[inline(always)]
            fn epsilon() -> f64 {
                f64::from($float::EPSILON)
            }
            #[inline(always)]
            fn lt(self, other: Self) -> bool {
                self < other
            }
            #[inline(always)]
            fn le(self, other: Self) -> bool {
                self <= other
            }
            #[inline(always)]
            fn eq(self, other: Self) -> bool {
                self == other
            }
            #[inline(always)]
            fn and(a: bool, b: bool) -> bool {
                a & b
            }
            #[inline(always)]
            fn or(a: bool, b: bool) -> bool {
                a | b
            }
            #[inline(always)]
            fn not(a: bool) -> bool {
                !a
            }
            #[inline(always)]
            fn select(mask: bool, a: Self, b: Self) -> Self {
                if mask { a } else { b }
            }
            #[inline(always)]
            fn sin(self) -> Self {
                elementary::$float::sin(self)
            }
            #[inline(always)]
            fn cos(self) -> Self {
                elementary::$float::cos(self)
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                elementary::$float::sin_cos(self)
            }
            #[inline(always)]
            fn tan(self) -> Self {
                elementary::$float::tan(self)
            }
            #[inline(always)]
            fn asin(self) -> Self {
                elementary::$float::asin(self)
            }
            #[inline(always)]
            fn acos(self) -> Self {
                elementary::$float::acos(self)
            }
            #[inline(always)]
            fn atan(self) -> Self {
                elementary::$float::atan(self)
            }
            #[inline(always)]
            fn atan2(self, x: Self) -> Self {
                elementary::$float::atan2(self, x)
            }
            #[inline(always)]
            fn sinh(self) -> Self {
                elementary::$float::sinh(self)
            }
            #[inline(always)]
            fn cosh(self) -> Self {
                elementary::$float::cosh(self)
            }
            #[inline(always)]
            fn tanh(self) -> Self {
                elementary::$float::tanh(self)
            }
            #[inline(always)]
            fn exp(self) -> Self {
                elementary::$float::exp(self)
            }
            #[inline(always)]
            fn ln(self) -> Self {
                elementary::$float::ln(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                elementary::$float::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $float::abs(self)
            }
            #[inline]
            fn floor(self) -> Self {
                elementary::$float::floor(self)
            }
            #[inline]
            fn sign(self) -> Self {
                if self > 0.0 {
                    1.0
                } else if self < 0.0 {
                    -1.0
                } else {
                    self // ±0 or NaN
                }
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                if other < self || other.is_nan() { other } else { self }
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                if other > self || other.is_nan() { other } else { self }
            }
            #[inline(always)]
            fn hypot(self, other: Self) -> Self {
                elementary::$float::hypot(self, other)
            }
            #[inline(always)]
            fn pow(self, y: Self) -> Self {
                elementary::$float::pow(self, y)
            }
            #[inline(always)]
            fn recip(self) -> Self {
                1.0 / self
            }
        }
    };
}

// hi is already the f64 nearest to hi + lo.
real_for_float!(f64, true, |hi, _lo| hi, crate::trees::of_f64, crate::trees::weighted_of_f64);
real_for_float!(f32, false, nearest_f32);

/// The f32 nearest to hi + lo.
///
/// Rounding `hi` alone would round twice: if `hi` is exactly between two f32 (its last 29
/// bits are 100…0), `lo` decides.
#[inline]
fn nearest_f32(hi: f64, lo: f64) -> f32 {
    const DROPPED: u64 = (1 << 29) - 1;
    if hi.to_bits() & DROPPED != 1 << 28 || lo == 0.0 {
        hi as f32
    } else if lo > 0.0 {
        hi.next_up() as f32
    } else {
        hi.next_down() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::nearest_f32;

    #[test]
    fn f32_constants_round_once() {
        // 1 + 2⁻²⁴ is between 1 and 1 + 2⁻²³: ties go to even, but the low part decides.
        let tie = 1.0 + 2f64.powf(-24.0);
        let bit = 2f64.powf(-80.0);
        assert_eq!(nearest_f32(tie, 0.0), 1.0);
        assert_eq!(nearest_f32(tie, -bit), 1.0);
        assert_eq!(nearest_f32(tie, bit), 1.0 + f32::EPSILON);
        // Just below the tie, a positive low part must not round up.
        assert_eq!(nearest_f32(tie.next_down(), bit), 1.0);
        // Negative numbers: away from and towards zero.
        assert_eq!(nearest_f32(-tie, -bit), -1.0 - f32::EPSILON);
        assert_eq!(nearest_f32(-tie, bit), -1.0);
    }
}
