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
use super::prismatic;
use super::row::Row;
use crate::model::Vector3;
use crate::symbolic::Graph;

/// Equations (1).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, planar: bool) -> Vec<Row> {
    prismatic::across(graph, between, axis, planar)
}
