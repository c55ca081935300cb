//! The times of a run with steps of fixed size, for samples without times.
//!
//! ```text
//! t_k = t₀ + k h                                    if the run is a multiple of h up to rounding               (1)
//! …, t_end − (t_end − t₀ − n h)/2, t_end            else: the last two steps share the rest                    (2)
//! ```
//!
//! Invariant: these are the times of the runtime (`simulation/plan` there), as long as no force switches.

/// A quotient this close to an integer counts as the integer.
const WHOLE: f64 = 1e-9;

/// The times of a run.
#[derive(Clone, Copy)]
pub struct Grid {
    from: f64,
    until: f64,
    step: f64,
    /// n: the number of steps of full size.
    full: f64,
    uneven: bool,
}

impl Grid {
    /// A run from `from` to a later time.
    pub fn new(step: f64, from: f64, until: f64) -> Self {
        let length = until - from;
        let step = step.min(length);
        let (quotient, whole) = (length / step, (length / step).round());
        let uneven = (quotient - whole).abs() > WHOLE + 4.0 * f64::EPSILON * quotient;
        let full = if uneven { quotient.floor() - 1.0 } else { whole };
        Self { from, until, step, full, uneven }
    }

    /// Whether the last two steps are shorter.
    pub fn is_uneven(&self) -> bool {
        self.uneven
    }

    /// The number of times.
    pub fn count(&self) -> f64 {
        self.full + if self.uneven { 3.0 } else { 1.0 }
    }

    /// The times.
    pub fn times(&self) -> Vec<f64> {
        let last = self.count() - 1.0;
        let short = 0.5 * (self.until - (self.from + self.full * self.step));
        let time = |k: f64| match k {
            k if k >= last => self.until,
            k if k <= self.full => self.from + k * self.step,
            _ => self.until - short,
        };
        (0..self.count() as u64).map(|k| time(k as f64)).collect()
    }
}
