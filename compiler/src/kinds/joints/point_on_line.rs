//! Point on a line: the origin of `second` stays on the line through the origin of `first` along a.
//!
//! ```text
//! u · d = 0      v · d = 0      in the plane (e_z × a) · d = 0                                     (1)
//! ```
//!
//! with u, v, a right-handed and orthonormal. Two equations, which leave four velocities (in the plane one,
//! which leaves two). The multipliers are, with the opposite sign, the forces along u and v. Linear in d:
//! no singular case, no other branch.

use super::between::Between;
use super::law::JointLaw;
use super::prismatic;
use super::row::Row;
use super::word::{CUT, Word, of_arguments};
use crate::kinds::multibody::Vector3;
use crate::kinds::argument::direction;
use crate::kinds::{Given, fields};

fields! {
    /// The origin of `second` stays on the line through the origin of `first` along the axis.
    pub struct PointOnLine {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub axis: Vector3 = direction(),
    }
}

/// `point_on_line(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("point_on_line", &[PointOnLine::ARGUMENTS, CUT], of_arguments::<PointOnLine>)
    .row("| `point_on_line` | `axis:` | the point `second` on a line through `first` |")];

impl JointLaw for PointOnLine {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 2 } else { 4 }
    }

    /// Equations (1).
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        prismatic::across(between, between.axis(&self.axis), planar)
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}
