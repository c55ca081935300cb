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

impl Statistic {
    /// The statistic of values at these times; NaN without values.
    pub fn of(self, times: &[f64], values: &[f64]) -> f64 {
        let first = values.first().copied().unwrap_or(f64::NAN);
        let last = values.last().copied().unwrap_or(f64::NAN);
        // NaN is propagated from any position.
        let most = |better: fn(f64, f64) -> f64| {
            values
                .iter()
                .fold(first, |best, &x| if x.is_nan() || best.is_nan() { f64::NAN } else { better(best, x) })
        };
        let mean = |square: bool| {
            let span = times.last().zip(times.first()).map_or(0.0, |(end, start)| end - start);
            let value = |k: usize| if square { values[k] * values[k] } else { values[k] };
            let area = |k: usize| 0.5 * (value(k - 1) + value(k)) * (times[k] - times[k - 1]);
            let sum: f64 = (1..times.len().min(values.len())).map(area).sum();
            if span > 0.0 {
                sum / span
            } else if square {
                first * first
            } else {
                first
            }
        };
        match self {
            Self::Final => last,
            Self::Initial => first,
            Self::Min => most(f64::min),
            Self::Max => most(f64::max),
            Self::Mean => mean(false),
            Self::Rms => mean(true).sqrt(),
        }
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
