//! Statistics of quantities over a run, computed during the run.
//!
//! ```text
//! mean(x) = (1/T) ∫ x dt        rms(x) = √((1/T) ∫ x² dt)        by the trapezoidal rule over the samples
//! ```

use linkwork_models::Rows;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// A statistic of a quantity over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// Its value at the end.
    Final,
    /// Its value at the start.
    Initial,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// The mean over time.
    Mean,
    /// The root mean square.
    Rms,
}

/// A statistic that is computed sample by sample.
#[derive(Clone, Debug)]
pub struct Accumulator {
    statistic: Statistic,
    /// The time of the first sample, and its value.
    first: (f64, f64),
    /// Those of the last one, if there are any.
    last: Option<(f64, f64)>,
    /// The extreme so far, or the area.
    result: f64,
}

impl Accumulator {
    /// Without samples.
    pub fn new(statistic: Statistic) -> Self {
        Self { statistic, first: (f64::NAN, f64::NAN), last: None, result: 0.0 }
    }

    /// Adds a sample, after those of earlier times.
    pub fn add(&mut self, time: f64, x: f64) {
        let summand = if self.statistic == Statistic::Rms { x * x } else { x };
        match self.last {
            None => {
                self.first = (time, summand);
                self.result = if self.is_extreme() { x } else { 0.0 };
            }
            Some((earlier, before)) => match self.statistic {
                Statistic::Initial | Statistic::Final => {}
                // NaN is propagated from any position.
                Statistic::Min | Statistic::Max if x.is_nan() || self.result.is_nan() => {
                    self.result = f64::NAN
                }
                Statistic::Min => self.result = self.result.min(x),
                Statistic::Max => self.result = self.result.max(x),
                Statistic::Mean | Statistic::Rms => {
                    self.result += 0.5 * (before + summand) * (time - earlier)
                }
            },
        }
        self.last = Some((time, summand));
    }

    /// The statistic of the samples so far; NaN without samples.
    pub fn value(&self) -> f64 {
        let Some((end, last)) = self.last else { return f64::NAN };
        let (start, first) = self.first;
        let mean = || if end > start { self.result / (end - start) } else { first };
        match self.statistic {
            Statistic::Final => last,
            Statistic::Initial => first,
            Statistic::Min | Statistic::Max => self.result,
            Statistic::Mean => mean(),
            Statistic::Rms => mean().sqrt(),
        }
    }

    fn is_extreme(&self) -> bool {
        matches!(self.statistic, Statistic::Min | Statistic::Max)
    }
}

/// The statistics of a run, from rows of the time and their quantities.
#[derive(Clone, Default)]
pub(crate) struct Statistics(Vec<Accumulator>);

impl Statistics {
    /// Without samples.
    pub(crate) fn of(statistics: impl Iterator<Item = Statistic>) -> Self {
        Self(statistics.map(Accumulator::new).collect())
    }

    /// Their values.
    pub(crate) fn values(&self) -> Vec<f64> {
        self.0.iter().map(Accumulator::value).collect()
    }

    /// Adds a sample.
    pub(crate) fn add_row(&mut self, row: &[f64]) {
        if let Some((time, values)) = row.split_first() {
            self.0.iter_mut().zip(values).for_each(|(statistic, x)| statistic.add(*time, *x));
        }
    }
}

/// Statistics that receive the rows of a run.
pub(crate) struct Watched(pub(crate) Rc<RefCell<Statistics>>);

impl Rows for Watched {
    fn add(&mut self, row: &[f64]) -> io::Result<()> {
        self.0.borrow_mut().add_row(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}
