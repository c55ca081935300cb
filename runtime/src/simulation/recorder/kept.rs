//! The snapshot of a recorder: samples, events and counters so far, and the state of all monitors.

use super::Recorder;
use crate::Mechanism;
use crate::error::SnapshotError;
use crate::solution::{Report, State};
use crate::transfer::Transfer;
use core::time::Duration;

impl<M: Mechanism> Recorder<'_, M> {
    /// Writes to a snapshot or reads from it, between steps.
    pub(in super::super) fn transfer(&mut self, m: &M, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        let zero = self.origin.clone();
        self.origin.transfer(over)?;
        self.selection.transfer(over)?;
        over.list(&mut self.samples, || zero.clone(), |over, state| state.transfer(over))?;
        over.optional(&mut self.latest, || zero.clone(), |over, state: &mut State<M>| state.transfer(over))?;
        self.streams.iter_mut().try_for_each(|(selection, _)| selection.transfer(over))?;
        self.watch.transfer(m, over)?;
        self.coincidences.transfer(over)?;
        self.excursions.transfer(over)?;
        self.unresolved.transfer(over)?;
        self.sides.transfer(over)?;
        over.flag(&mut self.resuming)?;
        over.optional(&mut self.passed_over, || 0.0, |over, t| over.number(t))?;
        over.list(&mut self.switches, || 0.0, |over, x| over.number(x))?;
        self.jumps.transfer(over)?;
        over.optional(
            &mut self.departing,
            || zero.clone(),
            |over, state: &mut State<M>| state.transfer(over),
        )?;
        over.flag(&mut self.opening)?;
        counters(&mut self.report, over)
    }
}

/// The counters of a run; the other entries of a report are computed at its end.
fn counters(report: &mut Report, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
    for count in [
        &mut report.steps,
        &mut report.rejected,
        &mut report.clamped,
        &mut report.avoided,
        &mut report.evaluations,
        &mut report.iterations,
        &mut report.refined,
        &mut report.pivoted,
    ] {
        over.word(count)?;
    }
    over.optional(&mut report.step, || 0.0, |over, x| over.number(x))?;
    over.number(&mut report.smallest_step)?;
    over.number(&mut report.largest_step)?;
    let mut seconds = report.wall_time.as_secs_f64();
    over.number(&mut seconds)?;
    let time = Duration::try_from_secs_f64(seconds);
    report.wall_time = time.map_err(|_| SnapshotError::Damaged("a time is invalid"))?;
    Ok(())
}
