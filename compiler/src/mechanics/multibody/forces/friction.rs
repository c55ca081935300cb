//! Coulomb friction in a joint, from the magnitude of its own reaction.
//!
//! ```text
//! |F|: the force that the joint's equations exert
//! along a coordinate s:         e = −μ |F| a ṡ/√(ṡ² + ε²)                 a = radius r of the bearing where s
//!                                                                         is an angle, 1 where it is a length  (1)
//! planar joint, x and y:        (e_x, e_y) = −μ |F| (ẋ, ẏ)/√(ẋ² + ẏ² + ε²)                                     (2)
//! spherical joint:              T = −μ |F| r ω/√(ω·ω + ε²),  ω = ω₂ − ω₁   on `second`, −T on `first`          (3)
//! ```
//! e on `second`, its opposite on `first`. Both coordinates of cylindrical and universal joints have (1)
//! each. Joints that leave all motion have no reaction, hence no friction. Power: −μ |F| a ṡ²/√(ṡ² + ε²) ≤ 0.
//!
//! F is made of multipliers alone: the directions in which the joint moves are not part of it, nor is the
//! friction itself. Moments of the reaction (a drawer that tilts in its guide) load the bearing with pairs
//! of forces that this law does not count. Whether the multipliers are those of the same instant or of the
//! step before is the method's choice; Coulomb's law with the present ones may have no or several solutions
//! at large μ (Painlevé).
//!
//! At rest the force is zero: within |ṡ| < ε the joint creeps instead of sticking. A reaction of one
//! component has the absolute value with its switching function, others the regularised length of
//! `directions`.

use super::super::vectors::{scale, sub, zero};
use super::super::{Kinematics, Load};
use super::directions::{magnitude, regularised_reciprocal};
use super::{Effect, torque_pair};
use crate::model::{JointId, JointKind, Multibody};
use crate::symbolic::{Graph, Node};

/// Loads (1), (2) or (3).
pub fn effect(
    kinematics: &mut dyn Kinematics,
    multibody: &Multibody,
    id: JointId,
    coefficient: Node,
    radius: Node,
    velocity: Node,
) -> Effect {
    let joint = &multibody.joints[id.0];
    let one = kinematics.graph().one();
    // Which coordinates slide together, and at which arm.
    let sliding: &[(&[usize], Node)] = match joint.kind {
        JointKind::Revolute { .. } | JointKind::Screw { .. } => &[(&[0], radius)],
        JointKind::Prismatic { .. } => &[(&[0], one)],
        JointKind::Cylindrical { .. } => &[(&[0], radius), (&[1], one)],
        JointKind::Universal { .. } => &[(&[0], radius), (&[1], radius)],
        JointKind::Planar { .. } => &[(&[0, 1], one), (&[2], radius)],
        JointKind::Spherical { .. }
        | JointKind::Fixed
        | JointKind::Free { .. }
        | JointKind::Point
        | JointKind::Rod { .. }
        | JointKind::PointOnLine { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::Gear { .. }
        | JointKind::RackPinion { .. }
        | JointKind::Rolling { .. } => &[],
    };
    let (force, _) = kinematics.reaction(id);
    let graph = kinematics.graph();
    let load = magnitude(graph, &force);
    let limit = graph.mul(coefficient, load);
    let limit = graph.share(limit);

    if let JointKind::Spherical { .. } = joint.kind {
        let [first, second] = [&joint.first, &joint.second].map(|m| kinematics.twist(m).angular_velocity);
        let graph = kinematics.graph();
        let spin = sub(graph, &second, &first);
        let opposing = opposing(graph, limit, radius, &spin, velocity);
        let torque = scale(graph, opposing, &spin);
        return Effect::of(torque_pair(graph, [&joint.first, &joint.second], &torque));
    }
    let mut loads = Vec::new();
    for &(coordinates, arm) in sliding {
        let mut rates = zero(kinematics.graph());
        for (rate, &coordinate) in rates.iter_mut().zip(coordinates) {
            *rate = kinematics.joint_coordinate(id, coordinate).1;
        }
        let graph = kinematics.graph();
        let opposing = opposing(graph, limit, arm, &rates, velocity);
        for (&coordinate, &rate) in coordinates.iter().zip(&rates) {
            let effort = graph.mul(opposing, rate);
            loads.push(Load::OnJoint { joint: id, coordinate, effort });
        }
    }
    Effect::of(loads)
}

/// −μ |F| a/√(v·v + ε²).
fn opposing(graph: &mut Graph, limit: Node, arm: Node, v: &[Node; 3], velocity: Node) -> Node {
    let reciprocal = regularised_reciprocal(graph, v, velocity);
    let effort = graph.product(&[limit, arm, reciprocal]);
    graph.neg(effort)
}
