//! Steps that change: rescaling, refusing, and the rules of when and how much.

use super::reference::{distance, start, state};
use crate::support::{Kepler, MotorPendulum, Pendulum, SkateInBowl};
use linkwork::stepper::{ErrorEstimate, StepRules, Stepper, Tolerance};
use linkwork::{FifthDegree, FourthDegree, Mechanism, SeventhDegree};

/// One orbit with variable steps: (error at the end, accepted steps).
fn orbit<S: ErrorEstimate<Kepler>>(method: &S, rules: StepRules, tolerance: f64) -> (f64, u32) {
    let m = Kepler::default();
    let tolerance = Tolerance { absolute: tolerance, relative: tolerance };
    let period = core::f64::consts::TAU;
    let (mut h, mut accepted, mut held) = (1e-3, 0, 0);
    let mut w = method.start(&m, &start(&m), h).unwrap();
    loop {
        method.attempt(&m, h, &mut w).unwrap();
        let left = period - method.sample(&w).t;
        if h >= left {
            method.attempt(&m, left, &mut w).unwrap();
            method.commit(&m, &mut w);
            method.attempt(&m, left, &mut w).unwrap();
            let end = method.sample(&w);
            return (distance(end.q.as_slice(), m.initial().0.as_slice()), accepted + 1);
        }
        let error = method.error(&m, &w, &tolerance);
        let best = rules.safety * h * error.powf(-1.0 / rules.exponent);
        if error > 1.0 {
            (h, held) = (best, 0);
            continue;
        }
        method.commit(&m, &mut w);
        (accepted, held) = (accepted + 1, held + 1);
        if held >= rules.hold && best > h {
            (h, held) = (best.min(rules.growth * h), 0);
        }
    }
}

/// Kepler's orbit of eccentricity 0.5 to 1e-8 takes some 1700 steps of the fifth degree with the rules, and a
/// step that changes all the time is worth an order less.
#[test]
fn rules_of_step_changes() {
    let method = FifthDegree::default();
    let rules = ErrorEstimate::<Kepler>::rules(&method);
    assert_eq!((rules.exponent, rules.hold), (5.0, 8));
    for tolerance in [1e-8, 1e-9, 1e-10, 1e-11, 1e-12] {
        let (error, steps) = orbit(&method, rules, tolerance);
        let (e2, s2) = orbit(&method, StepRules { hold: 1, growth: 1.1, ..rules }, tolerance);
        let (e3, s3) = orbit(&FifthDegree::a(), ErrorEstimate::<Kepler>::rules(&FifthDegree::a()), tolerance);
        println!("{tolerance:e}: {error:e} {steps}; every {e2:e} {s2}; A {e3:e} {s3}");
    }
}

/// An attempt that is refused leaves no trace: the next one is as if it had been the first.
#[test]
fn refused_steps_leave_no_trace() {
    let m = SkateInBowl::default();
    let method = FifthDegree::default();
    let h = 0.01;
    let (mut refused, mut straight) =
        (method.start(&m, &start(&m), 2.0 * h).unwrap(), method.start(&m, &start(&m), h).unwrap());
    for _ in 0..20 {
        method.attempt(&m, 2.0 * h, &mut refused).unwrap();
        method.attempt(&m, 0.7 * h, &mut refused).unwrap();
        method.step(&m, h, &mut refused).unwrap();
        method.step(&m, h, &mut straight).unwrap();
        let (a, b) = (method.sample(&refused), method.sample(&straight));
        assert_eq!(a.t, b.t);
        assert!(distance(a.q.as_slice(), b.q.as_slice()) < 1e-13);
        assert!(distance(a.v.as_slice(), b.v.as_slice()) < 1e-12);
    }
}

/// The order survives a step that changes now and then, for states as well; changing it by a rescaling
/// in the wrong place would leave order 1.
#[test]
fn a_changing_step_keeps_the_order() {
    let m = MotorPendulum::default();
    let truth = state(&m, &SeventhDegree::gear7(), 5e-4, 2000);
    let method = FifthDegree::default();
    let run = |h: f64| {
        let mut w = method.start(&m, &start(&m), h).unwrap();
        // 32 steps of h, 16 of 1.25 h, 32 of h, 32 of h/2: 100 h in all.
        for (count, ratio) in [(32, 1.0), (16, 1.25), (32, 1.0), (32, 0.5)] {
            for _ in 0..count {
                method.step(&m, ratio * h, &mut w).unwrap();
            }
        }
        method.attempt(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        assert!((s.t - 100.0 * h).abs() < 1e-14, "{}", s.t);
        [distance(s.q.as_slice(), &truth[0]), distance(s.v.as_slice(), &truth[1]), distance(s.y.as_slice(), &truth[4])]
    };
    let coarse = run(0.01);
    // The same pattern of changes, twice as fine: half the time twice over would shift the changes, so the
    // truth is compared at the same number of steps from another instant.
    let finer = {
        let h = 0.005;
        let mut w = method.start(&m, &start(&m), h).unwrap();
        for (count, ratio) in [(64, 1.0), (32, 1.25), (64, 1.0), (64, 0.5)] {
            for _ in 0..count {
                method.step(&m, ratio * h, &mut w).unwrap();
            }
        }
        method.attempt(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        [distance(s.q.as_slice(), &truth[0]), distance(s.v.as_slice(), &truth[1]), distance(s.y.as_slice(), &truth[4])]
    };
    for (coarse, fine) in coarse.iter().zip(finer) {
        assert!((coarse / fine).log2() > 3.7, "errors {coarse:e}, {fine:e}");
    }
}

/// Δ_n = h^(D+1) x^(D+1)/D! measures the derivative that the method leaves out: x^(5) of x = cos t.
#[test]
fn the_estimate_sees_the_error() {
    let m = Pendulum { angle: -core::f64::consts::FRAC_PI_2 + 0.01, gravity: 1.0, ..Pendulum::default() };
    let method = FourthDegree::default();
    let tolerance = Tolerance { absolute: 1.0, relative: 0.0 };
    let estimate = |h: f64| {
        let mut w = method.start(&m, &start(&m), h).unwrap();
        for _ in 0..(1.0 / h) as usize {
            method.step(&m, h, &mut w).unwrap();
        }
        method.attempt(&m, h, &mut w).unwrap();
        method.error(&m, &w, &tolerance)
    };
    // D = 3: e_x = 3! (c_x + c_v) |Δ| with Δ = h⁴ x⁗/3!, and x⁗ = 0.01 cos 1.
    let (x, v) = method.error_constants();
    let h: f64 = 0.01;
    let expected = (x + v) * h * h * h * h * 0.01 * 1.0_f64.cos();
    assert!((estimate(h) / expected - 1.0).abs() < 0.03, "{:e} instead of {expected:e}", estimate(h));
    assert!((estimate(h) / estimate(h / 2.0) / 16.0 - 1.0).abs() < 0.05);
}
