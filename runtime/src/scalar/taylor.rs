//! Truncated power series of time, the scalar that carries time derivatives of any order.
//!
//! A number is x(τ) = c₀ + c₁ τ + … + c_{K−1} τ^{K−1}, cut after K coefficients. Invariant:
//! coefficient k of every result depends on coefficients 0..=k of the arguments only, so that a
//! series known to order k gives results correct to order k, for any later coefficients. (The one
//! exception is [`Taylor::derivative_series`], which moves coefficients down by one.)

use crate::Real;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A power series in τ, truncated after K ≥ 1 coefficients.
///
/// ```
/// use linkwork::{Real, scalar::Taylor};
///
/// // sin at t = 0: 0 + τ − τ³/6
/// let s = Taylor::<f64, 4>::variable(0.0).sin();
/// assert_eq!(s.coefficients(), &[0.0, 1.0, 0.0, -1.0 / 6.0]);
/// assert_eq!(s.derivative(3), -1.0);
/// ```
///
/// At a singularity (√ at 0, division by a series that starts with 0),
/// coefficients are infinite or NaN.
///
/// Recurrences: A. Griewank, A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, section 13.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taylor<T, const K: usize> {
    c: [T; K],
}

impl<T: Real, const K: usize> Taylor<T, K> {
    /// The series with the given coefficients c₀ … c_{K−1}.
    #[inline]
    pub const fn new(coefficients: [T; K]) -> Self {
        const { assert!(K >= 1, "a series needs at least the coefficient of τ⁰") }
        Self { c: coefficients }
    }
    /// The constant x.
    #[inline]
    pub fn constant(x: T) -> Self {
        let mut c = [T::zero(); K];
        c[0] = x;
        Self::new(c)
    }
    /// The variable t₀ + τ.
    #[inline]
    pub fn variable(t0: T) -> Self {
        let mut x = Self::constant(t0);
        if K > 1 {
            x.c[1] = T::one();
        }
        x
    }
    /// The coefficient cᵢ of τⁱ (0 beyond the truncation).
    #[inline]
    pub fn coefficient(&self, i: usize) -> T {
        self.c.get(i).copied().unwrap_or_else(T::zero)
    }
    /// All coefficients.
    #[inline]
    pub fn coefficients(&self) -> &[T; K] {
        &self.c
    }
    /// All coefficients, to be changed in place.
    #[inline]
    pub fn coefficients_mut(&mut self) -> &mut [T; K] {
        &mut self.c
    }
    /// The derivative dⁱx/dτⁱ at τ = 0, which is i! cᵢ (0 beyond the truncation).
    #[inline]
    pub fn derivative(&self, i: usize) -> T {
        let factorial = (2..=i).fold(1.0, |product, k| product * k as f64);
        T::exact(factorial) * self.coefficient(i)
    }
    /// The series of dx/dτ. Its last coefficient is unknown and set to 0.
    #[inline]
    pub fn derivative_series(&self) -> Self {
        let mut d = Self::constant(T::zero());
        for k in 1..K {
            d.c[k - 1] = whole::<T>(k) * self.c[k];
        }
        d
    }
    /// x₀ + ∫ x dτ: coefficients move up by one, cₖ ← cₖ₋₁ / k, and the last one is dropped.
    #[inline]
    pub fn integral(&self, x0: T) -> Self {
        let mut s = Self::constant(x0);
        for k in 1..K {
            s.c[k] = self.c[k - 1] / whole::<T>(k);
        }
        s
    }
    /// x(τ), by Horner's rule.
    #[inline]
    pub fn evaluate(&self, tau: T) -> T {
        self.c[..K - 1].iter().rev().fold(self.c[K - 1], |sum, c| sum * tau + *c)
    }
    /// Whether all coefficients except the first are zero.
    #[inline]
    pub(super) fn is_constant(&self) -> bool {
        self.c[1..].iter().all(|c| c.magnitude() == 0.0)
    }
    /// c₀.
    #[inline]
    pub(super) fn first(&self) -> T {
        self.c[0]
    }
    /// Coefficient by coefficient.
    #[inline]
    pub(super) fn map(&self, f: impl Fn(T) -> T) -> Self {
        let mut c = self.c;
        for c in &mut c {
            *c = f(*c);
        }
        Self { c }
    }
}

