//! Checks the options of a run and derives its plan from them.
//!
//! Invariant: every number of a plan is finite, the run has a positive length, the start satisfies
//! the constraints, and no lane of a pack decides for others.

use super::arrival::arrived;
use super::options::{Checked, Options};
use super::{Grid, Sampling, Settings, together};
use crate::assemble::assemble_near;
use crate::error::Error;
use crate::stepper::{Controller, Start, Tolerance};
use crate::{Mechanism, Real};
use alloc::vec::Vec;

/// A checked description of a run.
pub(super) struct Plan<M: Mechanism> {
    pub(super) start: Start<M>,
    /// The sides of functions that switch there, if they are known (`arrival`).
    pub(super) arrived: Vec<f64>,
    /// The origin of the times of fixed steps.
    pub(super) origin: M::Scalar,
    pub(super) until: M::Scalar,
    /// Size of the steps, or of the first.
    pub(super) step: f64,
    /// Size of the first step after a switch, if steps are not fixed.
    pub(super) first: Option<f64>,
    /// Zero for fixed steps.
    pub(super) tolerance: Tolerance,
    pub(super) controller: Controller,
    pub(super) smallest: f64,
    pub(super) largest: f64,
    /// Whether a step of the smallest size is accepted whatever its error.
    pub(super) clamp: bool,
    pub(super) sampling: Sampling,
    pub(super) max_steps: u64,
}

impl<M: Mechanism> Plan<M> {
    pub(super) fn new(m: &M, settings: &Settings<'_, M>) -> Result<Self, Error> {
        together::check(m, settings)?;
        if let Some(start) = &settings.start {
            together::check_time(start)?;
            finite(start)?;
        }
        let mut streams = Vec::with_capacity(settings.streams.len());
        for (which, _) in &settings.streams {
            streams.push(*which);
        }
        let Options { controller, clamp, sampling, .. } = settings.options;
        let from = settings.start.as_ref().map_or(0.0, |start| start.t.value());
        let Checked { until, step, tolerance, smallest, largest, max_steps } =
            settings.options.check(from, &streams)?;
        let (start, sides) = match &settings.start {
            Some(start) => arrived(m, start, step)?,
            None => (Start::initial(m), Vec::new()),
        };
        Ok(Self {
            until: M::Scalar::exact(until),
            step,
            first: None,
            origin: start.t,
            tolerance,
            controller,
            smallest,
            largest,
            clamp,
            sampling,
            max_steps,
            start,
            arrived: sides,
        })
    }

    /// The steps of a run with fixed steps.
    pub(super) fn grid(&self) -> Grid<M::Scalar> {
        Grid::new(self.step, self.origin, self.until)
    }
}

fn finite<M: Mechanism>(start: &Start<M>) -> Result<(), Error> {
    match start.t.is_finite() {
        true => Ok(()),
        false => Err(Error::setting("from", start.t.value(), "the time must be finite")),
    }
}

/// Checks a given start: of the lengths of the mechanism, finite, and on the constraints.
pub(super) fn consistent<M: Mechanism>(m: &M, start: &Start<M>) -> Result<Start<M>, Error> {
    finite(start)?;
    let state = (start.q.clone(), start.v.clone(), start.y.clone());
    let (q, v, y) = assemble_near(m, start.t, state, true)?;
    Ok(Start { t: start.t, q, v, y })
}
