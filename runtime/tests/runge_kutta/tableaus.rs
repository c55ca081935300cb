//! Properties that the contract suite does not check: drift, calls, dense output.

use super::run;
use crate::support::counts::reset;
use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum, SkateInBowl};
use linkwork::prelude::*;
use linkwork::runge_kutta::*;

#[test]
fn baumgarte_bounds_the_drift() {
    let m = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    let drift = |s: Solution<RigidPendulum>| s.constraint_drift();
    let free = drift(run(&m, RungeKutta4::index1(), 50.0, 1000));
    let held = drift(run(&m, RungeKutta4::baumgarte(10.0, 10.0), 50.0, 1000));
    let longer = drift(run(&m, RungeKutta4::baumgarte(10.0, 10.0), 500.0, 10_000));
    assert!(held < 0.02 * free, "{held:e} with, {free:e} without");
    assert!(longer < 10.0 * held.max(1e-7), "{longer:e} after ten times as long");
}

/// Force evaluations of ten steps.
fn forces<S: Stepper<Pendulum>>(method: &S) -> u32 {
    let m = Pendulum::default();
    let (q, v, y) = m.initial();
    let mut w = method.start(&m, &Start { t: 0.0, q, v, y }, 1e-2).unwrap();
    method.step(&m, 1e-2, &mut w).unwrap();
    reset();
    for _ in 0..10 {
        method.step(&m, 1e-2, &mut w).unwrap();
    }
    reset().force
}

#[test]
fn the_first_stage_is_the_last_of_the_step_before() {
    assert_eq!(forces(&DormandPrince5::default()), 60);
    assert_eq!(forces(&BogackiShampine3::default()), 30);
    assert_eq!(forces(&CashKarp5::default()), 60);
    assert_eq!(forces(&DormandPrince8::default()), 120);
}

fn allocations<M: Mechanism<Scalar = f64>, S: DenseOutput<M>>(m: &M, method: &S) -> u64 {
    let (q, v, y) = m.initial();
    let mut out = Start { t: 0.0, q, v, y };
    let mut w = method.start(m, &out, 0.01).unwrap();
    method.attempt(m, 0.01, &mut w).unwrap();
    method.between(m, 0.5, &mut w, &mut out).unwrap();
    let counts = allocation_counter::measure(|| {
        for i in 0..100 {
            if i % 10 == 3 {
                method.attempt(m, 0.02, &mut w).unwrap();
            }
            method.step(m, 0.01, &mut w).unwrap();
            method.between(m, 0.3, &mut w, &mut out).unwrap();
        }
    });
    counts.count_total
}

#[test]
fn dense_output_does_not_allocate() {
    let found = [
        allocations(&Pendulum::default(), &DormandPrince5::default()),
        allocations(&MotorPendulum::default(), &DormandPrince8::default()),
        allocations(&FreeBody::default(), &DormandPrince8::default()),
        allocations(&RigidPendulum::default(), &DormandPrince5::projected()),
        allocations(&SkateInBowl::default(), &Verner6::baumgarte(1.0, 1.0)),
    ];
    assert_eq!(found, [0; 5]);
}
