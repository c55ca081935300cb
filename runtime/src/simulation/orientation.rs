//! Checks that no step turns a joint over.
//!
//! Constraints on a direction are sines of an angle, and are also satisfied half a turn away. A step that jumps there has
//! left the motion of the mechanism, although its constraints are satisfied.

use crate::assemble::joints_of;
use crate::error::{ControlError, Error};
use crate::stepper::Sample;
use crate::{Mechanism, Real};
use alloc::vec;
use alloc::vec::Vec;

/// The cosines of those angles.
pub(super) struct Orientation<M: Mechanism> {
    cosines: Vec<M::Scalar>,
}

impl<M: Mechanism> Orientation<M> {
    pub(super) fn new(m: &M) -> Self {
        Self { cosines: vec![M::Scalar::zero(); m.assembly().cosines] }
    }

    /// An error if a cosine is not positive, in any lane.
    pub(super) fn look(&mut self, m: &M, sample: &Sample<'_, M>) -> Result<(), Error> {
        if self.cosines.is_empty() {
            return Ok(());
        }
        m.orientation_cosines(sample.at, &mut self.cosines);
        let turned = turned_over(&self.cosines);
        if turned.is_empty() {
            return Ok(());
        }
        let joints = joints_of(m.names(), m.assembly().guards, &turned);
        Err(ControlError::TurnedOver { time: sample.t.value(), joints }.into())
    }
}

/// The cosines that are not positive, in any lane.
fn turned_over<T: Real>(cosines: &[T]) -> Vec<usize> {
    let is_upright = |h: T| (0..T::LANES).all(|lane| h.lane(lane) > 0.0);
    (0..cosines.len()).filter(|&i| !is_upright(cosines[i])).collect()
}
