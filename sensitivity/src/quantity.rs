//! `piston at 1`: a quantity of the motion at a time.

use crate::messages;
use std::fmt;
use std::str::FromStr;

/// A quantity at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name, that of a column of the motion: `piston`, `angle`, `der(angle)`, `multiplier(rod)`.
    pub name: String,
    /// The time, in s.
    pub at: f64,
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || messages::not_a_quantity(text);
        let (name, at) = text.rsplit_once(" at ").ok_or_else(wrong)?;
        let (name, at) = (name.trim(), at.trim());
        let seconds: f64 = at.parse().map_err(|_| messages::not_a_time(at))?;
        if name.is_empty() {
            return Err(wrong());
        }
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(messages::bad_time(at));
        }
        Ok(Self { name: name.to_owned(), at: seconds })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name, self.at)
    }
}
