//! Long runs of mechanisms written by hand. They are here because this crate is compiled with optimisation, and the tests of the runtime are not.

mod long_runs;
#[allow(dead_code)]
#[path = "../../../../runtime/tests/steppers/reference.rs"]
mod reference;
mod runge_kutta;
mod symplectic;
mod tables;
