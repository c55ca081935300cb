//! The start from other initial values than those of the description.
//!
//! ```text
//! values by name ─ in place of `initial` ─ assembly ─► q, v, y on the constraints
//! ```
//!
//! Invariant: a value that is given is kept to the last digits, or the assembly fails and says why; nothing that is given is passed over.

use crate::executor::Executor;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::__private::{Given, assemble_model};
use linkwork::stepper::Start;
use linkwork::{Error, Named};
use nalgebra::DVector;

impl<K: Kind, E: Executor<Scalar = f64>> Tape<f64, K, E> {
    /// The mechanism assembled with these values of coordinates, velocities (`der(angle)`) and first-order states in place of
    /// those that `initial` has, in their units; what is not named stays as `initial` gives or guesses it.
    ///
    /// # Errors
    /// [`Error::Unknown`]; a component of a unit quaternion, which means nothing alone; a value that is not finite; values with which the
    /// mechanism cannot be assembled.
    pub fn start_with(&self, values: &[(String, f64)]) -> Result<Start<Self>, Error> {
        let (names, program, opening) = (&self.names, &self.program, &*self.opening);
        let vector = |numbers: &[f64]| DVector::from_column_slice(numbers);
        let mut guess = (vector(&opening.guess), vector(&opening.velocity), self.start.2.clone());
        let (mut positions, mut velocities) =
            (program.given_positions.clone(), program.given_velocities.clone());
        let place = |list: &[Named], name: &str| list.iter().position(|named| named.name == name);
        for (name, value) in values {
            let refused = |reason: &str| {
                let (value, reason) = (format!("{name} = {value}"), reason.to_owned());
                Err(Error::Setting { what: "start", value, reason })
            };
            if !value.is_finite() {
                return refused("it must be finite");
            }
            if let Some(i) = place(&names.coordinates, name) {
                let runs = program.plain_runs();
                let run = runs.iter().find(|(at, _, count)| (*at..at + count).contains(&i));
                let Some((at, v, _)) = run else {
                    return refused(
                        "it is a component of a unit quaternion, which changes together with the others",
                    );
                };
                guess.0[i] = *value;
                positions[v + i - at] = true;
            } else if let Some(i) = place(&names.velocities, name) {
                guess.1[i] = *value;
                velocities[i] = true;
            } else if let Some(i) = place(&names.states, name) {
                guess.2[i] = *value;
            } else {
                let all = [&names.coordinates, &names.velocities, &names.states];
                let known = all.into_iter().flat_map(|list| list.iter().map(|named| named.name.to_string()));
                let (what, name) = ("coordinate, velocity or state", name.clone());
                return Err(Error::Unknown { what, name, known: known.collect() });
            }
        }
        let given = Given { positions: &positions, velocities: &velocities };
        let (q, v, y) = assemble_model(self, guess, &vector(&opening.reference), given)?;
        Ok(Start { t: 0.0, q, v, y })
    }
}
