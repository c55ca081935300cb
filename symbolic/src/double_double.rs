//! Unevaluated sums hi + lo of two `f64` with |lo| ≤ ulp(hi)/2: about 32 decimal digits.
//!
//! Only what the value of an exact constant needs. The error-free transforms are those of
//! Dekker (1971) and Knuth; a product's error is one fused multiply-add.

/// hi + lo.
pub(super) type DoubleDouble = (f64, f64);

/// π to 32 digits.
pub(super) const PI: DoubleDouble = (std::f64::consts::PI, 1.224_646_799_147_353_2e-16);

/// a + b = s + e exactly, for |a| ≥ |b|.
fn quick_two_sum(a: f64, b: f64) -> DoubleDouble {
    let s = a + b;
    (s, b - (s - a))
}

/// a · b = p + e exactly (barring underflow).
fn two_product(a: f64, b: f64) -> DoubleDouble {
    let p = a * b;
    (p, a.mul_add(b, -p))
}

/// x + b, b a plain number.
fn add_number(x: DoubleDouble, b: f64) -> DoubleDouble {
    let s = x.0 + b;
    let t = s - x.0;
    let error = (x.0 - (s - t)) + (b - t);
    quick_two_sum(s, error + x.1)
}

/// The integer n; exact up to 2¹⁰⁶.
pub(super) fn from_integer(n: i128) -> DoubleDouble {
    let hi = n as f64;
    // `as` saturates at 2¹²⁷, where the error is below a part in 2¹²⁶.
    quick_two_sum(hi, n.saturating_sub(hi as i128) as f64)
}

/// x · y.
pub(super) fn multiply(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    let (p, e) = two_product(x.0, y.0);
    quick_two_sum(p, e + (x.0 * y.1 + x.1 * y.0))
}

/// x / y by three digits of long division in base 2⁵³.
pub(super) fn divide(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    let minus = |r: DoubleDouble, q: f64| {
        let p = multiply(y, (q, 0.0));
        add_number(add_number(r, -p.0), -p.1)
    };
    let q1 = x.0 / y.0;
    let r = minus(x, q1);
    let q2 = r.0 / y.0;
    let q3 = minus(r, q2).0 / y.0;
    add_number(quick_two_sum(q1, q2), q3)
}

/// x · 10^e in steps of 10²², the largest power of ten that is an `f64`.
pub(super) fn scale_by_ten(mut x: DoubleDouble, e: i32) -> DoubleDouble {
    let mut left = e.unsigned_abs();
    while left > 0 && x.0 != 0.0 && x.0.is_finite() {
        let step = left.min(22);
        let power = (0..step).fold(1.0, |p, _| p * 10.0);
        x = if e > 0 { multiply(x, (power, 0.0)) } else { divide(x, (power, 0.0)) };
        left -= step;
    }
    x
}
