//! Several quantities backwards: a gradient for each.

use super::{GradientRequest, Objective, gradient};
use crate::{Quantity, Request, Sensitivities};
use linkwork::Error;
use linkwork_tape::TapeParameters;

/// The results of [`sensitivities`](crate::sensitivities), with one forward run and one backward pass for each quantity; and the largest
/// [`Gradient::apart`](super::Gradient::apart).
///
/// # Errors
/// Those of [`gradient`].
pub fn gradients(parameters: &TapeParameters, request: &Request) -> Result<(Sensitivities, f64), Error> {
    let of = |quantity: &Quantity| {
        let Request { by, method, step, inputs, interrupt, .. } = request.clone();
        let of = Objective::Value(quantity.clone());
        gradient(parameters, &GradientRequest { of, by, method, step, inputs, segments: None, interrupt })
    };
    let all = request.of.iter().map(of).collect::<Result<Vec<_>, _>>()?;
    let apart = all.iter().fold(0.0, |largest: f64, found| largest.max(found.apart));
    let found = Sensitivities {
        of: request.of.iter().cloned().zip(all.iter().map(|found| found.unit.clone())).collect(),
        by: all.first().map_or_else(Vec::new, |first| first.by.clone()),
        at: all.first().map_or_else(Vec::new, |first| first.at.clone()),
        values: all.iter().map(|found| found.value).collect(),
        derivatives: all.into_iter().map(|found| found.gradient).collect(),
        // A run with switches has no adjoint.
        switches: Vec::new(),
    };
    Ok((found, apart))
}
