//! Error estimates, step-size control and dense output of embedded methods.

use super::{distance, run};
use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum, VanDerPol};
use linkwork::prelude::*;
use linkwork::runge_kutta::*;
use linkwork::stepper::{Controller, ErrorEstimate, Tolerance};

fn start<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    let (q, v, y) = m.initial();
    Start { t: 0.0, q, v, y }
}

/// The exponent p of error = O(h^p), measured at two sizes of a step.
fn exponent<S: ErrorEstimate<MotorPendulum>>(method: &S, h: f64) -> f64 {
    let m = MotorPendulum::default();
    let error = |h: f64| {
        let mut w = method.start(&m, &start(&m), h).unwrap();
        method.attempt(&m, h, &mut w).unwrap();
        method.error(&m, &w, &Tolerance { absolute: 1e-3, relative: 0.0 })
    };
    (error(h) / error(0.5 * h)).log2()
}

#[test]
fn estimates_have_the_order_of_their_rules() {
    macro_rules! check {
        ($($method:ident, $h:literal);*) => {$({
            let method = $method::default();
            let expected = ErrorEstimate::<MotorPendulum>::rules(&method).exponent;
            let found = exponent(&method, $h);
            assert!((found - expected).abs() < 0.3, "{}: {found}", stringify!($method));
        })*};
    }
    check!(BogackiShampine3, 0.01; Fehlberg4, 0.02; CashKarp5, 0.02; DormandPrince5, 0.02; Verner6, 0.05; DormandPrince8, 0.05);
}

/// (error at the end, steps) of a run with a tolerance.
fn controlled<M: Mechanism<Scalar = f64>, S: ErrorEstimate<M>>(
    m: &M,
    method: S,
    tolerance: f64,
    exact: &Solution<M>,
) -> (f64, u64) {
    let run = m.simulate().method(method).tolerance(tolerance, tolerance).until(2.0);
    let run = run.output(Sampling::Ends).run().unwrap();
    (distance(&run, exact), run.report().steps)
}

#[test]
fn errors_follow_the_tolerance() {
    fn check<M: Mechanism<Scalar = f64>, S: ErrorEstimate<M> + Copy>(m: &M, method: S, exact: &Solution<M>) {
        let mut before = (f64::INFINITY, 0);
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let found = controlled(m, method, tolerance, exact);
            // The tolerance is one of a step; the error of a run adds up over its steps and grows with the motion.
            assert!(found.0 < 1e3 * tolerance, "{}: {:e} at {tolerance:e}", method.name(), found.0);
            assert!(
                found.0 < before.0 && found.1 > before.1,
                "{}: {found:?} after {before:?}",
                method.name()
            );
            before = found;
        }
    }
    macro_rules! all {
        ($m:expr, $constructor:ident) => {{
            let m = $m;
            let exact = run(&m, DormandPrince8::$constructor(), 2.0, 2000);
            check(&m, BogackiShampine3::$constructor(), &exact);
            check(&m, Fehlberg4::$constructor(), &exact);
            check(&m, CashKarp5::$constructor(), &exact);
            check(&m, DormandPrince5::$constructor(), &exact);
            check(&m, Verner6::$constructor(), &exact);
            check(&m, DormandPrince8::$constructor(), &exact);
        }};
    }
    all!(Pendulum { rate: 0.5, ..Pendulum::default() }, default);
    all!(VanDerPol::default(), default);
    all!(MotorPendulum::default(), default);
    all!(FreeBody::default(), default);
    all!(RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() }, projected);
}

#[test]
fn high_orders_pay_at_tight_tolerances() {
    let m = Pendulum { rate: 0.5, ..Pendulum::default() };
    let exact = run(&m, DormandPrince8::default(), 2.0, 2000);
    let steps = |found: (f64, u64)| found.1;
    let third = steps(controlled(&m, BogackiShampine3::default(), 1e-9, &exact)) * 3;
    let fifth = steps(controlled(&m, DormandPrince5::default(), 1e-9, &exact)) * 6;
    let eighth = steps(controlled(&m, DormandPrince8::default(), 1e-9, &exact)) * 12;
    assert!(eighth < fifth && fifth < third, "{eighth}, {fifth}, {third} evaluations");
}

