//! Co-simulation: steps of the method between communication points.
//!
//! ```text
//! H = n h,   n = ⌈H/h₀⌉        H: communication step, h₀: step of the archive       (1)
//! ```
//!
//! Invariant: with communication steps that are multiples of h₀, steps are those of `linkwork simulate --step h₀`: the history of a
//! method is kept from one communication step to the next. If h, an input or a parameter changes, the method restarts.

use crate::bytes::{Reader, Writer};
use crate::evaluate::{Known, Point};
use crate::fault::Fault;
use crate::instance::{Instance, Phase};
use crate::messages;
use crate::unit::Unit;
use linkwork::snapshot::Snapshot;
use linkwork::stepper::Start;
use linkwork::{Assemble, Error};
use linkwork_jit::Tape;
use linkwork_methods::{Instant, Marching};
use nalgebra::DVector;

/// Times and steps that differ by this part of a step are the same: importers add them up with rounding.
const SAME: f64 = 1e-6;
/// Beyond this, (1) has a step too many.
const MANY: f64 = 1e9;

/// A run in steps of one size.
pub struct Run {
    pub march: Box<dyn Marching>,
    pub step: f64,
    begin: f64,
    count: u64,
}

impl Clone for Run {
    fn clone(&self) -> Self {
        Self { march: self.march.copied(), ..*self }
    }
}

impl Run {
    fn begun(unit: &Unit, tape: &Tape, point: &Point<f64>, step: f64) -> Result<Self, Error> {
        let Point { t, q, v, y } = point.clone();
        let march = (unit.method.begin)(tape, Start { t, q, v, y }, step)?;
        Ok(Self { march, step, begin: t, count: 0 })
    }

    /// As bytes.
    pub fn written(&self, to: &mut Writer) -> Result<(), Error> {
        to.number(self.step);
        to.number(self.begin);
        to.count(self.count);
        to.bytes(&self.march.snapshot()?.to_bytes());
        Ok(())
    }

    /// The data of a run in bytes.
    pub fn read(from: &mut Reader<'_>) -> Option<(f64, f64, u64, Vec<u8>)> {
        Some((from.number()?, from.number()?, from.count()?, from.bytes()?))
    }

    /// A run that was written.
    pub fn restored(
        unit: &Unit,
        tape: &Tape,
        (step, begin, count, bytes): (f64, f64, u64, Vec<u8>),
    ) -> Result<Self, Error> {
        let mut run = Self::begun(unit, tape, &Point::initial(tape), step)?;
        run.march.resume(&Snapshot::from_bytes(&bytes)?)?;
        (run.begin, run.count) = (begin, count);
        Ok(run)
    }

    fn time(&self, behind: u64) -> f64 {
        self.begin + (self.count + behind) as f64 * self.step
    }
}

impl Point<f64> {
    fn initial(tape: &Tape) -> Self {
        let (q, v, y) = tape.initial();
        Self { t: 0.0, q, v, y }
    }
}

fn same(a: f64, b: f64, step: f64) -> bool {
    // A time of many seconds is rounded by more than a part of a small step.
    (a - b).abs() <= SAME * step + 4.0 * f64::EPSILON * a.abs().max(b.abs())
}

impl Instance {
    /// One communication step.
    pub fn step(&mut self, from: f64, size: f64) -> Result<(), Fault> {
        self.expect("a step", &[Phase::Stepping])?;
        if !(size.is_finite() && size > 0.0) {
            return Err(messages::step_size(size));
        }
        let at = self.now.point.t;
        if !same(from, at, size) {
            return Err(messages::step_begin(from, at));
        }
        self.expect_before_stop(from + size)?;
        self.refresh()?;
        let own = self.unit.settings.step;
        let parts = (size / own - SAME).ceil().max(1.0);
        if parts > MANY {
            return Err(messages::too_many_steps(size, parts, own, MANY));
        }
        let (count, mut step) = (parts as u64, size / parts);
        if (step - own).abs() <= SAME * own {
            step = own;
        }
        let until = from + size;
        let continues =
            |run: &Run| (step - run.step).abs() <= SAME * run.step && same(run.time(count), until, run.step);
        let mut run = match self.now.run.take().filter(continues) {
            Some(run) => run,
            None => {
                // If the importer's times are not exact multiples of the step, steps follow its times.
                let step = if same(at + parts * step, until, step) { step } else { size / parts };
                let run = Run::begun(&self.unit, &self.now.tape, &self.now.point, step);
                run.map_err(|error| self.not_begun(error))?
            }
        };
        for _ in 0..count {
            if let Err(error) = run.march.step(&self.now.inputs) {
                self.place(&run, None);
                self.now.run = Some(run);
                return Err(self.blamed(error));
            }
            run.count += 1;
        }
        self.place(&run, Some(until));
        self.now.run = Some(run);
        self.now.changed.clear();
        Ok(())
    }

    /// Replaces values by those with which a run begins at the current point: friction that sticks, and sides of switching functions that are zero.
    /// Where none can begin, they are those of the point alone; the next step says why.
    pub fn open(&self, known: &mut Known<f64>) {
        let Ok(run) = Run::begun(&self.unit, &self.now.tape, &self.now.point, self.unit.settings.step) else {
            return;
        };
        let Instant { a, multipliers, outputs, .. } = run.march.instant();
        let vector = |values: &[f64]| DVector::from_column_slice(values);
        let (lambda, psi) = multipliers.split_at(known.lambda.len().min(multipliers.len()));
        (known.a, known.lambda, known.psi) = (vector(&a), vector(lambda), vector(psi));
        known.outputs = vector(&outputs);
    }

    /// The fault of a run that cannot begin at the current state.
    fn not_begun(&self, error: Error) -> Fault {
        let fault = match error {
            // The message of the runtime is about `initial` of the description.
            Error::Initial { values, gaps, .. } if values.is_empty() => {
                messages::state_violates(self.now.point.t, &gaps, !self.now.changed.is_empty())
            }
            error => error.into(),
        };
        self.blamed(fault)
    }

    /// Copies the state of a run.
    fn place(&mut self, run: &Run, time: Option<f64>) {
        let instant = run.march.instant();
        let vector = |values: &[f64]| DVector::from_column_slice(values);
        self.now.point = Point {
            t: time.unwrap_or(instant.time),
            q: vector(&instant.q),
            v: vector(&instant.v),
            y: vector(&instant.y),
        };
        self.now.latest = Some(instant);
        self.known = None;
    }
}
