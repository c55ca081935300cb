//! Changes of the step: rescaling, rejection, and the rules of when and how much.

use super::reference::{distance, start, state};
use crate::support::{Kepler, MotorPendulum, Pendulum, SkateInBowl};
use linkwork::stepper::{ErrorEstimate, StepRules, Stepper, Tolerance};
use linkwork::{Assemble, FifthDegree, FourthDegree, SeventhDegree};

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

/// Kepler's orbit of eccentricity 0.5 to 1e-8 takes some 1300 steps of the fifth degree.
#[test]
fn rules_of_step_changes() {
    let method = FifthDegree::default();
    let rules = ErrorEstimate::<Kepler>::rules(&method);
    assert_eq!((rules.exponent, rules.hold), (5.0, 8));
    let (error, steps) = orbit(&method, rules, 1e-12);
    assert!(error < 1e-8 && steps < 1400, "{error:e} in {steps} steps");
    let a = FifthDegree::a();
    let (error, steps) = orbit(&a, ErrorEstimate::<Kepler>::rules(&a), 1e-11);
    assert!(error < 1e-7 && steps < 1000, "{error:e} in {steps} steps");
}

/// A step that changes by a quarter as soon as allowed: the number of changes grows with 1/h, and each of them
/// leaves an error of order h^(D+1), not h^D.
#[test]
fn many_changes_keep_the_order() {
    let m = Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() };
    let truth = state(&m, &SeventhDegree::gear7(), 5e-4, 3600);
    let error = |method: &FifthDegree, h: f64| {
        let mut w = method.start(&m, &start(&m), h).unwrap();
        // Eight steps of h and eight of 1.25 h: 18 h a cycle.
        let cycles = (0.1 / h).round() as usize;
        for _ in 0..cycles {
            for size in [h, 1.25 * h] {
                for _ in 0..8 {
                    method.step(&m, size, &mut w).unwrap();
                }
            }
        }
        method.attempt(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        assert!((s.t - 1.8).abs() < 1e-13, "{}", s.t);
        distance(s.q.as_slice(), &truth[0]).max(distance(s.v.as_slice(), &truth[1]))
    };
    for method in [FifthDegree::default(), FifthDegree::a()] {
        let (coarse, fine) = (error(&method, 0.005), error(&method, 0.0025));
        assert!(
            (coarse / fine).log2() > 3.7,
            "{}: errors {coarse:e}, {fine:e}",
            Stepper::<Pendulum>::name(&method)
        );
    }
}

/// A rejected attempt has no effect on the next one.
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

/// The order is kept when the step changes now and then, for states as well; a rescaling
/// in the wrong place would reduce it to 1.
#[test]
fn a_changing_step_keeps_the_order() {
    let m = MotorPendulum::default();
    let truth = state(&m, &SeventhDegree::gear7(), 5e-4, 2000);
    let method = FifthDegree::default();
    let run = |fineness: usize| {
        let h = 0.01 / fineness as f64;
        let mut w = method.start(&m, &start(&m), h).unwrap();
        for (count, ratio) in [(32, 1.0), (16, 1.25), (32, 1.0), (32, 0.5)] {
            for _ in 0..count * fineness {
                method.step(&m, ratio * h, &mut w).unwrap();
            }
        }
        method.attempt(&m, h, &mut w).unwrap();
        let s = method.sample(&w);
        assert!((s.t - 1.0).abs() < 1e-14, "{}", s.t);
        [
            distance(s.q.as_slice(), &truth[0]),
            distance(s.v.as_slice(), &truth[1]),
            distance(s.y.as_slice(), &truth[4]),
        ]
    };
    let (coarse, finer) = (run(1), run(2));
    for (coarse, fine) in coarse.iter().zip(finer) {
        assert!((coarse / fine).log2() > 3.7, "errors {coarse:e}, {fine:e}");
    }
}

/// Δ_n = h^(D+1) x^(D+1)/D! measures the derivative that the method leaves out: here of x = 0.01 cos t.
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
    // D = 3, x = 0.01 cos t: e_x = (c_x + c_v) h⁴ |x⁗| and e_v = c_v h⁴ |x⁽⁵⁾|, the latter half a step late.
    let (x, v) = method.error_constants();
    let h: f64 = 0.01;
    let expected = h * h * h * h * 0.01 * f64::max((x + v) * 1.0_f64.cos(), v * (1.0 - h / 2.0).sin());
    assert!((estimate(h) / expected - 1.0).abs() < 0.03, "{:e} instead of {expected:e}", estimate(h));
    assert!((estimate(h) / estimate(h / 2.0) / 16.0 - 1.0).abs() < 0.05);
}
