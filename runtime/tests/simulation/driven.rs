//! Mechanisms with inputs that are a function of time.

use crate::support::MotorPendulum;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::{AdamsBashforth4, AdamsBashforthMoulton4, Godunov4};
use linkwork::prelude::*;
use linkwork::stepper::StepFailure;
use linkwork::symplectic::Rattle;
use linkwork::{Driven, Error, Row};
use std::sync::Mutex;

linkwork::mechanism! {
    /// A bob on a rod whose pivot sways, pushed from outside: an index-3 DAE, rheonomic.
    mechanism Pushed {
        input push [N];
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 [N] * y;
        force hand = generalized(x, push);
        constraint rod: (x - 0.1 [m] * sin(2 [rad/s] * time))^2 + y^2 = 1 [m^2];
        initial { x: 0.6 [m], y: ~-0.8 [m] }
    }

    /// The same with the push as a function of time.
    mechanism PushedInTime {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 [N] * y;
        force hand = generalized(x, 3 [N] * sin(2.5 [rad/s] * time + 0.5));
        constraint rod: (x - 0.1 [m] * sin(2 [rad/s] * time))^2 + y^2 = 1 [m^2];
        initial { x: 0.6 [m], y: ~-0.8 [m] }
    }

    /// A skate on an incline, turned from outside through a first-order lag: nonholonomic, with a state.
    mechanism Turned {
        input wanted [N*m];
        coordinate x [m];
        coordinate y [m];
        coordinate heading [rad];
        state torque [N*m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.5 [kg*m^2] * der(heading)^2 / 2;
        potential = -5 [N] * x;
        force motor = generalized(heading, torque);
        der(torque) = (wanted - torque) / (0.5 [s]);
        constraint blade: der(x) * sin(heading) = der(y) * cos(heading);
        initial { x: 0 [m], y: 0 [m], heading: 0 [rad], der(x): 0.2 [m/s], der(y): 0 [m/s], der(heading): 1 [rad/s], torque: 0 [N*m] }
    }
}

/// The input of this mechanism is the time of its motor.
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

/// The motor with a function of time as a pointer: methods are compiled once for all of these functions.
pub fn motor(time: fn(f64) -> f64) -> Driven<MotorPendulum, fn(f64) -> f64> {
    MotorPendulum::default().driven(time)
}

/// The bob in the same way.
fn pushed(by: fn(f64) -> PushedInputs<f64>) -> Driven<PushedModel, fn(f64) -> PushedInputs<f64>> {
    Pushed::default().build().unwrap().driven(by)
}

fn end<M: Unconstrained<Scalar = f64>>(m: &M) -> Start<M> {
    m.simulate().method(RungeKutta4::default()).step(1e-2).until(2.0).run().unwrap().final_state()
}

// Only values of the function are known, no derivatives.
const _: () = assert!(!<Driven<MotorPendulum, fn(f64) -> f64> as Described>::FLAGS.analytic);

#[test]
fn time_itself_as_the_input_changes_nothing() {
    let (plain, driven) = (end(&MotorPendulum::default()), end(&motor(|t| t)));
    assert_eq!((plain.q, plain.v, plain.y), (driven.q, driven.v, driven.y));
}

#[test]
fn another_input_is_another_motion() {
    // sin(3·2t) is a motor of twice the frequency.
    let fast = MotorPendulum { frequency: 6.0, ..MotorPendulum::default() };
    let driven = motor(|t| 2.0 * t);
    let (a, b) = (end(&fast), end(&driven));
    assert!((a.q[0] - b.q[0]).abs() < 1e-14 && (a.y[0] - b.y[0]).abs() < 1e-14);
    assert!((a.q[0] - end(&MotorPendulum::default()).q[0]).abs() > 1e-3);
}

#[test]
fn the_default_method_runs_driven_mechanisms() {
    let driven = motor(|t| t);
    let a = driven.simulate().step(1e-3).until(2.0).run().unwrap();
    assert!((a.last().q[0] - end(&MotorPendulum::default()).q[0]).abs() < 1e-7);
}

#[test]
fn an_input_that_is_not_finite_is_an_error_with_the_last_valid_state() {
    let driven = motor(|t| if t < 0.5 { t } else { f64::NAN });
    let run = driven.simulate().method(RungeKutta4::default()).step(0.1).until(2.0).output(Sampling::Ends);
    let error = run.run().unwrap_err();
    let Error::Step(step) = &error.error else { panic!("{error}") };
    assert_eq!(
        (step.failure, &step.row),
        (StepFailure::InputNotFinite { input: 0 }, &Row::Input("0".into()))
    );
    assert_eq!((step.time, step.number), (0.4, 4));
    // At 0.4 everything is known; a step of 0.1 from there is not.
    let partial = error.partial.unwrap();
    assert!((partial.last().t - 0.4).abs() < 1e-15 && partial.samples().len() == 2);
    let until = motor(|t| t);
    let until = until.simulate().method(RungeKutta4::default()).step(0.1).until(0.4).run().unwrap();
    assert_eq!(
        (partial.last().q, partial.last().v, partial.last().a),
        (until.last().q, until.last().v, until.last().a)
    );
}

/// The name of the input, for any first failure, and the last accepted state where the method has all of it.
#[test]
fn an_input_that_ends_is_named() {
    let driven = pushed(|t| PushedInputs { push: if t < 0.5 { 1.0 } else { f64::NAN } });
    fn look<M: Mechanism<Scalar = f64>>(m: &M, method: impl Stepper<M>, last: f64) {
        let name = method.name();
        let error = m.simulate().method(method).step(0.1).until(2.0).run().unwrap_err();
        let text = error.error.to_string();
        assert!(text.contains("input `push` is not a finite number within the step"), "{name}: {text}");
        let found = error.partial.unwrap().last().t;
        assert!((found - last).abs() < 1e-15, "{name}: {found}");
    }
    look(&driven, RungeKutta4::projected(), 0.4);
    look(&driven, GeneralizedAlpha::default(), 0.4);
    look(&driven, Rattle, 0.4);
    look(&driven, ImplicitEuler::default(), 0.4);
    // The values at 0.4 follow from the constraint at 0.5, and the push at 0.5 is among the functions of time there.
    look(&driven, FifthDegree::default(), 0.4);
    let error = driven
        .simulate()
        .method(DormandPrince5::projected())
        .tolerance(1e-6, 1e-6)
        .until(2.0)
        .run()
        .unwrap_err();
    assert!(error.error.to_string().contains("input `push`"), "{}", error.error);
    assert!((error.partial.unwrap().last().t - 0.5).abs() < 1e-6);
}

/// Times at which inputs are evaluated.
#[test]
fn inputs_are_evaluated_within_the_run() {
    static LATEST: Mutex<f64> = Mutex::new(0.0);
    // √t has no value before the start.
    let driven = pushed(|t| {
        let mut latest = LATEST.lock().unwrap();
        *latest = Real::max(*latest, t);
        PushedInputs { push: push(t).push + 1e-3 * t.sqrt() }
    });
    fn check<M: Mechanism<Scalar = f64>>(m: &M, method: impl Stepper<M>, beyond: f64) {
        let name = method.name();
        *LATEST.lock().unwrap() = 0.0;
        m.simulate()
            .method(method)
            .step(0.01)
            .until(0.5)
            .run()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = *LATEST.lock().unwrap() - 0.5;
        assert!((found - beyond).abs() < 1e-12, "{name}: {found:e} s beyond the end");
    }
    check(&driven, RungeKutta4::projected(), 0.0);
    check(&driven, DormandPrince5::projected(), 0.0);
    check(&driven, AdamsBashforthMoulton4::projected(), 0.0);
    check(&driven, GeneralizedAlpha::default(), 0.0);
    check(&driven, Rattle, 0.0);
    check(&driven, ImplicitEuler::default(), 0.0);
    // Their accelerations follow from the constraints a step ahead.
    check(&driven, FifthDegree::default(), 0.01);
    check(&driven, HalfImplicitEuler::default(), 0.01);
    *LATEST.lock().unwrap() = 0.0;
    driven.simulate().method(DormandPrince5::projected()).tolerance(1e-6, 1e-6).until(0.5).run().unwrap();
    assert!((*LATEST.lock().unwrap() - 0.5).abs() < 1e-12);
}

/// Orders are at most this much below the one that a method states.
const BELOW: f64 = 0.3;
/// Rounding of a second in steps that are the same.
const ROUNDING: f64 = 1e-13;

/// q, v and y after a second in n steps.
fn after_a_second<M: Mechanism<Scalar = f64>>(m: &M, method: impl Stepper<M>, n: u32) -> Vec<f64> {
    let name = method.name();
    let run = m.simulate().method(method).step(1.0 / f64::from(n)).until(1.0).output(Sampling::Ends).run();
    let end = run.unwrap_or_else(|error| panic!("{name}: {error}")).final_state();
    [end.q.as_slice(), end.v.as_slice(), end.y.as_slice()].concat()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m, (a, b)| Real::max(m, (a - b).abs()))
}

