//! Mechanisms with inputs that are a function of time.

use crate::support::MotorPendulum;
use linkwork::prelude::*;
use linkwork::{Error, Row};

/// The input of this one is the time that its motor sees.
impl WithInputs for MotorPendulum {
    type Inputs = f64;

    fn now_with(&self, _t: f64, inputs: &f64) -> f64 {
        *inputs
    }
    fn inputs(&self) -> f64 {
        self.torque
    }
    fn set_inputs(&mut self, inputs: f64) {
        self.torque = inputs;
    }
    fn inputs_of(&self, values: &[f64]) -> f64 {
        values[0]
    }
    fn input_values(&self, inputs: &f64) -> Vec<f64> {
        vec![*inputs]
    }
}

fn end<M: Unconstrained<Scalar = f64>>(m: &M) -> Start<M> {
    m.simulate().method(RungeKutta4::default()).step(1e-2).until(2.0).run().unwrap().final_state()
}

// Derivatives of the function beyond its values are not known.
const _: () = assert!(!<linkwork::Driven<MotorPendulum, fn(f64) -> f64> as Mechanism>::ANALYTIC);

#[test]
fn time_itself_as_the_input_changes_nothing() {
    let (plain, driven) = (end(&MotorPendulum::default()), end(&MotorPendulum::default().driven(|t| t)));
    assert_eq!((plain.q, plain.v, plain.y), (driven.q, driven.v, driven.y));
}

#[test]
fn another_input_is_another_motion() {
    // sin(3·2t) is a motor of twice the frequency.
    let fast = MotorPendulum { frequency: 6.0, ..MotorPendulum::default() };
    let driven = MotorPendulum::default().driven(|t| 2.0 * t);
    let (a, b) = (end(&fast), end(&driven));
    assert!((a.q[0] - b.q[0]).abs() < 1e-14 && (a.y[0] - b.y[0]).abs() < 1e-14);
    assert!((a.q[0] - end(&MotorPendulum::default()).q[0]).abs() > 1e-3);
}

#[test]
fn the_default_method_runs_driven_mechanisms() {
    let driven = MotorPendulum::default().driven(|t| t);
    let a = driven.simulate().step(1e-3).until(2.0).run().unwrap();
    assert!((a.last().q[0] - end(&MotorPendulum::default()).q[0]).abs() < 1e-7);
}

#[test]
fn an_input_that_ends_is_an_error_with_the_last_good_state() {
    let driven = MotorPendulum::default().driven(|t| if t < 0.5 { t } else { f64::NAN });
    let run = driven.simulate().method(RungeKutta4::default()).step(0.1).until(2.0).output(Sampling::Ends);
    let error = run.run().unwrap_err();
    let Error::Step(step) = &error.error else { panic!("{error}") };
    assert_eq!(step.row, Row::State("torque".into()));
    assert_eq!((step.time, step.number), (0.4, 4));
    // The sample at 0.4 needs no input; a step of 0.1 from there does.
    let partial = error.partial.unwrap();
    assert!((partial.last().t - 0.3).abs() < 1e-15 && partial.last().q[0].is_finite());
    assert_eq!(partial.samples().len(), 2);
}
