//! Varied values: `length=0.1..0.5:50`, or `length=0.1,0.2,0.4`.

use crate::messages;
use std::str::FromStr;

/// A parameter with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The parameter.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<f64>,
}

/// The largest number of values of an axis, exclusive: all of them are in memory, and as text in the hash of a design, unlike the samples of random
/// values.
const MOST: usize = 1 << 24;

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| messages::not_a_number(text.trim()))
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').ok_or(messages::AXIS)?;
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(messages::AXIS.to_owned());
        }
        let Some((from, rest)) = values.split_once("..") else {
            let values = values.split(',').map(finite).collect::<Result<Vec<f64>, _>>()?;
            return Ok(Self { name, values });
        };
        let (to, count) = rest.split_once(':').ok_or(messages::NO_COUNT)?;
        let (from, to) = (finite(from)?, finite(to)?);
        let count = count.trim().parse::<usize>().ok().filter(|count| (1..MOST).contains(count));
        let count = count.ok_or_else(|| messages::count(rest, MOST - 1))?;
        if count == 1 && from != to {
            return Err(messages::one_value(&name, from, to));
        }
        // Both ends are exact.
        let share = |k: usize| k as f64 / (count.max(2) - 1) as f64;
        let values = (0..count).map(|k| from * (1.0 - share(k)) + to * share(k)).collect();
        Ok(Self { name, values })
    }
}
