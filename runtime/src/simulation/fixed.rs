//! Runs with steps of fixed size.
//!
//! A step that would end in a singular configuration is shortened ([`Clearance`]); the steps after it return to
//! the grid t₀ + n·h, so that the number of samples is unchanged.

use super::Grid;
use super::checkpoints;
use super::clearance::Clearance;
use super::locate::ended;
use super::{Plan, Recorder};
use crate::error::SnapshotError;
use crate::error::{ControlError, Error};
use crate::stepper::Stepper;
use crate::transfer::Transfer;
use crate::{Mechanism, Real};

/// A return to the grid longer than this, in steps, is made in two steps.
const LONG: f64 = 1.25;
/// A return to the grid shorter than this, in steps, is extended to the following time.
const SHORT: f64 = 0.25;
/// A time of the grid within this part of a step is the same.
const SAME: f64 = 1e-9;

/// The position of a run: at a time of the grid, or between two after a shortened step.
#[derive(Clone, Copy, Debug)]
struct Place<T> {
    /// The index of the last time of the grid that was reached or skipped.
    n: u64,
    /// The time, if it is not on the grid.
    beside: Option<T>,
}

impl<T: Real> Place<T> {
    /// The position of a run at this time. A time of the grid less than a quarter of a step ahead is skipped.
    fn of(grid: &Grid<T>, t: T) -> Self {
        let passed = (t - grid.time(0)).value() / grid.size(0).value();
        if passed <= 0.0 {
            return Self { n: 0, beside: None };
        }
        let mut n = (passed as u64).min(grid.steps() - 1);
        while n + 1 < grid.steps() && grid.time(n + 1).value() <= t.value() {
            n += 1;
        }
        while n > 0 && grid.time(n).value() > t.value() {
            n -= 1;
        }
        let ahead = (grid.time(n + 1) - t).value();
        if n + 1 < grid.steps() && ahead < SHORT * grid.size(n).value() {
            n += 1;
        }
        Self { n, beside: Some(t) }
    }

    /// The time of the grid that [`of`](Self::of) skips, unless it is this one up to rounding: steps pass over it, and it has a sample of its own.
    fn passed_over(&self, grid: &Grid<T>) -> Option<f64> {
        let (time, skipped) = (self.beside?.value(), grid.time(self.n).value());
        (skipped - time > SAME * grid.size(self.n).value()).then_some(skipped)
    }

    /// Writes to a snapshot or reads from it.
    fn transfer(&mut self, over: &mut Transfer<'_>) -> Result<(), SnapshotError> {
        over.word(&mut self.n)?;
        over.optional(&mut self.beside, T::zero, |over, t| over.real(t))
    }

    fn time(&self, grid: &Grid<T>) -> T {
        self.beside.unwrap_or_else(|| grid.time(self.n))
    }

    fn at_end(&self, grid: &Grid<T>) -> bool {
        self.beside.is_none() && self.n == grid.steps()
    }

    /// The next step: its size, and its end.
    fn next(&self, grid: &Grid<T>) -> (T, Self) {
        let on_grid = Self { n: self.n + 1, beside: None };
        let Some(time) = self.beside else { return (grid.size(self.n), on_grid) };
        let remaining = grid.time(self.n + 1) - time;
        if remaining.value() <= LONG * grid.size(self.n).value() {
            return (remaining, on_grid);
        }
        let half = T::exact(0.5) * remaining;
        (half, Self { n: self.n, beside: Some(time + half) })
    }

    /// The same for a step that is not much larger than a given size.
    fn next_within(&self, grid: &Grid<T>, largest: f64) -> (T, Self) {
        let (size, next) = self.next(grid);
        if size.value() <= LONG * largest {
            return (size, next);
        }
        if self.at_end(grid) {
            // The size of the attempt that completes the last sample.
            return (T::exact(largest), next);
        }
        let time = self.time(grid);
        let remaining = (grid.time(self.n + 1) - time).value();
        let size = T::exact(if remaining < 2.0 * largest { 0.5 * remaining } else { largest });
        (size, Self { n: self.n, beside: Some(time + size) })
    }

    /// The end of a step that was shorter than requested by [`next`](Self::next): a time of the grid
    /// that it missed by less than half a step is skipped.
    fn shortened(&self, grid: &Grid<T>, size: T) -> Self {
        let time = self.time(grid) + size;
        let missed = (grid.time(self.n + 1) - time).value() < 0.5 * grid.size(self.n).value();
        Self { n: if missed { self.n + 1 } else { self.n }, beside: Some(time) }
    }
}

