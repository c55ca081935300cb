//! Decimal literals and units to exact numbers n/d · 10^e · π^k.
//!
//! Normal form: gcd(n, d) = 1, d > 0, 10 ∤ n, and d has no factor 2 or 5 (those go into e), so
//! equal values with equal powers of π have one representation and every terminating decimal has
//! d = 1. Arithmetic is exact or `None`.

use rust_decimal::Decimal;
use std::hash::{Hash, Hasher};

/// An exact constant n/d · 10^e · π^k.
// Aligned to words, not to pairs of them: an instruction then takes 48 bytes instead of 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(C, packed(8))]
pub struct Constant {
    pub(super) pi: i32,
    pub(super) exponent: i32,
    pub(super) denominator: i128,
    pub(super) numerator: i128,
}

// Most constants are small integers: two words distinguish them.
impl Hash for Constant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.numerator as u64);
        state.write_u64(
            (self.denominator as u64).rotate_left(32) ^ self.exponent as u64 ^ ((self.pi as u64) << 16),
        );
    }
}

/// Greatest common divisor by Euclid's algorithm, in machine words as soon as they suffice.
pub(super) fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The divisor of `n` and `d` (not both zero) as a signed number; `None` for 2¹²⁷ itself.
fn common(n: i128, d: i128) -> Option<i128> {
    if n == 1 || d == 1 {
        return Some(1);
    }
    i128::try_from(greatest_common_divisor(n.unsigned_abs(), d.unsigned_abs())).ok()
}

impl Constant {
    /// 0.
    pub const ZERO: Self = Self::small(0, 0);
    /// 1.
    pub const ONE: Self = Self::small(1, 0);
    /// −1.
    pub const MINUS_ONE: Self = Self::small(-1, 0);
    /// π.
    pub const PI: Self = Self::small(1, 1);

    const fn small(n: i128, pi: i32) -> Self {
        Self { pi, exponent: 0, denominator: 1, numerator: n }
    }

    /// n/d · 10^e · π^k in normal form; `None` for d = 0 and where the normal form overflows.
    fn normalised(n: i128, d: i128, e: i32, pi: i32) -> Option<Self> {
        if d == 0 {
            return None;
        }
        if n == 0 {
            return Some(Self::ZERO);
        }
        let g = common(n, d)?;
        let (mut n, mut d, mut e) = (n.checked_div(g)?, d.checked_div(g)?, e);
        if d < 0 {
            (n, d) = (n.checked_neg()?, d.checked_neg()?);
        }
        // 1/10 = 10⁻¹, 1/2 = 5·10⁻¹, 1/5 = 2·10⁻¹; after the first line 2 and 5 do not both occur.
        for (factor, partner) in [(10, 1), (2, 5), (5, 2)] {
            while d != 1 && d % factor == 0 {
                (n, d, e) = (n.checked_mul(partner)?, d / factor, e.checked_sub(1)?);
            }
        }
        Self { pi, exponent: e, denominator: d, numerator: n }.without_trailing_zeros()
    }

    /// 10 | n goes into the exponent.
    fn without_trailing_zeros(mut self) -> Option<Self> {
        match self.numerator {
            0 => return Some(Self::ZERO),
            i128::MIN => return None, // has no negative
            _ => {}
        }
        while self.numerator % 10 == 0 {
            self.numerator /= 10;
            self.exponent = self.exponent.checked_add(1)?;
        }
        Some(self)
    }

    /// The integer n.
    pub fn integer(n: i64) -> Self {
        let mut value = Self::small(i128::from(n), 0);
        while n != 0 && value.numerator % 10 == 0 {
            value.numerator /= 10;
            value.exponent += 1;
        }
        value
    }

    /// The ratio n/d.
    ///
    /// # Panics
    /// For d = 0, and where the normal form overflows: d = 2^a·5^b·c needs n·5^a or n·2^b in an
    /// `i128`. Meant for numbers in the source text (conversion factors, coefficients of methods).
    pub fn ratio(n: i64, d: i64) -> Self {
        Self::normalised(i128::from(n), i128::from(d), 0, 0)
            .expect("a ratio with a small nonzero denominator")
    }

    /// 10^e.
    pub fn pow10(e: i32) -> Self {
        Self { exponent: e, ..Self::ONE }
    }

