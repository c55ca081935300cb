//! Errors of the energy do not grow, where a method promises it.

use super::erased::{Method, start};
use super::every::{Row, constrained, flat};
use crate::support::{Pendulum, RigidPendulum};
use linkwork::Energetic;

/// Steps of 0.02 s over 400 s, about two hundred periods.
const H: f64 = 0.02;
const STEPS: usize = 20_000;
/// The last tenth of a run may be worse than the first by this much: the largest error of a window varies.
const VARIATION: f64 = 1.05;

/// The largest error in the first and in the last tenth of a run.
fn errors<M: Energetic<Scalar = f64>>(m: &M, method: &dyn Method<M>) -> (f64, f64) {
    let mut run = method.start(m, &start(m), H).unwrap();
    let (mut first, mut last, mut before) = (0.0_f64, 0.0_f64, None);
    for i in 0..=STEPS {
        run.step(m, H).unwrap();
        let s = run.sample();
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        let off = (kinetic + potential - *before.get_or_insert(kinetic + potential)).abs();
        if i < STEPS / 10 {
            first = linkwork::Real::max(first, off);
        } else if i > STEPS - STEPS / 10 {
            last = linkwork::Real::max(last, off);
        }
    }
    (first, last)
}

fn check<M: Energetic<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    for Row { method, .. } in rows.into_iter().filter(|row| row.conserving) {
        let (first, last) = errors(m, &*method);
        // NaN is wrong too.
        let kept = last < VARIATION * first;
        if !kept {
            wrong.push(format!("{}: {last:.2e} after {first:.2e}", method.name()));
        }
    }
    assert!(wrong.is_empty(), "energy of {}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn without_constraints() {
    check(&Pendulum { rate: 0.5, ..Pendulum::default() }, flat());
}

#[test]
fn with_constraints() {
    check(&RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() }, constrained());
}

/// A method of the same order that is not symplectic drifts.
#[test]
fn others_drift() {
    let (first, last) =
        errors(&Pendulum { rate: 0.5, ..Pendulum::default() }, &linkwork::runge_kutta::Midpoint::default());
    assert!(last > 3.0 * first, "{last:e} after {first:e}");
}
