//! Reactions of joints, for outputs: the force and torque that a joint exerts on its second end (about that
//! end's origin, in the axes of the first).
//!
//! Of a joint that closes a loop they follow from its multipliers. Of a joint in the tree they are what the
//! bodies behind it need for their motion (the recursion with the true mass properties), less what else
//! acts on them: loads, reactions of closures, and of constraints that the user wrote.
//!
//! A constraint r(s₁, s₂ …) = 0 between attributes acts on each with the effort −λ ∂r/∂sᵢ.

use super::attributes::Scene;
use super::closures::Closures;
use super::coordinates::Coordinates;
use super::inertia;
use super::loads::Applied;
use super::recursion::{Recursion, Wrench};
use super::tree::Owner;
use super::vectors::{add as vectors_add, apply, apply_transposed, cross, neg, scale, sub, zero};
use super::{Load, Motion, joints};
use crate::model::{JointId, Model, Quantity, Vector3};
use crate::symbolic::{Graph, Node, Symbol};
use std::collections::BTreeMap;

/// Adds the values of all attributes that are reactions.
pub fn add(
    model: &mut Model,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    closures: &Closures,
    loads: &[Load],
    values: &mut BTreeMap<Symbol, Node>,
) {
    let multibody = scene.multibody;
    let asked: Vec<(Symbol, JointId, usize, bool)> = multibody
        .attributes
        .iter()
        .filter_map(|attribute| match attribute.quantity {
            Quantity::ReactionForce(joint, k) => Some((attribute.symbol, joint, k, false)),
            Quantity::ReactionTorque(joint, k) => Some((attribute.symbol, joint, k, true)),
            _ => None,
        })
        .collect();
    if asked.is_empty() {
        return;
    }
    let wrenches = asked
        .iter()
        .any(|&(_, joint, ..)| closures.of(joint).is_none())
        .then(|| transmitted(model, scene, coordinates, closures, loads));
    let graph = &mut model.graph;
    for (symbol, joint, k, torque) in asked {
        let (force, moment) = match (closures.of(joint), &wrenches) {
            (Some(closure), _) => closure.reaction(graph, scene),
            (None, Some(wrenches)) => tree_reaction(graph, scene, joint, wrenches),
            (None, None) => (zero(graph), zero(graph)),
        };
        values.insert(symbol, if torque { moment[k] } else { force[k] });
    }
}

/// What every link's joint transmits.
fn transmitted(
    model: &mut Model,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    closures: &Closures,
    loads: &[Load],
) -> Vec<Wrench> {
    let accelerations = coordinates.accelerations(model);
    let own_constraints = constraint_loads(model, scene);
    let graph = &mut model.graph;
    let mut applied = Applied::none(graph, &scene.tree, scene.tangent.len());
    for load in loads.iter().chain(&own_constraints) {
        match load {
            Load::OnMount { .. } => applied.add(graph, scene, load),
            // In the tree an effort is what the joint itself transmits.
            Load::OnJoint { joint, coordinate, effort } if closures.of(*joint).is_some() => {
                for load in across_loop(graph, scene, *joint, *coordinate, *effort) {
                    applied.add(graph, scene, &load);
                }
            }
            Load::OnJoint { .. } | Load::OnQuantity { .. } => {}
        }
    }
    for closure in &closures.0 {
        let (force, torque) = closure.reaction(graph, scene);
        for load in pair(graph, scene, closure.joint, &force, &torque) {
            applied.add(graph, scene, &load);
        }
    }
    let inertias = inertia::of_links(graph, scene.multibody, &scene.tree);
    let recursion = Recursion::new(graph, scene, &inertias);
    recursion.wrenches(
        graph,
        &scene.multibody.gravity,
        &scene.velocities,
        &accelerations[..scene.tree.velocities],
        &applied.wrenches,
    )
}

/// A force and torque on the second end of a joint (in the axes of the first), and the opposite on the
/// first end at the same point of space.
fn pair(graph: &mut Graph, scene: &Scene<'_>, id: JointId, force: &Vector3, torque: &Vector3) -> [Load; 2] {
    let joint = &scene.multibody.joints[id.0];
    let first = scene.motion.pose(graph, &scene.tree, &joint.first);
    let second = scene.motion.pose(graph, &scene.tree, &joint.second);
    let force = apply(graph, &first.rotation, force);
    let torque = apply(graph, &first.rotation, torque);
    let arm = sub(graph, &second.position, &first.position);
    let lever = cross(graph, &arm, &force);
    let moment = vectors_add(graph, &torque, &lever);
    let (back, back_moment) = (neg(graph, &force), neg(graph, &moment));
    [
        Load::OnMount { at: joint.second.clone(), force, torque },
        Load::OnMount { at: joint.first.clone(), force: back, torque: back_moment },
    ]
}

