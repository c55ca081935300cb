//! Measured orders of convergence, on every kind of mechanism.
//!
//! Errors are the largest of q, v and y at ten instants of a second, against Dormand–Prince 8; an order is the slope of the
//! error between h and h/2, for multipliers of a fit over h, h/2, h/4 and h/8.

use super::erased::{Method, start};
use super::every::{Row, constrained, flat, free};
use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum, SkateInBowl, VanDerPol};
use linkwork::runge_kutta::DormandPrince8;
use linkwork::{Mechanism, Vector};
use std::collections::BTreeMap;

/// Slopes are at most this much below the order: errors are not yet pure powers of h.
const BELOW: f64 = 0.3;
/// And at most this much above it, so that an order that is stated too low is detected. Multipliers may gain an order.
const ABOVE: f64 = 0.7;
/// Instants at which errors are taken.
const SAMPLES: usize = 10;
/// Errors below this, relative to the size of the reference, are rounding and have no order.
const FLOOR: f64 = 1e-13;
/// What rounding adds to an error of the motion at most, relative to the size of the reference.
const ROUNDING: f64 = 3e-15;

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
            found[1].extend(s.lambda.as_slice().iter().chain(s.psi.as_slice()));
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

/// The order that errors with n steps show, by least squares in logarithms over all that lie above rounding; `None` if these are
/// fewer than `least`, or if one is not a number.
fn slope(errors: &[(f64, f64)], floor: impl Fn(f64) -> f64, least: usize) -> Option<f64> {
    if errors.iter().any(|(_, error)| !error.is_finite()) {
        return None;
    }
    let above = errors.iter().filter(|(n, error)| *error > floor(*n));
    let points: Vec<(f64, f64)> = above.map(|(n, error)| (-n.ln(), error.ln())).collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    (points.len() >= least).then(|| covariance / variance)
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let truth = trajectory(m, &DormandPrince8::projected(), 1000);
    let mut wrong = Vec::new();
    for Row { method, finer, reactions, rescaling, .. } in rows {
        let (name, order) = (method.name(), f64::from(method.order()));
        let n = steps(method.order()) * finer as usize;
        // Motion and multipliers are taken from the same runs.
        let mut runs = BTreeMap::new();
        let mut errors = |part: usize, first: usize, pairs: usize| -> Vec<(f64, f64)> {
            let size = truth[part].iter().fold(1.0, |m: f64, x| linkwork::Real::max(m, x.abs()));
            let mut error = |n: usize| {
                let run = runs.entry(n).or_insert_with(|| trajectory(m, &*method, n));
                distance(&run[part], &truth[part]) / size
            };
            (0..=pairs).map(|k| first << k).map(|n| (n as f64, error(n))).collect()
        };
        let motion = errors(0, n, 1);
        let (coarse, fine) = (motion[0].1, motion[1].1);
        // Within rounding from either side: coarse/2^(order + ABOVE) ≤ fine ≤ coarse/2^(order − BELOW).
        let falls = fine + ROUNDING >= coarse * (-order - ABOVE).exp2()
            && fine - ROUNDING <= coarse * (BELOW - order).exp2();
        if !(coarse > FLOOR && falls) {
            wrong.push(format!("{name}, motion: not {order}, errors {motion:?}"));
        }
        if M::FLAGS.constrained() && reactions {
            let multipliers = errors(1, (n / 4).max(SAMPLES), 3);
            // Those that follow from positions have the rounding error of these over h².
            let floor = |n: f64| if rescaling { n * n * f64::EPSILON } else { FLOOR };
            // Order 8 comes down to rounding within one pair. Components that the start has excited decay slowly, so that
            // single pairs of the higher degrees lie one order below and two above the fit.
            let found = slope(&multipliers, floor, if order < 8.0 { 3 } else { 2 });
            if !found.is_some_and(|found| found > order - BELOW) {
                wrong.push(format!("{name}, multipliers: {found:?} is not {order}, errors {multipliers:?}"));
            }
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

/// A nonholonomic and a rheonomic constraint, and damping.
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
