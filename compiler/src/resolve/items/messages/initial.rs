//! Defaults, reference values, entries of `initial`; magnitudes.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::messages::undefined_or_infinite;
use crate::syntax::Expression;
use proc_macro2::Span;

/// Something that moves in what must be constant; `what` is complete.
pub(in crate::resolve) fn not_constant(expression: &Expression, what: &str, contained: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("{what} is not constant: it contains `{contained}`"))
        .help(format!("{what} is made of literals, `const`s and parameters"))
}

/// A value that is infinite or not a number for the defaults; `what` is complete.
pub(in crate::resolve) fn not_finite_by_default(place: Place, what: &str, value: f64) -> Diagnostic {
    let is = undefined_or_infinite(value);
    Diagnostic::error(place, format!("{what} {is} with the default parameters"))
        .label(format!("this is {value}"))
        .help("choose defaults for which it is finite")
}

/// An entry of `initial` for something that has no initial value.
pub(in crate::resolve) fn no_initial_value(target: &Expression, help: &str) -> Diagnostic {
    Diagnostic::error(target.place, format!("`{target}` cannot have an initial value")).help(help)
}

/// The helps of [`no_initial_value`], by what is written.
pub(in crate::resolve) mod initially {
    /// A rate of something else than a name.
    pub(in crate::resolve) const RATES: &str = "write rates as `der(x): 0 [m/s]`";
    /// A multiplier of something else than a constraint.
    pub(in crate::resolve) const MULTIPLIERS: &str = "write guesses as `multiplier(rod): 1 [N]`";
    /// A multiplier of a constraint with several components.
    pub(in crate::resolve) const COMPONENT: &str = "name the component: `multiplier(rod[0]): 1 [N]`";
    /// An expression.
    pub(in crate::resolve) const EXPRESSION: &str =
        "write initial values as `x: 0.1 [m]` and `der(x): 0 [m/s]`";
    /// The rate of a state.
    pub(in crate::resolve) const RATE_OF_STATE: &str = "the rate of a state follows from its equation";
    /// A parameter.
    pub(in crate::resolve) const PARAMETER: &str = "a parameter has the value of its declaration, `param name = …;`, which programs and the command line change";
    /// Something else, without bodies.
    pub(in crate::resolve) const OTHER: &str = "initial values apply to coordinates, their rates and states";
    /// Something else of a body, a frame, a joint or a force.
    pub(in crate::resolve) const OTHER_ATTRIBUTE: &str =
        "initial values apply to positions, angles and velocities";
    /// A joint, a body or a frame: one of its attributes.
    pub(in crate::resolve) fn one_of(name: &str, words: &[String]) -> String {
        let each: Vec<String> = words.iter().map(|word| format!("`{name}.{word}`")).collect();
        match each.as_slice() {
            [] => OTHER_ATTRIBUTE.to_owned(),
            [only] => format!("write {only}"),
            several => format!("name one of {}", several.join(", ")),
        }
    }
    /// `own_angular_velocity`
    pub(in crate::resolve) const OWN_ANGULAR_VELOCITY: &str = "give the `angular_velocity` of the body or frame, in the axes of the ground, or of its joint, in the axes of `second`";
    /// `rotation` in the plane.
    pub(in crate::resolve) const ROTATION_IN_PLANE: &str = "give the `angle` of the body or of its joint";
    /// `rotation` in space.
    pub(in crate::resolve) const ROTATION_IN_SPACE: &str =
        "write `rotation: rpy(roll, pitch, yaw)`, or another function of angles";
}

/// `initial { x [m]: 1 }`
pub(in crate::resolve) fn unit_before_initial_value(name: &str, unit: &Expression) -> Diagnostic {
    Diagnostic::error(unit.place, format!("the unit of `{name}` must follow its value"))
        .help(format!("write `{name}: 1 [{unit}]`"))
}

/// A radius of gyration (in m) far beyond the size of the mechanism, where that is known.
pub(in crate::resolve) fn large_inertia(
    body: Span,
    name: &str,
    radius: f64,
    size: Option<f64>,
) -> Diagnostic {
    let of = format!("the inertia of `{name}` is that of a mass");
    let message = match size {
        Some(size) => format!("{of} {radius:.3} m away from its centre, in a mechanism of {size:.3} m"),
        None => format!("{of} {radius:.1e} m away from its centre"),
    };
    Diagnostic::warning(body, message)
        .label("far too large for its mass?")
        .help("check the unit: 1 [kg*mm^2] is 1e-6 [kg*m^2]")
}
