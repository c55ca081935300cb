//! Mechanisms by bodies and joints on the tape, against references that were computed from other equations, and robots
//! against rigid-body dynamics written by hand; long runs of mechanisms written by hand.

mod benchmarks;
mod by_hand;
mod coulomb;
mod criteria;
mod problem;
mod robots;
#[path = "../../../runtime/tests/support/mod.rs"]
mod support;
