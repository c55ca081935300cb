//! Quantities without a rate.

use crate::diagnostics::Diagnostic;
use crate::syntax::Expression;

/// The help where nothing else is better.
const RATES: &str = "`der` applies to positions, angles, velocities and states";

/// `der` of something without a rate; `what` is complete.
fn no_rate(argument: &Expression, what: &str) -> Diagnostic {
    Diagnostic::error(argument.place, format!("the rate of {what} is not available: `{argument}`"))
}

/// `der` of an acceleration.
pub(in crate::resolve) fn rate_of_acceleration(argument: &Expression) -> Diagnostic {
    no_rate(argument, "an acceleration")
        .help("the equations of motion determine derivatives up to accelerations")
}

/// `der` of an input.
pub(in crate::resolve) fn rate_of_input(argument: &Expression, input: &str) -> Diagnostic {
    Diagnostic::error(argument.place, format!("the rate of the input `{input}` is not available"))
        .help("declare the rate as another input")
}

/// `der` of a multiplier.
pub(in crate::resolve) fn rate_of_multiplier(argument: &Expression) -> Diagnostic {
    no_rate(argument, "a multiplier").help(RATES)
}

/// `der` of a force or torque of a joint.
pub(in crate::resolve) fn rate_of_reaction(argument: &Expression) -> Diagnostic {
    no_rate(argument, "a reaction").help(RATES)
}

/// `der` of what a force exerts.
pub(in crate::resolve) fn rate_of_force(argument: &Expression) -> Diagnostic {
    no_rate(argument, "a force").help(RATES)
}

/// `der` of one of the four numbers of a rotation, whose rates are no velocities of the joint.
pub(in crate::resolve) fn rate_of_quaternion(argument: &Expression) -> Diagnostic {
    no_rate(argument, "a component of a quaternion").help("use the `angular_velocity` of the joint")
}
