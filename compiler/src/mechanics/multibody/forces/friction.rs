//! Coulomb friction in a joint, from the magnitude of its own reaction.
//!
//! ```text
//! |F|: the force that the joint's equations exert
//! slips wᵢ = aᵢ ṡᵢ of coordinates s that slide together:   eᵢ = −μ |F| aᵢ wᵢ/√(Σ w² + ε²)                      (1)
//!     a = radius r of the bearing where s is an angle, 1 where it is a length
//!     cylindrical joint: both together; planar joint: x and y together, the angle by itself; otherwise one by one
//!     where a joint has angles alone, w = ṡ, and ε is one of rad/s
//! spherical joint:              T = −μ |F| r ω/√(ω·ω + ε²),  ω = ω₂ − ω₁   on `second`, −T on `first`          (2)
//! sticking:                     the same with ε = 0 where it slides, |e| ≤ μ₀ |F| a where it sticks (`sticking`)  (3)
//! ```
//! e on `second`, its opposite on `first`. Universal joints have (1) for each angle. Joints that leave all motion have
//! no reaction, hence no friction. Power: −μ |F| Σw²/√(Σw² + ε²) ≤ 0.
//!
//! F does not contain the directions in which the joint moves, nor the friction itself. Moments of the reaction (a
//! drawer that tilts in its guide) load the bearing with pairs of forces that this law does not count. Where F does not
//! depend on accelerations, it is an expression of the motion, and the joint keeps its coordinate; elsewhere it is
//! made of multipliers, and the joint is a constraint. Whether multipliers are those of the same instant or of the
//! step before is the method's choice; Coulomb's law with the present ones may have no or several solutions
//! at large μ (Painlevé).
//!
//! At rest (1) and (2) are zero: within |w| < ε the joint creeps. (3) sticks: the run holds ṡ = 0 for as long as
//! that takes no more than the limit. A reaction of one component has the absolute value with its switching
//! function, others the regularised length of `directions`.

use super::super::slips::together;
use super::super::vectors::{scale, sub, zero};
use super::super::{Kinematics, Load};
use super::directions::{magnitude, regularised_reciprocal};
use super::sticking::{self, Limits};
use super::{Effect, torque_pair};
use crate::model::{JointId, JointKind, Multibody};
use crate::symbolic::{Graph, Node};

/// The law of a friction.
pub struct Law {
    /// μ.
    pub coefficient: Node,
    /// r.
    pub radius: Node,
    /// ε.
    pub velocity: Node,
    /// μ₀, where it sticks.
    pub sticking: Option<Node>,
}

/// Loads (1), (2) or (3).
pub fn effect(kinematics: &mut dyn Kinematics, multibody: &Multibody, id: JointId, law: &Law) -> Effect {
    let &Law { coefficient, radius, velocity, sticking } = law;
    let joint = &multibody.joints[id.0];
    let one = kinematics.graph().one();
    let names = joint.kind.coordinates(multibody.planar);
    let arm = |k: usize| if names[k].1 { radius } else { one };
    let (force, _) = kinematics.reaction(id);
    let graph = kinematics.graph();
    let load = magnitude(graph, &force);
    let limit = graph.mul(coefficient, load);
    let limit = graph.share(limit);

    if let JointKind::Spherical { .. } = joint.kind {
        let [first, second] = [&joint.first, &joint.second].map(|m| kinematics.twist(m).angular_velocity);
        let graph = kinematics.graph();
        let spin = sub(graph, &second, &first);
        if let Some(fixed) = sticking {
            let limits = Limits { sliding: limit, sticking: graph.mul(fixed, load) };
            let slips = scale(graph, radius, &spin);
            let ends = [&joint.first, &joint.second];
            return sticking::along_resultant(kinematics, 0, &slips, limits, &mut |graph, k, effort| {
                let mut torque = zero(graph);
                torque[k] = graph.mul(radius, effort);
                torque_pair(graph, ends, &torque)
            });
        }
        let opposing = opposing(graph, limit, &spin, velocity);
        let opposing = graph.mul(opposing, radius);
        let torque = scale(graph, opposing, &spin);
        return Effect::of(torque_pair(graph, [&joint.first, &joint.second], &torque));
    }
    let groups = together(&joint.kind);
    if let Some(fixed) = sticking {
        // (3)
        let limits = Limits { sliding: limit, sticking: kinematics.graph().mul(fixed, load) };
        let mut all = Effect::default();
        for &group in groups {
            let first = all.slips.len();
            let next = match *group {
                [k] => {
                    let of = (groups.len() > 1).then(|| names[k].0.clone());
                    sticking::along_coordinate(kinematics, (id, k), first, limits, arm(k), (of, names[k].1))
                }
                _ => {
                    let slips: Vec<Node> = group
                        .iter()
                        .map(|&k| {
                            let (_, rate) = kinematics.joint_coordinate(id, k);
                            kinematics.graph().mul(arm(k), rate)
                        })
                        .collect();
                    sticking::along_resultant(kinematics, first, &slips, limits, &mut |graph, i, effort| {
                        let effort = graph.mul(arm(group[i]), effort);
                        vec![Load::OnJoint { joint: id, coordinate: group[i], effort }]
                    })
                }
            };
            all = all.plus(next);
        }
        return all;
    }
    let mut loads = Vec::new();
    for &group in groups {
        let together: Vec<(usize, Node)> = group.iter().map(|&k| (k, arm(k))).collect();
        // Of one coordinate ε is in its own unit, and the arm only that of the moment.
        let alone = together.len() == 1;
        let mut slips = zero(kinematics.graph());
        for (slip, &(coordinate, arm)) in slips.iter_mut().zip(&together) {
            let (_, rate) = kinematics.joint_coordinate(id, coordinate);
            *slip = if alone { rate } else { kinematics.graph().mul(arm, rate) };
        }
        let graph = kinematics.graph();
        let opposing = opposing(graph, limit, &slips, velocity);
        for (&(coordinate, arm), &slip) in together.iter().zip(&slips) {
            let effort = graph.product(&[opposing, arm, slip]);
            loads.push(Load::OnJoint { joint: id, coordinate, effort });
        }
    }
    Effect::of(loads)
}

/// −μ |F|/√(w·w + ε²).
fn opposing(graph: &mut Graph, limit: Node, w: &[Node; 3], velocity: Node) -> Node {
    let reciprocal = regularised_reciprocal(graph, w, velocity);
    let effort = graph.mul(limit, reciprocal);
    graph.neg(effort)
}
