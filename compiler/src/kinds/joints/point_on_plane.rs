//! Point on a plane: the origin of `second` stays in the plane through the origin of `first` with normal n.
//!
//! ```text
//! n · d = 0                                                                                        (1)
//! ```
//!
//! One equation, with five free velocities. The multiplier is, with the opposite sign, the force along
//! the normal. Linear in d: no singular case, no other branch.

use super::between::Between;
use super::law::JointLaw;
use super::row::Row;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::kinds::multibody::Vector3;
use crate::kinds::argument::direction;
use crate::kinds::{Given, fields};

fields! {
    /// The origin of `second` stays in the plane through the origin of `first` with that normal.
    pub struct PointOnPlane {}
    arguments {
        /// A unit vector in the axes of `first`.
        pub normal: Vector3 = direction(),
    }
}

/// `point_on_plane(first, second, normal: …)`
pub(super) const WORDS: &[Word] = &[Word::between("point_on_plane", &[PointOnPlane::ARGUMENTS, CUT], of_arguments::<PointOnPlane>)
    .in_plane(InPlane::Instead("in the plane, write `point_on_line`"))
    .row("| `point_on_plane` | `normal:` | the point `second` on a plane through `first` |")];

impl JointLaw for PointOnPlane {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 2 } else { 5 }
    }

    /// Equation (1).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        vec![Row::along(between, "plane", between.axis(&self.normal))]
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}
