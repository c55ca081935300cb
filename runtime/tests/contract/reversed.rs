//! Reversed motions return to their start where a method promises it, and nowhere else.

use super::erased::{Method, start};
use super::every::{Row, constrained, flat};
use crate::support::{Pendulum, RigidPendulum};
use linkwork::stepper::{Start, StepFailure};
use linkwork::{Mechanism, Vector};

/// Rounding errors of steps forth and back, and errors of iterations within their tolerance.
const ROUNDING: f64 = 1e-11;
/// Steps long enough that the truncation of every order is far above rounding.
const H: f64 = 0.08;
const STEPS: usize = 25;

/// q and v after the steps.
fn end<M: Mechanism<Scalar = f64>>(
    m: &M,
    method: &dyn Method<M>,
    from: &Start<M>,
) -> Result<Start<M>, StepFailure> {
    let mut run = method.start(m, from, H)?;
    for _ in 0..=STEPS {
        run.step(m, H)?;
    }
    let s = run.sample();
    Ok(Start { t: 0.0, q: s.q.clone(), v: s.v.clone(), y: s.y.clone() })
}

/// The distance from its start at which a reversed run ends; infinite for a run that fails.
fn off<M: Mechanism<Scalar = f64>>(m: &M, method: &dyn Method<M>) -> f64 {
    let from = start(m);
    let home = end(m, method, &from).and_then(|mut turned| {
        turned.v.scale(-1.0);
        end(m, method, &turned)
    });
    let Ok(home) = home else { return f64::INFINITY };
    let positions = home.q.as_slice().iter().zip(from.q.as_slice()).map(|(a, b)| a - b);
    let velocities = home.v.as_slice().iter().zip(from.v.as_slice()).map(|(a, b)| a + b);
    positions.chain(velocities).fold(0.0, |m: f64, x| linkwork::Real::max(m, x.abs()))
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    for Row { method, reversible, .. } in rows {
        let off = off(m, &*method);
        if off.is_nan() || (off < ROUNDING) != reversible {
            wrong.push(format!("{}: {off:.1e}", method.name()));
        }
    }
    assert!(wrong.is_empty(), "coming back on {}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn without_constraints() {
    check(&Pendulum { rate: 0.5, ..Pendulum::default() }, flat());
}

#[test]
fn with_constraints() {
    check(&RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() }, constrained());
}