fn order<M: Mechanism, S: Stepper<M>>(_: &M, method: &S) -> u32 {
    method.order()
}

/// Errors fall with the order of each method between n and 2n steps.
macro_rules! orders {
    ($m:expr, $truth:expr; $($method:expr => $n:literal;)*) => {
        $({
            let method = $method;
            let [coarse, fine] = [$n, 2 * $n].map(|n| distance(&after_a_second(&$m, method.clone(), n), &$truth));
            let (found, order) = ((coarse / fine).log2(), f64::from(order(&$m, &method)));
            assert!(found > order - BELOW, "{}: {found}, errors {coarse:e} and {fine:e}", stringify!($method));
        })*
    };
}

/// A ramp that begins with the run: a start from both sides of it would see the kink, and err by 2.5e-5.
#[test]
fn a_ramp_from_the_start_keeps_the_order() {
    let ramped = pushed(|t| PushedInputs { push: (20.0 * t).max(0.0) });
    let straight = pushed(|t| PushedInputs { push: 20.0 * t });
    for n in [100, 200] {
        let [a, b] = [
            after_a_second(&ramped, FifthDegree::default(), n),
            after_a_second(&straight, FifthDegree::default(), n),
        ];
        assert_eq!(a, b);
    }
    let truth = after_a_second(&straight, DormandPrince8::projected(), 500);
    orders! { ramped, truth;
        FifthDegree::default() => 100;
        SeventhDegree::default() => 100;
    }
}

