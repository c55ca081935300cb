//! One model function in all scalars, and nalgebra's vectors over all of them.

use linkwork::scalar::{DoubleDouble, Taylor};
use linkwork::{Real, Vector};
use nalgebra::SVector;

/// Angular acceleration of a pendulum on a hinge with friction, a stop, drag and a spring, written
/// with most of the trait.
fn acceleration<T: Real>(angle: T, rate: T) -> T {
    let n = |hi, lo| T::decimal(hi, lo);
    let (s, c) = angle.sin_cos();
    let length = n(0.7, 4.4408920985006264e-17).max(n(0.1, -5.551115123125783e-18));
    let gravity = -n(9.81, -4.973799150320702e-16) / length * s;
    let friction = -n(0.2, -1.1102230246251566e-17) * (rate / n(0.01, -2.0816681711721684e-19)).tanh();
    let stop = T::select(angle.lt(T::one()), T::zero(), (angle - T::one()).pow(T::exact(1.5)));
    let drag = -rate.abs() * rate * (T::exact(-2.0) * angle * angle).exp();
    let spring =
        (T::one() + c).hypot(s).sqrt() * s.atan2(T::one() + c) + (T::exact(2.0) + s).ln() * rate.sign();
    gravity + friction + drag + spring - stop
}

const ANGLES: [f64; 4] = [0.3, -0.8, 1.7, -2.4];
const RATES: [f64; 4] = [0.5, -1.1, 0.02, 3.0];

#[test]
fn a_model_gives_the_same_values_in_every_scalar() {
    for (angle, rate) in ANGLES.into_iter().zip(RATES) {
        let expected = acceleration(angle, rate);
        let scale = expected.abs().max(1.0);
        // Relative rounding errors of some 30 operations, amplified by tanh(rate / 0.01) at most 10 times.
        let single = acceleration(angle as f32, rate as f32);
        assert!((f64::from(single) - expected).abs() < 1e-5 * scale);
        let long = acceleration(DoubleDouble::from(angle), DoubleDouble::from(rate));
        assert!((long.value() - expected).abs() < 1e-14 * scale);
        let series = acceleration(Taylor::<f64, 4>::variable(angle), Taylor::constant(rate));
        assert!((series.value() - expected).abs() < 1e-14 * scale);
        // ∂a/∂angle: the difference quotient in double-double, wrong by 1e-20.
        let h = DoubleDouble::from(1e-10);
        let up = acceleration(DoubleDouble::from(angle) + h, DoubleDouble::from(rate));
        let down = acceleration(DoubleDouble::from(angle) - h, DoubleDouble::from(rate));
        let slope = ((up - down) / (h + h)).value();
        assert!((series.derivative(1) - slope).abs() < 1e-13 * slope.abs().max(1.0));
        {
            use num_dual::{Dual64, DualSVec64};
            let dual = acceleration(Dual64::new(angle, 1.0), Dual64::from_re(rate));
            assert!((dual.re - expected).abs() < 1e-14 * scale);
            assert!((dual.eps - slope).abs() < 1e-13 * slope.abs().max(1.0));
            let vector = acceleration(
                DualSVec64::<2>::from_re(angle).derivative(0),
                DualSVec64::from_re(rate).derivative(1),
            );
            assert!((vector.re - expected).abs() < 1e-14 * scale);
            assert!(vector.eps.0.is_some_and(|eps| (eps[0] - slope).abs() < 1e-13 * slope.abs().max(1.0)));
        }
    }
}

#[test]
fn an_ensemble_of_four_gives_what_four_runs_give() {
    use wide::f64x4;
    let got = acceleration(f64x4::new(ANGLES), f64x4::new(RATES)).to_array();
    for i in 0..4 {
        let expected = acceleration(ANGLES[i], RATES[i]);
        assert!((got[i] - expected).abs() < 1e-14 * expected.abs().max(1.0), "lane {i}");
    }
}

/// Arithmetic of vectors over T, through nalgebra's type and the runtime's trait.
fn vectors_work<T: Real>() {
    let mut x = <SVector<T, 3> as Vector<T>>::zeros(3);
    x.as_mut_slice()[1] = T::exact(2.0);
    let y = x;
    x.axpy(T::exact(3.0), &y);
    Vector::scale(&mut x, T::exact(0.5));
    assert_eq!(x.as_slice()[1].value(), 4.0);
    assert_eq!(x.map(|e| e * e).as_slice()[1].value(), 16.0);
    assert_eq!(Vector::magnitude(&x), 4.0);
    let copy = x;
    assert!(x == copy && x != y);
}

