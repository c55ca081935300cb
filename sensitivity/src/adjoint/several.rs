//! Several quantities backwards: a gradient for each.

use super::{GradientRequest, Kept, Objective, gradient_with};
use crate::{Quantity, Request, Sensitivities};
use linkwork::Error;
use linkwork_tape::TapeParameters;

/// How gradients were computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// The largest [`Gradient::apart`](super::Gradient::apart).
    pub apart: f64,
    /// The steps of all runs.
    pub steps: u64,
    /// Those in native code ([`Gradient::native`](super::Gradient::native)).
    pub native: u64,
    /// The first [`Gradient::interpreted`](super::Gradient::interpreted).
    pub interpreted: Option<String>,
}

/// The results of [`sensitivities`](crate::sensitivities), with one forward run and one backward pass for each quantity; and how they were
/// computed.
///
/// # Errors
/// Those of [`gradient`](super::gradient).
pub fn gradients(parameters: &TapeParameters, request: &Request) -> Result<(Sensitivities, Computed), Error> {
    gradients_with(parameters, request, &mut Kept::once())
}

/// The same with code of earlier gradients, as [`gradient_with`].
///
/// # Errors
/// Those of [`gradient`](super::gradient).
pub fn gradients_with(
    parameters: &TapeParameters,
    request: &Request,
    code: &mut Kept,
) -> Result<(Sensitivities, Computed), Error> {
    let mut of = |quantity: &Quantity| {
        let Request { by, method, step, inputs, native, interrupt, .. } = request.clone();
        let of = Objective::Value(quantity.clone());
        let segments = None;
        let request = GradientRequest { of, by, method, step, inputs, segments, native, interrupt };
        gradient_with(parameters, &request, code)
    };
    let all = request.of.iter().map(&mut of).collect::<Result<Vec<_>, _>>()?;
    let computed = Computed {
        apart: all.iter().fold(0.0, |largest: f64, found| largest.max(found.apart)),
        steps: all.iter().map(|found| found.steps).sum(),
        native: all.iter().map(|found| found.native).sum(),
        interpreted: all.iter().find_map(|found| found.interpreted.clone()),
    };
    let found = Sensitivities {
        of: request.of.iter().cloned().zip(all.iter().map(|found| found.unit.clone())).collect(),
        by: all.first().map_or_else(Vec::new, |first| first.by.clone()),
        at: all.first().map_or_else(Vec::new, |first| first.at.clone()),
        values: all.iter().map(|found| found.value).collect(),
        derivatives: all.into_iter().map(|found| found.gradient).collect(),
        // A run with switches has no adjoint.
        switches: Vec::new(),
        is_partial: false,
    };
    Ok((found, computed))
}
