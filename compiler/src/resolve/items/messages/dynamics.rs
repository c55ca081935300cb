//! Levels, energies, matrices, constraints and rates: what must be there, and what may depend on what.

use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::messages::in_words;
use crate::resolve::expressions::value::components;
use crate::syntax::Expression;
use crate::units::Dimension;
use proc_macro2::Span;
use std::fmt::Display;

/// The name of the effort of a force in messages.
pub(in crate::resolve) const EXERTED: &str = "what a force exerts";

/// Bodies beside `mass_matrix` or `force`.
pub(in crate::resolve) fn bodies_and_matrices(matrix: Span, body: Option<Span>) -> Diagnostic {
    let mistake = Diagnostic::error(matrix, "bodies and matrices cannot be combined")
        .label("belongs to the level of matrices")
        .help("beside bodies, write `kinetic`, `potential`, `generalized` forces and constraints");
    match body {
        Some(body) => mistake.related(body, "belongs to the level of bodies"),
        None => mistake,
    }
}

/// Energies beside `mass_matrix` or `force`.
pub(in crate::resolve) fn energies_and_matrices(matrix: Span, energy: Span) -> Diagnostic {
    Diagnostic::error(matrix, "energies and matrices cannot be combined")
        .label("belongs to the level of matrices")
        .related(energy, "belongs to the level of energies")
        .help("write `kinetic`, `potential` and `generalized` forces, or `mass_matrix` and `force`, not both")
}

/// The level of bodies without a body.
pub(in crate::resolve) fn no_body(mechanism: Span) -> Diagnostic {
    Diagnostic::error(mechanism, "the mechanism has no body")
        .help("declare one: `body link { mass: 1 [kg] }`")
}

/// Another level without a coordinate.
pub(in crate::resolve) fn no_coordinate(mechanism: Span) -> Diagnostic {
    Diagnostic::error(mechanism, "the mechanism has no coordinate").help("declare one: `coordinate x [m];`")
}

/// Coordinates without `kinetic`.
pub(in crate::resolve) fn no_kinetic_energy(mechanism: Span) -> Diagnostic {
    Diagnostic::error(mechanism, "the mechanism has no kinetic energy")
        .help("write `kinetic = …;`, or `mass_matrix = [[…]];` and `force = […];`")
}

/// `force` without `mass_matrix`.
pub(in crate::resolve) fn no_mass_matrix(mechanism: Span) -> Diagnostic {
    Diagnostic::error(mechanism, "the mechanism has a `force` but no `mass_matrix`")
        .help("write `mass_matrix = [[…]];`")
}

/// `mass_matrix` without `force`.
pub(in crate::resolve) fn no_force(mechanism: Span) -> Diagnostic {
    Diagnostic::error(mechanism, "the mechanism has a `mass_matrix` but no `force`")
        .help("write `force = […];`")
}

/// A quantity on which an item must not depend: `what` is the item, `kind` the kind of the quantity.
pub(in crate::resolve) fn must_not_contain(place: Place, what: &str, kind: &str, name: &str) -> Diagnostic {
    let of_constraint = what.starts_with("constraint");
    let help = match kind {
        "an acceleration" => {
            Some("accelerations follow from the equations of motion; they can be used in outputs")
        }
        EXERTED => {
            Some("what forces exert can be used in outputs; to share an expression, name it with `let`")
        }
        "a multiplier" => Some("multipliers can be used in forces and outputs"),
        "a state" if of_constraint => Some("a constraint is between coordinates, velocities and the time"),
        "an input" if of_constraint => Some(
            "constraints need time derivatives, which an input does not have: write a function of `time`",
        ),
        "an input" | "a state" => Some("write `force name = generalized(coordinate, …);` with it"),
        "a velocity" if what == "the mass matrix" => Some("move what depends on velocities to `force`"),
        "a velocity" if what == "the potential energy" => {
            Some("write a term of the kinetic energy, or `force name = generalized(…);`")
        }
        _ => None,
    };
    Diagnostic::error(place, format!("{what} contains {kind}: `{name}`"))
        .label(format!("contains `{name}`"))
        .maybe_help(help.map(str::to_owned))
}

