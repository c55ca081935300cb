//! States at given times, where no step ends: as exact as the steps of the method.

use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum};
use linkwork::prelude::*;
use linkwork::runge_kutta::{BogackiShampine3, Butcher6, CashKarp5, Fehlberg4, Verner6};
use linkwork::solution::State;
use linkwork::stepper::ErrorEstimate;

const UNTIL: f64 = 2.0;
/// Output times, and steps of the reference between two of them: no multiple of any step that is used here.
const INTERVAL: f64 = 0.037;
const FINE: usize = 37;

type Reference<M> = Vec<State<M>>;

/// To 13 digits, every thousandth of a second.
fn reference<M: Mechanism<Scalar = f64>>(m: &M) -> Reference<M> {
    m.simulate().method(DormandPrince8::projected()).step(1e-3).until(UNTIL).run().unwrap().samples().to_vec()
}

/// The largest error of (q, v, y) at a sample.
fn error<M: Mechanism<Scalar = f64>>(m: &M, found: &State<M>, exact: &State<M>) -> f64 {
    assert!((found.t - exact.t).abs() < 1e-9, "{} is not {}", found.t, exact.t);
    let mut by = found.v.clone();
    m.difference(&exact.q, &found.q, &mut by);
    let q = by.as_slice().iter().map(|x| x.abs());
    let far = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, Real::max);
    let v = far(found.v.as_slice(), exact.v.as_slice());
    q.fold(0.0, Real::max).max(v).max(far(found.y.as_slice(), exact.y.as_slice()))
}

/// The largest error at output times.
fn at_intervals<M: Mechanism<Scalar = f64>, S: Stepper<M>>(
    run: linkwork::simulation::Simulation<'_, M, S>,
    m: &M,
    exact: &Reference<M>,
) -> f64 {
    let solution = run.until(UNTIL).output(Sampling::Interval(INTERVAL)).run().unwrap();
    let samples = &solution.samples()[..(UNTIL / INTERVAL) as usize];
    samples.iter().enumerate().map(|(i, one)| error(m, one, &exact[FINE * i])).fold(0.0, Real::max)
}

/// An order is measured within this: the error of a run is one power of h only for small h.
const WITHIN: f64 = 0.45;

/// Fixed steps: errors at output times have the order of the method.
fn assert_order<M: Mechanism<Scalar = f64>, S: Stepper<M> + Clone>(
    m: &M,
    exact: &Reference<M>,
    method: S,
    h: f64,
) {
    let of = |h: f64| at_intervals(m.simulate().method(method.clone()).step(h), m, exact);
    let (coarse, fine) = (of(h), of(0.5 * h));
    let measured = (coarse / fine).log2();
    assert!(
        measured > f64::from(method.order()) - WITHIN,
        "{}: order {measured}, {coarse:e} {fine:e}",
        method.name()
    );
}

#[test]
fn states_between_fixed_steps_have_the_order_of_the_method() {
    let plain = Pendulum { rate: 0.5, ..Pendulum::default() };
    let exact = &reference(&plain);
    assert_order(&plain, exact, DormandPrince8::default(), 0.3);
    assert_order(&plain, exact, Butcher6::default(), 0.1);
    assert_order(&plain, exact, DormandPrince5::default(), 0.1);
    assert_order(&plain, exact, FifthDegree::default(), 0.02);
    assert_order(&plain, exact, SeventhDegree::a(), 0.02);
    // Polynomials between samples are cubic on a manifold and with states.
    let body = FreeBody::default();
    let exact = &reference(&body);
    assert_order(&body, exact, RungeKutta4::default(), 0.05);
    assert_order(&body, exact, DormandPrince8::default(), 0.2);
    let motor = MotorPendulum::default();
    let exact = &reference(&motor);
    assert_order(&motor, exact, RungeKutta4::default(), 0.05);
    assert_order(&motor, exact, DormandPrince8::default(), 0.2);
    let rod = RigidPendulum { inertia: 0.1, ..RigidPendulum::default() };
    let exact = &reference(&rod);
    assert_order(&rod, exact, DormandPrince8::projected(), 0.2);
    assert_order(&rod, exact, DormandPrince5::projected(), 0.1);
}

/// The reference at any time, by one step from its last sample.
fn exact_at<M: Mechanism<Scalar = f64>>(m: &M, exact: &Reference<M>, t: f64) -> State<M> {
    let before = &exact[exact.partition_point(|one| one.t < t).saturating_sub(1)];
    if before.t == t {
        return before.clone();
    }
    let start = Start { t: before.t, q: before.q.clone(), v: before.v.clone(), y: before.y.clone() };
    let run = m.simulate().method(DormandPrince8::projected()).from(start).step(1e-3).until(t);
    run.run().unwrap().last().clone()
}

/// With a tolerance: not worse than at the steps, except for this factor; errors rise and fall between few long steps.
const AS_GOOD: f64 = 3.0;
/// Errors below this meet the tolerance in any case.
const ROUNDING: f64 = 1e-12;

fn assert_tolerance<M: Mechanism<Scalar = f64>, S: ErrorEstimate<M> + Clone>(
    m: &M,
    exact: &Reference<M>,
    method: S,
    tolerance: f64,
) {
    let run = || m.simulate().method(method.clone()).tolerance(tolerance, tolerance);
    let between = at_intervals(run(), m, exact);
    let steps = run().until(UNTIL).run().unwrap();
    // Of many steps a hundred are enough.
    let some = steps.samples().iter().step_by((steps.samples().len() / 100).max(1));
    let steps = some.map(|one| error(m, one, &exact_at(m, exact, one.t))).fold(0.0, Real::max);
    let name = method.name();
    assert!(between < AS_GOOD * steps + ROUNDING, "{name}: {between:e} between steps, {steps:e} at them");
}

#[test]
fn states_between_steps_are_as_exact_as_the_tolerance_makes_the_steps() {
    fn all<M: Mechanism<Scalar = f64>>(m: &M) {
        let exact = &reference(m);
        for tolerance in [1e-6, 1e-8, 1e-10] {
            assert_tolerance(m, exact, DormandPrince8::projected(), tolerance);
            assert_tolerance(m, exact, DormandPrince5::projected(), tolerance);
            assert_tolerance(m, exact, Verner6::projected(), tolerance);
            assert_tolerance(m, exact, CashKarp5::projected(), tolerance);
            assert_tolerance(m, exact, Fehlberg4::projected(), tolerance);
            assert_tolerance(m, exact, BogackiShampine3::projected(), tolerance);
            assert_tolerance(m, exact, FifthDegree::default(), tolerance);
        }
    }
    all(&Pendulum { rate: 0.5, ..Pendulum::default() });
    all(&MotorPendulum::default());
    all(&FreeBody::default());
    all(&RigidPendulum { inertia: 0.1, ..RigidPendulum::default() });
}

/// Outputs between long steps satisfy the constraints as the steps do.
#[test]
fn constraints_hold_between_steps() {
    let m = RigidPendulum { inertia: 0.1, ..RigidPendulum::default() };
    let run = m.simulate().method(DormandPrince8::projected()).tolerance(1e-10, 1e-10).until(UNTIL);
    let drift = run.output(Sampling::Interval(INTERVAL)).run().unwrap().constraint_drift();
    assert!(drift < 1e-12, "{drift:e}");
}