/// An effort along a coordinate of a joint that closes a loop, as a pair of forces or torques.
fn across_loop(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    coordinate: usize,
    effort: Node,
) -> Vec<Load> {
    let Some((axis, turns)) = axis_of(graph, scene, id, coordinate) else { return Vec::new() };
    let along = scale(graph, effort, &axis);
    let nothing = zero(graph);
    let (force, torque) = if turns { (nothing, along) } else { (along, nothing) };
    pair(graph, scene, id, &force, &torque).to_vec()
}

/// The axis of a joint's coordinate in the axes of the first end, and whether it is one of rotation.
fn axis_of(graph: &mut Graph, scene: &Scene<'_>, id: JointId, coordinate: usize) -> Option<(Vector3, bool)> {
    let kind = &scene.multibody.joints[id.0].kind;
    let motions = joints::motions(kind, scene.multibody.planar, graph)?;
    match motions.get(coordinate)? {
        Motion::Rotation { axis } | Motion::Screw { axis, .. } => Some((*axis, true)),
        Motion::Translation { axis } => Some((*axis, false)),
        Motion::Quaternion => None,
    }
}

/// The efforts of the constraints that the user wrote.
fn constraint_loads(model: &mut Model, scene: &Scene<'_>) -> Vec<Load> {
    let mut loads = Vec::new();
    let graph = &mut model.graph;
    for constraint in &model.constraints {
        let multiplier = graph.node(constraint.multiplier);
        for attribute in &scene.multibody.attributes {
            let order = if constraint.holonomic { 0 } else { 1 };
            if attribute.order != order || !graph.depends_on(constraint.residual, attribute.symbol) {
                continue;
            }
            let slope = graph.derivative(constraint.residual, attribute.symbol);
            let effort = graph.mul(multiplier, slope);
            let effort = graph.neg(effort);
            let along = |graph: &mut Graph, k: usize| -> Vector3 {
                core::array::from_fn(|i| if i == k { effort } else { graph.zero() })
            };
            match &attribute.quantity {
                Quantity::Joint(joint, coordinate) => {
                    loads.push(Load::OnJoint { joint: *joint, coordinate: *coordinate, effort });
                }
                Quantity::Position(mount, k) => {
                    let (force, torque) = (along(graph, *k), zero(graph));
                    loads.push(Load::OnMount { at: mount.clone(), force, torque });
                }
                Quantity::Angle(carrier) => {
                    let (force, torque) = (zero(graph), along(graph, 2));
                    let at = super::attributes::origin(graph, *carrier);
                    loads.push(Load::OnMount { at, force, torque });
                }
                Quantity::AngularVelocity(carrier, k) => {
                    let (force, torque) = (zero(graph), along(graph, *k));
                    let at = super::attributes::origin(graph, *carrier);
                    loads.push(Load::OnMount { at, force, torque });
                }
                _ => {}
            }
        }
    }
    loads
}

/// From the wrench at the last link of the joint to the reaction on `second`.
fn tree_reaction(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    wrenches: &[Wrench],
) -> (Vector3, Vector3) {
    let joint = &scene.multibody.joints[id.0];
    let links = scene.tree.links_of(Owner::Joint(id));
    let Some(&outermost) = links.iter().max() else { return (zero(graph), zero(graph)) };
    let reversed = scene.tree.links[outermost].reversed;
    let wrench = &wrenches[outermost];
    // In the plane links keep the axes of the ground; in space theirs are those of the outer mount.
    let (mut force, mut torque) = (wrench.force, wrench.torque);
    let first = scene.motion.pose(graph, &scene.tree, &joint.first);
    if scene.multibody.planar {
        force = apply_transposed(graph, &first.rotation, &force);
        torque = apply_transposed(graph, &first.rotation, &torque);
    } else if !reversed {
        let across = scene.across(graph, id);
        force = apply(graph, &across.rotation, &force);
        torque = apply(graph, &across.rotation, &torque);
    }
    if reversed {
        // What was found acts on `first` about its own origin: turn it round, about that of `second`.
        let across = scene.across(graph, id);
        force = neg(graph, &force);
        let lever = cross(graph, &across.position, &force);
        torque = neg(graph, &torque);
        torque = sub(graph, &torque, &lever);
    }
    (force, torque)
}
