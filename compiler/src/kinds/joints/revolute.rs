//! Revolute joint: rotation about one axis.
//!
//! ```text
//! Q = R(a, θ)      d = 0                                                                           (1)
//! ```
//!
//! One freedom, five equations (in the plane two): the origins coincide, and the axis a, which (1) does not
//! change, does not tilt. With u, v, a right-handed and orthonormal,
//!
//! ```text
//! p₂ − p₁ = 0      −v · (Q a) = 0      u · (Q a) = 0                                               (2)
//! ```
//!
//! The multipliers are, with the opposite sign, the force in the axes of the common frame and the torques
//! about u and v. The angle is that of Q u in the plane of u and v: θ = atan2(v · Q u, u · Q u), in (−π, π].
//!
//! Singular cases: none of (2); *turned over*: Q a = −a also solves (2), half a turn away from every
//! intended solution; a · (Q a) > 0 excludes it.

use super::between::Between;
use super::directions::perpendiculars;
use super::measure::Measure;
use super::row::Row;
use super::spherical::Spherical;
use super::law::{JointLaw, Slips, named};
use super::along::ALONG;
use super::word::{AlongCoordinate, InPlane, Word, of_arguments};
use crate::kinds::Motion;
use crate::symbolic::vectors::unit;
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::needed;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Reader, fields};
use crate::symbolic::algebra::Vector;
use crate::symbolic::Graph;
use crate::units::Dimension;

fields! {
    /// Rotation about an axis: `angle`.
    pub struct Revolute {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub axis: Vector3 = needed(axis),
    }
}

/// `revolute(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("revolute", &[Revolute::ARGUMENTS, ALONG], of_arguments::<Revolute>)
    .in_plane(InPlane::Without("axis"))
    .along(AlongCoordinate::Of(Dimension::NONE))
    .row("| `revolute` | `axis:` (not in the plane) | `angle` |")];

/// z in the plane.
fn axis<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: Coordinates<'_>,
) -> Option<Vector3> {
    if reader.is_planar() {
        return Some(unit(reader.graph(), 2));
    }
    reader.direction(arguments, declared.name)
}

impl JointLaw for Revolute {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("angle", true)])
    }

    fn freedoms(&self, _: bool) -> usize {
        1
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(vec![Motion::Rotation { axis: self.axis }])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        let mut rows = Row::origins(between, planar);
        if !planar {
            let [u, v] = perpendiculars(between.axis(&self.axis));
            rows.extend(Row::tilts(between, u, v));
        }
        rows
    }

    fn measure<'g>(&self, between: &Between<'g>, _: bool, _: usize) -> Measure<'g> {
        angle(between, between.axis(&self.axis))
    }

    fn slips(&self) -> Slips {
        Slips::Along(&[&[0]])
    }

    fn spins_about(&self) -> Option<Vector3> {
        Some(self.axis)
    }

    fn keeps_lines(&self) -> bool {
        true
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(Spherical::default().into())
    }
}

/// The angle about the axis, for all joints with one.
pub(super) fn angle<'g>(between: &Between<'g>, axis: Vector<'g>) -> Measure<'g> {
    let [u, v] = perpendiculars(axis);
    angle_between(between, u, v)
}

/// The same in the plane of given perpendiculars.
pub(super) fn angle_between<'g>(between: &Between<'g>, u: Vector<'g>, v: Vector<'g>) -> Measure<'g> {
    Measure::Angle { sine: between.product(v, u), cosine: between.product(u, u) }
}
