//! Instances of generic functions that most programs with a tape need, compiled here, with the tape.
//!
//! A crate takes an instance from a crate that it depends on, if that has one and little is optimised (`opt-level` 0 and 1: debug builds and
//! tests). Optimised crates compile their own, so that there is nothing here in release builds.

use crate::Tape;
use linkwork::analysis::{Analyse, Linearization};
use linkwork::exact_start::{Derivatives, derivatives};
use linkwork::solution::State;
use linkwork::stepper::{Start, StepFailure};
use linkwork::{Error, Mechanism};

type StartOf<M> = fn(&M, &Start<M>, usize) -> Result<Derivatives<M>, StepFailure>;
type LinearizationOf<M> = fn(&M, &State<M>) -> Result<Linearization, Error>;

/// Never called. It is not inlined, so that it is compiled here, with everything it refers to: tapes over the scalars of exact starts and of
/// analyses.
#[inline(never)]
pub fn instances() -> (StartOf<Tape>, LinearizationOf<Tape>) {
    fn of<M: Mechanism<Scalar = f64>>() -> (StartOf<M>, LinearizationOf<M>) {
        (derivatives::<M>, M::linearize)
    }
    of()
}
