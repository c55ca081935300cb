//! A mechanism in motion at one instant.

use crate::messages;
use linkwork::analysis::Motion;
use linkwork::{Error, Manifold, Mechanism, WithInputs};
use linkwork_tape::Tape;
use nalgebra::DVector;
use std::borrow::Cow;

/// A motion at one instant, with its inputs and efforts.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// Time, in s.
    pub time: f64,
    /// Configuration q: all coordinates, in the order of the mechanism's names.
    pub q: Vec<f64>,
    /// Velocities v.
    pub v: Vec<f64>,
    /// Accelerations a.
    pub a: Vec<f64>,
    /// First-order states y.
    pub states: Vec<f64>,
    /// Inputs u.
    pub inputs: Vec<f64>,
    /// Efforts τ in addition to the forces of the description, one for each velocity, in J over the unit of its coordinate.
    pub efforts: Vec<f64>,
}

impl Instant {
    /// The initial state of a mechanism, at rest and without accelerations, with its current inputs.
    pub fn initial(tape: &Tape) -> Self {
        let (q, v, y) = linkwork::Assemble::initial(tape);
        let zeros = vec![0.0; v.len()];
        let inputs = tape.inputs();
        let [q, states] = [q, y].map(|x| x.as_slice().to_vec());
        Self { time: 0.0, q, v: zeros.clone(), a: zeros.clone(), states, inputs, efforts: zeros }
    }

    /// The motion for the analyses.
    pub(crate) fn motion(&self, tape: &Tape) -> Motion<Tape> {
        let vector = |x: &[f64]| DVector::from_column_slice(x);
        let mut q = vector(&self.q);
        tape.wind(&mut q);
        Motion { t: self.time, q, v: vector(&self.v), a: vector(&self.a), y: vector(&self.states) }
    }

    /// The same with the motion from an analysis.
    pub(crate) fn moved(&self, motion: &Motion<Tape>) -> Self {
        let [q, v, a] = [&motion.q, &motion.v, &motion.a].map(|x| x.as_slice().to_vec());
        Self { q, v, a, ..self.clone() }
    }

    /// The instant with quaternions of norm 1, if they have it to about five digits.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and a quaternion of another norm.
    pub(crate) fn checked(&self, tape: &Tape) -> Result<Cow<'_, Self>, Error> {
        self.check(tape)?;
        if tape.program().rotations.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut unit = self.clone();
        tape.normalise("q", &mut unit.q)?;
        Ok(Cow::Owned(unit))
    }

    /// Checks the numbers of entries, and that they are finite.
    pub(crate) fn check(&self, tape: &Tape) -> Result<(), Error> {
        let (names, sizes) = (linkwork::Described::names(tape), linkwork::Described::sizes(tape));
        let all: [(&'static str, &[f64], usize); 6] = [
            ("q", &self.q, names.coordinates.len()),
            ("v", &self.v, sizes.velocities),
            ("a", &self.a, sizes.velocities),
            ("states", &self.states, sizes.states),
            ("inputs", &self.inputs, names.inputs.len()),
            ("efforts", &self.efforts, sizes.velocities),
        ];
        for (what, numbers, wanted) in all {
            if numbers.len() != wanted {
                return Err(messages::count(what, numbers.len(), wanted, &names.mechanism));
            }
            if let Some(bad) = numbers.iter().find(|x| !x.is_finite()) {
                return Err(messages::not_finite(what, *bad));
            }
        }
        if !self.time.is_finite() {
            return Err(messages::not_finite("time", self.time));
        }
        Ok(())
    }
}

/// A mechanism with these inputs.
pub(crate) fn under<M: Mechanism + WithInputs>(m: &M, inputs: &[M::Scalar]) -> M {
    let mut m = m.clone();
    m.set_inputs(m.inputs_of(inputs));
    m
}