    /// The exact value of a decimal literal: `9.81`, `1e-30`, `6.626e-34`, `1_000.5`.
    ///
    /// `None` for text that is not a decimal literal and for more than 38 significant digits.
    /// The value may lie outside the range of `f64`; [`Constant::to_f64`] is infinite then.
    pub fn decimal_literal(text: &str) -> Option<Self> {
        // Most are short: `0`, `12`.
        if text.len() <= 9
            && let Ok(integer) = text.parse::<u32>()
            && !text.starts_with('+')
        {
            return Some(Self::integer(i64::from(integer)));
        }
        let plain: String = text.chars().filter(|&c| c != '_').collect();
        let (mantissa, exponent) = match plain.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (plain.as_str(), 0),
        };
        let (digits, decimals) = decimal_digits(mantissa)?;
        Self::normalised(digits, 1, exponent.checked_sub(decimals)?, 0)
    }

    /// a + b; `None` when not exactly representable (overflow, or different powers of π).
    // The operators' names without their traits: the result is optional.
    #[expect(clippy::should_implement_trait, reason = "exact or `None`, so not the operator")]
    pub fn add(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return Some(self);
        }
        if self.is_zero() {
            return Some(other);
        }
        if self.pi != other.pi {
            return None;
        }
        let e = self.exponent.min(other.exponent);
        let (a, b) = (self.numerator_at(e)?, other.numerator_at(e)?);
        if self.denominator == other.denominator && self.denominator == 1 {
            let sum = Self { numerator: a.checked_add(b)?, exponent: e, ..self };
            return sum.without_trailing_zeros();
        }
        // a/(g·p) + b/(g·q) = (a·q + b·p)/(g·p·q)
        let g = common(self.denominator, other.denominator)?;
        let (p, q) = (self.denominator / g, other.denominator / g);
        let n = a.checked_mul(q)?.checked_add(b.checked_mul(p)?)?;
        Self::normalised(n, self.denominator.checked_mul(q)?, e, self.pi)
    }

    /// n·10^(exponent − e), e ≤ exponent.
    fn numerator_at(self, e: i32) -> Option<i128> {
        match self.exponent.checked_sub(e)? {
            0 => Some(self.numerator),
            shift => self.numerator.checked_mul(10_i128.checked_pow(shift as u32)?),
        }
    }

    /// a − b; `None` when not exactly representable.
    #[expect(clippy::should_implement_trait, reason = "exact or `None`, so not the operator")]
    pub fn sub(self, other: Self) -> Option<Self> {
        self.add(other.neg())
    }

    /// a · b; `None` on overflow.
    #[expect(clippy::should_implement_trait, reason = "exact or `None`, so not the operator")]
    pub fn mul(self, other: Self) -> Option<Self> {
        if other.is_one() || self.is_zero() {
            return Some(self);
        }
        if self.is_one() || other.is_zero() {
            return Some(other);
        }
        // (n₁/g₁)/(d₁/g₂) · (n₂/g₂)/(d₂/g₁) is in lowest terms.
        let g1 = common(self.numerator, other.denominator)?;
        let g2 = common(other.numerator, self.denominator)?;
        Self {
            pi: self.pi.checked_add(other.pi)?,
            exponent: self.exponent.checked_add(other.exponent)?,
            denominator: (self.denominator / g2).checked_mul(other.denominator / g1)?,
            numerator: (self.numerator / g1).checked_mul(other.numerator / g2)?,
        }
        .without_trailing_zeros()
    }

    /// a / b; `None` for b = 0 and on overflow.
    #[expect(clippy::should_implement_trait, reason = "exact or `None`, so not the operator")]
    pub fn div(self, other: Self) -> Option<Self> {
        if other.is_one() { Some(self) } else { self.mul(other.reciprocal()?) }
    }

    /// 1/a; `None` for a = 0 and on overflow.
    pub fn reciprocal(self) -> Option<Self> {
        let (e, pi) = (self.exponent.checked_neg()?, self.pi.checked_neg()?);
        Self::normalised(self.denominator, self.numerator, e, pi)
    }

    /// −a (no numerator is −2¹²⁷).
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "named like its fellows above")]
    pub fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    /// |a|.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { self.neg() } else { self }
    }

    /// a^k; `None` on overflow and for 0 to a negative power.
    pub fn pow(self, k: i32) -> Option<Self> {
        let base = if k < 0 { self.reciprocal()? } else { self };
        let times = k.unsigned_abs();
        // Powers of coprime numbers are coprime, and 10 | n^k only if 10 | n.
        Self {
            pi: self.pi.checked_mul(k)?,
            exponent: i32::try_from(i64::from(base.exponent) * i64::from(times)).ok()?,
            denominator: base.denominator.checked_pow(times)?,
            numerator: base.numerator.checked_pow(times)?,
        }
        .without_trailing_zeros()
    }

    /// √a when that is exact.
    pub fn sqrt(self) -> Option<Self> {
        if self.pi % 2 != 0 || self.is_negative() {
            return None;
        }
        let e = self.exponent - self.exponent.rem_euclid(2);
        let (n, d) = (self.numerator_at(e)?, self.denominator);
        let (p, q) = (n.isqrt(), d.isqrt());
        if p * p == n && q * q == d { Self::normalised(p, q, e / 2, self.pi / 2) } else { None }
    }

    /// a = 0.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// a = 1.
    pub fn is_one(self) -> bool {
        self.numerator == 1 && self.denominator == 1 && self.exponent == 0 && self.pi == 0
    }

    /// a < 0.
    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The value, if it is an integer that fits.
    pub fn is_integer(self) -> Option<i64> {
        if self.pi != 0 || self.denominator != 1 || self.exponent < 0 {
            return None;
        }
        i64::try_from(self.numerator_at(0)?).ok()
    }

    /// (n, e) with a = n · 10^e, if a is a terminating decimal; 10 ∤ n unless a = 0.
    pub fn decimal(self) -> Option<(i128, i32)> {
        (self.pi == 0 && self.denominator == 1).then_some((self.numerator, self.exponent))
    }

    /// a/π, if a is a nonzero rational multiple of π.
    pub fn multiple_of_pi(self) -> Option<Self> {
        (self.pi == 1).then_some(Self { pi: 0, ..self })
    }
}

/// The digits of `12.345` as an integer, and how many of them follow the point.
fn decimal_digits(text: &str) -> Option<(i128, i32)> {
    if let Ok(decimal) = Decimal::from_str_exact(text) {
        return Some((decimal.mantissa(), i32::try_from(decimal.scale()).ok()?));
    }
    // More digits than `Decimal` holds without rounding.
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, i32::try_from(fraction.len()).ok()?))
}
