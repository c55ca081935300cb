//! Runs with a tolerance instead of a step.

use super::driven::motor;
use crate::support::{MotorPendulum, Pendulum, RigidPendulum, VanDerPol};
use linkwork::prelude::*;
use linkwork::{ControlError, Error};

/// Where the run ends, and the number of steps that it takes.
fn end<M: Mechanism<Scalar = f64>>(m: &M, tolerance: f64) -> (Start<M>, u64) {
    let run = m.simulate().tolerance(tolerance, tolerance).until(2.0).run().unwrap();
    (run.final_state(), run.report().steps)
}

fn exact<M: Mechanism<Scalar = f64>>(m: &M) -> Start<M> {
    m.simulate()
        .method(RungeKutta4::projected())
        .step(1e-4)
        .until(2.0)
        .output(Sampling::Ends)
        .run()
        .unwrap()
        .final_state()
}

fn errors<M: Mechanism<Scalar = f64>>(m: &M) {
    let reference = exact(m);
    let mut before = (f64::INFINITY, 0);
    for tolerance in [1e-5, 1e-7, 1e-9] {
        let (found, steps) = end(m, tolerance);
        let far =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max);
        let error = far(found.q.as_slice(), reference.q.as_slice())
            .max(far(found.v.as_slice(), reference.v.as_slice()));
        // The tolerance is one of a step; the error of a run adds up over its steps and grows with the motion.
        assert!(error < 1e3 * tolerance, "error {error:e} at tolerance {tolerance:e}");
        assert!(error < before.0 && steps > before.1, "{steps} steps, {error:e}");
        before = (error, steps);
    }
}

#[test]
fn the_error_follows_the_tolerance() {
    errors(&Pendulum { rate: 0.5, ..Pendulum::default() });
    errors(&VanDerPol::default());
    errors(&MotorPendulum::default());
    errors(&RigidPendulum { inertia: 0.1, ..RigidPendulum::default() });
}

#[test]
fn steps_follow_the_motion() {
    // Van der Pol's oscillator alternates between slow and fast motion.
    let m = VanDerPol { mu: 10.0, ..VanDerPol::default() };
    let solution = m.simulate().tolerance(1e-6, 1e-6).until(20.0).run().unwrap();
    let report = solution.report();
    assert!(report.largest_step > 20.0 * report.smallest_step, "{report}");
    assert!(report.rejected > 0 && report.rejected < report.steps, "{report}");
    assert_eq!((solution.first().t, solution.last().t), (0.0, 20.0));
    let times = solution.times();
    assert!(times.is_sorted_by(|a, b| a < b));
    assert_eq!(times.len() as u64, report.steps + 1);
}

#[test]
fn output_at_intervals_does_not_bend_the_steps() {
    let m = Pendulum { rate: 0.5, ..Pendulum::default() };
    let run = |sampling| m.simulate().tolerance(1e-9, 1e-9).until(1.0).output(sampling).run().unwrap();
    let (every, tenths) = (run(Sampling::EveryStep), run(Sampling::Interval(0.1)));
    assert_eq!(every.report().steps, tenths.report().steps);
    assert_eq!(tenths.samples().len(), 11);
    let reference = m.simulate().method(RungeKutta4::default()).step(1e-4).until(1.0).run().unwrap();
    for (i, sample) in tenths.samples().iter().enumerate() {
        let exact = &reference.samples()[1000 * i];
        assert!((sample.t - exact.t).abs() < 1e-12 && (sample.q[0] - exact.q[0]).abs() < 1e-6);
    }
}

#[test]
fn limits_of_the_step_hold() {
    let m = Pendulum { rate: 0.5, ..Pendulum::default() };
    let solution = m.simulate().tolerance(1e-3, 0.0).step_limits(1e-9, 5e-3).until(1.0).run().unwrap();
    assert!(solution.report().largest_step <= 5e-3);
    let error = m.simulate().tolerance(1e-12, 0.0).step_limits(1e-2, 1e-1).until(1.0).run().unwrap_err();
    let Error::Control(ControlError::StepTooSmall { smallest, .. }) = error.error else {
        panic!("{}", error.error)
    };
    assert_eq!(smallest, 1e-2);
}

