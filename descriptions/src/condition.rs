//! `height<0` and `angle=pi/2`: conditions, as events of a run.
//!
//! Invariant: `=` is crossed in both directions, `<` from above and `>` from below.

use crate::formula::{Setting, Values};
use linkwork::simulation::Event;
use linkwork_figures::failure::Failure;
use std::str::FromStr;

/// The direction of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    EitherWay,
    FromAbove,
    FromBelow,
}

/// A quantity, a direction and a value, as written by the user.
#[derive(Clone, Debug)]
pub struct Condition {
    quantity: Setting,
    passed: Passed,
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sign = text.char_indices().find_map(|(at, sign)| match sign {
            '=' => Some((at, Passed::EitherWay)),
            '<' => Some((at, Passed::FromAbove)),
            '>' => Some((at, Passed::FromBelow)),
            _ => None,
        });
        let parts = sign.map(|(at, passed)| (text[..at].trim(), text[at + 1..].trim(), passed));
        match parts {
            Some((name, formula, passed)) if !name.is_empty() && !formula.is_empty() => {
                Ok(Self { quantity: Setting { name: name.into(), formula: formula.into() }, passed })
            }
            _ => {
                Err("write `name=formula`, `name<formula` or `name>formula`, for instance `height<0`".into())
            }
        }
    }
}

impl Condition {
    /// The name of the quantity.
    pub fn name(&self) -> &str {
        &self.quantity.name
    }

    /// The event, with the value of the formula for these parameters.
    ///
    /// # Errors
    /// The formula has no value.
    pub fn event(&self, values: &Values) -> Result<Event, Failure> {
        let event = Event::of(self.quantity.name.as_str()).at(values.evaluate(&self.quantity)?);
        Ok(match self.passed {
            Passed::EitherWay => event,
            Passed::FromAbove => event.falling(),
            Passed::FromBelow => event.rising(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, Passed};

    #[test]
    fn conditions_name_a_quantity_a_way_and_a_value() {
        let read =
            |text: &str| text.parse::<Condition>().map(|c| (c.quantity.name, c.quantity.formula, c.passed));
        let expected = |name: &str, formula: &str, passed| Ok((name.to_owned(), formula.to_owned(), passed));
        assert_eq!(read("height = r/2"), expected("height", "r/2", Passed::EitherWay));
        assert_eq!(read("der(x)<-1"), expected("der(x)", "-1", Passed::FromAbove));
        assert_eq!(read("a > 0"), expected("a", "0", Passed::FromBelow));
        for bad in ["height", "=0", "height<", ""] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
