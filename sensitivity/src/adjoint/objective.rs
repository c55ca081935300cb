//! What a gradient is of: one number of a run.

use super::GradientRequest;
use crate::Quantity;
use linkwork::Error;

/// A time is at the end of a step if it is to this part of a step.
const AT_STEP: f64 = 1e-6;
/// More steps cannot be waited for.
const MOST: f64 = 1e12;

/// One number of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// A quantity at a time.
    Value(Quantity),
    /// Σ w (x − x̂)² over measured values x̂.
    Deviations(Vec<Measured>),
}

/// A measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Of what, and when.
    pub quantity: Quantity,
    /// x̂, in the quantity's unit.
    pub value: f64,
    /// w; 1/σ² weighs by what is known of the noise, h makes the sum an integral.
    pub weight: f64,
}

/// What the end of a step contributes.
#[derive(Clone, Debug)]
pub struct Term<'a> {
    pub step: u64,
    pub quantity: &'a Quantity,
    /// x̂ and w; without them the quantity counts itself.
    pub measured: Option<(f64, f64)>,
}

impl Term<'_> {
    /// What a value x contributes, and its derivative.
    pub fn of(&self, x: f64) -> (f64, f64) {
        match self.measured {
            None => (x, 1.0),
            Some((value, weight)) => (weight * (x - value) * (x - value), 2.0 * weight * (x - value)),
        }
    }
}

/// The terms in the order of time.
pub fn terms(request: &GradientRequest) -> Result<Vec<Term<'_>>, Error> {
    let h = request.step;
    if !(h > 0.0 && h.is_finite()) {
        let reason = "it must be positive and finite".to_owned();
        return Err(Error::Setting { what: "step", value: format!("{h:?}"), reason });
    }
    let term = |quantity: &'_ Quantity| -> Result<u64, Error> {
        let steps = quantity.at / h;
        let count = steps.round();
        if !(0.0..MOST).contains(&count) || (steps - count).abs() > AT_STEP {
            let reason = format!(
                "no step of {h} s ends there, and adjoints go from end to end\nhelp: choose steps of which the time is a multiple"
            );
            return Err(Error::Setting { what: "time", value: format!("{:?}", quantity.at), reason });
        }
        Ok(count as u64)
    };
    let mut terms = match &request.of {
        Objective::Value(quantity) => vec![Term { step: term(quantity)?, quantity, measured: None }],
        Objective::Deviations(all) => all
            .iter()
            .map(|Measured { quantity, value, weight }| {
                if !(value.is_finite() && weight.is_finite()) {
                    let reason = "a measured value and its weight must be finite".to_owned();
                    let value = format!("{value:?} with weight {weight:?}");
                    return Err(Error::Setting { what: "measured value", value, reason });
                }
                Ok(Term { step: term(quantity)?, quantity, measured: Some((*value, *weight)) })
            })
            .collect::<Result<_, _>>()?,
    };
    if terms.is_empty() {
        let reason = "a sum of squares needs a measured value at least".to_owned();
        return Err(Error::Setting { what: "gradient", value: "of nothing".to_owned(), reason });
    }
    terms.sort_by_key(|term| term.step);
    Ok(terms)
}
