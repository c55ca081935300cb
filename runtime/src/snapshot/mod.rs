//! Snapshots: everything that determines the following steps of a run, as bytes from which another process can continue.
//!
//! A run that continues from a snapshot is bit-identical to the uninterrupted one. A snapshot contains states with the carries of
//! compensated sums, the history of multistep methods, the state of the step control, sides and sticking friction, and
//! past events. Derived values (everything evaluated at an instant, factors) are computed again.
//!
//! ```text
//! "LWSNAP05"   facts: their number, and each as two texts   body: its length, and its bytes   checksum of all before     (1)
//! ```
//!
//! in the numbers of [`Transfer`]. Facts identify the run: the mechanism with its forces and masses at two states,
//! the method, the options. A snapshot of another run is rejected with a message about the difference.
//!
//! Invariant: a snapshot is taken between a [`commit`](crate::stepper::Stepper::commit) and the next attempt; bytes that are not
//! those of a whole snapshot are an error.

mod facts;

pub use crate::error::SnapshotError;
pub use crate::transfer::Transfer;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::solution::State;
use crate::stepper::{Start, StepFailure, Stepper};
use crate::{Error, Mechanism, Row, StepError};
pub use facts::digest;
use facts::facts_of;

/// The first bytes, with the version of the format.
const MAGIC: &[u8; 8] = b"LWSNAP05";

/// The complete state of a run.
///
/// ```
/// use linkwork::prelude::*;
/// use linkwork::snapshot::Snapshot;
/// use linkwork::stepper::Stepper;
///
/// fn resumes<M: Mechanism<Scalar = f64>>(model: &M) -> Result<(), linkwork::Error>
/// where
///     FifthDegree: Stepper<M>,
/// {
///     let (method, start, h) = (FifthDegree::default(), Start::initial(model), 1e-3);
///     let mut run = method.start(model, &start, h).expect("a start");
///     method.step(model, h, &mut run).expect("a step");
///     let bytes = Snapshot::of_steps(model, &method, (&start, h), &run)?.to_bytes();
///     // In another process:
///     let mut again = Snapshot::from_bytes(&bytes)?.resume_steps(model, &method)?;
///     method.step(model, h, &mut run).expect("a step");
///     method.step(model, h, &mut again).expect("the same step");
///     assert_eq!(method.sample(&run).q.as_slice(), method.sample(&again).q.as_slice());
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    facts: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Snapshot {
    /// A snapshot of a run other than a [`Simulation`](crate::simulation::Simulation), with these bytes, written by a
    /// [`Transfer`], and the facts of mechanism and method.
    pub fn of_run<M: Mechanism, S: Stepper<M>>(m: &M, method: &S, body: Vec<u8>) -> Self {
        Self::of_run_by(m, method.name(), body)
    }

    /// The same for a method of this name.
    pub(crate) fn of_run_by<M: Mechanism>(m: &M, method: String, body: Vec<u8>) -> Self {
        Self { facts: facts_of(m, method), body }
    }

    /// A snapshot of steps, from the workspace that [`Stepper::start`] created for these initial values and this first step size.
    /// An uncommitted attempt is discarded.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a method without snapshots.
    pub fn of_steps<M: Mechanism, S: Stepper<M>>(
        m: &M,
        method: &S,
        (start, h): (&Start<M>, M::Scalar),
        w: &S::Workspace,
    ) -> Result<Self, Error> {
        let mut body = Vec::new();
        let mut over = Transfer::writing(&mut body);
        let (mut start, mut h, mut w) = (start.clone(), h, w.clone());
        start.transfer(&mut over)?;
        over.real(&mut h)?;
        method.transfer(m, &mut w, &mut over)?;
        Ok(Self::of_run(m, method, body))
    }

    /// A workspace that continues from here.
    ///
    /// # Errors
    /// [`Error::Snapshot`] if this is a snapshot of another run, or not of steps; [`Error::Step`] if the method
    /// cannot start.
    pub fn resume_steps<M: Mechanism, S: Stepper<M>>(
        &self,
        m: &M,
        method: &S,
    ) -> Result<S::Workspace, Error> {
        self.check(&facts_of(m, method.name()))?;
        let mut over = Transfer::reading(&self.body);
        let (mut start, mut h) = (Start::initial(m), crate::Real::zero());
        start.transfer(&mut over)?;
        over.real(&mut h)?;
        let began = method.start(m, &start, h);
        let mut w = began.map_err(|failure| failed(m, method, (&start, h), failure))?;
        method.transfer(m, &mut w, &mut over)?;
        over.end()?;
        Ok(w)
    }

    /// The same with an additional fact about the run, for the reader of the snapshot. An existing one is
    /// replaced.
    pub fn with(mut self, what: impl Into<String>, value: impl Into<String>) -> Self {
        let (what, value) = (what.into(), value.into());
        match self.facts.iter_mut().find(|(known, _)| *known == what) {
            Some(fact) => fact.1 = value,
            None => self.facts.push((what, value)),
        }
        self
    }

    pub(crate) fn with_all(mut self, facts: &[(String, String)]) -> Self {
        for (what, value) in facts {
            self = self.with(what.as_str(), value.as_str());
        }
        self
    }

    /// The facts of the run, in the order of their addition: name and value.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().map(|(what, value)| (what.as_str(), value.as_str()))
    }

    /// The value of a fact.
    pub fn fact(&self, what: &str) -> Option<&str> {
        self.facts().find(|(known, _)| *known == what).map(|(_, value)| value)
    }

    /// The bytes of [`of_run`](Self::of_run).
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Checks that this is a snapshot of the same run as `of`: that it has all its facts.
    ///
    /// # Errors
    /// [`SnapshotError::Differs`] with the first difference.
    pub fn check_run(&self, of: &Self) -> Result<(), SnapshotError> {
        self.check(&of.facts)
    }

    fn check(&self, here: &[(String, String)]) -> Result<(), SnapshotError> {
        for (what, here) in here {
            let snapshot = self.fact(what).unwrap_or("not given");
            if snapshot != here {
                let (what, snapshot, here) = (what.clone(), snapshot.to_owned(), here.clone());
                return Err(SnapshotError::Differs { what, snapshot, here });
            }
        }
        Ok(())
    }

    /// (1).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut whole = self.clone();
        // Writing cannot fail.
        let written = whole.transfer(&mut Transfer::writing(&mut bytes));
        debug_assert!(written.is_ok());
        let sum = digest(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// From (1).
    ///
    /// # Errors
    /// [`Error::Snapshot`]: the bytes are not a snapshot, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let name = bytes.first_chunk::<8>().ok_or(SnapshotError::NoSnapshot)?;
        if name[..6] != MAGIC[..6] {
            return Err(SnapshotError::NoSnapshot.into());
        }
        if name != MAGIC {
            return Err(SnapshotError::Version(String::from_utf8_lossy(&name[6..]).into_owned()).into());
        }
        let Some((whole, sum)) = bytes.split_last_chunk::<8>().filter(|(whole, _)| whole.len() >= 8) else {
            return Err(SnapshotError::Damaged("it is truncated").into());
        };
        if digest(whole) != u64::from_le_bytes(*sum) {
            return Err(SnapshotError::Damaged("its checksum does not match").into());
        }
        let mut snapshot = Self { facts: Vec::new(), body: Vec::new() };
        let mut over = Transfer::reading(&whole[8..]);
        snapshot.transfer(&mut over)?;
        over.end()?;
        Ok(snapshot)
    }

    fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let new = || (String::new(), String::new());
        over.list(&mut self.facts, new, |over, (what, value)| {
            over.text(what)?;
            over.text(value)
        })?;
        over.bytes(&mut self.body)
    }
}

