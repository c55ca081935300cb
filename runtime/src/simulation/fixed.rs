//! Runs with steps of fixed size.

use super::{Plan, Recorder};
use crate::error::{ControlError, Error};
use crate::stepper::Stepper;
use crate::{Mechanism, Real};

/// N steps and N + 1 samples: an attempt finds the accelerations and multipliers *at* t_n, so the sample
/// at the end comes from one more attempt, which is not committed.
pub(super) fn drive<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    plan: &Plan<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<(), Error> {
    recorder.report.method = method.name();
    recorder.report.order = method.order();
    let grid = plan.grid();
    let fail = |recorder: &Recorder<'_, M>, n: u64, failure| {
        recorder.failed(m, grid.time(n).value(), grid.size(n).value(), failure)
    };
    let mut w = method.start(m, &plan.start, grid.size(0)).map_err(|f| fail(recorder, 0, f))?;
    for n in 0..=grid.steps() {
        let h = grid.size(n);
        let report = method.attempt(m, h, &mut w).map_err(|f| fail(recorder, n, f))?;
        recorder.count(&report);
        let mut sample = method.sample(&w);
        sample.t = grid.time(n);
        if recorder.record(m, &sample, n == grid.steps())?.is_break() {
            return Ok(());
        }
        if n < grid.steps() {
            if recorder.report.steps == plan.max_steps {
                let time = grid.time(n).value();
                return Err(ControlError::TooManySteps { time, limit: plan.max_steps }.into());
            }
            method.commit(m, &mut w);
            recorder.accept(h.value());
        }
    }
    Ok(())
}
