//! Quantities without a rate.

use crate::diagnostics::Diagnostic;
use crate::syntax::Expression;

/// `der` of an acceleration of a declared coordinate.
pub(in crate::resolve) fn rate_of_acceleration(argument: &Expression) -> Diagnostic {
    let message = format!("the rate of an acceleration is not available: `{argument}`");
    Diagnostic::error(argument.place, message)
        .help("the equations of motion determine derivatives up to accelerations")
}

/// `der` of an input.
pub(in crate::resolve) fn rate_of_input(argument: &Expression, input: &str) -> Diagnostic {
    Diagnostic::error(argument.place, format!("the rate of the input `{input}` is not available"))
        .help("declare it as another input")
}

/// `der` of a multiplier.
pub(in crate::resolve) fn rate_of_multiplier(argument: &Expression) -> Diagnostic {
    Diagnostic::error(argument.place, "the rate of a multiplier is not available")
}

/// `der` of an attribute without a rate; `message` says which.
pub(in crate::resolve) fn rate_of_attribute(argument: &Expression, message: &str) -> Diagnostic {
    Diagnostic::error(argument.place, format!("{message}: `{argument}`"))
        .help("`der` applies to positions, angles, velocities and states")
}
