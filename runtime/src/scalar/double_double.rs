//! Double-double arithmetic: numbers of 106 bits as the unevaluated sum of two f64.
//!
//! Invariant: hi is the f64 nearest to hi + lo, and lo = 0 if hi is infinite or NaN. Basic
//! operations have errors of a few u², where u = 2⁻⁵³ and u² = 1.2e-32. Sums, products and quotients are some thirty instructions each and
//! are called, not inlined: otherwise the code of every mechanism would be several times as large.
//!
//! M. Joldes, J.-M. Muller, V. Popescu, *Tight and rigorous error bounds for basic building blocks
//! of double-word arithmetic*, ACM TOMS 44 (2017) 15res ("JMP" below); Y. Hida, X. S. Li,
//! D. H. Bailey, *Algorithms for quad-double precision floating point arithmetic*, ARITH-15 (2001).

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;
use linkwork_numerics::two_product;

/// A real number with 106 bits: relative errors are below 1e-30 in arithmetic and below 1e-28 in
/// functions (for sin, cos and tan: within |x| < 1e6).
///
/// The exponents are those of f64, so full precision holds for magnitudes between 1e-290 and
/// 1e300. Sines of arguments beyond 2⁵² are those of f64.
///
/// ```
/// use linkwork::{Real, scalar::DoubleDouble};
///
/// let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
/// let error = third + third + third - DoubleDouble::from(1.0);
/// assert!(error.magnitude() < 1e-31);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

/// a + b = s + e exactly (Knuth).
#[inline]
const fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// a + b as a double-double, if |a| ≥ |b| or a = 0 (Dekker).
#[inline]
const fn fast_two_sum(a: f64, b: f64) -> DoubleDouble {
    let s = a + b;
    let e = b - (s - a);
    DoubleDouble { hi: s, lo: if s.is_finite() { e } else { 0.0 } }
}

impl DoubleDouble {
    /// π/2.
    pub(super) const HALF_PI: Self = Self { hi: core::f64::consts::FRAC_PI_2, lo: 6.123233995736766e-17 };
    /// ln 2.
    pub(super) const LN_2: Self = Self { hi: core::f64::consts::LN_2, lo: 2.3190468138462996e-17 };
    /// 1.
    pub(super) const ONE: Self = Self { hi: 1.0, lo: 0.0 };

    /// hi + lo, rounded to 106 bits (the two may overlap).
    #[inline]
    pub const fn new(hi: f64, lo: f64) -> Self {
        let (s, e) = two_sum(hi, lo);
        Self { hi: s, lo: if s.is_finite() { e } else { 0.0 } }
    }
    /// The f64 nearest to this number.
    #[inline]
    pub const fn high(self) -> f64 {
        self.hi
    }
    /// The difference from [`high`](Self::high).
    #[inline]
    pub const fn low(self) -> f64 {
        self.lo
    }

    /// a b, where the product of two f64 is exact in a double-double.
    #[inline]
    pub(super) const fn product(a: f64, b: f64) -> Self {
        let (p, e) = two_product(a, b);
        fast_two_sum(p, e)
    }
    /// x + y: JMP algorithm 6, error ≤ 3u² + 13u³ for any signs.
    #[inline(never)]
    pub(super) const fn plus(self, other: Self) -> Self {
        let (sh, sl) = two_sum(self.hi, other.hi);
        if !sh.is_finite() {
            return Self { hi: sh, lo: 0.0 };
        }
        let (th, tl) = two_sum(self.lo, other.lo);
        let v = fast_two_sum(sh, sl + th);
        fast_two_sum(v.hi, tl + v.lo)
    }
    /// −x.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
    /// x y: JMP algorithm 11 with the product of the low parts, error ≤ 5u².
    #[inline(never)]
    pub(super) const fn times(self, other: Self) -> Self {
        let (ph, pl) = two_product(self.hi, other.hi);
        if !ph.is_finite() {
            return Self { hi: ph, lo: 0.0 };
        }
        let cross = (self.hi * other.lo + self.lo * other.hi) + self.lo * other.lo;
        fast_two_sum(ph, pl + cross)
    }
    /// x s for an f64 s.
    #[inline]
    pub(super) const fn scaled(self, s: f64) -> Self {
        self.times(Self { hi: s, lo: 0.0 })
    }
    /// x / y by long division with three quotients (Hida, Li, Bailey, figure 8).
    #[inline(never)]
    pub(super) const fn over(self, other: Self) -> Self {
        let q1 = self.hi / other.hi;
        if !q1.is_finite() || !other.hi.is_finite() {
            return Self { hi: q1, lo: 0.0 };
        }
        let r = self.plus(other.scaled(-q1));
        let q2 = r.hi / other.hi;
        let r = r.plus(other.scaled(-q2));
        let q3 = r.hi / other.hi;
        fast_two_sum(q1, q2).plus(Self { hi: q3, lo: 0.0 })
    }
    /// √x = s + (x − s²)/(2 s) with s = √x_hi, whose residual x_hi − s² is an f64; error ≤ 4u².
    #[inline]
    pub(super) fn root(self) -> Self {
        let s = self.hi.sqrt();
        if s == 0.0 || !s.is_finite() {
            return Self { hi: s, lo: 0.0 };
        }
        let (p, e) = two_product(s, s);
        let residual = ((self.hi - p) - e) + self.lo;
        fast_two_sum(s, residual / (s + s))
    }
    /// x 2ᵉ, exact except for overflow and underflow.
    #[inline]
    pub(super) fn times_power_of_two(self, e: i32) -> Self {
        // Three factors, so that results and factors may reach both ends of the range.
        let e = e.clamp(-3000, 3000);
        let (first, second) = (e / 3, e / 3);
        let third = e - first - second;
        let mut x = self;
        for part in [first, second, third] {
            let factor = power_of_two(part);
            x = Self { hi: x.hi * factor, lo: x.lo * factor };
        }
        if x.hi.is_finite() { x } else { Self { hi: x.hi, lo: 0.0 } }
    }
    /// m and e with x = m 2ᵉ and √½ ≤ m < √2, for finite x > 0.
    #[inline]
    pub(super) fn normalised(self) -> (Self, i32) {
        const TINY: f64 = 1e-290;
        if self.hi < TINY {
            let (m, e) = self.times_power_of_two(200).normalised();
            return (m, e - 200);
        }
        let biased = (self.hi.to_bits() >> 52) as i32;
        let e = biased - 1023; // 1 ≤ m < 2
        let m = self.times_power_of_two(-e);
        if m.hi < core::f64::consts::SQRT_2 { (m, e) } else { (m.times_power_of_two(-1), e + 1) }
    }
}

/// 2ᵉ for −1022 ≤ e ≤ 1023.
#[inline]
fn power_of_two(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

impl From<f64> for DoubleDouble {
    #[inline]
    fn from(x: f64) -> Self {
        Self { hi: x, lo: 0.0 }
    }
}

impl PartialOrd for DoubleDouble {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&other.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&other.lo),
            decided => decided,
        }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.plus(other.negated())
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}
