//! num-dual's first-order dual numbers as scalars: sensitivities to one or several numbers.
//!
//! x + ẋ ε with ε² = 0, where ẋ is one derivative (`Dual64`) or N of them (`DualSVec64<N>`).
//! Invariant: f(x + ẋ ε) = f(x) + f'(x) ẋ ε, and a part that is exactly zero stays zero, even
//! where f' is infinite.
//!
//! Arithmetic is num-dual's; functions go through [`chain`](FirstOrder::chain), because some of
//! num-dual's are NaN where the derivative is finite (`tanh` of large arguments, `atan2` with
//! x = 0, `powd` of a negative base).

use crate::Real;
use nalgebra::SVector;
use num_dual::{Derivative, Dual64, DualSVec64, DualVec};

/// The operations on a dual number that the functions need.
trait FirstOrder: Copy {
    /// A number without derivatives.
    fn constant(x: f64) -> Self;
    /// f + fₓ ẋ ε.
    fn chain(self, f: f64, fx: f64) -> Self;
    /// f + (fₓ ẋ + f_y ẏ) ε.
    fn chain2(self, y: Self, f: f64, fx: f64, fy: f64) -> Self;
    /// The largest absolute derivative (NaN if any is NaN).
    fn largest_derivative(self) -> f64;
    /// Calls `each` with the derivatives, and stores the values that it returns.
    fn derivatives(&mut self, each: &mut dyn FnMut(&mut f64));
}

/// fₓ ẋ, where ẋ = 0 gives 0 even for an infinite fₓ.
#[inline]
fn scaled(derivative: f64, factor: f64) -> f64 {
    if derivative == 0.0 { 0.0 } else { derivative * factor }
}

impl FirstOrder for Dual64 {
    #[inline]
    fn constant(x: f64) -> Self {
        Self::from_re(x)
    }
    #[inline]
    fn chain(self, f: f64, fx: f64) -> Self {
        Self::new(f, scaled(self.eps, fx))
    }
    #[inline]
    fn chain2(self, y: Self, f: f64, fx: f64, fy: f64) -> Self {
        Self::new(f, scaled(self.eps, fx) + scaled(y.eps, fy))
    }
    #[inline]
    fn largest_derivative(self) -> f64 {
        self.eps.abs()
    }
    fn derivatives(&mut self, each: &mut dyn FnMut(&mut f64)) {
        each(&mut self.eps);
    }
}

impl<const N: usize> FirstOrder for DualSVec64<N> {
    #[inline]
    fn constant(x: f64) -> Self {
        Self::from_re(x)
    }
    #[inline]
    fn chain(self, f: f64, fx: f64) -> Self {
        DualVec::new(f, Derivative::new(self.eps.0.map(|eps| eps.map(|e| scaled(e, fx)))))
    }
    #[inline]
    fn chain2(self, y: Self, f: f64, fx: f64, fy: f64) -> Self {
        let (a, b) = (self.chain(f, fx), y.chain(f, fy));
        DualVec::new(f, a.eps + b.eps)
    }
    #[inline]
    fn largest_derivative(self) -> f64 {
        self.eps.0.map_or(0.0, |eps| eps.iter().fold(0.0, |largest, e| Real::max(largest, e.abs())))
    }
    fn derivatives(&mut self, each: &mut dyn FnMut(&mut f64)) {
        // Derivatives of constants are absent, which differs from zeros.
        let mut there = f64::from(u8::from(self.eps.0.is_some()));
        each(&mut there);
        let mut eps = self.eps.0.unwrap_or_else(SVector::zeros);
        eps.iter_mut().for_each(each);
        self.eps = Derivative::new((there != 0.0).then_some(eps));
    }
}

