//! The first sample of a run is the given state, with its accelerations and multipliers.

use super::erased::start;
use super::every::{Row, constrained, flat, free};
use crate::support::{FreeBody, MotorPendulum, RigidPendulum, SkateInBowl, VanDerPol};
use linkwork::runge_kutta::RungeKutta4;
use linkwork::stepper::Stepper;
use linkwork::{Mechanism, Real, Vector};

/// A coarse step: changes of the initial state by a method decrease with its order.
const STEP: f64 = 0.05;
/// Rounding errors of sums that are scaled by the step, relative to 1 + |x|.
const ROUNDING: f64 = 1e-13;
/// A fine step, and what the forces of a method of order 1 are off by within it, relative to 1 + |x|: a part that does not vanish with the step
/// is larger.
const FINE: f64 = 1e-4;
const OF_ORDER_ONE: f64 = 2e-3;

fn off(given: &[f64], shown: &[f64]) -> f64 {
    given.iter().zip(shown).fold(0.0, |most, (x, y)| Real::max(most, (x - y).abs() / (1.0 + x.abs())))
}

/// The parts of a sample that are off by more than a limit; NaN is, too.
fn beyond(limit: f64, parts: [(&str, f64); 3]) -> impl Iterator<Item = String> {
    let wrong = move |(what, off): (&str, f64)| {
        let same = off < limit;
        (!same).then(|| format!("{what} is off by {off:.1e}"))
    };
    parts.into_iter().filter_map(wrong)
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    let given = start(m);
    for Row { method, .. } in rows {
        let mut run = method.start(m, &given, STEP).unwrap();
        run.attempt(m, STEP).unwrap();
        // Another size, as of a step that was refused.
        run.attempt(m, 0.5 * STEP).unwrap();
        let s = run.sample();
        let pairs = [
            ("q", off(given.q.as_slice(), s.q.as_slice())),
            ("v", off(given.v.as_slice(), s.v.as_slice())),
            ("y", off(given.y.as_slice(), s.y.as_slice())),
        ];
        assert_eq!(s.t, given.t);
        wrong.extend(beyond(ROUNDING, pairs).map(|what| format!("{}: {what}", method.name())));
    }
    assert!(wrong.is_empty(), "{}:\n{}", m.names().mechanism, wrong.join("\n"));
}

/// Accelerations and multipliers of the first sample, against those of index 1 at the given state. Those of half-implicit Euler belong to its first
/// step, which has another rate of the constraints than those after it.
fn check_forces<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let given = start(m);
    let index_1 = RungeKutta4::projected();
    let mut reference = index_1.start(m, &given, FINE).unwrap();
    index_1.attempt(m, FINE, &mut reference).unwrap();
    let exact = index_1.sample(&reference);
    assert!(exact.lambda.as_slice().iter().chain(exact.psi.as_slice()).any(|x| x.abs() > 0.1));
    let mut wrong = Vec::new();
    for Row { method, .. } in rows {
        if method.name().starts_with("half-implicit") {
            continue;
        }
        let mut run = method.start(m, &given, FINE).unwrap();
        run.attempt(m, FINE).unwrap();
        let s = run.sample();
        let pairs = [
            ("a", off(exact.a.as_slice(), s.a.as_slice())),
            ("lambda", off(exact.lambda.as_slice(), s.lambda.as_slice())),
            ("psi", off(exact.psi.as_slice(), s.psi.as_slice())),
        ];
        wrong.extend(beyond(OF_ORDER_ONE, pairs).map(|what| format!("{}: {what}", method.name())));
    }
    assert!(wrong.is_empty(), "{}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn without_constraints() {
    check(&VanDerPol::default(), flat());
    check(&MotorPendulum::default(), free());
    check(&FreeBody::default(), free());
}

#[test]
fn with_constraints() {
    check(&RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() }, constrained());
    check(&SkateInBowl::default(), constrained());
}

#[test]
fn forces_of_constraints() {
    check_forces(&RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() }, constrained());
    check_forces(&SkateInBowl::default(), constrained());
}
