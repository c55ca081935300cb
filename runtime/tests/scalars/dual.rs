//! num-dual's dual numbers: every derivative against differences in double-double.

use super::{SMOOTH, SMOOTH_PAIRS, binary, unary};
use linkwork::Real;
use linkwork::scalar::DoubleDouble;
use nalgebra::Vector2;
use num_dual::{Derivative, Dual64, DualSVec64};

/// A dual number with two derivatives.
fn two(re: f64, eps: [f64; 2]) -> DualSVec64<2> {
    DualSVec64::new(re, Derivative::some(Vector2::from(eps)))
}

fn derivatives(x: DualSVec64<2>) -> [f64; 2] {
    x.eps.0.map_or([0.0; 2], Into::into)
}

/// (f(h) − f(−h)) / 2h: wrong by h² f'''/6 = 1e-20 and by 1e-29/h = 1e-19.
fn slope(f: impl Fn(DoubleDouble) -> DoubleDouble) -> f64 {
    let h = 1e-10;
    ((f(DoubleDouble::from(h)) - f(DoubleDouble::from(-h))) / DoubleDouble::from(2.0 * h)).value()
}

#[track_caller]
fn assert_near(name: &str, got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-14 * expected.abs().max(1.0), "{name}: {got} is not {expected}");
}

#[test]
fn derivatives_agree_with_differences() {
    for (name, points) in SMOOTH {
        for x in points {
            let expected = slope(|h| unary(name, DoubleDouble::from(*x) + h));
            let single = unary(name, Dual64::new(*x, -1.5));
            assert_near(name, single.re, unary(name, *x));
            assert_near(name, single.eps, -1.5 * expected);
            let [a, b] = derivatives(unary(name, two(*x, [1.0, 0.25])));
            assert_near(name, a, expected);
            assert_near(name, b, 0.25 * expected);
        }
    }
    for (name, [x, y]) in SMOOTH_PAIRS {
        let (x, y) = (*x, *y);
        let by_x = slope(|h| binary(name, DoubleDouble::from(x) + h, DoubleDouble::from(y)));
        let by_y = slope(|h| binary(name, DoubleDouble::from(x), DoubleDouble::from(y) + h));
        let single = binary(name, Dual64::new(x, 2.0), Dual64::new(y, -3.0));
        assert_near(name, single.re, binary(name, x, y));
        assert_near(name, single.eps, 2.0 * by_x - 3.0 * by_y);
        let [a, b] = derivatives(binary(name, two(x, [1.0, 0.0]), two(y, [0.0, 1.0])));
        assert_near(name, a, by_x);
        assert_near(name, b, by_y);
    }
}

#[test]
fn singular_points_have_their_derivatives() {
    let at = |x: f64| Dual64::new(x, 1.0);
    // tanh far out, atan2 on the axis, powers of negative bases and of zero
    assert_eq!(Real::tanh(at(800.0)), at(1.0));
    assert_eq!(Real::tanh(at(800.0)).eps, 0.0);
    assert_eq!(Real::atan2(Dual64::exact(2.0), at(0.0)).eps, -0.5);
    assert_eq!(at(-3.0).pow(Dual64::exact(2.0)).eps, -6.0);
    assert_eq!(at(0.0).pow(Dual64::exact(2.0)).eps, 0.0);
    assert_eq!(at(0.0).pow(Dual64::exact(0.0)).eps, 0.0);
    // A constant 0 is not differentiated, a variable one shows its infinite slope.
    assert_eq!(Real::sqrt(Dual64::exact(0.0)).eps, 0.0);
    assert_eq!(Real::sqrt(at(0.0)).eps, f64::INFINITY);
}

#[test]
fn sizes_cover_all_parts() {
    assert_eq!(Dual64::new(1.0, -5.0).magnitude(), 5.0);
    assert_eq!(Dual64::new(1.0, -5.0).leading(), 1.0);
    assert_eq!(two(1.0, [2.0, -7.0]).magnitude(), 7.0);
    assert_eq!(DualSVec64::<2>::exact(-1.0).magnitude(), 1.0);
    assert!(two(1.0, [2.0, f64::NAN]).magnitude().is_nan());
    assert!(!Real::is_finite(Dual64::new(1.0, f64::INFINITY)));
    let nan = Dual64::exact(f64::NAN);
    let x = Dual64::new(1.0, 1.0);
    for m in [Real::min(x, nan), Real::min(nan, x), Real::max(x, nan), Real::max(nan, x), Real::sign(nan)] {
        assert!(m.re.is_nan());
    }
}