macro_rules! real_for_dual {
    ($dual:ty $(, const $n:ident)?) => {
        impl$(<const $n: usize>)? Real for $dual {
            type Mask = bool;

            #[inline]
            fn decimal(hi: f64, _lo: f64) -> Self {
                <Self as FirstOrder>::constant(hi)
            }
            #[inline]
            fn value(self) -> f64 {
                self.re
            }
            #[inline]
            fn magnitude(self) -> f64 {
                Real::max(self.re.abs(), self.largest_derivative())
            }
            #[inline]
            fn leading(self) -> f64 {
                self.re.abs()
            }
            #[inline]
            fn smallest(self) -> f64 {
                self.re.abs()
            }
            fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
                each(&mut self.re);
                self.derivatives(each);
            }
            #[inline]
            fn epsilon() -> f64 {
                f64::EPSILON
            }
            #[inline]
            fn lt(self, other: Self) -> bool {
                self.re < other.re
            }
            #[inline]
            fn le(self, other: Self) -> bool {
                self.re <= other.re
            }
            #[inline]
            fn eq(self, other: Self) -> bool {
                self.re == other.re
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
                let (s, c) = Real::sin_cos(self.re);
                (self.chain(s, c), self.chain(c, -s))
            }
            #[inline]
            fn tan(self) -> Self {
                let f = Real::tan(self.re);
                self.chain(f, 1.0 + f * f)
            }
            #[inline]
            fn asin(self) -> Self {
                let x = self.re;
                self.chain(Real::asin(x), 1.0 / ((1.0 - x) * (1.0 + x)).sqrt())
            }
            #[inline]
            fn acos(self) -> Self {
                let x = self.re;
                self.chain(Real::acos(x), -1.0 / ((1.0 - x) * (1.0 + x)).sqrt())
            }
            #[inline]
            fn atan(self) -> Self {
                let x = self.re;
                self.chain(Real::atan(x), 1.0 / (1.0 + x * x))
            }
            #[inline]
            fn atan2(self, x: Self) -> Self {
                // θ_y = x/r², θ_x = −y/r²
                let r = Real::hypot(self.re, x.re);
                self.chain2(x, Real::atan2(self.re, x.re), x.re / r / r, -self.re / r / r)
            }
            #[inline]
            fn sinh(self) -> Self {
                self.chain(Real::sinh(self.re), Real::cosh(self.re))
            }
            #[inline]
            fn cosh(self) -> Self {
                self.chain(Real::cosh(self.re), Real::sinh(self.re))
            }
            #[inline]
            fn tanh(self) -> Self {
                // 1 − tanh² as 1/cosh², which does not cancel
                let c = Real::cosh(self.re);
                self.chain(Real::tanh(self.re), 1.0 / c / c)
            }
            #[inline]
            fn exp(self) -> Self {
                let f = Real::exp(self.re);
                self.chain(f, f)
            }
            #[inline]
            fn ln(self) -> Self {
                self.chain(Real::ln(self.re), 1.0 / self.re)
            }
            #[inline]
            fn sqrt(self) -> Self {
                let f = self.re.sqrt();
                self.chain(f, 0.5 / f)
            }
            #[inline]
            fn abs(self) -> Self {
                if self.re < 0.0 { -self } else { self }
            }
            #[inline]
            fn sign(self) -> Self {
                <Self as FirstOrder>::constant(Real::sign(self.re))
            }
            #[inline]
            fn floor(self) -> Self {
                <Self as FirstOrder>::constant(Real::floor(self.re))
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                if other.re < self.re || other.re.is_nan() { other } else { self }
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                // At ties the derivatives are those of the one that is not the minimum.
                if other.re >= self.re || other.re.is_nan() { other } else { self }
            }
            #[inline]
            fn hypot(self, other: Self) -> Self {
                let r = Real::hypot(self.re, other.re);
                self.chain2(other, r, self.re / r, other.re / r)
            }
            #[inline]
            fn pow(self, y: Self) -> Self {
                // f_x = y x^(y−1), f_y = x^y ln x, and zero where x^y is
                let (x, r) = (self.re, y.re);
                let f = Real::pow(x, r);
                let fx = if r == 0.0 { 0.0 } else { r * Real::pow(x, r - 1.0) };
                let fy = if f == 0.0 { 0.0 } else { f * Real::ln(x) };
                self.chain2(y, f, fx, fy)
            }
        }
    };
}

real_for_dual!(Dual64);
real_for_dual!(DualSVec64<N>, const N);
