//! Cylindrical joint: rotation about an axis and translation along it.
//!
//! ```text
//! Q = R(a, θ)      d = s a                                                                         (1)
//! ```
//!
//! Two freedoms, four equations: the origin stays on the axis, and the axis does not tilt. With u, v, a
//! right-handed and orthonormal,
//!
//! ```text
//! u · d = 0      v · d = 0      −v · (Q a) = 0      u · (Q a) = 0                                  (2)
//! ```
//!
//! The multipliers are, with the opposite sign, forces along u and v and torques about u and v, at the
//! origin of `second`. θ = atan2(v · Q u, u · Q u) in (−π, π], s = a · d. Rotation and translation commute:
//! the order of the motions does not matter.
//!
//! Singular cases: none of (2); *turned over*: Q a = −a solves (2) as well; a · (Q a) > 0 excludes it.

use super::between::Between;
use super::directions::perpendiculars;
use super::measure::Measure;
use super::row::Row;
use super::{prismatic, revolute};
use super::law::{JointLaw, Slips, named};
use super::point_on_line::PointOnLine;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::kinds::Motion;
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::direction;
use crate::kinds::{Given, fields};
use crate::symbolic::algebra::Vector;
use crate::symbolic::Graph;

fields! {
    /// Rotation about an axis and translation along it: `angle`, `displacement`.
    pub struct Cylindrical {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub axis: Vector3 = direction(),
    }
}

/// `cylindrical(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("cylindrical", &[Cylindrical::ARGUMENTS, CUT], of_arguments::<Cylindrical>)
    .in_plane(InPlane::Instead("in the plane, write `revolute` or `prismatic`"))
    .row("| `cylindrical` | `axis:` | `angle`, `displacement` |")];

impl JointLaw for Cylindrical {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("angle", true), ("displacement", false)])
    }

    fn freedoms(&self, _: bool) -> usize {
        2
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(vec![Motion::Rotation { axis: self.axis }, Motion::Translation { axis: self.axis }])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        rows(between, between.axis(&self.axis))
    }

    /// The angle, then the displacement.
    fn measure<'g>(&self, between: &Between<'g>, _: bool, index: usize) -> Measure<'g> {
        let axis = between.axis(&self.axis);
        match index {
            0 => revolute::angle(between, axis),
            _ => prismatic::displacement(between, axis),
        }
    }

    /// Slips around and along the axis add up.
    fn slips(&self) -> Slips {
        Slips::Along(&[&[0, 1]])
    }

    fn keeps_lines(&self) -> bool {
        true
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(PointOnLine { axis: self.axis }.into())
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}

/// Equations (2).
pub(super) fn rows<'g>(between: &Between<'g>, axis: Vector<'g>) -> Vec<Row<'g>> {
    let mut rows = prismatic::across(between, axis, false);
    let [u, v] = perpendiculars(axis);
    rows.extend(Row::tilts(between, u, v));
    rows
}
