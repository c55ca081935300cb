//! Rigid transformations on expressions: a [`Pose`] takes coordinates in its frame to the frame it is
//! given in, r ↦ p + R r.

use super::Pose;
use super::vectors::{identity, zero};
pub use crate::kinds::Frame;
use crate::symbolic::Graph;
use crate::symbolic::algebra::Algebra;

/// The transformation that changes nothing.
pub fn identity_pose(graph: &Graph) -> Pose {
    Pose { position: zero(graph), rotation: identity(graph) }
}

/// `outer` · `inner`.
pub fn compose(graph: &mut Graph, outer: &Pose, inner: &Pose) -> Pose {
    let algebra = &Algebra::new(graph);
    (Frame::of(algebra, outer) * Frame::of(algebra, inner)).nodes()
}

/// (p, R)⁻¹.
pub fn inverse(graph: &mut Graph, pose: &Pose) -> Pose {
    let algebra = &Algebra::new(graph);
    Frame::of(algebra, pose).inverse().nodes()
}
