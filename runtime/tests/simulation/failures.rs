//! All errors of runs, and their messages.

use crate::support::{Pendulum, RepeatedRod, RigidPendulum};
use linkwork::prelude::*;
use linkwork::{Error, Row};

fn setting(run: impl FnOnce(Simulation<'_, Pendulum>) -> Simulation<'_, Pendulum>) -> (&'static str, String) {
    let error = run(Pendulum::default().simulate()).run().unwrap_err();
    assert!(error.partial.is_none());
    match error.error {
        Error::Setting { what, .. } => (what, error.error.to_string()),
        other => panic!("{other}"),
    }
}

#[test]
fn an_interrupted_run_ends_after_the_step_with_the_samples_so_far() {
    let over = core::sync::atomic::AtomicBool::new(false);
    let pendulum = Pendulum::default();
    let whole = pendulum.simulate().step(1e-3).until(1.0).interrupted_by(&over).run().unwrap();
    let see = |sample: &Sample<'_, Pendulum>| {
        over.store(sample.t >= 0.2, core::sync::atomic::Ordering::Relaxed);
    };
    let run = pendulum.simulate().step(1e-3).until(1.0).observe(see).interrupted_by(&over).run();
    let run = run.unwrap_err();
    assert_eq!(run.error.to_string(), "the run was interrupted at t = 0.2 s");
    let partial = run.partial.unwrap();
    assert_eq!(partial.samples().len(), 201);
    assert_eq!(partial.last().q, whole.samples()[200].q);
}

#[test]
fn invalid_settings_are_refused() {
    let message = setting(|s| s.step(0.0).until(1.0));
    assert_eq!(message, ("step", "`step` is 0.0: it must be positive and finite".into()));
    assert_eq!(setting(|s| s.step(-1e-3).until(1.0)).0, "step");
    assert_eq!(setting(|s| s.step(f64::NAN).until(1.0)).0, "step");
    assert_eq!(setting(|s| s.step(f64::INFINITY).until(1.0)).0, "step");
    assert_eq!(setting(|s| s.step(1e-300).until(1e300)).0, "step");
    assert_eq!(setting(|s| s.until(1.0)).0, "step");
    assert_eq!(setting(|s| s.step(1e-3)).0, "until");
    assert_eq!(setting(|s| s.step(1e-3).until(0.0)).0, "until");
    assert_eq!(setting(|s| s.step(1e-3).until(-1.0)).0, "until");
    assert_eq!(setting(|s| s.step(1e-3).until(f64::NAN)).0, "until");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).output(Sampling::Every(0))).0, "output");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).output(Sampling::Interval(0.0))).0, "output");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).output(Sampling::Interval(f64::NAN))).0, "output");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).output(Sampling::Interval(1e-300))).0, "output");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).max_steps(0)).0, "max_steps");
    assert_eq!(setting(|s| s.step(1e-3).until(1.0).step_limits(1.0, 0.1)).0, "step_limits");
    assert_eq!(setting(|s| s.until(1.0).tolerance(0.0, 1e-6)).0, "tolerance");
    assert_eq!(setting(|s| s.until(1.0).tolerance(1e-6, -1.0)).0, "tolerance");
    assert_eq!(setting(|s| s.until(1.0).tolerance(f64::NAN, 0.0)).0, "tolerance");
}

#[test]
fn starts_off_the_constraints_are_refused() {
    let m = RigidPendulum::default();
    let (mut q, v, y) = m.initial();
    q[0] += 0.01;
    let error = m.simulate().from(Start { t: 0.0, q, v, y }).step(1e-2).until(1.0).run().unwrap_err();
    let Error::Initial { mechanism, gaps, .. } = error.error else { panic!("{}", error.error) };
    assert_eq!((mechanism.as_str(), gaps.len(), gaps[0].name.as_str()), ("RigidPendulum", 1, "along_x"));
    assert!((gaps[0].value - 0.01).abs() < 1e-15 && gaps[0].unit == "m");
}

#[test]
fn starts_that_are_not_finite_are_refused() {
    let m = Pendulum::default();
    let (mut q, v, y) = m.initial();
    q[0] = f64::NAN;
    let error = m.simulate().from(Start { t: 0.0, q, v, y }).step(1e-2).until(1.0).run().unwrap_err();
    assert_eq!(error.to_string(), "the initial state of `Pendulum` is not finite at coordinate `theta`");
}

#[test]
fn too_many_steps_keep_the_samples_so_far() {
    let m = Pendulum::default();
    let run = m.simulate().method(RungeKutta4::default()).step(1e-2).until(1.0);
    let error = run.max_steps(30).run().unwrap_err();
    assert!(error.to_string().contains("the maximum number of steps, 30, was reached at t = 0.3"), "{error}");
    let partial = error.partial.unwrap();
    assert_eq!((partial.report().steps, partial.samples().len()), (30, 31));
}

#[test]
fn repeated_constraints_are_named_where_they_make_a_step_singular() {
    let m = RepeatedRod::default();
    let run = m.simulate().method(RungeKutta4::projected()).step(1e-2).until(1.0);
    let Error::Step(step) = run.run().unwrap_err().error else { panic!("singular steps fail") };
    assert!(matches!(&step.row, Row::Constraint(name) if name == "rod" || name == "again"), "{step}");
}

#[test]
fn errors_are_errors() {
    fn boxed() -> Result<(), Box<dyn std::error::Error>> {
        Pendulum::default().simulate().run()?;
        Ok(())
    }
    fn plain() -> Result<(), Error> {
        Pendulum::default().simulate().run()?;
        Ok(())
    }
    assert_eq!(boxed().unwrap_err().to_string(), plain().unwrap_err().to_string());
    // What a `main` that returns the error prints.
    assert_eq!(format!("{:?}", plain().unwrap_err()), "`until` is None: a run needs an end: `.until(time)`");
}

#[test]
fn messages_are_lower_case_without_a_full_stop() {
    let errors = [
        Error::parameter("Pendulum", "mass", -1.0, "a mass must be positive"),
        linkwork::assemble::check_parameter("Pendulum", "mass", f64::NAN).unwrap_err(),
        Pendulum::default().simulate().run().unwrap_err().error,
        Pendulum::default().simulate().step(1.0).until(-1.0).run().unwrap_err().error,
    ];
    for error in errors {
        let message = error.to_string();
        assert!(!message.ends_with('.') && !message.starts_with(char::is_uppercase), "{message}");
        assert!(message.contains('`'), "{message}");
    }
    assert!(linkwork::assemble::check_parameter("Pendulum", "mass", 1.0).is_ok());
}