/// Another shape of the mass matrix than `size`×`size`.
pub(in crate::resolve) fn shape_of_mass_matrix(
    expression: &Expression,
    size: usize,
    found: &str,
) -> Diagnostic {
    let message = format!("expected a {size}×{size} mass matrix, one row for each coordinate, found {found}");
    let shown = size.min(3);
    let row = format!("[{}]", vec!["…"; shown].join(", "));
    let rows = vec![row; shown].join(", ");
    Diagnostic::error(expression.place, message)
        .label(format!("not {size}×{size}"))
        .help(format!("write one row for each coordinate, `[{rows}]`"))
}

/// Another number of components of `force` than of coordinates.
pub(in crate::resolve) fn components_of_force(
    expression: &Expression,
    count: usize,
    found: &str,
) -> Diagnostic {
    let components = components(count);
    let message = format!("expected a force of {components}, one for each coordinate, found {found}");
    Diagnostic::error(expression.place, message)
        .label(format!("expected {components}"))
        .help("write one component for each coordinate, in the order of their declaration")
}

/// An entry of the mass matrix whose product with an acceleration does not fit its row.
pub(in crate::resolve) fn unlike_terms_of_row(
    (row, column): (usize, usize),
    coordinate: &str,
    (expected, force): (Dimension, &Expression),
    (found, mass): (Dimension, &Expression),
) -> Diagnostic {
    let message = format!(
        "row {row} of the equations mixes {} and {}: entry [{row}][{column}] of the mass matrix times `der(der({coordinate}))` does not fit",
        in_words(expected),
        in_words(found)
    );
    Diagnostic::error(mass.place, message)
        .label("dimensions do not match")
        .related(force.place, in_words(expected))
        .help("all terms of a row, and its component of the force, have the unit of one force")
}

/// A generalised force on something else than a coordinate; `example` is one.
pub(in crate::resolve) fn not_a_coordinate(expression: &Expression, example: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("`{expression}` is not a coordinate"))
        .help(format!("write `generalized({example}, value)`"))
}

/// A constraint between constants.
pub(in crate::resolve) fn constraint_without_coordinate(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("constraint `{name}` contains no coordinate"))
        .label("constrains nothing")
        .help("a constraint is an equation between coordinates, their rates and the time")
}

/// A nonholonomic constraint with a square of a velocity, at the level of energies.
pub(in crate::resolve) fn nonlinear_constraint(place: Place, name: &str) -> Diagnostic {
    Diagnostic::error(place, format!("nonholonomic constraint `{name}` is not linear in the velocities"))
        .label("its reaction is not defined by energies")
        .help("write `mass_matrix` and `force`, with `multiplier(…)` where its reaction acts")
}

/// A rate of something else than a state.
fn not_a_state(place: Place, written: impl Display) -> Diagnostic {
    Diagnostic::error(place, format!("`{written}` is not a state"))
}

/// `der(x + y) = …;`
pub(in crate::resolve) fn rate_of_expression(target: &Expression) -> Diagnostic {
    not_a_state(target.place, target).help("a rate is written `der(name) = …;` after `state name;`")
}

/// `der(x) = …;` of a coordinate.
pub(in crate::resolve) fn rate_of_coordinate(place: Place, name: &str) -> Diagnostic {
    not_a_state(place, name).help(format!(
        "how `{name}` moves follows from energies and constraints; write `constraint c: der({name}) = …;`"
    ))
}

/// `der(x) = …;` of something else.
pub(in crate::resolve) fn rate_of_no_state(place: Place, name: &str) -> Diagnostic {
    not_a_state(place, name).help(format!("declare `state {name};`"))
}

/// A second rate of a state.
pub(in crate::resolve) fn second_rate(again: Place, first: Span, name: &str) -> Diagnostic {
    Diagnostic {
        helps: vec!["a state has one rate: add the terms, or remove one".to_owned()],
        ..super::given_twice(&format!("the rate of `{name}`"), again, first)
    }
}

/// A state without a rate.
pub(in crate::resolve) fn no_rate(state: Span, name: &str) -> Diagnostic {
    Diagnostic::error(state, format!("state `{name}` has no rate"))
        .label("missing rate")
        .help(format!("write `der({name}) = …;`"))
}
