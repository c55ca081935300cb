//! The kept quantities of a run: `piston`, `max(load[0])`.

use crate::messages;
use crate::statistics::Statistic;
use std::fmt;
use std::str::FromStr;

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

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
