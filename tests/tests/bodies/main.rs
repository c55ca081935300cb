//! Mechanisms by bodies and joints on the tape, against references that were computed from other equations, and robots
//! against rigid-body dynamics written by hand.

mod benchmarks;
mod coulomb;
mod criteria;
mod problem;
mod robots;
