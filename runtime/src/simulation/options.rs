//! The numerical options of a run, in addition to mechanism and method.
//!
//! Invariant: checked options are finite, and the run has a positive length.

use super::Sampling;
use crate::error::Error;
use crate::stepper::{Controller, Tolerance};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The largest number of steps or samples: more cannot be counted in f64.
const MOST: f64 = 9e15;
const VANISHES: &str = "it is negligible relative to the length of the run";
/// First step of a run with a tolerance, and its smallest step, as fractions of the run.
const FIRST_STEP: f64 = 1e-3;
const SMALLEST_STEP: f64 = 1e-12;

/// The options as given.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) step: Option<f64>,
    pub(super) until: Option<f64>,
    pub(super) tolerance: Option<Tolerance>,
    pub(super) controller: Controller,
    pub(super) limits: Option<(f64, f64)>,
    pub(super) clamp: bool,
    pub(super) sampling: Sampling,
    pub(super) max_steps: Option<u64>,
}

/// The checked options, with defaults.
pub(super) struct Checked {
    pub(super) until: f64,
    /// Size of the steps, or of the first.
    pub(super) step: f64,
    /// Zero for fixed steps.
    pub(super) tolerance: Tolerance,
    pub(super) smallest: f64,
    pub(super) largest: f64,
    pub(super) max_steps: u64,
}

fn positive(what: &'static str, value: f64) -> Result<f64, Error> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(Error::setting(what, value, "it must be positive and finite"))
    }
}

impl Options {
    /// Checks the options of a run that starts at this time and has these streams.
    ///
    /// # Errors
    /// [`Error::Setting`].
    pub(super) fn check(&self, start: f64, streams: &[Sampling]) -> Result<Checked, Error> {
        let Some(until) = self.until else {
            return Err(Error::setting("until", None::<f64>, "a run needs an end: `.until(time)`"));
        };
        let length = until - start;
        if !(length > 0.0 && length.is_finite()) {
            let reason = format!("it must be finite and after the start at {start:?} s");
            return Err(Error::setting("until", until, reason));
        }
        let step = match (self.step, self.tolerance) {
            (Some(step), _) => positive("step", step)?,
            (None, Some(_)) => FIRST_STEP * length,
            (None, None) => {
                return Err(Error::setting("step", None::<f64>, "a run needs a step size: `.step(size)`"));
            }
        };
        if let Some(Tolerance { absolute, relative }) = self.tolerance {
            positive("tolerance", absolute)?;
            if !(0.0..1.0).contains(&relative) {
                return Err(Error::setting(
                    "tolerance",
                    relative,
                    "the relative tolerance must be in [0, 1)",
                ));
            }
        }
        let (smallest, largest) = self.limits.unwrap_or((SMALLEST_STEP * length, length));
        positive("step_limits", smallest)?;
        if positive("step_limits", largest)? < smallest {
            return Err(Error::setting("step_limits", (smallest, largest), "give the smallest step first"));
        }
        if streams.iter().any(|which| matches!(which, Sampling::AtMost(_))) {
            return Err(Error::setting(
                "stream",
                "AtMost",
                "samples that were already passed on cannot be discarded",
            ));
        }
        for sampling in streams.iter().copied().chain([self.sampling]) {
            match sampling {
                Sampling::Every(0) => {
                    return Err(Error::setting("output", sampling, "steps are counted from 1"));
                }
                Sampling::Interval(interval) if length / positive("output", interval)? > MOST => {
                    return Err(Error::setting("output", interval, VANISHES));
                }
                _ => {}
            }
        }
        if self.max_steps == Some(0) {
            return Err(Error::setting("max_steps", 0, "a run needs at least one step"));
        }
        if self.tolerance.is_none() && length / step > MOST {
            return Err(Error::setting("step", step, VANISHES));
        }
        Ok(Checked {
            until,
            step: step.min(length),
            tolerance: self.tolerance.unwrap_or(Tolerance { absolute: 0.0, relative: 0.0 }),
            smallest,
            largest,
            max_steps: self.max_steps.unwrap_or(u64::MAX),
        })
    }

    /// The options that determine a run, as entries of its snapshots.
    pub(super) fn facts(&self) -> Vec<(String, String)> {
        let number = |x: Option<f64>| x.map_or_else(String::new, |x| format!("{x:?}"));
        let tolerance = self.tolerance.map_or_else(String::new, |Tolerance { absolute, relative }| {
            format!("{absolute:?} absolute, {relative:?} relative")
        });
        let mut limits =
            self.limits.map_or_else(String::new, |(least, most)| format!("{least:?} to {most:?} s"));
        if self.clamp {
            limits += ", clamped";
        }
        vec![
            ("the size of the steps".to_owned(), number(self.step)),
            ("the end of the run".to_owned(), number(self.until)),
            ("the tolerance".to_owned(), tolerance),
            ("the step control".to_owned(), format!("{:?}", self.controller)),
            ("the limits of the steps".to_owned(), limits),
            ("the samples that are kept".to_owned(), in_words(self.sampling)),
        ]
    }
}

/// The samples of a run, as an entry of its snapshots.
pub(super) fn in_words(sampling: Sampling) -> String {
    match sampling {
        Sampling::EveryStep => "every step".to_owned(),
        Sampling::Every(steps) => format!("every {steps} steps"),
        Sampling::Interval(interval) => format!("every {interval:?} s"),
        Sampling::Ends => "the first and the last".to_owned(),
        Sampling::AtMost(count) => format!("at most {count}"),
    }
}
