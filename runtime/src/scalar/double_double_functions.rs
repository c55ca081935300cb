//! The functions of [`Real`] in double-double: Taylor series after argument reduction, and Newton's
//! correction of f64's value for the inverse functions.
//!
//! Invariant: errors stay below 1e-28 relative (sin, cos, tan: within |x| < 1e6), and results
//! where f64 is infinite, NaN or zero are f64's.

use super::double_double::DoubleDouble;
use crate::Real;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use linkwork_numerics::elementary::f64 as elementary;

/// 1/n! for n = 0 … 27; 27! still is exact.
const INVERSE_FACTORIAL: [DoubleDouble; 28] = {
    let mut inverse = [DoubleDouble::ONE; 28];
    let mut factorial = DoubleDouble::ONE;
    let mut n = 1;
    while n < 28 {
        factorial = factorial.scaled(n as f64);
        inverse[n] = DoubleDouble::ONE.over(factorial);
        n += 1;
    }
    inverse
};

/// Σₖ xᵏ / (first + step·k)! for k = 0 … while first + step·k ≤ last.
#[inline]
fn series(x: DoubleDouble, first: usize, step: usize, last: usize) -> DoubleDouble {
    let mut sum = DoubleDouble::default();
    let mut n = first + (last - first) / step * step;
    loop {
        sum = sum * x + INVERSE_FACTORIAL[n];
        if n == first {
            return sum;
        }
        n -= step;
    }
}

/// eʳ − 1 for |r| ≤ 0.36: Taylor's series of r/512, then nine times p ← 2p + p².
#[inline]
fn small_exp_m1(r: DoubleDouble) -> DoubleDouble {
    const HALVINGS: i32 = 9;
    let s = r.times_power_of_two(-HALVINGS);
    // |s| < 7.1e-4: the first neglected term is s⁹/10! < 1.3e-35 relative to 1.
    let mut p = s * series(s, 1, 1, 9);
    for _ in 0..HALVINGS {
        p = p + p + p * p;
    }
    p
}

/// eˣ − 1 without cancellation.
fn exp_m1(x: DoubleDouble) -> DoubleDouble {
    if x.hi.abs() < 0.36 { small_exp_m1(x) } else { x.exp() - DoubleDouble::ONE }
}

/// r and k mod 4 with x = k π/2 + r and |r| ≤ π/4 (a rounding more), for |x| < 2⁵².
#[inline]
fn reduced(x: DoubleDouble) -> (DoubleDouble, u8) {
    /// The difference between π/2 and HALF_PI.
    const REST: f64 = -1.4973849048591698e-33;
    let (mut r, mut quadrant) = (x, 0_i64);
    // Two rounds, in case k has an error; a third never changes it.
    for _ in 0..3 {
        let k = (r.hi * core::f64::consts::FRAC_2_PI).round();
        if k == 0.0 {
            break;
        }
        // Subtracted part by part, so that each sum is exact, or accurate relative to the remainder.
        r = r - DoubleDouble::product(k, DoubleDouble::HALF_PI.hi);
        r = r - DoubleDouble::product(k, DoubleDouble::HALF_PI.lo);
        r = r - DoubleDouble::from(k * REST);
        quadrant = (quadrant + k as i64).rem_euclid(4);
    }
    (r, quadrant as u8)
}

/// The larger of |x|, |y| as a power of two that brings it near 1, if both are finite and one is not zero.
#[inline]
fn common_exponent(x: DoubleDouble, y: DoubleDouble) -> Option<i32> {
    let largest = x.hi.abs().max(y.hi.abs());
    let finite = x.hi.is_finite() && y.hi.is_finite();
    (finite && largest > 0.0).then(|| DoubleDouble::from(largest).normalised().1)
}

/// xⁿ by squaring, n ≥ 0.
fn integer_power(x: DoubleDouble, mut n: u32) -> DoubleDouble {
    let (mut power, mut square) = (DoubleDouble::ONE, x);
    loop {
        if n & 1 == 1 {
            power = power * square;
        }
        n >>= 1;
        if n == 0 {
            return power;
        }
        square = square * square;
    }
}

impl Real for DoubleDouble {
    type Mask = bool;

