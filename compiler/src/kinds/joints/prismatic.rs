//! Prismatic joint: translation along one axis.
//!
//! ```text
//! Q = 1      d = s a                                                                               (1)
//! ```
//!
//! One freedom, five equations (in the plane two): the origin stays on the axis, and the axes stay parallel.
//! With u, v, a right-handed and orthonormal,
//!
//! ```text
//! u · d = 0      v · d = 0      ½(Q₃₂ − Q₂₃) = 0      ½(Q₁₃ − Q₃₁) = 0      ½(Q₂₁ − Q₁₂) = 0       (2)
//! ```
//!
//! in the plane (e_z × a) · d = 0 and Q₂₁ = 0. The multipliers are, with the opposite sign, the forces
//! across the axis and the torques about the axes of `first`, at the origin of `second`. The displacement
//! is s = a · d.
//!
//! Singular cases: none on (1); *half a turn*: rotations by 180° solve (2) as well, and cos θ > 0 excludes them; there ½(tr Q 1 − Q),
//! the derivative of its last three by a rotation, is singular in space.

use super::between::Between;
use super::directions::{left, perpendiculars};
use super::measure::Measure;
use super::row::Row;
use super::law::{JointLaw, Slips, named};
use super::point_on_line::PointOnLine;
use super::along::ALONG;
use super::word::{AlongCoordinate, Word, of_arguments};
use crate::kinds::Motion;
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::direction;
use crate::kinds::{Given, fields};
use crate::symbolic::algebra::Vector;
use crate::symbolic::Graph;
use crate::units::Dimension;

fields! {
    /// Translation along an axis: `displacement`.
    pub struct Prismatic {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub axis: Vector3 = direction(),
    }
}

/// `prismatic(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("prismatic", &[Prismatic::ARGUMENTS, ALONG], of_arguments::<Prismatic>)
    .along(AlongCoordinate::Of(Dimension::LENGTH))
    .row("| `prismatic` | `axis:` | `displacement` |")];

impl JointLaw for Prismatic {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("displacement", false)])
    }

    fn freedoms(&self, _: bool) -> usize {
        1
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(vec![Motion::Translation { axis: self.axis }])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        let mut rows = across(between, between.axis(&self.axis), planar);
        rows.extend(Row::turns(between, planar));
        rows
    }

    fn measure<'g>(&self, between: &Between<'g>, _: bool, _: usize) -> Measure<'g> {
        displacement(between, between.axis(&self.axis))
    }

    fn slips(&self) -> Slips {
        Slips::Along(&[&[0]])
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

/// The origin of `second` stays on the axis through that of `first`.
pub(super) fn across<'g>(between: &Between<'g>, axis: Vector<'g>, planar: bool) -> Vec<Row<'g>> {
    if planar {
        return vec![Row::along(between, "across", left(axis))];
    }
    let [u, v] = perpendiculars(axis);
    vec![Row::along(between, "across_1", u), Row::along(between, "across_2", v)]
}

/// a · d.
pub(super) fn displacement<'g>(between: &Between<'g>, axis: Vector<'g>) -> Measure<'g> {
    Measure::Number(between.along(axis))
}
