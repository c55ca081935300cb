//! The objective of a gradient: one number of a run.

use super::GradientRequest;
use crate::{Quantity, messages};
use linkwork::Error;

/// A time is the end of a step up to this fraction of a step.
const AT_STEP: f64 = 1e-6;
/// An upper limit on the number of steps.
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
    /// The quantity and its time.
    pub quantity: Quantity,
    /// x̂, in the quantity's unit.
    pub value: f64,
    /// w: 1/σ² for measurement noise of standard deviation σ, or h for an integral over time.
    pub weight: f64,
}

/// The contribution of the end of a step.
#[derive(Clone, Debug)]
pub struct Term<'a> {
    pub step: u64,
    pub quantity: &'a Quantity,
    /// x̂ and w; without them the quantity counts itself.
    pub measured: Option<(f64, f64)>,
}

impl Term<'_> {
    /// The contribution of a value x, and its derivative.
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
        return Err(messages::step(h));
    }
    let term = |quantity: &'_ Quantity| -> Result<u64, Error> {
        let steps = quantity.at / h;
        let count = steps.round();
        if !(0.0..MOST).contains(&count) || (steps - count).abs() > AT_STEP {
            return Err(messages::between(quantity.at, h));
        }
        Ok(count as u64)
    };
    let mut terms = match &request.of {
        Objective::Value(quantity) => vec![Term { step: term(quantity)?, quantity, measured: None }],
        Objective::Deviations(all) => all
            .iter()
            .map(|Measured { quantity, value, weight }| {
                if !(value.is_finite() && weight.is_finite()) {
                    return Err(messages::measured(*value, *weight));
                }
                Ok(Term { step: term(quantity)?, quantity, measured: Some((*value, *weight)) })
            })
            .collect::<Result<_, _>>()?,
    };
    if terms.is_empty() {
        return Err(messages::no_terms());
    }
    terms.sort_by_key(|term| term.step);
    Ok(terms)
}
