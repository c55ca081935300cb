//! Steps so short that the rounding errors of velocities exceed the tolerance of an iteration still succeed.

use super::erased::{Method, start};
use super::every::{Row, constrained};
use crate::support::{RigidPendulum, SkateInBowl};
use linkwork::{Mechanism, Vector};

/// Seconds: ε/h is 2e-6, far above √ε.
const H: f64 = 1e-10;
const STEPS: usize = 30;
/// Velocities are positions over the step: tolerance in units of ε/h.
const UNITS: f64 = 1e3;

/// How far velocities are from those of the start in units of their rounding, after 3e-9 s without noticeable motion.
fn off<M: Mechanism<Scalar = f64>>(m: &M, method: &dyn Method<M>) -> Result<f64, String> {
    let mut run = method.start(m, &start(m), H).map_err(|failure| format!("start: {failure:?}"))?;
    for i in 0..STEPS {
        run.step(m, H).map_err(|failure| format!("step {i}: {failure:?}"))?;
    }
    let (sample, from) = (run.sample(), start(m));
    let differences = sample.v.as_slice().iter().zip(from.v.as_slice()).map(|(a, b)| (a - b).abs());
    Ok(differences.fold(0.0, linkwork::Real::max) * H / f64::EPSILON)
}

fn check<M: Mechanism<Scalar = f64>>(m: &M, rows: Vec<Row<M>>) {
    let mut wrong = Vec::new();
    for Row { method, .. } in rows {
        match off(m, &*method) {
            Ok(off) if off <= UNITS => {}
            found => wrong.push(format!("{}: {found:?}", method.name())),
        }
    }
    assert!(wrong.is_empty(), "short steps on {}:\n{}", m.names().mechanism, wrong.join("\n"));
}

#[test]
fn with_constraints() {
    check(&RigidPendulum { rate: 1.0, inertia: 0.1, sway: 0.2, ..RigidPendulum::default() }, constrained());
    check(&SkateInBowl::default(), constrained());
}
