//! What happens to the sample of a step: accelerations and multipliers after a short step, observers, streams and the samples of the solution,
//! progress and interruption.

use super::{Recorder, latest};
use crate::error::{Error, Row, StepError};
use crate::simulation::Sampling;
use crate::simulation::locate::{SingleSteps, start_of};
use crate::simulation::selection::Between;
use crate::simulation::short_steps::ShortSteps;
use crate::solution::State;
use crate::stepper::Sample;
use crate::{Mechanism, Real};
use alloc::boxed::Box;
use core::sync::atomic::Ordering;

/// The fraction of the run between two reports of progress.
const HUNDREDTH: f64 = 0.01;

impl<M: Mechanism> Recorder<'_, M> {
    /// Solves for the accelerations and multipliers of a state if the step to it, from this time on, is short.
    pub(in crate::simulation) fn solve_if_short(&mut self, model: &M, state: &mut State<M>, from: f64) {
        if ShortSteps::is_short(model, state.t.value() - from, self.report.largest_step) {
            self.short_steps.solve(model, state);
        }
    }

    /// Keeps a sample, with accelerations and multipliers of its own if the step to it is short.
    pub(super) fn keep(
        &mut self,
        m: &M,
        method: &dyn SingleSteps<M>,
        sample: &Sample<'_, M>,
        last: bool,
    ) -> Result<(), Error> {
        let size = self.last().map_or(0.0, |before| sample.t.value() - before.t.value());
        if !ShortSteps::is_short(m, size, self.report.largest_step) {
            return self.keep_as_is(m, method, sample, last);
        }
        let mut end = self.short_steps.end.take().unwrap_or_else(|| State::from(sample));
        end.copy_from(sample);
        self.short_steps.solve(m, &mut end);
        let kept = self.keep_as_is(m, method, &end.as_sample(sample.at), last);
        self.short_steps.end = Some(end);
        kept
    }

    fn keep_as_is(
        &mut self,
        m: &M,
        method: &dyn SingleSteps<M>,
        sample: &Sample<'_, M>,
        last: bool,
    ) -> Result<(), Error> {
        self.excursions.look(m, sample);
        self.unresolved.look(m, &self.sides, sample, self.excursions.depths());
        for observer in &mut self.observers {
            observer(sample);
        }
        let (steps, name) = (self.report.steps, &self.report.method);
        let largest = self.report.largest_step;
        let step = |before: &State<M>, size: M::Scalar| {
            let reached = method.reach(m, &start_of(before), size).map(|mut state| {
                if ShortSteps::is_short(m, size.value(), largest) {
                    ShortSteps::new().solve(m, &mut state);
                }
                state
            });
            reached.map_err(|failure| {
                let (time, row) = (before.t.value(), Row::of_failure(m, &failure));
                let (method, step, number) = (name.clone(), size.value(), steps);
                Error::Step(Box::new(StepError { method, time, step, number, row, failure, stiff: None }))
            })
        };
        let between: Option<Between<'_, M>> = if self.stepping { Some(&step) } else { None };
        let departing = self.departing.take();
        let mut skipped = None;
        let before = departing.as_ref().or(latest(&self.selection, &self.samples, &self.latest));
        let t = sample.t.value();
        let over = self.passed_over.take_if(|over| *over <= t).filter(|over| *over < t);
        if let Some((over, before)) = over.zip(before).filter(|(over, before)| before.t.value() < *over) {
            // A step to it is no part of the run, which goes on without it: of a size of its own, it has reactions of the equations of motion.
            if let Ok(mut between) = step(before, M::Scalar::exact(over) - before.t) {
                if m.flags().constrained() {
                    self.short_steps.solve(m, &mut between);
                }
                let mut at = m.position_cache();
                m.place(&m.now(between.t), &between.q, &mut at);
                for (selection, stream) in &mut self.streams {
                    if selection.sampling == Sampling::EveryStep {
                        stream(m, &between.as_sample(&at))?;
                    }
                }
                if self.selection.sampling == Sampling::EveryStep {
                    skipped = Some(between);
                }
            }
        }
        for (selection, stream) in &mut self.streams {
            selection.look(m, (before, steps), (between, sample), last, &mut |sample| stream(m, sample))?;
        }
        if self.selection.sampling == Sampling::EveryStep {
            let again = last && self.samples.last().is_some_and(|kept| kept.t.value() == sample.t.value());
            self.samples.extend(skipped);
            if !again {
                self.samples.push(sample.into());
            }
        } else {
            let before = (departing.as_ref().or(self.latest.as_ref()), steps);
            let samples = &mut self.samples;
            self.selection.look(m, before, (between, sample), last, &mut |sample| {
                samples.push(sample.into());
                Ok(())
            })?;
            if let Sampling::AtMost(most) = self.selection.sampling
                && self.samples.len() >= most.max(2)
            {
                let mut index = 0_usize;
                self.samples.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.selection.thin();
            }
            match &mut self.latest {
                Some(latest) => latest.copy_from(sample),
                none => *none = Some(sample.into()),
            }
        }
        self.show(sample.t.value(), last);
        match self.interrupt {
            // No data are synchronised through it: no ordering is needed.
            Some(over) if over.load(Ordering::Relaxed) => Err(Error::Interrupted { time: sample.t.value() }),
            _ => Ok(()),
        }
    }

    fn show(&mut self, t: f64, last: bool) {
        if let Some(progress) = &mut self.progress {
            let done = if last { 1.0 } else { (t - self.start) / (self.until - self.start) };
            if last || done >= self.shown + HUNDREDTH {
                self.shown = done;
                progress(done);
            }
        }
    }
}
