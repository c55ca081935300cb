//! The functions of [`Real`] on truncated power series.
//!
//! Every function y = f(x) solves a differential equation in τ; comparing coefficients gives the
//! recurrence given there. Invariant: y₀ is f(x₀) of the coefficient type, and a
//! constant series stays constant.

use super::taylor::{Taylor, chained, convolution, whole};
use crate::Real;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

impl<T: Real, const K: usize> Taylor<T, K> {
    /// The square root of w that starts with y₀ = √w₀, from y² = w:
    /// yₖ = (wₖ − Σⱼ₌₁ᵏ⁻¹ yⱼ y_{k−j}) / (2 y₀).
    #[inline]
    fn root(w: &Self, y0: T) -> Self {
        let mut y = Self::constant(y0);
        let twice = y0 + y0;
        for k in 1..K {
            let known = convolution(y.coefficients(), y.coefficients(), k, 1..k);
            y.coefficients_mut()[k] = (w.coefficient(k) - known) / twice;
        }
        y
    }

    /// y with y' = w(y) x', where w is 1 + s·y² with s = ±1 (tan, tanh):
    /// yₖ = Σⱼ₌₁ᵏ j xⱼ w_{k−j} / k, wₖ = s Σᵢ yᵢ y_{k−i}.
    #[inline]
    fn tangent(&self, y0: T, s: T) -> Self {
        let mut y = Self::constant(y0);
        let mut w = [T::zero(); K];
        w[0] = T::one() + s * y0 * y0;
        for k in 1..K {
            y.coefficients_mut()[k] = chained(self.coefficients(), &w, k);
            w[k] = s * convolution(y.coefficients(), y.coefficients(), k, 0..k + 1);
        }
        y
    }

    /// (a, b) with a' = b x', b' = s a x' and s = −1 (sin, cos) or 1 (sinh, cosh):
    /// aₖ = Σⱼ₌₁ᵏ j xⱼ b_{k−j} / k, bₖ = s Σⱼ₌₁ᵏ j xⱼ a_{k−j} / k.
    #[inline]
    fn rotation(&self, (a0, b0): (T, T), s: T) -> (Self, Self) {
        let (mut a, mut b) = (Self::constant(a0), Self::constant(b0));
        for k in 1..K {
            let next_a = chained(self.coefficients(), b.coefficients(), k);
            let next_b = s * chained(self.coefficients(), a.coefficients(), k);
            a.coefficients_mut()[k] = next_a;
            b.coefficients_mut()[k] = next_b;
        }
        (a, b)
    }

    /// xⁿ by squaring, for a whole n ≥ 0.
    #[inline]
    fn integer_power(self, mut n: u32) -> Self {
        let mut power = Self::one();
        let mut square = self;
        while n > 0 {
            if n & 1 == 1 {
                power = power * square;
            }
            n >>= 1;
            if n > 0 {
                square = square * square;
            }
        }
        power
    }
}

/// n, if y is the same whole number 0 ≤ n ≤ 2³⁰ in all parts and lanes.
#[inline]
fn as_whole<T: Real>(y: T) -> Option<u32> {
    let n = y.value().round();
    let is_whole = (0.0..=1_073_741_824.0).contains(&n) && (y - T::exact(n)).magnitude() == 0.0;
    is_whole.then_some(n as u32)
}

impl<T: Real, const K: usize> Real for Taylor<T, K> {
    type Mask = T::Mask;
    const LANES: usize = T::LANES;

    #[inline]
    fn decimal(hi: f64, lo: f64) -> Self {
        Self::constant(T::decimal(hi, lo))
    }
    #[inline]
    fn value(self) -> f64 {
        self.first().value()
    }
    #[inline]
    fn lane(self, lane: usize) -> f64 {
        self.first().lane(lane)
    }
    #[inline]
    fn from_lanes(values: &[f64]) -> Self {
        Self::constant(T::from_lanes(values))
    }
    #[inline]
    fn magnitude(self) -> f64 {
        self.coefficients().iter().fold(0.0, |largest, c| Real::max(largest, c.magnitude()))
    }
    #[inline]
    fn leading(self) -> f64 {
        self.first().leading()
    }
    #[inline]
    fn smallest(self) -> f64 {
        self.first().smallest()
    }
    fn parts(&mut self, each: &mut dyn FnMut(&mut f64)) {
        let mut c = *self.coefficients();
        c.iter_mut().for_each(|c| c.parts(each));
        *self = Self::new(c);
    }
    #[inline]
    fn epsilon() -> f64 {
        T::epsilon()
    }

