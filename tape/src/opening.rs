//! The start of the assembly of a tape, and all closures.

use crate::executor::Executor;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::__private::Given;
use linkwork::assemble::{Reachable, closures};
use linkwork::{Error, NameList, Real};
use linkwork_compiler::Program;
use std::borrow::Cow;

/// The start of the assembly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// Names of the conditions of `initial`.
    pub(crate) conditions: NameList,
    /// What the assembly began with; `None` if that is the start itself.
    pub(crate) guess: Option<Guess>,
}

/// What the assembly begins with.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// q that `initial` gives or guesses, otherwise the reference.
    pub(crate) position: Vec<f64>,
    /// v that `initial` gives or guesses.
    pub(crate) velocity: Vec<f64>,
    /// q where `initial` gives no value.
    pub(crate) reference: Vec<f64>,
}

impl Guess {
    /// Whether all numbers have the same bits.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let bits = |numbers: &Vec<f64>| -> Vec<u64> { numbers.iter().map(|x| x.to_bits()).collect() };
        let parts = |of: &Self| [&of.position, &of.velocity, &of.reference].map(bits);
        parts(self) == parts(other)
    }
}

impl Opening {
    pub(crate) fn of(program: &Program) -> Self {
        Self { conditions: program.condition_names.clone(), guess: None }
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// What the assembly begins with.
    pub(crate) fn opened(&self) -> Cow<'_, Guess> {
        match &self.opening.guess {
            Some(guess) => Cow::Borrowed(guess),
            None => Cow::Owned(self.started()),
        }
    }

    /// The start as such a beginning.
    pub(crate) fn started(&self) -> Guess {
        let (q, v, _) = &self.start;
        let [position, velocity] = [q, v].map(|all| all.iter().map(|x| x.lane(0)).collect::<Vec<f64>>());
        Guess { reference: position.clone(), position, velocity }
    }

    /// All known closures of the mechanism, and the chosen one.
    ///
    /// # Errors
    /// As [`assemble`](linkwork::assemble::assemble).
    pub fn closures(&self) -> Result<Reachable, Error> {
        if let Some(closed) = &self.closing {
            let mut found = closed.tape.closures()?;
            for closure in &mut found.closures {
                let mut all = self.started().position;
                closed.coordinates.iter().zip(&closure.position).for_each(|(&place, &x)| all[place] = x);
                closure.position = all;
            }
            return Ok(found);
        }
        if self.program.assembly.is_none() {
            return Ok(Reachable::default());
        }
        let program = &self.program;
        let given = Given { positions: &program.given_positions, velocities: &program.given_velocities };
        let opened = self.opened();
        let mut found = closures(self, (&opened.position, &opened.reference), given)?;
        let moved = |((v, stated), given): ((&T, &f64), &bool)| *given && v.lane(0) != *stated;
        found.rounded |= self.start.1.iter().zip(&opened.velocity).zip(given.velocities).any(moved);
        Ok(found)
    }
}
