//! Steps do not allocate, and a second run has the same bits.

use super::erased::{Method, start};
use super::every::{Row, constrained, flat, free};
use crate::support::{FreeBody, MotorPendulum, RigidPendulum, SkateInBowl, VanDerPol};
use linkwork::{Mechanism, Vector};

/// (allocations, every number of the last sample) of a run with refused attempts and a change of the step.
fn run<M: Mechanism<Scalar = f64>>(m: &M, method: &dyn Method<M>) -> (u64, Vec<u64>) {
    let mut run = method.start(m, &start(m), 0.01).unwrap();
    let counts = allocation_counter::measure(|| {
        for i in 0..40 {
            if i % 10 == 3 {
                run.attempt(m, 0.012).unwrap();
            }
            run.step(m, if i < 20 { 0.01 } else { 0.008 }).unwrap();
        }
    });
    let s = run.sample();
    let numbers = [
        s.q.as_slice(),
        s.v.as_slice(),
        s.a.as_slice(),
        s.y.as_slice(),
        s.lambda.as_slice(),
        s.psi.as_slice(),
    ];
    (counts.count_total, numbers.concat().into_iter().map(f64::to_bits).collect())
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    for Row { method, .. } in rows {
        let (allocations, first) = run(m, &*method);
        let (_, second) = run(m, &*method);
        if allocations > 0 {
            wrong.push(format!("{} allocates {allocations} times", method.name()));
        }
        if first != second {
            wrong.push(format!("{} has other bits the second time", method.name()));
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
    check(&RigidPendulum { inertia: 0.1, ..RigidPendulum::default() }, constrained());
    check(&SkateInBowl::default(), constrained());
}
