//! The steps of a run, over any scalar.
//!
//! Invariant: it makes the calls of a simulation with steps of fixed size that has no event, no switch and no shortened step.

use super::native::signature;
use super::objective::Term;
use core::ops::Range;
use linkwork::solution::State;
use linkwork::stepper::{Start, StepFailure, StepReport, Stepper};
use linkwork::{Error, Real, Row, StepError};
use linkwork_methods::{Erased, Lifted, Workspace};
use linkwork_tape::Executor;
use std::sync::atomic::{AtomicBool, Ordering};

/// The method, the steps and the terms of a run.
pub struct Chain<'a, E: Executor> {
    pub method: &'a Erased<Lifted<E>>,
    /// Size of the steps.
    pub h: f64,
    pub steps: u64,
    pub terms: &'a [Term<'a>],
    /// Ends the run when it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
}

impl<E: Executor> Chain<'_, E> {
    /// The workspace at the start.
    pub fn start(&self, m: &Lifted<E>) -> Result<Workspace<Lifted<E>>, Error> {
        let began = self.method.start(m, &Start::initial(m), E::Scalar::exact(self.h));
        began.map_err(|failure| self.failed(m, 0, failure))
    }

    /// Makes these steps, each with the signature of its attempt at `look`, and, after the last step of the run, evaluates the state at its
    /// end. `each` receives the terms with their states, and `look`
    /// every attempt with its number.
    pub fn advance(
        &self,
        m: &Lifted<E>,
        w: &mut Workspace<Lifted<E>>,
        steps: Range<u64>,
        mut each: impl FnMut(usize, &State<Lifted<E>>),
        mut look: impl FnMut(&Workspace<Lifted<E>>, &StepReport, u64),
    ) -> Result<(), Error> {
        let h = E::Scalar::exact(self.h);
        let last = (steps.end == self.steps).then_some(self.steps);
        for n in steps.clone().chain(last) {
            // No data are synchronised through it: no ordering is needed.
            if self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
                return Err(Error::Interrupted { time: n as f64 * self.h });
            }
            signature::take();
            let report = if n == self.steps { self.ended(m, w) } else { self.method.attempt(m, h, w) };
            let report = report.map_err(|failure| self.failed(m, n, failure))?;
            look(w, &report, n);
            let terms = self.terms_at(n);
            if !terms.is_empty() {
                let mut state = State::from(&self.method.sample(w));
                state.t = E::Scalar::exact(n as f64) * h;
                terms.for_each(|term| each(term, &state));
            }
            if n < self.steps {
                self.method.commit(m, w);
            }
        }
        Ok(())
    }

    /// The terms at the beginning of a step, or at the end of the run.
    pub fn terms_at(&self, n: u64) -> Range<usize> {
        let first = self.terms.partition_point(|term| term.step < n);
        first..first + self.terms[first..].iter().take_while(|term| term.step == n).count()
    }

    /// The sample at the end of the run, as in simulations.
    fn ended(&self, m: &Lifted<E>, w: &mut Workspace<Lifted<E>>) -> Result<StepReport, StepFailure> {
        match self.method.complete(m, w)? {
            Some(report) => Ok(report),
            None => self.method.attempt(m, E::Scalar::exact(self.h), w),
        }
    }

    fn failed(&self, m: &Lifted<E>, number: u64, failure: StepFailure) -> Error {
        let (method, time) = (self.method.name(), number as f64 * self.h);
        let row = Row::of_failure(m, &failure);
        Error::Step(Box::new(StepError { method, time, step: self.h, number, row, failure, stiff: None }))
    }
}
