//! Point on a plane: the origin of `second` stays in the plane through the origin of `first` with normal n.
//!
//! ```text
//! n · d = 0                                                                                        (1)
//! ```
//!
//! One equation, which leaves five velocities. The multiplier is, with the opposite sign, the force along
//! the normal. Linear in d: no singular case, no other branch.

use super::between::Between;
use super::row::Row;
use crate::model::Vector3;
use crate::symbolic::Graph;

/// Equation (1).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, normal: &Vector3) -> Vec<Row> {
    vec![Row::along(graph, between, "plane", normal)]
}
