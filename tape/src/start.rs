//! Initial states with other values than those of the description.
//!
//! ```text
//! values by name ─ in place of `initial` ─ assembly ─► q, v, y on the constraints
//! ```
//!
//! Invariant: given values are kept up to their last digits, or the assembly fails with a reason; no given value is ignored.

use crate::executor::Executor;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::__private::{Given, assemble_model_at, assemble_nearest_to, assembled_alone};
use linkwork::stepper::Start;
use linkwork::{Error, Named, Real};
use nalgebra::DVector;

/// A kind of initial value.
enum Looked {
    /// A coordinate.
    At(usize, f64),
    /// A velocity.
    Rate(usize, f64),
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// The start nearest to this one instead of the reference, at its time: values given in `initial` are kept as in this start.
    ///
    /// # Errors
    /// Values with which the mechanism cannot be assembled.
    pub fn start_nearest_to(&self, near: &Start<Self>) -> Result<Start<Self>, Error> {
        let Start { t, q, v, y } = near.clone();
        let given =
            Given { positions: &self.program.given_positions, velocities: &self.program.given_velocities };
        let (mut q, mut v) = (q, v);
        if let Some(closed) = &self.closing {
            let (own_q, own_v) = closed.part(&q, &v);
            let own = Start { t, q: own_q, v: own_v, y: y.clone() };
            let own = closed.tape.start_nearest_to(&own)?;
            closed.put((&own.q, &own.v), (&mut q, &mut v));
            let (q, v, y) = assembled_alone(self, (q, v, y))?;
            return Ok(Start { t, q, v, y });
        }
        let (q, v, y) = assemble_nearest_to(self, t, (q, v, y), given)?;
        Ok(Start { t, q, v, y })
    }
}

impl<K: Kind, E: Executor<Scalar = f64>> Tape<f64, K, E> {
    /// Assembles the mechanism with these values of coordinates, velocities (`der(angle)`) and first-order states, which replace
    /// those of `initial`, in their units; other values are those of `initial`.
    ///
    /// # Errors
    /// [`Error::Unknown`]; a component of a unit quaternion, which cannot be given alone; a value that is not finite; values with which the
    /// mechanism cannot be assembled.
    pub fn start_with(&self, values: &[(String, f64)]) -> Result<Start<Self>, Error> {
        self.start_near(0.0, values, &[])
    }

    /// The same at this time, with guesses: the result is the nearest closure.
    ///
    /// # Errors
    /// As [`start_with`](Self::start_with).
    pub fn start_near(
        &self,
        t: f64,
        values: &[(String, f64)],
        guesses: &[(String, f64)],
    ) -> Result<Start<Self>, Error> {
        let (names, program, opened) = (&self.names, &self.program, self.opened());
        let vector = |numbers: &[f64]| DVector::from_column_slice(numbers);
        let mut guess = (vector(&opened.position), vector(&opened.velocity), self.start.2.clone());
        let (mut positions, mut velocities) =
            (program.given_positions.clone(), program.given_velocities.clone());
        let mut looked = Vec::new();
        let place = |list: &[Named], name: &str| list.iter().position(|named| named.name == name);
        let all = guesses.iter().map(|guess| (guess, false)).chain(values.iter().map(|value| (value, true)));
        for ((name, value), holds) in all {
            let refused = |reason: &str| {
                let (value, reason) = (format!("{name} = {value}"), reason.to_owned());
                Err(Error::Setting { what: "start", value, reason })
            };
            if !value.is_finite() {
                return refused("it must be finite");
            }
            let at = [&names.coordinates, &names.velocities].map(|list| place(list, name));
            for (bases, at) in program.bases.iter().zip(at) {
                if let Some((_, basis)) = bases.iter().find(|(number, _)| Some(*number) == at) {
                    return refused(&format!("`{basis}` in `initial` would not hold"));
                }
            }
            if let Some(i) = at[0] {
                let runs = program.plain_runs();
                let run = runs.iter().find(|(at, _, count)| (*at..at + count).contains(&i));
                let Some((at, v, _)) = run else {
                    let is_rotation = program.rotations.iter().any(|(at, _)| (*at..at + 4).contains(&i));
                    return refused(if is_rotation {
                        "it is a component of a unit quaternion, which cannot change without the others"
                    } else {
                        "it follows from the poses of the bodies, and only its turns are counted here"
                    });
                };
                positions[v + i - at] |= holds;
                if self.closing.as_ref().is_some_and(|closed| closed.coordinates.contains(&i)) {
                    continue;
                }
                if positions[v + i - at] {
                    guess.0[i] = *value;
                } else {
                    looked.push(Looked::At(i, *value));
                }
            } else if let Some(i) = at[1] {
                velocities[i] |= holds;
                if self.closing.as_ref().is_some_and(|closed| closed.velocities.contains(&i)) {
                    continue;
                }
                if velocities[i] {
                    guess.1[i] = *value;
                } else {
                    looked.push(Looked::Rate(i, *value));
                }
            } else if let Some(i) = place(&names.states, name) {
                guess.2[i] = *value;
            } else {
                let all = [&names.coordinates, &names.velocities, &names.states];
                let known = all.into_iter().flat_map(|list| list.iter().map(|named| named.name.to_string()));
                let (what, name) = ("coordinate, velocity or state", name.clone());
                return Err(Error::Unknown { what, name, known: known.collect() });
            }
        }
        if let Some(closed) = &self.closing {
            let names = &closed.tape.names;
            let own = |all: &[(String, f64)]| -> Vec<(String, f64)> {
                let known = |name: &str| {
                    [&names.coordinates, &names.velocities].iter().any(|list| place(list, name).is_some())
                };
                all.iter().filter(|(name, _)| known(name)).cloned().collect()
            };
            let closure = closed.tape.start_near(t, &own(values), &own(guesses))?;
            closed.put((&closure.q, &closure.v), (&mut guess.0, &mut guess.1));
            for place in looked {
                match place {
                    Looked::At(i, value) => guess.0[i] = value,
                    Looked::Rate(i, value) => guess.1[i] = value,
                }
            }
            let (q, v, y) = assembled_alone(self, guess)?;
            return Ok(Start { t, q, v, y });
        }
        let given = Given { positions: &positions, velocities: &velocities };
        let (mut q, mut v, y) = assemble_model_at(self, t, guess, &vector(&opened.reference), given)?;
        if looked.is_empty() {
            return Ok(Start { t, q, v, y });
        }
        // In addition to derived values.
        for place in looked {
            match place {
                Looked::At(i, value) => q[i] = value,
                Looked::Rate(i, value) => v[i] = value,
            }
        }
        let (q, v, y) = assemble_nearest_to(self, t, (q, v, y), given)?;
        Ok(Start { t, q, v, y })
    }
}
