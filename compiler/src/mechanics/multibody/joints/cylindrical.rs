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
use crate::mechanics::multibody::Motion;
use crate::model::Vector3;
use crate::symbolic::Graph;

pub(super) fn motions(axis: &Vector3) -> Vec<Motion> {
    vec![Motion::Rotation { axis: *axis }, Motion::Translation { axis: *axis }]
}

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, axis: &Vector3) -> Vec<Row> {
    let mut rows = prismatic::across(graph, between, axis, false);
    let [u, v] = perpendiculars(graph, axis);
    rows.extend(Row::tilts(graph, between, &u, &v));
    rows
}

/// The angle, then the displacement.
pub(super) fn coordinate(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, index: usize) -> Measure {
    match index {
        0 => revolute::angle(graph, between, axis),
        _ => prismatic::displacement(graph, between, axis),
    }
}
