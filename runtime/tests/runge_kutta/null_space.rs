//! Solves through the null space of the constraints: the motion and the multipliers of the saddle matrix, on every kind of
//! mechanism that it supports, and the saddle matrix itself where it does not.

use super::{distance, run};
use crate::support::{Nonlinear, RigidPendulum, Skate, SkateInBowl};
use linkwork::prelude::*;
use linkwork::runge_kutta::{Kutta3, RungeKutta4};
use linkwork::scalar::DoubleDouble;

/// Differences of two computations of the same numbers after some hundred steps; values are of order one.
const ROUNDING: f64 = 1e-11;
const END: f64 = 1.0;

fn same<M: Mechanism<Scalar = f64>>(m: &M) {
    let saddle = run(m, RungeKutta4::projected(), END, 200);
    let through = run(m, RungeKutta4::projected().null_space(), END, 200);
    assert!(distance(&saddle, &through) < ROUNDING, "{:?} {:?}", saddle.last(), through.last());
    let (a, b) = (saddle.last(), through.last());
    let reactions = |s: &linkwork::solution::State<M>| [s.lambda.as_slice(), s.psi.as_slice()].concat();
    for (x, y) in reactions(a).iter().zip(reactions(b)) {
        assert!((x - y).abs() < 1e2 * ROUNDING * (1.0 + x.abs()), "{a:?} {b:?}");
    }
    assert!(through.report().method.contains("through the null space"), "{}", through.report());
    let saddle = run(m, Kutta3::baumgarte(5.0, 5.0), END, 200);
    assert!(distance(&saddle, &run(m, Kutta3::baumgarte(5.0, 5.0).null_space(), END, 200)) < ROUNDING);
}

#[test]
fn it_is_the_motion_of_the_saddle_matrix() {
    same(&RigidPendulum { inertia: 0.3, angle: 1.0, rate: 0.5, ..RigidPendulum::default() });
    // M is singular.
    same(&RigidPendulum { inertia: 0.0, angle: 1.0, rate: 0.5, ..RigidPendulum::default() });
    same(&Skate::default());
    same(&SkateInBowl::default());
}

/// Forces that are not linear in the reactions use the saddle matrix, with the same bits.
#[test]
fn nonlinear_reactions_are_left_to_the_saddle_matrix() {
    let m = Nonlinear(SkateInBowl::default());
    let saddle = run(&m, RungeKutta4::projected(), END, 50);
    let through = run(&m, RungeKutta4::projected().null_space(), END, 50);
    assert_eq!(distance(&saddle, &through), 0.0);
}

#[test]
fn it_does_not_allocate() {
    let m = SkateInBowl::default();
    let method = RungeKutta4::projected().null_space();
    let (q, v, y) = m.initial();
    let mut w = method.start(&m, &Start { t: 0.0, q, v, y }, 0.01).unwrap();
    method.step(&m, 0.01, &mut w).unwrap();
    let counts = allocation_counter::measure(|| {
        for _ in 0..50 {
            method.step(&m, 0.01, &mut w).unwrap();
        }
    });
    assert_eq!(counts.count_total, 0);
}

linkwork::mechanism! {
    /// Two particles of very different masses on rods, in units that make one constraint a billion times the other.
    mechanism Uneven {
        param light = 1e-6 [kg];
        coordinate x [m];
        coordinate y [m];
        coordinate u [m];
        coordinate w [m];
        kinetic = 3 [kg] * (der(x)^2 + der(y)^2) / 2 + light * (der(u)^2 + der(w)^2) / 2;
        potential = 9.81 [m/s^2] * (3 [kg] * y + light * w);
        constraint upper: 1e6 * (x^2 + y^2) = 1e6 [m^2];
        constraint lower: 1e-3 * ((u - x)^2 + (w - y)^2) = 1e-3 [m^2];
        initial { x: 0.6 [m], y: -0.8 [m], u: 1.6 [m], w: -0.8 [m], der(x): 0.4 [m/s] }
    }
}

/// Errors of accelerations against those in twice the precision, relative to the largest: both forms reach some rounding units, whatever
/// the scales of constraints and masses.
#[test]
fn it_is_as_accurate_as_the_saddle_matrix() {
    fn first<M: Mechanism, S: Stepper<M>>(m: &M, method: &S) -> Vec<f64> {
        let (q, v, y) = m.initial();
        let h = M::Scalar::exact(1e-3);
        let mut w = method.start(m, &Start { t: M::Scalar::zero(), q, v, y }, h).unwrap();
        method.attempt(m, h, &mut w).unwrap();
        method.sample(&w).a.as_slice().iter().map(|a| a.value()).collect()
    }
    let m = Uneven::default().build().unwrap();
    let truth = first(&m.with_scalar(&DoubleDouble::from), &RungeKutta4::index1());
    let size = truth.iter().fold(0.0, |most: f64, a| linkwork::Real::max(most, a.abs()));
    let off = |found: Vec<f64>| {
        found.iter().zip(&truth).map(|(a, b)| (a - b).abs() / size).fold(0.0, linkwork::Real::max)
    };
    let saddle = off(first(&m, &RungeKutta4::index1()));
    let through = off(first(&m, &RungeKutta4::index1().null_space()));
    assert!(saddle < 1e-12 && through < 1e-14, "{saddle:e} {through:e}");
}
