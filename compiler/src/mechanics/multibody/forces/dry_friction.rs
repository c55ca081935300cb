//! Dry friction of constant size on a coordinate q of a joint.
//!
//! ```text
//! regularised:  e = −L q̇/√(q̇² + ε²)                                                                (1)
//! sticking:     e = −L sign q̇ where it slides; |e| ≤ L₀ where it sticks (`sticking`)               (2)
//! ```
//! on `second`, the opposite on `first`. Power: −L q̇²/√(q̇² + ε²) ≤ 0. At rest (1) is zero: within |q̇| < ε the joint creeps;
//! (2) sticks: the run holds q̇ = 0 for as long as that takes no more than L₀.

use super::super::{Kinematics, Load};
use super::Effect;
use super::directions::regularised_reciprocal;
use super::sticking::{self, Limits};
use crate::model::{JointId, Multibody};
use crate::symbolic::Node;

/// Loads (1), or (2) with `sticking` as L₀.
pub fn effect(
    kinematics: &mut dyn Kinematics,
    multibody: &Multibody,
    (joint, coordinate): (JointId, usize),
    [limit, velocity]: [Node; 2],
    sticking: Option<Node>,
) -> Effect {
    if let Some(most) = sticking {
        let names = multibody.joints[joint.0].kind.coordinates(multibody.planar);
        let turns = names.get(coordinate).is_some_and(|(_, angle)| *angle);
        let one = kinematics.graph().one();
        let limits = Limits { sliding: limit, sticking: most };
        return sticking::along_coordinate(kinematics, (joint, coordinate), 0, limits, one, (None, turns));
    }
    let (_, rate) = kinematics.joint_coordinate(joint, coordinate);
    let graph = kinematics.graph();
    let zero = graph.zero();
    let reciprocal = regularised_reciprocal(graph, &[rate, zero, zero], velocity);
    let effort = graph.product(&[limit, rate, reciprocal]);
    let effort = graph.neg(effort);
    Effect::of(vec![Load::OnJoint { joint, coordinate, effort }])
}