fn push(t: f64) -> PushedInputs<f64> {
    PushedInputs { push: 3.0 * (2.5 * t + 0.5).sin() }
}

/// Every family on a constrained mechanism: the drive is seen at every stage, at every instant of the past, and at both
/// ends of a step.
#[test]
fn driven_mechanisms_with_holonomic_constraints_keep_every_order() {
    let in_time = PushedInTime::default().build().unwrap();
    let driven = pushed(push);
    let truth = after_a_second(&in_time, DormandPrince8::projected(), 500);
    // Without its push the bob moves otherwise.
    let left_alone = Pushed::default().build().unwrap();
    assert!(distance(&after_a_second(&left_alone, DormandPrince8::projected(), 100), &truth) > 0.1);
    orders! { driven, truth;
        FifthDegree::default() => 40;
        SeventhDegree::default() => 40;
        RungeKutta4::projected() => 40;
        RungeKutta4::index1() => 40;
        DormandPrince5::projected() => 20;
        AdamsBashforth4::projected() => 80;
        AdamsBashforthMoulton4::projected() => 80;
        Godunov4::projected() => 80;
        GeneralizedAlpha::default() => 80;
        GeneralizedAlpha::default().index3() => 80;
        Rattle => 80;
        HalfImplicitEuler::default() => 200;
        ImplicitEuler::default() => 200;
    }
    // One-step methods behave as with the function in the equations.
    let (a, b) = (
        after_a_second(&driven, RungeKutta4::projected(), 100),
        after_a_second(&in_time, RungeKutta4::projected(), 100),
    );
    assert!(distance(&a, &b) < ROUNDING, "{a:?} {b:?}");
}

