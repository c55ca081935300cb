//! Rigid transformations on expressions: a [`Pose`] takes coordinates in its frame to the frame it is
//! given in, r ↦ p + R r.

use super::vectors::{add, apply, apply_transposed, identity, multiply, neg, transposed, zero};
use super::{Motion, Pose, vectors};
use crate::model::Vector3;
use crate::symbolic::{Graph, Node};

/// The transformation that changes nothing.
pub fn identity_pose(graph: &Graph) -> Pose {
    Pose { position: zero(graph), rotation: identity(graph) }
}

/// First `inner`, then `outer`: (p, R)·(s, S) = (p + R s, R S).
pub fn compose(graph: &mut Graph, outer: &Pose, inner: &Pose) -> Pose {
    Pose {
        position: transform(graph, outer, &inner.position),
        rotation: multiply(graph, &outer.rotation, &inner.rotation),
    }
}

/// (p, R)⁻¹ = (−Rᵀ p, Rᵀ).
pub fn inverse(graph: &mut Graph, pose: &Pose) -> Pose {
    let turned = apply_transposed(graph, &pose.rotation, &pose.position);
    Pose { position: neg(graph, &turned), rotation: transposed(&pose.rotation) }
}

/// p + R r.
pub fn transform(graph: &mut Graph, pose: &Pose, r: &Vector3) -> Vector3 {
    let turned = apply(graph, &pose.rotation, r);
    add(graph, &pose.position, &turned)
}

/// The pose of the frame after an elementary motion in the frame before it; `reversed` is the inverse of
/// that motion. The coordinates are one number, or the quaternion (w, x, y, z).
pub fn moved(graph: &mut Graph, motion: &Motion, reversed: bool, q: &[Node]) -> Pose {
    let signed = |graph: &mut Graph, node: Node| if reversed { graph.neg(node) } else { node };
    match motion {
        Motion::Rotation { axis } => {
            let angle = signed(graph, q[0]);
            let (sine, cosine) = (graph.sin(angle), graph.cos(angle));
            let rotation = vectors::rotation_about(graph, axis, sine, cosine);
            Pose { position: zero(graph), rotation }
        }
        Motion::Translation { axis } => {
            let length = signed(graph, q[0]);
            Pose { position: vectors::scale(graph, length, axis), rotation: identity(graph) }
        }
        Motion::Screw { axis, pitch } => {
            let angle = signed(graph, q[0]);
            let (sine, cosine) = (graph.sin(angle), graph.cos(angle));
            let rotation = vectors::rotation_about(graph, axis, sine, cosine);
            let length = graph.mul(*pitch, angle);
            Pose { position: vectors::scale(graph, length, axis), rotation }
        }
        Motion::Quaternion => {
            let rotation = vectors::rotation_of_quaternion(graph, &[q[0], q[1], q[2], q[3]]);
            Pose { position: zero(graph), rotation }
        }
    }
}
