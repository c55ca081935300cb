//! Exact constants against integer arithmetic and the standard library's parser.

use linkwork_compiler::symbolic::Constant;
use std::cmp::Ordering;

fn literal(text: &str) -> Constant {
    Constant::decimal_literal(text).unwrap()
}

/// m·2^e = x with odd m or x = 0.
fn binary(x: f64) -> (i128, i32) {
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i128);
    assert!(exponent > 0, "normal numbers only");
    let m = fraction | 1 << 52;
    let m = if x < 0.0 { -m } else { m };
    (m >> m.trailing_zeros(), exponent - 1075 + m.trailing_zeros() as i32)
}

const LITERALS: &[&str] = &[
    "0",
    "1",
    "9.81",
    "1e-30",
    "6.626e-34",
    "6.62607015e-34",
    "1_000.5",
    "0.1",
    "0.2",
    "0.3",
    "123456789.123456789",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "5e-324",
    "9007199254740993",
    "1.0000000000000002",
    "1e22",
    "1e23",
    "8.41e21",
    "9.5e-3",
    "3.141592653589793",
    "2.718281828459045",
    "0.000001",
    "299792458",
    "1.380649E-23",
    "100",
    "1e+5",
    "12345678901234567890123456789012345678",
    "0.12345678901234567890123456789012345678",
    "1.10",
];

#[test]
fn decimals_round_as_the_standard_library_does() {
    for text in LITERALS {
        let expected: f64 = text.replace('_', "").parse().unwrap();
        assert_eq!(literal(text).to_f64().to_bits(), expected.to_bits(), "{text}");
        assert_eq!(literal(text).neg().to_f64(), -expected, "{text}");
    }
}

#[test]
fn text_that_is_not_a_decimal_literal_is_refused() {
    for text in ["", ".", "e5", "1e", "1e5.0", "0x10", "1.2.3", "1f64", "inf", "nan", "1e99999999999", "--1"]
    {
        assert_eq!(Constant::decimal_literal(text), None, "{text}");
    }
}

#[test]
fn the_low_part_of_9_81_is_the_remainder() {
    let (hi, lo) = literal("9.81").to_double_double();
    assert_eq!(hi, 9.81);
    // 981/100 − m·2^e = (981 − 100·m·2^e)/100, in integers after multiplication by 2^(−e)
    let (m, e) = binary(hi);
    let remainder = (981_i128 << -e) - 100 * m;
    let expected = remainder as f64 / 100.0 / (1_u64 << -e) as f64;
    assert!(expected != 0.0);
    // 1e-31 of 9.81, against a remainder of about 1e-16
    assert!((lo - expected).abs() < 1e-30, "{lo:e} {expected:e}");
}

#[test]
fn low_parts_of_thirds_and_small_powers() {
    let check = |value: Constant, n: i128, d: i128| {
        // n/d − m·2^e = (n − d·m·2^e)/d, in integers after multiplication by 2^shift
        let (hi, lo) = value.to_double_double();
        let (m, e) = binary(hi);
        let shift = (-e).max(0);
        let remainder = (n << shift) - ((m * d) << (e + shift));
        let expected = remainder as f64 / d as f64 / 2_f64.powf(f64::from(shift));
        assert!((lo - expected).abs() <= 1e-31 * hi.abs(), "{value}: {lo:e} {expected:e}");
        assert!(lo.abs() <= hi.abs() * f64::EPSILON / 2.0);
    };
    check(Constant::ratio(1, 3), 1, 3);
    check(Constant::ratio(10, 36), 10, 36);
    check(Constant::ratio(-22, 7), -22, 7);
    check(literal("0.001"), 1, 1000);
    check(literal("1e-12"), 1, 1_000_000_000_000);
    check(literal("1e20"), 100_000_000_000_000_000_000, 1);
    check(literal("9007199254740993"), 9_007_199_254_740_993, 1);
}

#[test]
fn low_parts_survive_large_exponents() {
    // 1e-34 has lo/hi below 2⁻⁵³; (hi + lo)·10³⁴ = 1 to 1e-31, multiplied in two exact halves.
    for k in [30_i32, 34, 60, -40] {
        let (hi, lo) = Constant::pow10(-k).to_double_double();
        assert!(lo.abs() <= hi.abs() * f64::EPSILON / 2.0);
        let (up, up_lo) = Constant::pow10(k).to_double_double();
        let product = hi * up;
        let error = hi.mul_add(up, -product) + (hi * up_lo + lo * up);
        // A few rounding errors of double-double arithmetic, 2⁻¹⁰⁴ each.
        assert!(((product - 1.0) + error).abs() < 5e-31, "10^{k}");
    }
}

