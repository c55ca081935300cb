//! Products without rounding, as a sum of two numbers.

/// a = h + l with 26 bits each (Veltkamp).
#[inline]
const fn split(a: f64) -> (f64, f64) {
    let t = 134_217_729.0 * a; // 2²⁷ + 1
    let h = t - (t - a);
    (h, a - h)
}

/// a b = p + e exactly (Dekker), unless factors are beyond 1e300 (then e = 0) or e underflows.
#[inline]
pub const fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    (p, if e.is_finite() { e } else { 0.0 })
}
