//! The kept quantities of a run: `piston`, `max(load[0])`.
//!
//! ```text
//! mean(x) = (1/T) ∫ x dt        rms(x) = √((1/T) ∫ x² dt)        by the trapezoidal rule over the samples
//! ```

use crate::messages;
use std::fmt;
use std::str::FromStr;

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

/// Keywords of statistics.
const WORDS: [(&str, Statistic); 6] = [
    ("final", Statistic::Final),
    ("initial", Statistic::Initial),
    ("min", Statistic::Min),
    ("max", Statistic::Max),
    ("mean", Statistic::Mean),
    ("rms", Statistic::Rms),
];

/// A kept quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The quantity.
    pub quantity: String,
    /// The statistic.
    pub statistic: Statistic,
    /// The text as written.
    pub name: String,
}

/// Kept quantities between commas; commas in parentheses and brackets belong to a quantity: `hypot(x,y)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeps(pub Vec<Keep>);

impl FromStr for Keeps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut depth = 0_usize;
        let parts = text.split(|letter| {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            letter == ',' && depth == 0
        });
        parts.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl FromStr for Keep {
    type Err = String;

    /// A name, or a word with a name in parentheses. Other words are part of the name of a quantity: `multiplier(rod)`, `der(x)`.
    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.trim().to_owned();
        if name.is_empty() {
            return Err(messages::KEEP.into());
        }
        let called = name.strip_suffix(')').and_then(|call| call.split_once('('));
        let known = called.and_then(|(word, inner)| {
            let (_, statistic) = WORDS.iter().find(|(known, _)| *known == word.trim())?;
            Some((inner.trim().to_owned(), *statistic))
        });
        let (quantity, statistic) = known.unwrap_or_else(|| (name.clone(), Statistic::Final));
        if quantity.is_empty() {
            return Err(messages::KEEP.into());
        }
        Ok(Self { quantity, statistic, name })
    }
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

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
