//! Forces and torques that the user gives, in the axes of the ground or of what they act on.
//!
//! ```text
//! follow:  F = R f,  T = R t      R: the axes of the mount          otherwise F = f, T = t
//! torque on a body: T;  on its reaction: −T
//! ```
//! A force at a point has no reaction: it comes from outside of the mechanism. No potential is reported: that
//! of a constant force −f·p depends on what the user thinks of as its source.

use super::super::vectors::{apply, zero};
use super::super::{Kinematics, Load};
use super::{Effect, torque_pair};
use crate::model::{Mount, Vector3};

/// A force at the origin of a mount.
pub fn at_point(kinematics: &mut dyn Kinematics, at: &Mount, force: &Vector3, follow: bool) -> Effect {
    let force = in_ground_axes(kinematics, at, force, follow);
    let torque = zero(kinematics.graph());
    Effect::of(vec![Load::OnMount { at: at.clone(), force, torque }])
}

/// A torque on a body, and its reaction.
pub fn on_body(
    kinematics: &mut dyn Kinematics,
    body: &Mount,
    reaction: Option<&Mount>,
    torque: &Vector3,
    follow: bool,
) -> Effect {
    let torque = in_ground_axes(kinematics, body, torque, follow);
    let graph = kinematics.graph();
    Effect::of(match reaction {
        Some(reaction) => torque_pair(graph, [reaction, body], &torque),
        None => vec![Load::OnMount { at: body.clone(), force: zero(graph), torque }],
    })
}

fn in_ground_axes(kinematics: &mut dyn Kinematics, at: &Mount, vector: &Vector3, follow: bool) -> Vector3 {
    if !follow {
        return *vector;
    }
    let pose = kinematics.pose(at);
    apply(kinematics.graph(), &pose.rotation, vector)
}
