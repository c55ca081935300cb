//! What a fixed joint in the tree transmits: it has no link of its own, so everything behind it is cut free.
//!
//! ```text
//! F = Σ m (c̈ − g) − Σ F_ext                                                                     (1)
//! T = Σ [(c − p) × m (c̈ − g) + R I Rᵀ α + ω × R I Rᵀ ω] − Σ [T_ext + (r − p) × F_ext]           (2)
//! ```
//!
//! over the bodies (centre of mass c, rotation R) and the loads (at r) behind the joint, p the origin of its `second`.
//!
//! Invariant: the joints of the tree form no loops, so one side of a joint is without the ground.

use super::Load;
use super::attributes::Scene;
use super::vectors::{add, apply, apply_transposed, cross, identity, neg, scale, sub, zero};
use crate::model::{Body, BodyId, Carrier, JointId, Mount, Quantity, Vector3};
use crate::symbolic::Graph;

/// The force and the torque (about the origin of `second`) that a fixed joint exerts on `second`, in the axes of
/// `first`; `loads` are all forces and torques on bodies, also those of other closures.
pub fn fixed_reaction(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    loads: &[Load],
) -> (Vector3, Vector3) {
    let joint = &scene.multibody.joints[id.0];
    let behind_second = behind(scene, id, joint.second.carrier);
    let turned = behind_second.contains(&Carrier::Ground);
    let carriers = if turned { behind(scene, id, joint.first.carrier) } else { behind_second };
    let point = scene.motion.pose(graph, &scene.tree, &joint.second).position;
    let (mut force, mut torque) = (zero(graph), zero(graph));
    for carrier in &carriers {
        let Carrier::Body(body) = *carrier else { continue };
        let (own, spin) = needed(graph, scene, body, &point);
        force = add(graph, &force, &own);
        torque = add(graph, &torque, &spin);
    }
    for load in loads {
        let Load::OnMount { at, force: pull, torque: turn } = load else { continue };
        if carriers.contains(&at.carrier) {
            let place = scene.motion.pose(graph, &scene.tree, at).position;
            let arm = sub(graph, &place, &point);
            let lever = cross(graph, &arm, pull);
            force = sub(graph, &force, pull);
            torque = sub(graph, &torque, turn);
            torque = sub(graph, &torque, &lever);
        }
    }
    if turned {
        // This is what acts on `first`.
        (force, torque) = (neg(graph, &force), neg(graph, &torque));
    }
    let axes = scene.motion.pose(graph, &scene.tree, &joint.first).rotation;
    (apply_transposed(graph, &axes, &force), apply_transposed(graph, &axes, &torque))
}

/// Everything that the tree's joints but one connect with a carrier, itself included.
fn behind(scene: &Scene<'_>, without: JointId, from: Carrier) -> Vec<Carrier> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        for (number, joint) in scene.multibody.joints.iter().enumerate() {
            if !scene.tree.in_tree[number] || number == without.0 {
                continue;
            }
            let (a, b) = (joint.first.carrier, joint.second.carrier);
            let other = if a == here { b } else { a };
            if (a == here || b == here) && !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found
}

/// The body's own terms of (1) and (2), in the axes of the ground.
fn needed(graph: &mut Graph, scene: &Scene<'_>, id: BodyId, point: &Vector3) -> (Vector3, Vector3) {
    let body: &Body = &scene.multibody.bodies[id.0];
    let carrier = Carrier::Body(id);
    let centre = Mount { carrier, position: body.com, rotation: identity(graph) };
    let pose = scene.motion.pose(graph, &scene.tree, &centre);
    let acceleration: Vector3 =
        core::array::from_fn(|k| scene.quantity(graph, &Quantity::Position(centre.clone(), k), 2));
    let net = sub(graph, &acceleration, &scene.multibody.gravity);
    let force = scale(graph, body.mass, &net);
    let arm = sub(graph, &pose.position, point);
    let mut torque = cross(graph, &arm, &force);
    if !body.particle {
        let mut spin = |order: u8| -> Vector3 {
            core::array::from_fn(|k| scene.quantity(graph, &Quantity::AngularVelocity(carrier, k), order))
        };
        let (omega, alpha) = (spin(1), spin(2));
        let about = |graph: &mut Graph, x: &Vector3| {
            let own = apply_transposed(graph, &pose.rotation, x);
            let times = apply(graph, &body.inertia, &own);
            apply(graph, &pose.rotation, &times)
        };
        let faster = about(graph, &alpha);
        let momentum = about(graph, &omega);
        let turning = cross(graph, &omega, &momentum);
        torque = add(graph, &torque, &faster);
        torque = add(graph, &torque, &turning);
    }
    (force, torque)
}
