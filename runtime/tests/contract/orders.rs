//! Measured orders of convergence, on every kind of mechanism.
//!
//! Errors are the largest of q, v and y at ten instants of a second, against Dormand–Prince 8; an order is the slope of the
//! error between h and h/2.

use super::erased::{Method, start};
use super::every::{Row, constrained, flat, free};
use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum, SkateInBowl, VanDerPol};
use linkwork::runge_kutta::DormandPrince8;
use linkwork::{Mechanism, Vector};

/// Slopes are at most this much below the order: errors are not yet pure powers of h.
const BELOW: f64 = 0.3;
/// And at most this much above it: an order that is stated too low is found. Multipliers may gain an order.
const ABOVE: f64 = 0.7;
/// Instants at which errors are taken.
const SAMPLES: usize = 10;
/// Errors below this, relative to the size of the reference, are rounding and have no order.
const FLOOR: f64 = 1e-13;

/// (q, v and y, λ and ψ) at the samples, with n steps in a second.
fn trajectory<M: Mechanism<Scalar = f64>>(m: &M, method: &dyn Method<M>, n: usize) -> [Vec<f64>; 2] {
    let h = 1.0 / n as f64;
    let mut run = method.start(m, &start(m), h).unwrap();
    let mut found = [Vec::new(), Vec::new()];
    for i in 0..=n {
        run.step(m, h).unwrap();
        if i > 0 && i % (n / SAMPLES) == 0 {
            let s = run.sample();
            found[0].extend(s.q.as_slice().iter().chain(s.v.as_slice()).chain(s.y.as_slice()));
            found[1].extend(s.l.as_slice().iter().chain(s.p.as_slice()));
        }
    }
    found
}

/// The largest difference.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| linkwork::Real::max(m, (a - b).abs()))
}

/// Steps in a second at which errors of a method of that order lie between 1e-3 and 1e-11; multiples of [`SAMPLES`].
fn steps(order: u32) -> usize {
    match order {
        1 => 2000,
        2 => 400,
        3 => 200,
        4 => 120,
        5 => 40,
        6 => 40,
        7 => 20,
        _ => 10,
    }
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let truth = trajectory(m, &DormandPrince8::projected(), 1000);
    let mut wrong = Vec::new();
    for Row { method, finer, reactions, .. } in rows {
        let (name, order) = (method.name(), f64::from(method.order()));
        let n = steps(method.order()) * finer as usize;
        let mut expect = |part: usize, first: usize, pairs: usize, range: core::ops::Range<f64>| {
            let size = truth[part].iter().fold(1.0, |m: f64, x| linkwork::Real::max(m, x.abs()));
            let errors: Vec<f64> = (0..=pairs)
                .map(|k| distance(&trajectory(m, &*method, first << k)[part], &truth[part]) / size)
                .collect();
            // Where the finer run has come down to rounding, the coarser one must not have.
            let shows = |pair: &[f64]| {
                pair[0] > FLOOR && (pair[1] < FLOOR || range.contains(&(pair[0] / pair[1]).log2()))
            };
            if !errors.windows(2).any(shows) {
                let what = ["motion", "multipliers"][part];
                wrong.push(format!("{name}, {what}: not {order}, errors {errors:?}"));
            }
        };
        expect(0, n, 1, order - BELOW..order + ABOVE);
        if M::CONSTRAINED && reactions {
            // The window is narrow: what the start has excited decays slowly, and rounding grows like 1/h².
            expect(1, (n / 4).max(SAMPLES), 3, order - BELOW..f64::INFINITY);
        }
    }
    assert!(wrong.is_empty(), "orders on {}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn on_an_ode() {
    check(&Pendulum { angle: 0.3, rate: 0.7, ..Pendulum::default() }, flat());
}

/// Velocities enter the forces nonlinearly.
#[test]
fn on_a_damped_ode() {
    check(&VanDerPol::default(), flat());
}

/// Time is explicit, too.
#[test]
fn with_first_order_states() {
    check(&MotorPendulum::default(), free());
}

#[test]
fn on_rotations() {
    check(&FreeBody::default(), free());
}

/// The pivot moves: g depends on time.
#[test]
fn on_a_dae() {
    let m = RigidPendulum { inertia: 0.1, angle: 1.0, rate: 0.5, sway: 0.2, ..RigidPendulum::default() };
    check(&m, constrained());
}

/// A nonholonomic constraint beside a rheonomic one, and damping.
#[test]
fn on_everything_at_once() {
    check(&SkateInBowl::default(), constrained());
}

/// The order that a method states is the one of the list.
#[test]
fn stated() {
    for Row { method, order, .. } in flat::<Pendulum>() {
        assert_eq!(method.order(), order, "{}", method.name());
    }
}