#[test]
fn degrees_are_exact_fractions_of_pi() {
    let degree = Constant::PI.div(Constant::integer(180)).unwrap();
    assert_eq!(degree.to_string(), "pi/180");
    assert_eq!(degree.to_f64(), std::f64::consts::PI / 180.0);
    assert_eq!(degree.mul(Constant::integer(180)), Some(Constant::PI));
    // π/180 to 33 digits: 0.0174532925199432957692369076848861
    let (hi, lo) = degree.to_double_double();
    assert_eq!(hi, 0.017_453_292_519_943_295);
    // hi is 0.0174532925199432954743716805978692…; the rest is lo
    assert!((lo - 2.948_652_270_870_169e-19).abs() < 2e-34, "{lo:e}");
    let rpm = Constant::PI.mul(Constant::integer(2)).unwrap().div(Constant::integer(60)).unwrap();
    assert_eq!(rpm.to_string(), "pi/30");
}

#[test]
fn kilometres_an_hour() {
    let kmh = Constant::integer(1000).div(Constant::integer(3600)).unwrap();
    assert_eq!(kmh, Constant::ONE.div(literal("3.6")).unwrap());
    assert_eq!(kmh.to_string(), "5/18");
    assert_eq!(kmh.to_f64(), 5.0 / 18.0);
}

#[test]
fn one_value_has_one_representation() {
    let half = Constant::ratio(1, 2);
    for same in [literal("0.5"), literal("0.50"), literal("5e-1"), Constant::ratio(-3, -6)] {
        assert_eq!(half, same);
    }
    assert_eq!(Constant::integer(1000), Constant::pow10(3));
    assert_eq!(Constant::integer(0), literal("0.000"));
    assert_eq!(literal("0.1").add(literal("0.2")), Some(literal("0.3")));
    assert_eq!(literal("0.25").sqrt(), Some(half));
    assert_eq!(literal("1e-30").sqrt(), Some(literal("1e-15")));
    assert_eq!(Constant::PI.pow(2).unwrap().sqrt(), Some(Constant::PI));
    assert_eq!(Constant::integer(2).sqrt(), None);
    assert_eq!(Constant::MINUS_ONE.sqrt(), None);
    assert_eq!(literal("1.5").pow(-2), Some(Constant::ratio(4, 9)));
    assert_eq!(Constant::integer(-2).pow(3), Some(Constant::integer(-8)));
    assert_eq!(Constant::ZERO.pow(0), Some(Constant::ONE));
    assert_eq!(Constant::integer(1_000_000).is_integer(), Some(1_000_000));
    assert_eq!(half.is_integer(), None);
    assert_eq!(Constant::pow10(30).is_integer(), None);
}

#[test]
fn inexact_results_are_refused() {
    assert_eq!(Constant::ONE.div(Constant::ZERO), None);
    assert_eq!(Constant::ZERO.pow(-1), None);
    assert_eq!(Constant::ONE.add(Constant::PI), None);
    assert_eq!(Constant::pow10(60).add(Constant::ONE), None);
    let big = literal("99999999999999999999999999999999999999");
    assert_eq!(big.mul(big), None);
    assert_eq!(Constant::ratio(1, 3).pow(100), None);
    assert_eq!(Constant::pow10(i32::MAX).mul(Constant::pow10(1)), None);
    assert_eq!(Constant::decimal_literal("123456789012345678901234567890123456789012"), None);
}

#[test]
fn ordering_by_value() {
    assert_eq!(Constant::PI.compare(literal("3.14159265358979323")), Some(Ordering::Greater));
    assert_eq!(Constant::PI.compare(literal("3.14159265358979324")), Some(Ordering::Less));
    assert_eq!(Constant::ratio(1, 3).compare(literal("0.3333")), Some(Ordering::Greater));
    assert_eq!(Constant::ONE.compare(Constant::ONE), Some(Ordering::Equal));
    assert_eq!(Constant::pow10(60).compare(Constant::ONE), Some(Ordering::Greater));
}

#[test]
fn spelling() {
    for (value, text) in [
        (literal("9.81"), "9.81"),
        (literal("-9.81"), "-9.81"),
        (Constant::ratio(1, 3), "1/3"),
        (literal("6.626e-34"), "6.626e-34"),
        (literal("1e-30"), "1e-30"),
        (literal("0.001"), "0.001"),
        (Constant::integer(1_000_000), "1000000"),
        (Constant::pow10(30), "1e30"),
        (Constant::PI.pow(2).unwrap().neg(), "-pi^2"),
        (Constant::PI.reciprocal().unwrap(), "1/pi"),
        (Constant::ZERO, "0"),
    ] {
        assert_eq!(value.to_string(), text);
    }
}
