//! The snapshot of a point.

use super::Point;
use crate::Mechanism;
use crate::error::SnapshotError;
use crate::transfer::Transfer;

impl<M: Mechanism> Point<M> {
    /// Writes to a snapshot or reads from it.
    pub(crate) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.t)?;
        over.real(&mut self.t_carry)?;
        over.vector(&mut self.q)?;
        over.vector(&mut self.q_carry)?;
        over.vector(&mut self.v)?;
        over.vector(&mut self.y)?;
        over.vector(&mut self.a)?;
        over.vector(&mut self.rate)?;
        over.vector(&mut self.lambda)?;
        over.vector(&mut self.psi)?;
        if over.is_reading() {
            m.place(&m.now(self.t), &self.q, &mut self.at);
        }
        Ok(())
    }
}
