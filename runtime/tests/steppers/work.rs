//! The cost of a step: calls of the mechanism, and no allocation.

use super::reference::start;
use crate::support::counts::{Counts, reset};
use crate::support::{Nonlinear, Pendulum, RigidPendulum, Skate, SkateInBowl, VanDerPol};
use linkwork::scalar::DoubleDouble;
use linkwork::stepper::{Start, Stepper};
use linkwork::{Assemble, FifthDegree, GeneralizedAlpha, Mechanism, Real};

/// Calls of ten steps, after ten that settle.
fn calls<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S, h: f64) -> Counts {
    let mut w = method.start(m, &start(m), h).unwrap();
    for _ in 0..10 {
        method.step(m, h, &mut w).unwrap();
    }
    reset();
    for _ in 0..10 {
        method.step(m, h, &mut w).unwrap();
    }
    reset()
}

#[test]
fn calls_of_a_step() {
    let method = FifthDegree::default();
    // Explicit: constant M is factored at the start.
    let ode = calls(&Pendulum::default(), &method, 1e-3);
    assert_eq!(ode, Counts { place: 10, factor: 0, solve: 10, force: 10 });
    // Implicit in the velocity: one factorisation, one solve.
    let damped = calls(&VanDerPol::default(), &method, 1e-3);
    assert_eq!((damped.place, damped.factor, damped.solve), (10, 10, 10));
    // A DAE: the predicted and the accepted point.
    let dae = calls(&RigidPendulum::default(), &method, 1e-3);
    assert_eq!(dae, Counts { place: 20, factor: 10, solve: 10, force: 10 });
    // Larger steps converge with a second solve, and the same factors.
    let coarse = calls(&RigidPendulum::default(), &method, 0.05);
    assert!(coarse.factor == 10 && coarse.solve > 10 && coarse.solve <= 30, "{coarse:?}");
    // A nonholonomic step: the step and the projection share one matrix.
    let skate = calls(&Skate::default(), &method, 1e-3);
    assert_eq!((skate.place, skate.factor, skate.solve), (10, 10, 20));
}

/// Allocations of a hundred steps, with refused attempts and changes of the step between them.
pub fn allocations<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S) -> u64 {
    let mut w = method.start(m, &start(m), 0.01).unwrap();
    let counts = allocation_counter::measure(|| {
        for i in 0..100 {
            if i % 10 == 3 {
                method.attempt(m, 0.02, &mut w).unwrap();
            }
            method.step(m, if i < 50 { 0.01 } else { 0.008 }, &mut w).unwrap();
        }
    });
    counts.count_total
}

/// Reactions that enter nonlinearly, and rolling alone; the contract suite covers the rest.
#[test]
fn steps_do_not_allocate() {
    let (method, implicit) = (FifthDegree::default(), GeneralizedAlpha::default());
    let found = [
        allocations(&Nonlinear(RigidPendulum::default()), &method),
        allocations(&Skate::default(), &method),
        allocations(&Nonlinear(SkateInBowl::default()), &implicit),
        allocations(&Skate::default(), &implicit),
    ];
    assert_eq!(found, [0; 4]);
}

/// The pendulum of the default parameters after 1 s in another scalar.
fn angle_in<T: Real>(h: f64) -> f64 {
    let lifted = Pendulum::default().with_scalar(&|x| T::decimal(x, 0.0));
    let (q, v, y) = lifted.initial();
    let method = FifthDegree::default();
    let (from, h) = (Start { t: T::zero(), q, v, y }, T::exact(h));
    let mut w = method.start(&lifted, &from, h).unwrap();
    for _ in 0..256 {
        method.step(&lifted, h, &mut w).unwrap();
    }
    method.attempt(&lifted, h, &mut w).unwrap();
    method.sample(&w).q[0].value()
}

/// One source for every scalar.
#[test]
fn other_scalars() {
    let h = 1.0 / 256.0;
    let plain = angle_in::<f64>(h);
    assert!((plain - angle_in::<DoubleDouble>(h)).abs() < 1e-14);
    assert!((plain - angle_in::<f32>(h)).abs() < 1e-5);
}
