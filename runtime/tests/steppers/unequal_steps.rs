//! Euler's methods in steps of unequal sizes: reactions at every sample, against the closed form of a pendulum.

use super::reference::start;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler, Iteration};
use linkwork::prelude::*;

const GRAVITY: f64 = 9.81;
const SPEED: f64 = 1.5;

linkwork::mechanism! {
    /// A bob of 1 kg on a rod of 1 m that starts level, with a velocity.
    mechanism Rod {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 1 [kg] * 9.81 [m/s^2] * y;
        constraint rod: x^2 + y^2 = 1 [m^2];
        output height = y;
        initial { x: 1 [m], y: 0 [m], der(y): -1.5 [m/s] }
    }
}

/// The multiplier, half of the force of the rod, (v² − g y)/2 with v² = v₀² − 2 g y, and the acceleration −2 λ q − (0, g); how far numbers are from them.
fn off(q: &[f64], a: &[f64], lambda: &[f64]) -> f64 {
    let (x, y) = (q[0], q[1]);
    let multiplier = (SPEED * SPEED - 3.0 * GRAVITY * y) / 2.0;
    let errors = [lambda[0] - multiplier, a[0] + 2.0 * multiplier * x, a[1] + 2.0 * multiplier * y + GRAVITY];
    errors.iter().fold(0.0, |most, error| most.max(error.abs()))
}

/// The largest error of a second in steps of about h.
fn largest<S: Stepper<RodModel>>(method: &S, h: f64) -> f64 {
    let m = Rod::default().build().unwrap();
    let sizes = [1.0, 0.3, 1.0, 0.05, 1.0, 2.0, 0.5, 1.0, 1.0].map(|part| part * h);
    let mut w = method.start(&m, &start(&m), sizes[0]).unwrap();
    let (mut t, mut most) = (0.0, 0.0_f64);
    for size in sizes.iter().copied().cycle() {
        method.attempt(&m, size, &mut w).unwrap();
        let sample = method.sample(&w);
        most = most.max(off(sample.q.as_slice(), sample.a.as_slice(), sample.lambda.as_slice()));
        if t > 1.0 {
            return most;
        }
        method.commit(&m, &mut w);
        t += size;
    }
    unreachable!()
}

fn is_of_first_order<S: Stepper<RodModel>>(method: &S) {
    let errors = [2e-3, 1e-3, 5e-4].map(|h| largest(method, h));
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 1.0).abs() < 0.1, "{}: {order}, {errors:?}", method.name());
    }
}

/// They were off by (h + τ)/(2 h) for a step of h after one of τ.
#[test]
fn reactions_have_the_order_of_the_method() {
    is_of_first_order(&ImplicitEuler::default());
    is_of_first_order(&ImplicitEuler::default().frozen());
    is_of_first_order(&HalfImplicitEuler::default());
    is_of_first_order(&HalfImplicitEuler::default().iteration(Iteration::Full));
    is_of_first_order(&HalfImplicitEuler::default().lagged_reactions());
}

/// As published: the first step balances half of the acceleration along the rod, v²/r.
#[test]
fn own_reactions_are_those_of_the_iteration() {
    let (m, method, h) =
        (Rod::default().build().unwrap(), HalfImplicitEuler::default().own_reactions(), 1e-5);
    let mut w = method.start(&m, &start(&m), h).unwrap();
    method.attempt(&m, h, &mut w).unwrap();
    let half = SPEED * SPEED / 4.0;
    let lambda = method.sample(&w).lambda[0];
    assert!((lambda - half).abs() < 1e-3, "{lambda} instead of {half}");
}

/// A start that lags by half a step has the accelerations of the method in its first step.
#[test]
fn a_start_that_lags_is_no_step_of_another_size() {
    let (m, method, h) =
        (Rod::default().build().unwrap(), HalfImplicitEuler::default().half_step_start(), 1e-3);
    let mut w = method.start(&m, &start(&m), h).unwrap();
    let before = method.sample(&w).v[1];
    method.attempt(&m, h, &mut w).unwrap();
    let a = method.sample(&w).a[1];
    method.commit(&m, &mut w);
    method.attempt(&m, h, &mut w).unwrap();
    let after = method.sample(&w).v[1];
    assert!((a - (after - before) / h).abs() < 1e-9, "{a} {}", (after - before) / h);
}

/// Runs in equal steps, to an end between them, with rows between them, and with events that end them or let the bob go on: errors of first order, up to 0.3 of 8 N/m. A step of
/// 0.65 ms after one of 1 ms was off by a quarter of the reaction.
#[test]
fn rows_of_runs_have_right_reactions() {
    fn most(solution: &Solution<RodModel>) -> f64 {
        let errors =
            solution.samples().iter().map(|s| off(s.q.as_slice(), s.a.as_slice(), s.lambda.as_slice()));
        errors.fold(0.0, f64::max)
    }
    fn check<S: Stepper<RodModel> + Copy>(method: S) {
        let m = Rod::default().build().unwrap();
        let run = |until| m.simulate().method(method).step(1e-3).until(until);
        let level = || Event::of("height").at(-0.9123);
        let runs = [
            run(0.48).run(),
            run(0.4713).run(),
            run(0.47).output(Sampling::Interval(7.3e-4)).run(),
            run(0.47).reset_at(level(), |_| {}).run(),
            run(0.47).stop_at(level()).run(),
        ];
        for solution in runs.map(|run| run.unwrap_or_else(|error| panic!("{}: {error}", method.name()))) {
            let found = most(&solution);
            assert!(found < 0.4, "{}: {found}", method.name());
        }
    }
    check(ImplicitEuler::default());
    check(HalfImplicitEuler::default());
}