    #[inline]
    fn decimal(hi: f64, lo: f64) -> Self {
        Self::new(hi, lo)
    }
    #[inline]
    fn value(self) -> f64 {
        self.hi
    }
    #[inline]
    fn magnitude(self) -> f64 {
        self.hi.abs()
    }
    #[inline]
    fn leading(self) -> f64 {
        self.hi.abs()
    }
    #[inline]
    fn smallest(self) -> f64 {
        self.hi.abs()
    }
    /// 2⁻¹⁰⁴, twice the unit of 106 bits for the errors of the operations.
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
        each(&mut self.hi);
        each(&mut self.lo);
    }
    #[inline]
    fn epsilon() -> f64 {
        f64::EPSILON * f64::EPSILON
    }
    #[inline]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline]
    fn le(self, other: Self) -> bool {
        self <= other
    }
    #[inline]
    fn eq(self, other: Self) -> bool {
        self == other
    }
    #[inline]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline]
    fn not(a: bool) -> bool {
        !a
    }
    #[inline]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }

    fn sin(self) -> Self {
        self.sin_cos().0
    }
    fn cos(self) -> Self {
        self.sin_cos().1
    }
    /// Reduction to |r| ≤ π/4, then Taylor's series to r²⁷.
    fn sin_cos(self) -> (Self, Self) {
        const REDUCIBLE: f64 = 4_503_599_627_370_496.0; // 2⁵²
        let inside = self.hi.abs() < REDUCIBLE;
        if !inside {
            let (s, c) = elementary::sin_cos(self.hi);
            return (Self::from(s), Self::from(c));
        }
        let (r, quadrant) = reduced(self);
        let x = -(r * r);
        let s = r * series(x, 1, 2, 27);
        let c = series(x, 0, 2, 26);
        match quadrant {
            0 => (s, c),
            1 => (c, -s),
            2 => (-s, -c),
            _ => (-c, s),
        }
    }
    fn tan(self) -> Self {
        let (s, c) = self.sin_cos();
        s / c
    }
    fn asin(self) -> Self {
        self.atan2(((Self::ONE - self) * (Self::ONE + self)).sqrt())
    }
    fn acos(self) -> Self {
        ((Self::ONE - self) * (Self::ONE + self)).sqrt().atan2(self)
    }
    fn atan(self) -> Self {
        self.atan2(Self::ONE)
    }
    /// Newton's correction of f64's θ₀: θ = θ₀ + (y cos θ₀ − x sin θ₀)/√(x² + y²), up to δ³/6.
    fn atan2(self, x: Self) -> Self {
        let theta0 = elementary::atan2(self.hi, x.hi);
        let Some(e) = common_exponent(self, x) else {
            return match theta0 {
                // Both zero or infinite: multiples of π/4 with all their digits.
                finite if finite.is_finite() => {
                    Self::HALF_PI.scaled((finite / core::f64::consts::FRAC_PI_4).round() / 2.0)
                }
                nan => Self::from(nan),
            };
        };
        let (y, x) = (self.times_power_of_two(-e), x.times_power_of_two(-e));
        if y.hi == 0.0 && x.hi > 0.0 {
            return Self::from(theta0); // ±0, or an angle below the range of the scaling
        }
        let (s, c) = Self::from(theta0).sin_cos();
        Self::from(theta0) + (y * c - x * s) / (x * x + y * y).sqrt()
    }
    fn sinh(self) -> Self {
        if self.hi.abs() < 0.36 {
            // (p + p/(1 + p))/2 with p = eˣ − 1
            let p = exp_m1(self);
            (p + p / (Self::ONE + p)).scaled(0.5)
        } else {
            // Half of it before the product, so that sinh 710 stays finite.
            let e = self.abs().scaled(0.5).exp();
            let half = e.scaled(0.5) * e - Self::from(0.5) / e / e;
            if self.hi < 0.0 { -half } else { half }
        }
    }
    fn cosh(self) -> Self {
        let e = self.abs().scaled(0.5).exp();
        e.scaled(0.5) * e + Self::from(0.5) / e / e
    }
    fn tanh(self) -> Self {
        // 1 − tanh 40 < 4e-35
        if self.hi.abs() > 40.0 {
            return Self::from(1.0_f64.copysign(self.hi));
        }
        let p = exp_m1(self.scaled(2.0));
        p / (p + Self::from(2.0))
    }
    /// eˣ = 2ᵏ eʳ with x = k ln 2 + r.
    fn exp(self) -> Self {
        // Out of f64's range, or NaN.
        let inside = self.hi > -746.0 && self.hi < 710.0;
        if !inside {
            return Self::from(elementary::exp(self.hi));
        }
        let k = (self.hi * core::f64::consts::LOG2_E).round();
        let r = self - Self::product(k, Self::LN_2.hi) - Self::product(k, Self::LN_2.lo);
        (Self::ONE + small_exp_m1(r)).times_power_of_two(k as i32)
    }
    /// ln x = e ln 2 + ln m with x = m 2ᵉ; ln m = y₀ + (d − p)/(1 + p) with d = m − 1,
    /// y₀ = ln m in f64 and p = e^y₀ − 1: Newton's correction, with small relative error even near 1.
    fn ln(self) -> Self {
        let inside = self.hi > 0.0 && self.hi < f64::INFINITY;
        if !inside {
            return Self::from(elementary::ln(self.hi));
        }
        let (m, e) = self.normalised();
        let d = m - Self::ONE;
        let y0 = Self::from(elementary::ln_1p(d.hi));
        let p = exp_m1(y0);
        let ln_m = y0 + (d - p) / (Self::ONE + p);
        if e == 0 {
            return ln_m;
        }
        let e = f64::from(e);
        Self::product(e, Self::LN_2.hi) + (Self::product(e, Self::LN_2.lo) + ln_m)
    }
    #[inline]
    fn sqrt(self) -> Self {
        self.root()
    }
    #[inline]
    fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }
    #[inline]
    fn sign(self) -> Self {
        Self::from(self.hi.sign())
    }
    #[inline]
    fn floor(self) -> Self {
        let hi = elementary::floor(self.hi);
        // The low part decides only where the high one is an integer.
        if hi == self.hi { Self::new(hi, elementary::floor(self.lo)) } else { Self::from(hi) }
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        if other < self || other.hi.is_nan() { other } else { self }
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        if other > self || other.hi.is_nan() { other } else { self }
    }
    fn hypot(self, other: Self) -> Self {
        let Some(e) = common_exponent(self, other) else {
            return Self::from(elementary::hypot(self.hi, other.hi));
        };
        let (x, y) = (self.times_power_of_two(-e), other.times_power_of_two(-e));
        (x * x + y * y).sqrt().times_power_of_two(e)
    }
    /// e^(y ln x); whole exponents up to 1024 by multiplication.
    fn pow(self, y: Self) -> Self {
        let f = elementary::pow(self.hi, y.hi);
        let plain = [f, self.hi, y.hi].iter().all(|x| *x != 0.0 && x.is_finite());
        if !plain {
            return Self::from(f);
        }
        if y.lo == 0.0 && y.hi == y.hi.round() && y.hi.abs() <= 1024.0 {
            let power = integer_power(self, y.hi.abs() as u32);
            return if y.hi < 0.0 { Self::ONE / power } else { power };
        }
        let power = (y * self.abs().ln()).exp();
        // f64's sign: a negative base has whole exponents here, or f would be NaN …
        if self.hi > 0.0 {
            power
        } else if y.lo == 0.0 {
            if f < 0.0 { -power } else { power }
        } else {
            Self::from(f64::NAN) // … unless the exponent is whole in its high part only.
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_factorials_are_right() {
        // n! (1/n!) = 1 to 106 bits
        let mut factorial = DoubleDouble::ONE;
        for (n, inverse) in INVERSE_FACTORIAL.iter().enumerate().skip(1) {
            factorial = factorial.scaled(n as f64);
            assert!((factorial * *inverse - DoubleDouble::ONE).magnitude() < 2e-32);
        }
    }

    #[test]
    fn the_remainder_is_small_and_the_quadrant_is_right() {
        for x in [0.3, -0.9, 2.0, -40.0, 1e4, -123_456.789, 1e12, 4e15] {
            let (r, quadrant) = reduced(DoubleDouble::from(x));
            assert!(r.hi.abs() <= core::f64::consts::FRAC_PI_4 * (1.0 + 1e-9), "{x}");
            let (s, c) = x.sin_cos();
            let back = match quadrant {
                0 => r.hi.sin() - s,
                1 => r.hi.cos() - s,
                2 => -r.hi.sin() - s,
                _ => -r.hi.cos() - s,
            };
            assert!(back.abs() < 4e-16, "{x}: {back} {c}");
        }
    }
}