/// A step of the smallest size is accepted with any finite error, and counted.
#[test]
fn the_smallest_step_can_be_kept() {
    use linkwork::runge_kutta::DormandPrince5;
    let m = Pendulum { rate: 0.5, ..Pendulum::default() };
    let solution =
        m.simulate().tolerance(1e-12, 0.0).step_limits(1e-2, 1e-1).clamp_to_smallest_step().until(1.0).run();
    let solution = solution.unwrap();
    let report = solution.report();
    assert!(report.smallest_step >= 0.5e-2 && (99..=101).contains(&report.steps), "{report}");
    assert!(report.clamped > 90 && report.clamped <= report.steps, "{report}");
    assert!(
        report.to_string().contains("of the smallest size with an error above the tolerance"),
        "{report}"
    );
    // All steps have the smallest size: the run is one of fixed steps, except for its beginning.
    let of = |clamp: bool| {
        let run = m.simulate().method(DormandPrince5::default()).tolerance(1e-14, 0.0).step(1e-2);
        let run = run.step_limits(1e-2, 1e-1).until(1.0);
        if clamp { run.clamp_to_smallest_step().run() } else { run.run() }
    };
    let fixed = m.simulate().method(DormandPrince5::default()).step(1e-2).until(1.0).run().unwrap();
    let clamped = of(true).unwrap();
    assert_eq!(clamped.report().clamped, 100, "{}", clamped.report());
    assert!((clamped.last().q[0] - fixed.last().q[0]).abs() < 1e-14);
    assert!(of(false).is_err());
    // Where the tolerance is met, the result is the same.
    let run = || m.simulate().tolerance(1e-6, 0.0).until(1.0);
    let (plain, clamp) = (run().run().unwrap(), run().clamp_to_smallest_step().run().unwrap());
    assert_eq!((clamp.report().clamped, plain.last().q[0]), (0, clamp.last().q[0]));
    let driven = motor(|t| if t < 0.5 { t } else { f64::NAN });
    let error =
        driven.simulate().tolerance(1e-6, 1e-6).clamp_to_smallest_step().until(2.0).run().unwrap_err();
    assert!(matches!(error.error, Error::Step(_)), "{}", error.error);
}

#[test]
fn a_singularity_ends_the_run_with_the_samples_so_far() {
    let driven = motor(|t| if t < 0.5 { t } else { f64::NAN });
    let error = driven.simulate().tolerance(1e-6, 1e-6).until(2.0).run().unwrap_err();
    let Error::Step(step) = &error.error else { panic!("{error}") };
    // A Nordsieck step evaluates only its beginning, so the last one may end shortly after the jump.
    assert!(step.time > 0.5 && step.time < 0.55, "{step}");
    assert!(error.partial.unwrap().last().q[0].is_finite());
}

#[test]
fn a_method_named_afterwards_has_fixed_steps() {
    let m = Pendulum::default();
    let error =
        m.simulate().tolerance(1e-6, 1e-6).method(RungeKutta4::default()).until(1.0).run().unwrap_err();
    assert!(matches!(error.error, Error::Setting { what: "step", .. }), "{error}");
}

/// Generalized-α corrects its accelerations where the step changes: that is no error of the next step, which would be rejected each time.
#[test]
fn a_change_of_the_step_of_generalized_alpha_is_no_error() {
    fn rejections<M: Mechanism<Scalar = f64>>(m: &M) {
        for tolerance in [1e-6, 1e-7, 1e-8] {
            let run = m.simulate().method(GeneralizedAlpha::default()).tolerance(tolerance, tolerance);
            let solution = run.step(1e-4).until(1.0).run().unwrap();
            let report = solution.report();
            assert!(report.steps > 50 && 20 * report.rejected < report.steps, "{tolerance:e}: {report}");
        }
    }
    rejections(&Pendulum { rate: 0.5, ..Pendulum::default() });
    rejections(&MotorPendulum::default());
    rejections(&RigidPendulum { inertia: 0.1, ..RigidPendulum::default() });
}