#[test]
fn vectors_hold_every_scalar() {
    vectors_work::<f64>();
    vectors_work::<f32>();
    vectors_work::<DoubleDouble>();
    vectors_work::<Taylor<f64, 9>>();
    vectors_work::<Taylor<DoubleDouble, 9>>();
    {
        vectors_work::<num_dual::Dual64>();
        vectors_work::<num_dual::DualSVec64<3>>();
        vectors_work::<Taylor<num_dual::Dual64, 9>>();
    }
    {
        vectors_work::<wide::f64x4>();
        vectors_work::<Taylor<wide::f64x4, 9>>();
    }
}

/// min, max and sign of NaN and of ±0, and the constants of the trait.
fn decisions_work<T: Real>() {
    let (one, two, nan) = (T::one(), T::exact(2.0), T::exact(f64::NAN));
    for m in [one.min(nan), nan.min(one), one.max(nan), nan.max(one), nan.sign(), nan.abs()] {
        assert!(m.value().is_nan());
        assert!(m.magnitude().is_nan() && m.leading().is_nan() && m.smallest().is_nan());
        assert!(!m.is_finite());
    }
    let pick = |mask| T::select(mask, one, T::zero()).value();
    assert_eq!([one.min(two).value(), one.max(two).value()], [1.0, 2.0]);
    assert_eq!([(-two).sign().value(), T::zero().sign().value(), two.sign().value()], [-1.0, 0.0, 1.0]);
    assert_eq!([pick(one.lt(two)), pick(one.le(one)), pick(two.lt(one))], [1.0, 1.0, 0.0]);
    assert_eq!([pick(Real::eq(one, one)), pick(Real::eq(nan, nan)), pick(nan.lt(one))], [1.0, 0.0, 0.0]);
    assert_eq!(pick(T::and(one.lt(two), T::not(two.lt(one)))), 1.0);
    assert_eq!(pick(T::or(two.lt(one), two.lt(one))), 0.0);
    assert_eq!(two.recip().value(), 0.5);
    // The rounding unit is what separates 1 from 1 + unit.
    let unit = T::exact(T::epsilon());
    assert!((one + unit - one).value() > 0.0);
    assert!((one + unit * T::exact(1e-3) - one).value() < T::epsilon());
}

#[test]
fn decisions_work_in_every_scalar() {
    decisions_work::<f64>();
    decisions_work::<f32>();
    decisions_work::<DoubleDouble>();
    decisions_work::<Taylor<f64, 5>>();
    decisions_work::<Taylor<DoubleDouble, 5>>();
    {
        decisions_work::<num_dual::Dual64>();
        decisions_work::<num_dual::DualSVec64<3>>();
    }
    {
        decisions_work::<wide::f64x4>();
        decisions_work::<Taylor<wide::f64x4, 5>>();
    }
}

/// A number that is set from the parts of another equals it in every part.
fn assert_parts_restored<T: Real>(x: T, count: usize) {
    let mut parts = Vec::new();
    let mut from = x;
    from.parts(&mut |part| parts.push(*part));
    assert_eq!(parts.len(), count, "{x:?}");
    let set = |parts: &[f64]| {
        let mut left = parts.iter();
        let mut to = T::one();
        to.parts(&mut |part| *part = *left.next().expect("as many parts"));
        format!("{to:?}")
    };
    assert_eq!(set(&parts), format!("{x:?}"));
    for at in 0..count {
        let mut other = parts.clone();
        // Half of the parts, or of those of a number with a flag for its derivatives, is not accepted.
        other[at] = if other[at] == 1.0 { 0.0 } else { 0.5 * other[at] };
        assert_ne!(set(&other), format!("{x:?}"), "part {at}");
    }
}

#[test]
fn parts_determine_a_number() {
    let third = DoubleDouble::from(1.0) / DoubleDouble::from(3.0);
    assert_parts_restored(0.3_f64, 1);
    assert_parts_restored(0.3_f32, 1);
    assert_parts_restored(third, 2);
    assert_parts_restored(Taylor::<f64, 5>::variable(0.3).exp(), 5);
    assert_parts_restored(Taylor::<DoubleDouble, 3>::variable(third).exp(), 6);
    {
        use num_dual::{Dual64, DualSVec64};
        assert_parts_restored(Dual64::new(0.3, 0.7), 2);
        let product = DualSVec64::<2>::from_re(0.3).derivative(1) * DualSVec64::from_re(0.25).derivative(0);
        assert_parts_restored(product, 4);
        // Absent derivatives are not restored as zeros.
        let mut none = DualSVec64::<2>::from_re(0.3);
        none.parts(&mut |_| ());
        assert!(none.eps.0.is_none());
    }
    assert_parts_restored(<wide::f64x4 as Real>::from_lanes(&[0.1, 0.2, 0.3, 0.4]), 4);
}

#[test]
fn series_of_packs_have_their_lanes() {
    type Series = Taylor<wide::f64x4, 3>;
    let x = Series::from_lanes(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!((Series::LANES, x.lane(2), x.derivative(1).lane(2)), (4, 3.0, 0.0));
}
