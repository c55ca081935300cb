//! Every tableau on every kind of mechanism: measured orders, calls, no allocation.

use super::{distance, run};
use crate::support::counts::reset;
use crate::support::{DampedOscillator, FreeBody, MotorPendulum, Pendulum, RigidPendulum, SkateInBowl};
use linkwork::prelude::*;
use linkwork::runge_kutta::*;

/// Measured orders may be off by this: steps must be so long that errors are above rounding, and then the next order
/// still shows. The order conditions are tested exactly elsewhere.
const ORDER: (f64, f64) = (-0.5, 0.5);
/// Verner's method on the pendulum: its leading error nearly vanishes there, so that the next one counts.
const NEXT_ORDER: (f64, f64) = (0.5, 1.8);

/// Steps for which errors of a method of order p are between 1e-3 and 1e-12.
fn steps(order: u32) -> u32 {
    match order {
        1 => 4000,
        2 => 800,
        3 => 300,
        4 => 320,
        5 => 120,
        6 => 100,
        _ => 25,
    }
}

/// log₂ of the errors at n and 2n steps, against 1200 steps of Dormand–Prince 8, is the order but for so much.
fn check_within<M: Mechanism<Scalar = f64>, S: Stepper<M> + Copy>(
    m: &M,
    method: S,
    t: f64,
    exact: &Solution<M>,
    off: (f64, f64),
) {
    let n = steps(method.order());
    let error = |n| distance(&run(m, method, t, n), exact);
    let measured = (error(n) / error(2 * n)).log2();
    let (name, order) = (method.name(), f64::from(method.order()));
    assert!(
        (off.0..off.1).contains(&(measured - order)),
        "`{name}` on {}: order {measured}",
        m.names().mechanism
    );
}

fn check<M: Mechanism<Scalar = f64>, S: Stepper<M> + Copy>(m: &M, method: S, t: f64, exact: &Solution<M>) {
    check_within(m, method, t, exact, ORDER);
}

macro_rules! all {
    ($m:expr, $t:expr, $constructor:ident) => {
        all!($m, $t, $constructor, verner: ORDER)
    };
    ($m:expr, $t:expr, $constructor:ident, verner: $verner:expr) => {{
        let (m, t) = ($m, $t);
        let exact = run(&m, DormandPrince8::$constructor(), t, 1200);
        check(&m, ExplicitEuler::$constructor(), t, &exact);
        check(&m, Midpoint::$constructor(), t, &exact);
        check(&m, Heun2::$constructor(), t, &exact);
        check(&m, Ralston2::$constructor(), t, &exact);
        check(&m, Heun3::$constructor(), t, &exact);
        check(&m, Kutta3::$constructor(), t, &exact);
        check(&m, RungeKutta4::$constructor(), t, &exact);
        check(&m, ThreeEighths::$constructor(), t, &exact);
        check(&m, Butcher6::$constructor(), t, &exact);
        check(&m, BogackiShampine3::$constructor(), t, &exact);
        check(&m, Fehlberg4::$constructor(), t, &exact);
        check(&m, CashKarp5::$constructor(), t, &exact);
        check(&m, DormandPrince5::$constructor(), t, &exact);
        check_within(&m, Verner6::$constructor(), t, &exact, $verner);
        check(&m, DormandPrince8::$constructor(), t, &exact);
    }};
}

#[test]
fn orders_on_an_ode() {
    all!(Pendulum { rate: 0.5, ..Pendulum::default() }, 2.0, default, verner: NEXT_ORDER);
}

#[test]
fn orders_with_damping_time_and_first_order_states() {
    all!(DampedOscillator::default(), 4.0, default);
    all!(MotorPendulum::default(), 2.0, default);
}

#[test]
fn orders_on_rotations() {
    all!(FreeBody::default(), 3.0, default);
}

#[test]
fn orders_on_constraints() {
    let m = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    all!(m, 2.0, projected);
    let exact = run(&m, DormandPrince8::projected(), 2.0, 1200);
    check(&m, DormandPrince5::index1(), 2.0, &exact);
}

#[test]
fn orders_with_baumgarte() {
    let m = SkateInBowl::default();
    let exact = run(&m, DormandPrince8::projected(), 1.0, 1200);
    check(&m, RungeKutta4::baumgarte(5.0, 5.0), 1.0, &exact);
    check(&m, DormandPrince5::baumgarte(5.0, 5.0), 1.0, &exact);
}

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
fn neither_steps_nor_dense_output_allocate() {
    let found = [
        allocations(&Pendulum::default(), &DormandPrince5::default()),
        allocations(&MotorPendulum::default(), &DormandPrince8::default()),
        allocations(&FreeBody::default(), &DormandPrince8::default()),
        allocations(&RigidPendulum::default(), &DormandPrince5::projected()),
        allocations(&SkateInBowl::default(), &Verner6::baumgarte(1.0, 1.0)),
    ];
    assert_eq!(found, [0; 5]);
}
