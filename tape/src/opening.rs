//! The start of the assembly of a tape, and all closures.

use crate::executor::Executor;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::__private::Given;
use linkwork::assemble::{Reachable, closures};
use linkwork::{Error, Named, Real};
use linkwork_compiler::Program;

/// The start of the assembly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// Names of the conditions of `initial`.
    pub(crate) conditions: Vec<Named>,
    /// q that `initial` gives or guesses, otherwise the reference.
    pub(crate) guess: Vec<f64>,
    /// v that `initial` gives or guesses.
    pub(crate) velocity: Vec<f64>,
    /// q where `initial` gives no value.
    pub(crate) reference: Vec<f64>,
}

impl Opening {
    pub(crate) fn of(program: &Program) -> Self {
        let of = |n: &linkwork_compiler::plan::Named| Named {
            name: n.name.clone().into(),
            unit: n.unit.clone().into(),
        };
        Self { conditions: program.condition_names.iter().map(of).collect(), ..Self::default() }
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// All known closures of the mechanism, and the chosen one.
    ///
    /// # Errors
    /// As [`assemble`](linkwork::assemble::assemble).
    pub fn closures(&self) -> Result<Reachable, Error> {
        if self.program.assembly.is_none() {
            return Ok(Reachable::default());
        }
        let program = &self.program;
        let given = Given { positions: &program.given_positions, velocities: &program.given_velocities };
        let mut found = closures(self, (&self.opening.guess, &self.opening.reference), given)?;
        let moved = |((v, stated), given): ((&T, &f64), &bool)| *given && v.lane(0) != *stated;
        found.rounded |= self.start.1.iter().zip(&self.opening.velocity).zip(given.velocities).any(moved);
        Ok(found)
    }
}
