//! Spring and damper on a coordinate q of a joint.
//!
//! ```text
//! e = −k (q − q₀) − c q̇ + e₀      effort on `second`, its opposite on `first`
//! V = ½ k (q − q₀)²,   ∂V/∂q = k (q − q₀);   power of damper: −c q̇²
//! ```
//! Regular everywhere. The angle counts turns in the joint coordinates of a tree; where the joint closes a
//! loop it is read off the poses, in (−π, π].

use super::super::{Kinematics, Load};
use super::{Effect, half};
use crate::model::JointId;
use crate::symbolic::Node;

/// Constants: k, c, q₀, e₀.
pub fn effect(
    kinematics: &mut dyn Kinematics,
    joint: JointId,
    coordinate: usize,
    [stiffness, damping, rest, extra]: [Node; 4],
) -> Effect {
    let (q, rate) = kinematics.joint_coordinate(joint, coordinate);
    let graph = kinematics.graph();
    let turned = graph.sub(q, rest);
    let elastic = graph.mul(stiffness, turned);
    let viscous = graph.mul(damping, rate);
    let opposing = graph.add(elastic, viscous);
    let effort = graph.sub(extra, opposing);
    let energy = graph.product(&[stiffness, turned, turned]);
    let energy = half(graph, energy);
    let potential = if graph.is_zero(energy) { Vec::new() } else { vec![energy] };
    Effect { loads: vec![Load::OnJoint { joint, coordinate, effort }], potential, ..Effect::default() }
}