    #[inline]
    fn lt(self, other: Self) -> Self::Mask {
        self.first().lt(other.first())
    }
    #[inline]
    fn le(self, other: Self) -> Self::Mask {
        self.first().le(other.first())
    }
    #[inline]
    fn eq(self, other: Self) -> Self::Mask {
        Real::eq(self.first(), other.first())
    }
    #[inline]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        T::and(a, b)
    }
    #[inline]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        T::or(a, b)
    }
    #[inline]
    fn not(a: Self::Mask) -> Self::Mask {
        T::not(a)
    }
    #[inline]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        Self::new(core::array::from_fn(|k| T::select(mask, a.coefficient(k), b.coefficient(k))))
    }

    #[inline]
    fn sin(self) -> Self {
        self.sin_cos().0
    }
    #[inline]
    fn cos(self) -> Self {
        self.sin_cos().1
    }
    /// s' = c x', c' = −s x'.
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        self.rotation(self.first().sin_cos(), -T::one())
    }
    /// y' = (1 + y²) x'.
    #[inline]
    fn tan(self) -> Self {
        self.tangent(self.first().tan(), T::one())
    }
    /// y' = x' / √(1 − x²).
    #[inline]
    fn asin(self) -> Self {
        let y0 = self.first().asin();
        if self.is_constant() {
            return Self::constant(y0);
        }
        let w = (Self::one() - self) * (Self::one() + self);
        (self.derivative_series() / w.sqrt()).integral(y0)
    }
    /// y' = −x' / √(1 − x²).
    #[inline]
    fn acos(self) -> Self {
        let y0 = self.first().acos();
        if self.is_constant() {
            return Self::constant(y0);
        }
        let w = (Self::one() - self) * (Self::one() + self);
        (-self.derivative_series() / w.sqrt()).integral(y0)
    }
    /// y' = x' / (1 + x²).
    #[inline]
    fn atan(self) -> Self {
        (self.derivative_series() / (Self::one() + self * self)).integral(self.first().atan())
    }
    /// θ' = (x y' − y x') / (x² + y²) for the point (x, y).
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let theta0 = self.first().atan2(x.first());
        if self.is_constant() && x.is_constant() {
            return Self::constant(theta0);
        }
        let turning = x * self.derivative_series() - self * x.derivative_series();
        (turning / (x * x + self * self)).integral(theta0)
    }
    /// s' = c x', c' = s x'.
    #[inline]
    fn sinh(self) -> Self {
        self.rotation((self.first().sinh(), self.first().cosh()), T::one()).0
    }
    #[inline]
    fn cosh(self) -> Self {
        self.rotation((self.first().sinh(), self.first().cosh()), T::one()).1
    }
    /// y' = (1 − y²) x'.
    #[inline]
    fn tanh(self) -> Self {
        self.tangent(self.first().tanh(), -T::one())
    }
    /// y' = y x': yₖ = Σⱼ₌₁ᵏ j xⱼ y_{k−j} / k.
    #[inline]
    fn exp(self) -> Self {
        let mut y = Self::constant(self.first().exp());
        for k in 1..K {
            y.coefficients_mut()[k] = chained(self.coefficients(), y.coefficients(), k);
        }
        y
    }
    /// y' = x' / x.
    #[inline]
    fn ln(self) -> Self {
        let y0 = self.first().ln();
        if self.is_constant() {
            return Self::constant(y0);
        }
        (self.derivative_series() / self).integral(y0)
    }
    #[inline]
    fn sqrt(self) -> Self {
        let y0 = self.first().sqrt();
        if self.is_constant() { Self::constant(y0) } else { Self::root(&self, y0) }
    }
    #[inline]
    fn abs(self) -> Self {
        Self::select(self.first().lt(T::zero()), -self, self)
    }
    #[inline]
    fn sign(self) -> Self {
        Self::constant(self.first().sign())
    }
    #[inline]
    fn floor(self) -> Self {
        Self::constant(self.first().floor())
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        let (a, b) = (self.first(), other.first());
        // b is NaN if it does not equal itself.
        Self::select(T::or(b.lt(a), T::not(Real::eq(b, b))), other, self)
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        let (a, b) = (self.first(), other.first());
        // At ties the derivatives are those of the one that is not the minimum.
        Self::select(T::or(a.le(b), T::not(Real::eq(b, b))), other, self)
    }
    #[inline]
    fn hypot(self, other: Self) -> Self {
        let y0 = self.first().hypot(other.first());
        if self.is_constant() && other.is_constant() {
            return Self::constant(y0);
        }
        Self::root(&(self * self + other * other), y0)
    }
    /// For a constant exponent r, from p' x = r p x':
    /// pₖ = Σⱼ₌₁ᵏ (j r − (k − j)) xⱼ p_{k−j} / (k x₀);
    /// for x₀ = 0 and a whole number r, by multiplication; otherwise e^(y ln x).
    #[inline]
    fn pow(self, y: Self) -> Self {
        let (x0, r) = (self.first(), y.first());
        let p0 = x0.pow(r);
        if !y.is_constant() {
            return (y * self.ln()).exp();
        }
        if self.is_constant() {
            return Self::constant(p0);
        }
        if x0.smallest() == 0.0
            && let Some(n) = as_whole(r)
        {
            return self.integer_power(n);
        }
        let mut p = Self::constant(p0);
        for k in 1..K {
            let mut sum = T::zero();
            for j in 1..=k {
                let weight = whole::<T>(j) * r - whole::<T>(k - j);
                sum = sum + weight * self.coefficient(j) * p.coefficient(k - j);
            }
            p.coefficients_mut()[k] = sum / (whole::<T>(k) * x0);
        }
        p
    }
}
