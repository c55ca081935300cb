//! The snapshot of sides and friction.
//!
//! Invariant: between steps there are no crossed switches and no sides to be held again.

use super::{Carried, Sides};
use crate::Mechanism;
use crate::error::SnapshotError;
use crate::transfer::Transfer;

impl Carried {
    fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        const ALL: [Carried; 3] = [Carried::No, Carried::ByOthers, Carried::ByConstraints];
        let mut place = ALL.iter().position(|one| one == self).unwrap_or_default();
        over.count(&mut place)?;
        *self = *ALL.get(place).ok_or(SnapshotError::Damaged("the side of a slip at rest is unknown"))?;
        Ok(())
    }
}

impl<M: Mechanism> Sides<M> {
    /// Writes to a snapshot or reads from it.
    pub(in super::super) fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.numbers(&mut self.held)?;
        over.number(&mut self.size)?;
        self.unloaded.iter_mut().try_for_each(|x| over.flag(x))?;
        self.carried.iter_mut().try_for_each(|x| x.transfer(over))?;
        over.numbers(&mut self.margins)?;
        over.small(&mut self.shared)?;
        over.numbers(&mut self.longest)?;
        for (side, count) in &mut self.steady {
            over.number(side)?;
            over.small(count)?;
        }
        over.numbers(&mut self.slack)?;
        for (time, count) in &mut self.noisy {
            over.number(time)?;
            over.small(count)?;
        }
        self.returns.iter_mut().try_for_each(|x| over.small(x))?;
        over.small(&mut self.stalled)?;
        over.number(&mut self.last)?;
        over.flag(&mut self.resuming)?;
        self.sliding.iter_mut().try_for_each(|x| over.flag(x))?;
        over.word(&mut self.slid)?;
        if let Some(waves) = &mut self.waves {
            waves.transfer(over)?;
        }
        if over.is_reading() {
            self.crossed.clear();
            self.settled = None;
        }
        Ok(())
    }
}