/// N steps and N + 1 samples: an attempt computes the accelerations and multipliers *at* t_n, so the sample
/// at the end comes from [`ended`].
pub(super) fn drive<M: Mechanism, S: Stepper<M>>(
    m: &M,
    method: &S,
    plan: &Plan<M>,
    recorder: &mut Recorder<'_, M>,
) -> Result<(), Error> {
    recorder.begin(m, method, plan);
    // Of the whole run: after a reset the steps may share the remaining time.
    recorder.report.step.get_or_insert(plan.step);
    let grid = plan.grid();
    let largest = recorder.sides.largest();
    let mut place = Place::of(&grid, plan.start.t);
    // A snapshot has its own.
    if recorder.rest.is_none() {
        recorder.passed_over = place.passed_over(&grid);
    }
    let (first, _) = place.next_within(&grid, largest);
    let started = method.start(m, &plan.start, first);
    let mut w = started.map_err(|f| recorder.failed(m, plan.start.t.value(), first.value(), f))?;
    checkpoints::restore(recorder, &mut |over| {
        place.transfer(over)?;
        method.transfer(m, &mut w, over)
    })?;
    let mut clearance = Clearance::new();
    loop {
        let (h, mut next) = place.next_within(&grid, largest);
        let end = place.at_end(&grid);
        // A run ends at the requested time, singular or not.
        let attempt = if end || next.at_end(&grid) {
            let report = if end { ended(m, method, h, &mut w) } else { method.attempt(m, h, &mut w) };
            report.map(|report| {
                recorder.count(&report);
                None
            })
        } else {
            clearance.attempt(m, method, h, &mut w, |report| recorder.count(report))
        };
        let cleared = match attempt {
            Ok(cleared) => cleared,
            Err(failure) => {
                if recorder.keep_last(m, method, &mut w, place.time(&grid))?.is_break() {
                    return Ok(());
                }
                return Err(recorder.failed(m, place.time(&grid).value(), h.value(), failure));
            }
        };
        let mut size = h.value();
        if let Some(cleared) = cleared {
            size = cleared.size;
            next = place.shortened(&grid, M::Scalar::exact(size));
            recorder.report.avoided += u64::from(cleared.again);
        }
        let mut sample = method.sample(&w);
        sample.t = place.time(&grid);
        if recorder.record(m, method, &sample, end)?.is_break() || end {
            return Ok(());
        }
        if recorder.report.steps == plan.max_steps {
            let time = place.time(&grid).value();
            return Err(ControlError::TooManySteps { time, limit: plan.max_steps }.into());
        }
        method.commit(m, &mut w);
        recorder.accept(size);
        place = next;
        if recorder.is_to_ask() {
            checkpoints::take(m, plan, recorder, &mut |over| {
                place.transfer(over)?;
                method.transfer(m, &mut w, over)
            })?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grid;
    use super::Place;
    use std::prelude::v1::*;

    /// Times of a run whose steps at these indices are shortened by this factor.
    fn times(grid: &Grid<f64>, shortened: &[usize], factor: f64) -> Vec<f64> {
        let mut place = Place { n: 0, beside: None };
        let mut times = vec![place.time(grid)];
        while !place.at_end(grid) {
            let (h, next) = place.next(grid);
            let short = shortened.contains(&(times.len() - 1)) && !next.at_end(grid);
            place = if short { place.shortened(grid, factor * h) } else { next };
            times.push(place.time(grid));
        }
        times
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-15), "{found:?}");
    }

    #[test]
    fn a_shortened_step_returns_to_the_grid() {
        let grid = Grid::of_steps(0.1, 6);
        assert_eq!(times(&grid, &[], 1.0), [0.0, 0.1, 0.2, 0.1 * 3.0, 0.4, 0.5, 0.1 * 6.0]);
        assert_near(&times(&grid, &[1], 0.93), &[0.0, 0.1, 0.193, 0.3, 0.4, 0.5, 0.6]);
        // So short that the return is made in two steps, and so short that the next time of the grid is still ahead.
        assert_near(&times(&grid, &[1], 0.6), &[0.0, 0.1, 0.16, 0.23, 0.3, 0.4, 0.5, 0.6]);
        assert_near(&times(&grid, &[1], 0.4), &[0.0, 0.1, 0.14, 0.2, 0.3, 0.4, 0.5, 0.6]);
        // The last but one ends off the grid, the last at the end.
        assert_near(&times(&grid, &[4], 0.93), &[0.0, 0.1, 0.2, 0.3, 0.4, 0.493, 0.6]);
        assert_near(&times(&grid, &[5], 0.93), &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
        // Repeatedly: never backwards, never a step above 5/4 or below half of the others.
        let often = times(&grid, &[0, 1, 2, 3, 4, 5, 6, 7], 0.8);
        let sizes: Vec<f64> = often.windows(2).map(|t| t[1] - t[0]).collect();
        assert!(sizes.iter().all(|h| *h > 0.049 && *h < 0.1251), "{sizes:?}");
        assert!((often[often.len() - 1] - 0.6).abs() < 1e-15, "{often:?}");
    }
}
