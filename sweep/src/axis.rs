//! Values that are varied: `length=0.1..0.5:50`, or `length=0.1,0.2,0.4`.

use std::str::FromStr;

/// A parameter with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The parameter.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<f64>,
}

/// What is meant.
const FORM: &str = "write `length=0.1..0.5:50` for 50 values from 0.1 to 0.5, or `length=0.1,0.2,0.4`";
/// Values of one axis at most.
const MOST: usize = 1 << 32;

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| format!("`{}` is no number; {FORM}", text.trim()))
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').ok_or(FORM)?;
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(FORM.to_owned());
        }
        let Some((from, rest)) = values.split_once("..") else {
            let values = values.split(',').map(finite).collect::<Result<Vec<f64>, _>>()?;
            return Ok(Self { name, values });
        };
        let (to, count) = rest.split_once(':').ok_or("how many values? `length=0.1..0.5:50`")?;
        let (from, to) = (finite(from)?, finite(to)?);
        let count = count.trim().parse::<usize>().ok().filter(|count| (1..MOST).contains(count));
        let count = count.ok_or_else(|| format!("`{rest}`: how many values is a whole number from 1 on"))?;
        if count == 1 && from != to {
            return Err(format!("one value is not from {from} to {to}: write `{name}={from}`"));
        }
        // Both ends are exact.
        let share = |k: usize| k as f64 / (count.max(2) - 1) as f64;
        let values = (0..count).map(|k| from * (1.0 - share(k)) + to * share(k)).collect();
        Ok(Self { name, values })
    }
}
