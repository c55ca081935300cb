//! Spherical joint: rotation about a point.
//!
//! ```text
//! p₂ − p₁ = 0                                                                                      (1)
//! ```
//!
//! Three freedoms, three equations, which are (1) in the axes of the common frame; the multipliers are, with
//! the opposite sign, the force in those axes. Q is a unit quaternion, with the angular velocity of `second`
//! relative to `first` in the axes of `second` as the velocity, or three rotations by Euler angles; how they
//! are read off Q, and their singular cases, are in `orientation`.
//!
//! Singular cases of (1): none.

use super::between::Between;
use super::orientation;
use super::row::Row;
use crate::mechanics::multibody::Motion;
use crate::model::RotationCoordinates;
use crate::symbolic::Graph;

pub(super) fn motions(graph: &Graph, rotation: &RotationCoordinates) -> Vec<Motion> {
    orientation::motions(graph, rotation)
}

/// Equations (1); in the plane, where joints to particles hold their point, the first two.
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Row> {
    Row::origins(graph, between, planar)
}
