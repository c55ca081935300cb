//! Packs of four: every lane against f64.

use super::{binary, unary};
use linkwork::Real;
use wide::f64x4;

/// |a − b| in units of b's last place; 0 for two NaN.
fn ulps(a: f64, b: f64) -> f64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let unit = (b.abs().next_up() - b.abs()).max(f64::MIN_POSITIVE * f64::EPSILON);
    (a - b).abs() / unit
}

/// Numbers from `low` to `high`, equally spaced.
fn spaced(low: f64, high: f64, count: usize) -> Vec<f64> {
    (0..count).map(|i| low + (high - low) * (i as f64 + 0.37) / count as f64).collect()
}

/// The worst lane of a function over the numbers, in units in the last place.
fn worst(name: &str, xs: &[f64]) -> f64 {
    let mut worst = 0.0_f64;
    for chunk in xs.chunks_exact(4) {
        let lanes = [chunk[0], chunk[1], chunk[2], chunk[3]];
        let got = unary(name, f64x4::new(lanes)).to_array();
        for (got, x) in got.into_iter().zip(lanes) {
            worst = linkwork::Real::max(worst, ulps(got, unary(name, x)));
        }
    }
    worst
}

#[test]
fn lanes_agree_with_f64() {
    // (function, range, units in the last place); tan divides sin by cos, the hyperbolic functions
    // take differences of exponentials.
    let claims = [
        ("sin", -4.0, 4.0, 2.0),
        ("cos", -4.0, 4.0, 2.0),
        ("tan", -1.5, 1.5, 3.0),
        ("asin", -1.0, 1.0, 3.0),
        ("acos", -1.0, 1.0, 3.0),
        ("atan", -20.0, 20.0, 2.0),
        ("sinh", -20.0, 20.0, 4.0),
        ("cosh", -20.0, 20.0, 4.0),
        ("tanh", -20.0, 20.0, 4.0),
        ("exp", -700.0, 700.0, 2.0),
        ("ln", 1e-3, 1e3, 2.0),
        ("sqrt", 0.0, 1e6, 0.0),
        ("abs", -1.0, 1.0, 0.0),
        ("sign", -1.0, 1.0, 0.0),
        ("floor", -9.0, 9.0, 0.0),
        ("recip", -3.0, 3.0, 0.0),
    ];
    for (name, low, high, claim) in claims {
        let found = worst(name, &spaced(low, high, 40_000));
        println!("{name}: {found} units in the last place");
        assert!(found <= claim, "{name}: {found} units in the last place");
    }
    // Angles of many turns: absolute, since a sine near 0 has few digits left.
    for x in spaced(-1e5, 1e5, 40_000) {
        let (s, c) = Real::sin_cos(f64x4::splat(x));
        assert!((s.value() - x.sin()).abs() < 3e-16 && (c.value() - x.cos()).abs() < 3e-16, "{x}");
    }
}

#[test]
fn lanes_of_two_arguments_agree_with_f64() {
    let claims = [
        ("atan2", 3.0),
        ("hypot", 1.0),
        ("pow", 0.0),
        ("add", 0.0),
        ("sub", 0.0),
        ("mul", 0.0),
        ("div", 0.0),
    ];
    for (name, claim) in claims {
        let mut worst = 0.0_f64;
        for x in spaced(-3.0, 3.0, 200) {
            for chunk in spaced(-3.0, 3.0, 200).chunks_exact(4) {
                let y = [chunk[0], chunk[1], chunk[2], chunk[3]];
                let got = binary(name, f64x4::splat(x), f64x4::new(y)).to_array();
                for (got, y) in got.into_iter().zip(y) {
                    worst = linkwork::Real::max(worst, ulps(got, binary(name, x, y)));
                }
            }
        }
        println!("{name}: {worst} units in the last place");
        assert!(worst <= claim, "{name}: {worst} units in the last place");
    }
}

#[test]
fn special_values_are_those_of_f64() {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        -1.5,
        1e-320,
        1e300,
        1e17,
        -1e17,
        705.0,
        -705.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-160,
    ];
    let names = [
        "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "sqrt", "abs",
        "sign", "floor", "recip",
    ];
    for x in special {
        for name in names {
            // Beside an ordinary lane, which must not be affected.
            let got = unary(name, f64x4::new([x, 0.5, x, 0.5])).to_array();
            assert!(
                ulps(got[0], unary(name, x)) <= 4.0,
                "{name}({x}) = {}, f64 says {}",
                got[0],
                unary(name, x)
            );
            assert!(ulps(got[1], unary(name, 0.5)) <= 4.0, "{name}(0.5) beside {x}");
        }
        for y in special {
            for name in ["atan2", "hypot", "pow", "min", "max", "add", "sub", "mul", "div"] {
                let got = binary(name, f64x4::splat(x), f64x4::splat(y)).value();
                let expected = binary(name, x, y);
                assert!(ulps(got, expected) <= 3.0, "{name}({x}, {y}) = {got}, f64 says {expected}");
            }
        }
    }
}

#[test]
fn every_lane_decides_for_itself() {
    let (a, b) = (f64x4::new([1.0, -2.0, 3.0, f64::NAN]), f64x4::new([0.0, 5.0, 3.0, 1.0]));
    let pick = |mask| f64x4::select(mask, f64x4::ONE, f64x4::ZERO).to_array();
    assert_eq!(pick(a.lt(b)), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(pick(a.le(b)), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(pick(Real::eq(a, b)), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(pick(<f64x4 as Real>::not(a.lt(b))), [1.0, 0.0, 1.0, 1.0]);
    assert_eq!(pick(f64x4::and(a.le(b), Real::eq(a, b))), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(pick(f64x4::or(a.lt(b), Real::eq(a, b))), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(b.magnitude(), 5.0);
    assert_eq!(b.smallest(), 0.0);
    assert!(a.magnitude().is_nan() && a.smallest().is_nan());
    assert!(!Real::is_finite(a) && Real::is_finite(b));
}