#[test]
fn the_proportional_integral_controller_is_calmer_where_stability_limits_the_step() {
    // A stiff Van der Pol oscillator: steps of the elementary controller are rejected again and again.
    let m = VanDerPol { mu: 100.0, ..VanDerPol::default() };
    let refused = |controller| {
        let run = m.simulate().method(DormandPrince5::default()).tolerance(1e-5, 1e-5).until(50.0);
        let report = run.controller(controller).output(Sampling::Ends).run().unwrap().report().clone();
        (report.rejected, report.steps)
    };
    let (elementary, integral) = (refused(Controller::Elementary), refused(Controller::ProportionalIntegral));
    assert!(2 * integral.0 < elementary.0, "{integral:?} of {elementary:?}");
}

/// The largest error of the interpolated (q, v, y) within one step of size h from the start.
fn between<M: Mechanism<Scalar = f64>, S: DenseOutput<M> + Copy>(m: &M, method: S, h: f64) -> f64 {
    let mut w = method.start(m, &start(m), h).unwrap();
    method.attempt(m, h, &mut w).unwrap();
    let mut out = start(m);
    let mut worst = 0.0_f64;
    for theta in [0.2, 0.5, 0.8] {
        method.between(m, theta, &mut w, &mut out).unwrap();
        let fine = m.simulate().method(DormandPrince8::index1()).step(theta * h / 20.0).until(theta * h);
        let fine = fine.run().unwrap().final_state();
        assert!((out.t - fine.t).abs() < 1e-15);
        let all = |s: &Start<M>| [s.q.as_slice(), s.v.as_slice(), s.y.as_slice()].concat();
        for (a, b) in all(&out).iter().zip(&all(&fine)) {
            worst = linkwork::Real::max(worst, (a - b).abs());
        }
    }
    worst
}

#[test]
fn dense_output_has_its_order() {
    fn check<M: Mechanism<Scalar = f64>, S: DenseOutput<M> + Copy>(m: &M, method: S, h: f64) {
        let measured = (between(m, method, h) / between(m, method, 0.5 * h)).log2();
        // A step's error is of one order more.
        let expected = f64::from(method.dense_order()) + 1.0;
        assert!((measured - expected).abs() < 0.5, "{}: {measured}", method.name());
    }
    let plain = MotorPendulum::default();
    check(&plain, BogackiShampine3::default(), 0.02);
    check(&plain, DormandPrince5::default(), 0.05);
    check(&plain, DormandPrince8::default(), 0.1);
    let body = FreeBody::default();
    check(&body, DormandPrince5::default(), 0.05);
    check(&body, DormandPrince8::default(), 0.1);
}

#[test]
fn dense_output_meets_both_ends() {
    let m = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    let method = DormandPrince5::projected();
    let mut w = method.start(&m, &start(&m), 0.1).unwrap();
    method.attempt(&m, 0.1, &mut w).unwrap();
    let mut ends = [start(&m), start(&m)];
    for (theta, out) in [0.0, 1.0].into_iter().zip(&mut ends) {
        method.between(&m, theta, &mut w, out).unwrap();
    }
    method.commit(&m, &mut w);
    method.attempt(&m, 0.1, &mut w).unwrap();
    let next = method.sample(&w);
    assert_eq!((ends[0].q, ends[0].v), (start(&m).q, start(&m).v));
    for (a, b) in ends[1].q.iter().zip(next.q).chain(ends[1].v.iter().zip(next.v)) {
        assert!((a - b).abs() < 1e-15, "{a} is not {b}");
    }
}