/// With torque' = (w(t) − torque)/T and w = sin 3t, torque = (sin 3t − 3T cos 3t + 3T e^(−t/T))/(1 + 9T²), and the heading is
/// twice the second integral of it; along the blade s' = 5 cos(heading), from which the rest is quadrature, here by
/// the method of order 8.
#[test]
fn driven_mechanisms_with_nonholonomic_constraints_keep_every_order() {
    let driven = Turned::default().build().unwrap().driven(|t| TurnedInputs { wanted: (3.0 * t).sin() });
    let truth = after_a_second(&driven, DormandPrince8::projected(), 500);
    let lag = 0.5_f64;
    let (scale, late) = (1.0 / (1.0 + 9.0 * lag * lag), (-1.0 / lag).exp());
    let (sin, cos) = 3.0_f64.sin_cos();
    let torque = scale * (sin - 3.0 * lag * cos + 3.0 * lag * late);
    let once = scale * ((1.0 - cos) / 3.0 - lag * sin + 3.0 * lag * lag * (1.0 - late));
    let twice = scale
        * ((1.0 - sin / 3.0) / 3.0 - lag * (1.0 - cos) / 3.0 + 3.0 * lag * lag * (1.0 - lag * (1.0 - late)));
    let expected = [truth[0], truth[1], 1.0 + 2.0 * twice, truth[3], truth[4], 1.0 + 2.0 * once, torque];
    assert!(distance(&truth, &expected) < ROUNDING, "{truth:?} {expected:?}");
    // The blade slides along its heading.
    let (sin, cos) = truth[2].sin_cos();
    assert!((truth[3] * sin - truth[4] * cos).abs() < ROUNDING, "{truth:?}");
    orders! { driven, truth;
        FifthDegree::default() => 40;
        SeventhDegree::default() => 40;
        RungeKutta4::projected() => 40;
        DormandPrince5::projected() => 20;
        AdamsBashforth4::projected() => 80;
        GeneralizedAlpha::default() => 80;
        Rattle => 80;
        HalfImplicitEuler::default() => 200;
        ImplicitEuler::default() => 200;
    }
}

/// Step-size control, events and the balance of energy include the function.
#[test]
fn tolerances_events_and_the_balance_follow_the_drive() {
    let in_time = PushedInTime::default().build().unwrap();
    let driven = pushed(push);
    let truth = in_time
        .simulate()
        .method(DormandPrince8::projected())
        .record_at(Event::of("x").at(0.2))
        .step(2e-3)
        .until(1.0)
        .run()
        .unwrap();
    let solution =
        driven.simulate().tolerance(1e-9, 1e-9).record_at(Event::of("x").at(0.2)).until(1.0).run().unwrap();
    assert!(distance(solution.last().q.as_slice(), truth.last().q.as_slice()) < 1e-7);
    assert!(!truth.events().is_empty());
    assert_eq!(solution.events().len(), truth.events().len());
    for (found, expected) in solution.events().iter().zip(truth.events()) {
        assert!((found.state.t - expected.state.t).abs() < 1e-7);
    }
    let fixed = driven.simulate().method(DormandPrince8::projected()).step(2e-3).until(1.0).run().unwrap();
    let balance = fixed.balance();
    assert!(balance.work.abs() > 0.1 && balance.error < 1e-9, "{balance:?}");
}
