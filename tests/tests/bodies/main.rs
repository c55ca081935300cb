//! Mechanisms by bodies and joints on the tape, against references that were computed from other equations, and robots
//! against rigid-body dynamics written by hand; long runs of mechanisms written by hand.

use linkwork_tape_steppers as _;

mod benchmarks;
mod by_hand;
mod coulomb;
mod criteria;
mod problem;
mod rigid_body;
mod robots;
#[path = "../../../runtime/tests/support/mod.rs"]
mod support;
mod user_function;
