//! Properties of bodies, their masses and inertias; shapes.

use crate::diagnostics::{Diagnostic, Place, nearest};
use crate::syntax::{Expression, Name};

/// A property that bodies or particles do not have; `known` are those that they have, `of_bodies` those of bodies.
pub(in crate::resolve) fn unknown_property(
    name: &Name,
    particle: bool,
    known: &[&str],
    of_bodies: &[&str],
) -> Diagnostic {
    let what = if particle { "a particle" } else { "a body" };
    let help = match nearest(&name.text, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if of_bodies.contains(&name.text.as_str()) => "declare it as a `body`".to_owned(),
        None => format!("{what} has `{}`", known.join("`, `")),
    };
    Diagnostic::error(name.span, format!("{what} has no property `{}`", name.text))
        .label("unknown property")
        .help(help)
}

/// `inertia_about` beside no `inertia`.
pub(in crate::resolve) fn inertia_about_nothing(value: &Expression) -> Diagnostic {
    Diagnostic::error(value.place, "`inertia_about` has no effect without `inertia`").help("remove it")
}

/// A matrix as an inertia in the plane.
pub(in crate::resolve) fn inertia_in_plane(expression: &Expression, found: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("an inertia in the plane must be a number, not {found}"))
        .help("write the moment of inertia about the axis normal to the plane")
}

/// A number as an inertia in space.
pub(in crate::resolve) fn inertia_in_space(expression: &Expression, found: &str) -> Diagnostic {
    Diagnostic::error(expression.place, format!("an inertia in space must be a 3×3 matrix, not {found}")).help(
        "write `diagonal(xx, yy, zz) [kg*m^2]`, or all rows `[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] [kg*m^2]`",
    )
}

/// An inertia whose entries i, j and j, i differ.
pub(in crate::resolve) fn inertia_not_symmetric(expression: &Expression, i: usize, j: usize) -> Diagnostic {
    let message = format!("the inertia is not symmetric: entries [{i}][{j}] and [{j}][{i}] differ");
    Diagnostic::error(expression.place, message).label("not symmetric")
}

/// `mass` beside `density`, of a body or a shape.
pub(in crate::resolve) fn mass_and_density(density: &Expression) -> Diagnostic {
    Diagnostic::error(density.place, "both `mass` and `density` are given").help("remove one of them")
}

/// A mass of the body beside those of its shapes.
pub(in crate::resolve) fn mass_and_masses(body: Place, name: &str) -> Diagnostic {
    Diagnostic::error(body, format!("the mass of `{name}` is given twice: by the body and by its shapes"))
        .help("remove one of them")
}

/// Shapes with a mass beside others without.
pub(in crate::resolve) fn some_masses(body: Place, name: &str) -> Diagnostic {
    Diagnostic::error(body, format!("only some shapes of `{name}` have a mass or a density"))
        .help("give every shape a `mass` or a `density`")
}

/// A mass of shapes with volumes and of others without.
pub(in crate::resolve) fn undistributed_mass(body: Place, name: &str) -> Diagnostic {
    let message = format!("the mass of `{name}` cannot be distributed over volumes, areas and lengths");
    Diagnostic::error(body, message).help("give each shape its own `mass`")
}

/// A density of a body without shapes.
pub(in crate::resolve) fn density_without_shape(density: &Expression, name: &str) -> Diagnostic {
    Diagnostic::error(density.place, format!("`{name}` has a density but no shape"))
        .help("give a `shape` or the `mass`")
}

/// No mass, and no density of shapes.
pub(in crate::resolve) fn no_mass(body: Place, name: &str, has_shapes: bool) -> Diagnostic {
    let help = match has_shapes {
        true => "write `mass: 1 [kg]` or `density: 7850 [kg/m^3]` beside the shape".to_owned(),
        false => format!("write `{name} {{ mass: 1 [kg] }}`, or give a `shape` with a `density`"),
    };
    Diagnostic::error(body, format!("`{name}` has no mass")).label("missing mass").help(help)
}
