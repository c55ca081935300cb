//! The first sample of a run is the given state.

use super::erased::start;
use super::every::{Row, constrained, flat, free};
use crate::support::{FreeBody, MotorPendulum, RigidPendulum, SkateInBowl, VanDerPol};
use linkwork::{Mechanism, Real, Vector};

/// A coarse step: changes of the initial state by a method decrease with its order.
const STEP: f64 = 0.05;
/// Rounding errors of sums that are scaled by the step, relative to 1 + |x|.
const ROUNDING: f64 = 1e-13;

fn off(given: &[f64], shown: &[f64]) -> f64 {
    given.iter().zip(shown).fold(0.0, |most, (x, y)| Real::max(most, (x - y).abs() / (1.0 + x.abs())))
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
        for (what, off) in pairs {
            // NaN is wrong too.
            let same = off < ROUNDING && s.t == given.t;
            if !same {
                wrong.push(format!("{}: {what} is off by {off:.1e}", method.name()));
            }
        }
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
