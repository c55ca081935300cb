//! Constraints that hold under multistep methods and RATTLE.

use super::run;
use crate::support::RigidPendulum;
use linkwork::multistep::AdamsBashforth4;
use linkwork::symplectic::Rattle;

#[test]
fn constraints_hold() {
    let rod = RigidPendulum { rate: 0.5, inertia: 0.1, ..RigidPendulum::default() };
    assert!(run(&rod, AdamsBashforth4::projected(), 2.0, 400).constraint_drift() < 1e-14);
    assert!(run(&rod, Rattle, 2.0, 400).constraint_drift() < 1e-14);
}