impl<M: Mechanism> Start<M> {
    /// Writes to a snapshot or reads from it.
    ///
    /// # Errors
    /// [`SnapshotError::Damaged`].
    pub fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.t)?;
        over.vector(&mut self.q)?;
        over.vector(&mut self.v)?;
        over.vector(&mut self.y)
    }
}

impl<M: Mechanism> State<M> {
    /// Writes to a snapshot or reads from it.
    ///
    /// # Errors
    /// [`SnapshotError::Damaged`].
    pub fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.t)?;
        over.vector(&mut self.q)?;
        over.vector(&mut self.v)?;
        over.vector(&mut self.a)?;
        over.vector(&mut self.lambda)?;
        over.vector(&mut self.psi)?;
        over.vector(&mut self.y)
    }
}

fn failed<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    (start, h): (&Start<M>, M::Scalar),
    failure: StepFailure,
) -> Error {
    let (time, step, row) =
        (crate::Real::value(start.t), crate::Real::value(h), Row::of_failure(m, &failure));
    Error::Step(Box::new(StepError {
        method: method.name(),
        time,
        step,
        number: 0,
        row,
        failure,
        stiff: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::prelude::v1::*;

    fn sample() -> Snapshot {
        let facts = vec![("mechanism".into(), "Arm".into())];
        Snapshot { facts, body: vec![1, 2, 3] }.with("step", "0.001")
    }

    #[test]
    fn a_damaged_snapshot_is_refused() {
        let bytes = sample().to_bytes();
        assert_eq!(Snapshot::from_bytes(&bytes).unwrap(), sample());
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x10;
            assert!(Snapshot::from_bytes(&other).is_err(), "byte {at}");
            assert!(Snapshot::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn messages_name_the_reason() {
        let message = |bytes: &[u8]| Snapshot::from_bytes(bytes).unwrap_err().to_string();
        assert!(message(b"time,theta\r\n").contains("not a snapshot"));
        assert!(message(b"LWSNAP99        ").contains("version 99"));
        let other = [("mechanism".to_owned(), "Arm".to_owned()), ("step".to_owned(), "0.01".to_owned())];
        let message = sample().check(&other).unwrap_err().to_string();
        assert!(
            message.contains("step") && message.contains("0.001") && message.contains("0.01"),
            "{message}"
        );
    }
}
