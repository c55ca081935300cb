//! The wrench of a fixed joint in the tree: it has no link of its own, so all bodies beyond it are cut free.
//!
//! ```text
//! F = Σ m (c̈ − g) − Σ F_ext                                                                     (1)
//! T = Σ [(c − p) × m (c̈ − g) + R I Rᵀ α + ω × R I Rᵀ ω] − Σ [T_ext + (r − p) × F_ext]           (2)
//! ```
//!
//! over the bodies (centre of mass c, rotation R) and the loads (at r) beyond the joint, p the origin of its `second`.
//!
//! Invariant: the joints of the tree form no loops, so one side of a joint is without the ground.

use super::Load;
use super::attributes::Scene;
use super::poses::Frame;
use crate::model::{Body, BodyId, Carrier, JointId, Mount, Quantity, Vector3};
use crate::symbolic::Graph;
use crate::symbolic::algebra::{Algebra, Vector};

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
    let algebra = &Algebra::new(graph);
    let point = scene.frame(algebra, &joint.second).position;
    let (mut force, mut torque) = (algebra.zero_vector(), algebra.zero_vector());
    for carrier in &carriers {
        let Carrier::Body(body) = *carrier else { continue };
        let (own, spin) = needed(scene, body, point);
        force += own;
        torque += spin;
    }
    for load in loads {
        let Load::OnMount { at, force: pull, torque: turn } = load else { continue };
        if carriers.contains(&at.carrier) {
            let (pull, turn) = (algebra.vector(pull), algebra.vector(turn));
            let lever = (scene.frame(algebra, at).position - point).cross(pull);
            force -= pull;
            torque = torque - turn - lever;
        }
    }
    if turned {
        // This is what acts on `first`.
        (force, torque) = (-force, -torque);
    }
    let back = scene.frame(algebra, &joint.first).rotation.transposed();
    ((back * force).nodes(), (back * torque).nodes())
}

/// All carriers that the joints of the tree except one connect with a carrier, itself included.
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
fn needed<'g>(scene: &Scene<'_>, id: BodyId, point: Vector<'g>) -> (Vector<'g>, Vector<'g>) {
    let algebra = point.algebra();
    let body: &Body = &scene.multibody.bodies[id.0];
    let carrier = Carrier::Body(id);
    let centre = Mount { carrier, position: body.com, rotation: algebra.identity().nodes() };
    let Frame { position: c, rotation: r } = scene.frame(algebra, &centre);
    let acceleration = Vector(core::array::from_fn(|k| {
        scene.expression(algebra, &Quantity::Position(Box::new(centre.clone()), k), 2)
    }));
    let force = algebra.expr(body.mass) * (acceleration - algebra.vector(&scene.multibody.gravity));
    let mut torque = (c - point).cross(force);
    if !body.particle {
        let spin = |order: u8| {
            Vector(core::array::from_fn(|k| {
                scene.expression(algebra, &Quantity::AngularVelocity(carrier, k), order)
            }))
        };
        let (omega, alpha) = (spin(1), spin(2));
        let inertia = algebra.matrix(&body.inertia);
        let about = |x: Vector<'g>| r * (inertia * (r.transposed() * x));
        let faster = about(alpha);
        let turning = omega.cross(about(omega));
        torque = torque + faster + turning;
    }
    (force, torque)
}
