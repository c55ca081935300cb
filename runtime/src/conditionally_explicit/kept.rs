//! The snapshot of a workspace: the Nordsieck vector, both instants, and the history of the error estimate and of changes of the step size.
//!
//! Invariant: everything that an attempt reads before it writes it is here, or follows from what is here.

use super::workspace::{Beginning, Instant, Workspace};
use crate::error::SnapshotError;
use crate::transfer::Transfer;
use crate::{Mechanism, Vector};
use alloc::boxed::Box;

impl<M: Mechanism> Instant<M> {
    fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.t)?;
        over.real(&mut self.t_carry)?;
        over.vector(&mut self.q)?;
        over.vector(&mut self.q_carry)?;
        over.vector(&mut self.y)?;
        over.vector(&mut self.y_carry)?;
        if over.is_reading() {
            m.place(&m.now(self.t), &self.q, &mut self.at);
        }
        Ok(())
    }
}

impl<M: Mechanism, const DEGREE: usize> Workspace<M, DEGREE> {
    /// Writes to a snapshot or reads from it, after a commit.
    pub(super) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.real(&mut self.h)?;
        for p in &mut self.p {
            over.vector(p)?;
        }
        over.vector(&mut self.p1_carry)?;
        for z in &mut self.z {
            over.vector(z)?;
        }
        for gap in [&mut self.gap, &mut self.old_gap, &mut self.judged_gap] {
            over.vector(gap)?;
        }
        for delta in [&mut self.delta, &mut self.old_delta, &mut self.judged_delta] {
            over.vector(delta)?;
        }
        for instant in &mut self.instants {
            instant.transfer(m, over)?;
        }
        let mut sampled = self.sampled == 1;
        over.flag(&mut sampled)?;
        self.sampled = usize::from(sampled);
        for flag in [&mut self.solved, &mut self.refused, &mut self.first, &mut self.beginning] {
            over.flag(flag)?;
        }
        let (n, sizes) = (self.v.len(), m.sizes());
        let new = || {
            let (v, a) = (Vector::zeros(n), Vector::zeros(n));
            let (lambda, psi) = (Vector::zeros(sizes.holonomic), Vector::zeros(sizes.nonholonomic));
            Box::new(Beginning { v, a, lambda, psi })
        };
        over.optional(&mut self.began, new, |over, began| {
            over.vector(&mut began.v)?;
            over.vector(&mut began.a)?;
            over.vector(&mut began.lambda)?;
            over.vector(&mut began.psi)
        })?;
        over.small(&mut self.steady)?;
        over.real(&mut self.steady_h)?;
        over.vector(&mut self.velocity_correction)?;
        over.vector(&mut self.v)?;
        over.vector(&mut self.a)?;
        over.vector(&mut self.lambda)?;
        over.vector(&mut self.psi)?;
        if over.is_reading() {
            self.scales = self.scales.with_step(self.h);
            self.next = m.now(self.instants[0].t);
        }
        Ok(())
    }
}
