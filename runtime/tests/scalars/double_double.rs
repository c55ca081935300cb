//! Double-double: reference values, identities, special values.

use super::reference_values::{BINARY, Pair, UNARY};
use super::{binary, unary};
use linkwork::Real;
use linkwork::scalar::DoubleDouble;

/// The bound in the documentation of the type, for functions.
const FUNCTIONS: f64 = 1e-28;
/// The bound for arithmetic.
const ARITHMETIC: f64 = 1e-30;

fn dd((hi, lo): Pair) -> DoubleDouble {
    DoubleDouble::decimal(hi, lo)
}

/// |a − b| / |b|, or |a| where b = 0.
fn error(a: DoubleDouble, b: DoubleDouble) -> f64 {
    let difference = (a - b).magnitude();
    if b.magnitude() == 0.0 { difference } else { difference / b.magnitude() }
}

/// A deterministic stream of numbers in (0, 1).
fn stream() -> impl FnMut() -> f64 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }
}

/// A random number with 106 bits between −10ᵉ and 10ᵉ.
fn random(next: &mut impl FnMut() -> f64, scale: f64) -> DoubleDouble {
    let hi = scale * (2.0 * next() - 1.0);
    DoubleDouble::new(hi, hi * 1e-16 * (next() - 0.5))
}

#[test]
fn functions_agree_with_reference_values() {
    for (name, x, expected) in UNARY {
        let e = error(unary(name, dd(*x)), dd(*expected));
        assert!(e < FUNCTIONS, "{name}({x:?}): relative error {e:e}");
    }
    for (name, x, y, expected) in BINARY {
        let e = error(binary(name, dd(*x), dd(*y)), dd(*expected));
        assert!(e < FUNCTIONS, "{name}({x:?}, {y:?}): relative error {e:e}");
    }
}

#[test]
fn arithmetic_is_exact_where_that_is_known() {
    let mut next = stream();
    for _ in 0..2000 {
        let (x, y) = (random(&mut next, 10.0), random(&mut next, 1e3));
        // Factors of 32 bits: the product of three has 96 bits, so that nothing is rounded.
        let whole = |u: f64| DoubleDouble::from((u * 4_294_967_296.0).floor());
        let (a, b, c) = (whole(next()), whole(next()), whole(next()));
        assert_eq!((a * b) * c - (c * a) * b, DoubleDouble::from(0.0));
        assert!(error((a * b * c) / (b * c), a) < ARITHMETIC);
        assert!(error((x * y) / y, x) < ARITHMETIC);
        assert!(error((x + y) - y, x) * x.magnitude() / y.magnitude() < ARITHMETIC);
        assert!(error((x * x).sqrt(), x.abs()) < ARITHMETIC);
        assert!(error(DoubleDouble::from(1.0) / x * x, DoubleDouble::from(1.0)) < ARITHMETIC);
    }
}

#[test]
fn functions_keep_their_identities() {
    let one = DoubleDouble::from(1.0);
    let mut next = stream();
    for _ in 0..1000 {
        let (x, y) = (random(&mut next, 50.0), random(&mut next, 50.0));
        let (s, c) = x.sin_cos();
        assert!(error(s * s + c * c, one) < ARITHMETIC);
        // Errors of an identity are those of its terms, which are of size one or cosh.
        let sum = (x + y).sin() - (s * y.cos() + c * y.sin());
        assert!(sum.magnitude() < FUNCTIONS);
        let squares = x.cosh() * x.cosh() - x.sinh() * x.sinh() - one;
        assert!(squares.magnitude() < FUNCTIONS * x.cosh().magnitude() * x.cosh().magnitude());
        assert!(error(x.exp().ln(), x) < FUNCTIONS);
        assert!(error(x.exp() * y.exp(), (x + y).exp()) < FUNCTIONS);
        assert!(error(x.abs().ln().exp(), x.abs()) < FUNCTIONS);
        assert!(error(x.tanh().abs(), x.sinh().abs() / x.cosh()) < FUNCTIONS);
        let r = x.hypot(y);
        let angle = y.atan2(x);
        assert!((r * angle.cos() - x).magnitude() < FUNCTIONS * r.magnitude());
        assert!((r * angle.sin() - y).magnitude() < FUNCTIONS * r.magnitude());
        assert!(error(x.atan().tan(), x) < FUNCTIONS * x.magnitude().max(1.0));
        let z = x / DoubleDouble::from(50.0);
        assert!((z.asin().sin() - z).magnitude() < FUNCTIONS);
        assert!((z.acos().cos() - z).magnitude() < FUNCTIONS);
        let p = x.abs().pow(DoubleDouble::decimal(1.0, 0.0) / DoubleDouble::from(3.0));
        assert!(error(p * p * p, x.abs()) < FUNCTIONS);
    }
}

#[test]
fn special_values_are_those_of_f64() {
    let special =
        [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, 800.0, -800.0, 2.0, -2.0];
    let names = [
        "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "sqrt", "abs",
        "sign", "floor", "recip",
    ];
    let agrees = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 4e-16 * b.abs();
    for x in special {
        for name in names {
            let (got, expected) = (unary(name, DoubleDouble::from(x)).value(), unary(name, x));
            assert!(agrees(got, expected), "{name}({x}) = {got}, f64 says {expected}");
        }
        for y in special {
            for name in ["atan2", "hypot", "pow", "min", "max", "add", "sub", "mul", "div"] {
                let got = binary(name, DoubleDouble::from(x), DoubleDouble::from(y)).value();
                let expected = binary(name, x, y);
                assert!(agrees(got, expected), "{name}({x}, {y}) = {got}, f64 says {expected}");
            }
        }
    }
}

#[test]
fn floors_see_the_low_part() {
    for (hi, lo, expected) in
        [(3.0, -1e-20, 2.0), (3.0, 1e-20, 3.0), (-2.5, 1e-17, -3.0), (1e16, -0.5, 1e16 - 1.0)]
    {
        let found = DoubleDouble::new(hi, lo).floor();
        assert_eq!((found.high(), found.low()), if lo == -0.5 { (1e16, -1.0) } else { (expected, 0.0) });
    }
}

#[test]
fn decimals_have_all_their_digits() {
    // 9.81 = 981/100
    let (hi, lo) = (9.81, -4.973799150320702e-16);
    let quotient = DoubleDouble::from(981.0) / DoubleDouble::from(100.0);
    assert!(error(DoubleDouble::decimal(hi, lo), quotient) < ARITHMETIC);
    // The f64 alone is wrong in the 17th digit.
    assert!(error(DoubleDouble::from(hi), quotient) > 1e-17);
}
