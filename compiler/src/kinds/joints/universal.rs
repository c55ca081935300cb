//! Universal joint: rotation about an axis of `first`, then about a perpendicular axis of `second`.
//!
//! ```text
//! Q = R(a, α) R(b, β)      d = 0      a · b = 0                                                    (1)
//! ```
//!
//! Two freedoms, four equations: the origins coincide, and the two axes of the cross stay perpendicular,
//!
//! ```text
//! p₂ − p₁ = 0      −a · (Q b) = 0                                                                  (2)
//! ```
//!
//! A rotation δφ changes the last by −a · (δφ × Q b) = (a × Q b) · δφ, a unit vector: its multiplier is,
//! with the opposite sign, the torque about the normal of the cross. With c = a × b, (1) gives
//! Q b = R(a, α) b and Qᵀ a = R(b, −β) a, so that
//!
//! ```text
//! α = atan2(c · Q b, b · Q b)      β = atan2(a · Q c, a · Q a)      both in (−π, π]                (3)
//! ```
//!
//! Singular cases: none of (2), and none of the angles, since the two axes are perpendicular in every
//! position. Two shafts through the cross lock when they are perpendicular (β = ±90° with shafts along
//! a × b): that is a property of the mechanism, not of the joint's equations.

use super::between::Between;
use super::law::{JointLaw, Slips, named};
use super::measure::Measure;
use super::row::Row;
use super::spherical::Spherical;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::diagnostics::Diagnostic;
use crate::symbolic::vectors::dot;
use crate::kinds::{Equation, Motion};
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::needed;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Reader, fields};
use crate::symbolic::Graph;
use crate::syntax::{Expression, Kind};

fields! {
    /// Rotation about `axes[0]` (fixed in the first mount), then about `axes[1]` (fixed in the second): `first_angle`,
    /// `second_angle`. The axes are perpendicular.
    pub struct Universal {}
    arguments {
        /// Unit vectors a and b.
        pub axes: [Vector3; 2] = needed(axes),
    }
}

/// `universal(first, second, axes: [[…], […]])`
pub(super) const WORDS: &[Word] = &[Word::between("universal", &[Universal::ARGUMENTS, CUT], of_arguments::<Universal>)
    .in_plane(InPlane::Instead("in the plane, write `revolute`"))
    .row("| `universal` | `axes: [[…], […]]`, perpendicular, the first on `first`, the second on `second` | `first_angle`, `second_angle` |")];

/// `axes: [[1, 0, 0], [0, 1, 0]]`, perpendicular.
fn axes<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: Coordinates<'_>,
) -> Option<[Vector3; 2]> {
    let expression = arguments.get(declared.name)?;
    let Kind::Array(both) = &expression.kind else {
        return two_axes(reader, expression);
    };
    let [first, second] = both.as_slice() else {
        return two_axes(reader, expression);
    };
    let first = reader.unit_vector(first, arguments.scope, "the first axis");
    let second = reader.unit_vector(second, arguments.scope, "the second axis");
    let axes = [first?, second?];
    let along = dot(reader.graph(), &axes[0], &axes[1]);
    let cosine = reader.at_defaults(along);
    // Axes given with eight digits are meant to be perpendicular.
    if cosine.is_none_or(|cosine| cosine.abs() > 1e-8) {
        let message = "the axes of a universal joint must be perpendicular";
        return reader.report(Diagnostic::error(expression.place, message));
    }
    Some(axes)
}

fn two_axes<T>(reader: &mut dyn Reader<'_>, expression: &Expression) -> Option<T> {
    reader.report(
        Diagnostic::error(expression.place, format!("`axes` must be an array of two vectors, not `{expression}`"))
            .help("write `axes: [[1, 0, 0], [0, 1, 0]]`"),
    )
}

impl JointLaw for Universal {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("first_angle", true), ("second_angle", true)])
    }

    fn freedoms(&self, _: bool) -> usize {
        2
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(self.axes.iter().map(|axis| Motion::Rotation { axis: *axis }).collect())
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        let algebra = between.algebra();
        let [a, b] = between.axes(&self.axes);
        let mut rows = Row::origins(between, false);
        let residual = -between.product(a, b);
        rows.push(Row {
            equation: Equation { unit: "", ..Equation::position("cross", residual) },
            force: algebra.zero_vector(),
            torque: a.cross(between.seen(b)),
        });
        rows
    }

    /// Equations (3).
    fn measure<'g>(&self, between: &Between<'g>, _: bool, index: usize) -> Measure<'g> {
        let [a, b] = between.axes(&self.axes);
        let c = a.cross(b);
        let (sine, cosine) = match index {
            0 => (between.product(c, b), between.product(b, b)),
            _ => (between.product(a, c), between.product(a, a)),
        };
        Measure::Angle { sine, cosine }
    }

    fn slips(&self) -> Slips {
        Slips::Along(&[&[0], &[1]])
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(Spherical::default().into())
    }
}
