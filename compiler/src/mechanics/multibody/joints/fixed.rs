//! Fixed joint: no motion.
//!
//! ```text
//! d = 0      Q = 1                                                                                 (1)
//! ```
//!
//! No freedom, six equations (in the plane three): the origins coincide and the axes stay parallel,
//!
//! ```text
//! p₂ − p₁ = 0      ½(Q₃₂ − Q₂₃) = 0      ½(Q₁₃ − Q₃₁) = 0      ½(Q₂₁ − Q₁₂) = 0                          (2)
//! ```
//!
//! in the plane the first two and Q₂₁ = 0. The last three are n sin θ for the rotation by θ about n. The
//! multipliers are, with the opposite sign, the force in the axes of the common frame and the torque in those
//! of `first`.
//!
//! Singular cases: none on (1); *half a turn*: rotations by 180° solve (2) as well; cos θ > 0 excludes them.

use super::between::Between;
use super::row::Row;
use crate::symbolic::Graph;

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Row> {
    let mut rows = Row::origins(graph, between, planar);
    rows.extend(Row::turns(graph, between, planar));
    rows
}
