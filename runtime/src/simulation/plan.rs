//! Checks the options of a run and derives its plan from them.
//!
//! Invariant: every number of a plan is finite, the run has a positive length, the start satisfies
//! the constraints, and no lane of a pack decides for others.

use super::options::{Checked, Options};
use super::{Sampling, Settings, together};
use crate::assemble::assemble_near;
use crate::error::Error;
use crate::stepper::{Controller, Start, Tolerance};
use crate::{Mechanism, Real};
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// A quotient this close to an integer counts as the integer: decimal steps like 1e-3 are not exact in binary.
const WHOLE: f64 = 1e-9;
/// A checked description of a run.
pub(super) struct Plan<M: Mechanism> {
    pub(super) start: Start<M>,
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
        let start = match &settings.start {
            Some(start) => {
                together::check_time(start)?;
                consistent(m, start)?
            }
            None => {
                let (q, v, y) = m.initial();
                Start { t: M::Scalar::zero(), q, v, y }
            }
        };
        let mut streams = Vec::with_capacity(settings.streams.len());
        for (which, _) in &settings.streams {
            streams.push(*which);
        }
        let Options { controller, clamp, sampling, .. } = settings.options;
        let Checked { until, step, tolerance, smallest, largest, max_steps } =
            settings.options.check(start.t.value(), &streams)?;
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
        })
    }

    /// The steps of a run with fixed steps.
    pub(super) fn grid(&self) -> Grid<M::Scalar> {
        let (t0, until) = (self.origin, self.until);
        let quotient = (until.value() - t0.value()) / self.step;
        let whole = quotient.round();
        let h = M::Scalar::exact(self.step);
        if (quotient - whole).abs() <= WHOLE + 4.0 * f64::EPSILON * quotient {
            return Grid { t0, until, h, full: whole as u64, tail: 0, short: h };
        }
        // The last two steps share the remaining time, so that none is too short for the method (quotient ≥ 1).
        let full = linkwork_numerics::elementary::f64::floor(quotient) - 1.0;
        let short = M::Scalar::exact(0.5) * (until - (t0 + M::Scalar::exact(full) * h));
        Grid { t0, until, h, full: full as u64, tail: 2, short }
    }
}

/// Times t₀ + n·h, and a tail of two equal shorter steps if the run is not a multiple of h.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<T> {
    t0: T,
    until: T,
    h: T,
    full: u64,
    tail: u64,
    short: T,
}

#[cfg(test)]
impl Grid<f64> {
    /// Full steps from t = 0.
    pub(super) fn of_steps(h: f64, full: u64) -> Self {
        Self { t0: 0.0, until: h * full as f64, h, full, tail: 0, short: h }
    }
}

impl<T: Real> Grid<T> {
    /// The number of steps.
    pub(super) fn steps(&self) -> u64 {
        self.full + self.tail
    }

    /// t_n.
    pub(super) fn time(&self, n: u64) -> T {
        if n >= self.steps() {
            self.until
        } else if n <= self.full {
            self.t0 + T::exact(n as f64) * self.h
        } else {
            self.until - self.short
        }
    }

    /// t_{n+1} − t_n; after the end the size of the last step.
    pub(super) fn size(&self, n: u64) -> T {
        if n < self.full || self.tail == 0 { self.h } else { self.short }
    }
}

/// Checks a given start: of the lengths of the mechanism, finite, and on the constraints.
pub(super) fn consistent<M: Mechanism>(m: &M, start: &Start<M>) -> Result<Start<M>, Error> {
    if !start.t.is_finite() {
        return Err(Error::setting("from", start.t.value(), "the time must be finite"));
    }
    let state = (start.q.clone(), start.v.clone(), start.y.clone());
    let (q, v, y) = assemble_near(m, start.t, state, true)?;
    Ok(Start { t: start.t, q, v, y })
}

#[cfg(test)]
mod tests {
    use super::Grid;
    use std::prelude::v1::*;

    #[test]
    fn times_do_not_accumulate_rounding() {
        let grid = Grid { t0: 0.0, until: 1e5, h: 0.1, full: 1_000_000, tail: 0, short: 0.1 };
        assert_eq!(grid.time(123_456), 123_456.0 * 0.1);
        assert_eq!(grid.time(grid.steps()), 1e5);
    }

    #[test]
    fn the_last_two_steps_share_the_rest() {
        let grid = Grid { t0: 0.0, until: 1.0, h: 0.3, full: 2, tail: 2, short: 0.2 };
        let times: Vec<f64> = (0..=grid.steps()).map(|n| grid.time(n)).collect();
        assert_eq!(times, [0.0, 0.3, 0.6, 0.8, 1.0]);
        let sizes: Vec<f64> = (0..=grid.steps()).map(|n| grid.size(n)).collect();
        assert_eq!(sizes, [0.3, 0.3, 0.2, 0.2, 0.2]);
    }
}
