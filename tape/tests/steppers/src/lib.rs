//! Steppers on tapes, compiled once for tests.
//!
//! rustc shares generic functions with crates that depend on the one that uses them, below `opt-level = 2`: tests without optimisation
//! take optimised steppers from here.

use linkwork::Error;
use linkwork::half_implicit::HalfImplicitEuler;
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// Runs a mechanism with the methods that most tests use; never called.
///
/// # Errors
/// Those of the runs.
pub fn every_run(m: &Tape) -> Result<(), Error> {
    m.simulate().step(1e-3).until(1.0).run()?;
    m.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0).run()?;
    m.simulate().method(DormandPrince5::projected()).tolerance(1e-9, 1e-9).until(1.0).run()?;
    m.simulate().method(DormandPrince8::projected()).step(1e-3).until(1.0).run()?;
    m.simulate().method(GeneralizedAlpha::default()).step(1e-3).until(1.0).run()?;
    m.simulate().method(HalfImplicitEuler::default()).step(1e-3).until(1.0).run()?;
    m.simulate().method(FifthDegree::default()).step(1e-3).until(1.0).run()?;
    Ok(())
}
