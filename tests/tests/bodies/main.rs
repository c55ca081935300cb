//! Mechanisms by bodies and joints on the tape, against references that were computed from other equations.

mod benchmarks;
mod coulomb;
mod criteria;
mod problem;
