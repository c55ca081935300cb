//! Exact constants to floating point: correctly rounded, with the remainder, and their order.

use super::{Constant, double_double};
use std::cmp::Ordering;

/// Integers up to this one are exact.
const EXACT: u64 = 1 << 53;
/// So are these powers of ten.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

impl Constant {
    /// The order of two values: exact if the difference is a constant, otherwise by
    /// 32 digits; `None` if these do not suffice.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        if let Some(difference) = self.sub(other) {
            let numerator = difference.numerator;
            return Some(numerator.cmp(&0));
        }
        let ((a, al), (b, bl)) = (self.to_double_double(), other.to_double_double());
        let difference = (a - b) + (al - bl);
        // 1e-25 allows errors of six digits in the two values.
        if difference.abs() > 1e-25 * a.abs().max(b.abs()) { difference.partial_cmp(&0.0) } else { None }
    }

    /// The nearest `f64`: correctly rounded for decimals, within 1e-15 ulp of a tie otherwise.
    pub fn to_f64(self) -> f64 {
        if self.pi == 0 && self.denominator == 1 {
            // A number and a power of ten that are both exact: one operation rounds once.
            let power = EXACT_POWERS.get(self.exponent.unsigned_abs() as usize);
            if let (Some(power), Ok(numerator)) = (power, i64::try_from(self.numerator))
                && numerator.unsigned_abs() <= EXACT
            {
                let number = numerator as f64;
                return if self.exponent < 0 { number / power } else { number * power };
            }
            // The correctly rounded parse of the decimal text; digits and exponent always parse.
            let (numerator, exponent) = (self.numerator, self.exponent);
            let text = format!("{numerator}e{exponent}");
            return text.parse().unwrap_or(f64::INFINITY);
        }
        self.approximation().0
    }

    /// hi + lo with hi = [`Constant::to_f64`] and a relative error of about 1e-31.
    pub fn to_double_double(self) -> (f64, f64) {
        let hi = self.to_f64();
        let (a, b) = self.approximation();
        if hi == 0.0 || !hi.is_finite() || !b.is_finite() { (hi, 0.0) } else { (hi, (a - hi) + b) }
    }

    /// n/d · 10^e · π^k in double-double arithmetic.
    fn approximation(self) -> (f64, f64) {
        let mut value = double_double::from_integer(self.numerator);
        if self.denominator != 1 {
            value = double_double::divide(value, double_double::from_integer(self.denominator));
        }
        for _ in 0..self.pi.unsigned_abs() {
            let op = if self.pi > 0 { double_double::multiply } else { double_double::divide };
            value = op(value, double_double::PI);
        }
        double_double::scale_by_ten(value, self.exponent)
    }
}
