//! Truncated Taylor series: finite differences in double-double, identities, known series.

use super::{SMOOTH, SMOOTH_PAIRS, binary, unary};
use linkwork::Real;
use linkwork::scalar::{DoubleDouble, Taylor};

const K: usize = 9;
type Series = Taylor<f64, K>;

/// The inner functions of the compositions that are differentiated: two series without symmetry.
fn inner<T: Real>(t: T, centre: [f64; 2]) -> [T; 2] {
    let number = T::exact;
    let x = number(centre[0]) + number(0.375) * t - number(0.25) * t * t + number(0.125) * t * t * t;
    let y = number(centre[1]) - number(0.5) * t + number(0.0625) * t * t;
    [x, y]
}

/// Coefficients 0 … K−1 of f at 0, from the values of f in double-double at equidistant points around 0:
/// Newton's divided differences, expanded in powers of t.
fn finite_differences(f: impl Fn(DoubleDouble) -> DoubleDouble) -> [f64; K] {
    // 13 points of spacing h: the polynomial of degree 12 is wrong by about (h/R)¹³⁻ᵏ in coefficient
    // k, where R is the radius of convergence (0.3 and more here), and by 1e-29/hᵏ through rounding.
    const POINTS: usize = 13;
    let h = DoubleDouble::from(1.0 / 512.0);
    let node = |i: usize| h * DoubleDouble::from(i as f64 - 6.0);
    let mut difference: Vec<DoubleDouble> = (0..POINTS).map(|i| f(node(i))).collect();
    for level in 1..POINTS {
        for i in (level..POINTS).rev() {
            difference[i] = (difference[i] - difference[i - 1]) / (node(i) - node(i - level));
        }
    }
    let mut coefficients = vec![DoubleDouble::from(0.0); POINTS];
    for i in (0..POINTS).rev() {
        // p ← p·(t − tᵢ) + difference i
        for k in (0..POINTS).rev() {
            let below = if k > 0 { coefficients[k - 1] } else { difference[i] };
            coefficients[k] = below - node(i) * coefficients[k];
        }
    }
    core::array::from_fn(|k| coefficients[k].value())
}

#[track_caller]
fn assert_near(name: &str, series: &Series, expected: &[f64; K]) {
    let size = expected.iter().fold(1.0_f64, |m, c| m.max(c.abs()));
    for (k, expected) in expected.iter().enumerate() {
        // Rounding (1e-31 and less) grows with the differences as 512ᵏ: 5e-10 at k = 8, 1e-15 at k = 6.
        // Truncation is the largest coefficient times (1/150)¹³⁻ᵏ: 1e-11 and 1e-15.
        let tolerance = size * if k > 6 { 1e-9 } else { 1e-12 };
        let error = (series.coefficient(k) - expected).abs();
        assert!(error < tolerance, "{name}: coefficient {k} is {}, not {}", series.coefficient(k), expected);
    }
}

#[test]
fn every_function_agrees_with_finite_differences() {
    for (name, points) in SMOOTH {
        for x in points {
            let series = unary(name, inner(Series::variable(0.0), [*x, 0.0])[0]);
            let expected = finite_differences(|t| unary(name, inner(t, [*x, 0.0])[0]));
            assert_near(name, &series, &expected);
        }
    }
    for (name, centre) in SMOOTH_PAIRS {
        let [x, y] = inner(Series::variable(0.0), *centre);
        let expected = finite_differences(|t| {
            let [x, y] = inner(t, *centre);
            binary(name, x, y)
        });
        assert_near(name, &binary(name, x, y), &expected);
    }
    // A constant exponent has its own recurrence, also for a negative base.
    for (base, exponent) in [(0.4, 2.5), (2.3, -3.0), (-1.7, 3.0), (-0.6, -2.0)] {
        let power = inner(Series::variable(0.0), [base, 0.0])[0].pow(Series::exact(exponent));
        let expected = finite_differences(|t| inner(t, [base, 0.0])[0].pow(DoubleDouble::from(exponent)));
        assert_near("pow by a constant", &power, &expected);
    }
}

#[test]
fn known_series_come_out() {
    // e^(sin t) = 1 + t + t²/2 − t⁴/8 − t⁵/15 − t⁶/240 + t⁷/90 + 31 t⁸/5760 (OEIS A002017)
    let series = Series::variable(0.0).sin().exp();
    let numerators = [1.0, 1.0, 1.0, 0.0, -3.0, -8.0, -3.0, 56.0, 217.0];
    for (k, derivative) in numerators.into_iter().enumerate() {
        assert!((series.derivative(k) - derivative).abs() < 1e-12, "derivative {k}");
    }
    // tan t: 1, 2, 16, 272 (tangent numbers)
    let series = Series::variable(0.0).tan();
    for (k, number) in [0.0, 1.0, 0.0, 2.0, 0.0, 16.0, 0.0, 272.0, 0.0].into_iter().enumerate() {
        assert!((series.derivative(k) - number).abs() < 1e-10, "tangent number {k}");
    }
    // 1/(1 − t) = Σ tᵏ
    let series = (Series::one() - Series::variable(0.0)).recip();
    assert_eq!(series.coefficients(), &[1.0; K]);
    // asin' = Σ (2k choose k) t²ᵏ/4ᵏ
    let series = Series::variable(0.0).asin().derivative_series();
    for (k, c) in [1.0, 0.0, 0.5, 0.0, 0.375, 0.0, 0.3125, 0.0].into_iter().enumerate() {
        assert!((series.coefficient(k) - c).abs() < 1e-15, "asin' coefficient {k}");
    }
}