/// A whole number (exact up to 2⁵³).
#[inline(always)]
pub(super) fn whole<T: Real>(k: usize) -> T {
    T::exact(k as f64)
}

/// Σᵢ aᵢ b_{k−i} for i in the given range: coefficient k of a product, or part of it.
#[inline]
pub(super) fn convolution<T: Real>(a: &[T], b: &[T], k: usize, range: core::ops::Range<usize>) -> T {
    let mut sum = T::zero();
    for i in range {
        sum = sum + a[i] * b[k - i];
    }
    sum
}

/// Σⱼ₌₁ᵏ j xⱼ w_{k−j} / k: coefficient k of y where y' = w x'.
#[inline]
pub(super) fn chained<T: Real>(x: &[T], w: &[T], k: usize) -> T {
    let mut sum = T::zero();
    for j in 1..=k {
        sum = sum + whole::<T>(j) * x[j] * w[k - j];
    }
    sum / whole::<T>(k)
}

/// The largest number of coefficients for inlined arithmetic. In the thousands of operations of a mechanism, inlining longer series
/// would dominate code size and compile time.
const INLINED: usize = 4;

impl<T: Real, const K: usize> Taylor<T, K> {
    #[inline(always)]
    fn inlined_sum(&self, other: &Self) -> Self {
        let mut c = self.c;
        let mut k = 0;
        while k < K {
            c[k] = c[k] + other.c[k];
            k += 1;
        }
        Self { c }
    }
    #[inline(never)]
    fn called_sum(&self, other: &Self) -> Self {
        self.inlined_sum(other)
    }
    #[inline(always)]
    fn inlined_difference(&self, other: &Self) -> Self {
        let mut c = self.c;
        let mut k = 0;
        while k < K {
            c[k] = c[k] - other.c[k];
            k += 1;
        }
        Self { c }
    }
    #[inline(never)]
    fn called_difference(&self, other: &Self) -> Self {
        self.inlined_difference(other)
    }
    #[inline(never)]
    fn called_negative(&self) -> Self {
        self.map(|c| -c)
    }
    /// pₖ = Σᵢ₌₀ᵏ aᵢ b_{k−i}.
    #[inline(always)]
    fn inlined_product(&self, other: &Self) -> Self {
        // By columns of the sum, in the order of its terms: compilers use vector instructions for them. Indices, because iterators that are
        // shared with crates that are not optimised are calls.
        let mut c = [T::zero(); K];
        let mut i = 0;
        while i < K {
            let mut k = i;
            while k < K {
                c[k] = c[k] + self.c[i] * other.c[k - i];
                k += 1;
            }
            i += 1;
        }
        Self { c }
    }
    #[inline(never)]
    fn called_product(&self, other: &Self) -> Self {
        self.inlined_product(other)
    }
    /// qₖ = (aₖ − Σᵢ₌₀ᵏ⁻¹ qᵢ b_{k−i}) / b₀.
    #[inline(always)]
    fn inlined_quotient(&self, other: &Self) -> Self {
        let mut q = [T::zero(); K];
        for k in 0..K {
            q[k] = (self.c[k] - convolution(&q, &other.c, k, 0..k)) / other.c[0];
        }
        Self { c: q }
    }
    #[inline(never)]
    fn called_quotient(&self, other: &Self) -> Self {
        self.inlined_quotient(other)
    }
}

impl<T: Real, const K: usize> Add for Taylor<T, K> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        if K > INLINED { self.called_sum(&other) } else { self.inlined_sum(&other) }
    }
}

impl<T: Real, const K: usize> Sub for Taylor<T, K> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        if K > INLINED { self.called_difference(&other) } else { self.inlined_difference(&other) }
    }
}

impl<T: Real, const K: usize> Neg for Taylor<T, K> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        if K > INLINED { self.called_negative() } else { self.map(|c| -c) }
    }
}

impl<T: Real, const K: usize> Mul for Taylor<T, K> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        if K > INLINED { self.called_product(&other) } else { self.inlined_product(&other) }
    }
}

impl<T: Real, const K: usize> Div for Taylor<T, K> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        if K > INLINED { self.called_quotient(&other) } else { self.inlined_quotient(&other) }
    }
}