#[test]
fn identities_hold_in_every_coefficient() {
    type Long = Taylor<DoubleDouble, K>;
    // 1e-30 of the arithmetic, amplified by the eighth power of 1/0.15 at the worst centre.
    let near = |a: Long, b: Long| {
        let scale = a.magnitude().max(b.magnitude()).max(1.0);
        assert!((a - b).magnitude() < 1e-24 * scale, "{a:?} is not {b:?}");
    };
    for centre in [[0.4, -1.3], [0.8, 0.3], [0.15, 2.0]] {
        let [x, y] = inner(Long::variable(DoubleDouble::from(0.0)), centre);
        let one = Long::one();
        let (s, c) = x.sin_cos();
        near(s * s + c * c, one);
        near(x.tan(), s / c);
        near(x.tanh(), x.sinh() / x.cosh());
        near(x.cosh() * x.cosh() - x.sinh() * x.sinh(), one);
        near(x.ln().exp(), x);
        near(x.exp().ln(), x);
        near(x.sqrt() * x.sqrt(), x);
        near(x / y * y, x);
        near(x.asin().sin(), x);
        near(x.acos().cos(), x);
        near(x.asin() + x.acos(), Long::decimal(core::f64::consts::FRAC_PI_2, 6.123233995736766e-17));
        near(x.atan().tan(), x);
        near(x.hypot(y) * y.atan2(x).cos(), x);
        near(x.hypot(y) * y.atan2(x).sin(), y);
        near(x.pow(Long::exact(0.5)), x.sqrt());
        near(x.pow(y) * x.pow(-y), one);
        near(x.derivative_series().integral(x.coefficient(0)), x);
    }
}

#[test]
fn decisions_are_made_on_the_first_coefficient() {
    let (t, a) = (Series::variable(0.0), Series::variable(-2.0));
    assert_eq!(a.abs(), -a);
    assert_eq!(t.abs(), t); // +1 at 0
    assert_eq!(a.sign(), Series::exact(-1.0));
    assert_eq!(t.sign(), Series::exact(0.0));
    assert_eq!(Real::min(a, t), a);
    assert_eq!(Real::max(a, t), t);
    assert_eq!(Series::select(a.lt(t), t, a), t);
    assert_eq!(a.leading(), 2.0);
    assert_eq!((t * t * Series::exact(7.0)).magnitude(), 7.0);
    let nan = Series::exact(f64::NAN);
    for m in
        [Real::min(a, nan), Real::min(nan, a), Real::max(a, nan), Real::max(nan, a), nan.abs(), nan.sign()]
    {
        assert!(m.value().is_nan());
    }
    assert!(Series::new([0.0, 0.0, f64::NAN, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]).magnitude().is_nan());
}

#[test]
fn constants_and_zeros_do_what_analysis_says() {
    // A constant 0 is not differentiated.
    let zero = Series::zero();
    assert_eq!(zero.sqrt(), zero);
    assert_eq!(zero.hypot(zero), zero);
    assert_eq!(zero.pow(Series::exact(1.5)), zero);
    assert_eq!(Series::one().asin().coefficients()[1..], [0.0; K - 1]);
    // Integer powers are smooth at 0.
    let t = Series::variable(0.0);
    assert_eq!(t.pow(Series::exact(3.0)), t * t * t);
    assert_eq!(t.pow(Series::exact(0.0)), Series::one());
    // A true singularity is not finite.
    assert!(!t.sqrt().is_finite());
    assert!(!t.ln().is_finite());
    assert!(!(Series::one() / t).is_finite());
}

#[test]
fn series_are_evaluated_and_differentiated() {
    let x = Series::variable(0.3).exp();
    // Eight terms: the ninth is 0.1⁹/9! = 3e-15.
    assert!((x.evaluate(0.1) - 0.4_f64.exp()).abs() < 1e-14);
    assert_eq!(x.coefficient(K), 0.0);
    assert!((x.derivative(8) - 0.3_f64.exp()).abs() < 1e-13);
}

#[test]
fn a_single_coefficient_is_the_number_itself() {
    let (x, y) = (Taylor::<f64, 1>::variable(0.4), Taylor::<f64, 1>::variable(0.7));
    for (name, _) in SMOOTH {
        assert_eq!(unary(name, x).value(), unary(name, 0.4), "{name}");
    }
    for (name, _) in SMOOTH_PAIRS {
        assert_eq!(binary(name, x, y).value(), binary(name, 0.4, 0.7), "{name}");
    }
}
