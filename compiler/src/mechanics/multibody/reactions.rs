//! Reactions of joints, for outputs: the force and torque that a joint exerts on its second end (about that
//! end's origin, in the axes of the first).
//!
//! Of a joint that closes a loop they follow from its multipliers. Of a joint in the tree they are what the
//! bodies behind it need for their motion (the recursion with the true mass properties, `sections` for fixed
//! joints), less what else acts on them: loads, reactions of closures, and of constraints that the user wrote.
//! What acts along the joint's own freedoms (a motor, a drive, a spring) is no reaction: it is taken away.
//!
//! A constraint r(s₁, s₂ …) = 0 between attributes acts on each with the effort −λ ∂r/∂sᵢ, a generalised force
//! on an attribute with itself.
//!
//! Invariant: a reaction does not depend on whether its joint is in the tree or a constraint.

use super::attributes::Scene;
use super::closures::Closures;
use super::coordinates::Coordinates;
use super::inertia;
use super::loads::Applied;
use super::recursion::{Recursion, Wrench};
use super::tree::Owner;
use super::vectors::{
    add as vectors_add, apply, apply_transposed, cross, dot, neg, rotation_about, scale, sub, zero,
};
use super::{Load, Motion, joints, sections};
use crate::model::{Attribute, ForceKind, JointId, JointKind, Model, Quantity, Vector3};
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
    let kind = |joint: JointId| &multibody.joints[joint.0].kind;
    let in_tree = |joint: JointId| closures.of(joint).is_none();
    let external = if asked.iter().any(|&(_, joint, ..)| in_tree(joint)) {
        external(model, scene, closures, loads, values)
    } else {
        Vec::new()
    };
    let by_links =
        asked.iter().any(|&(_, joint, ..)| in_tree(joint) && !matches!(kind(joint), JointKind::Fixed));
    let wrenches = if by_links { transmitted(model, scene, coordinates, &external) } else { Vec::new() };
    let graph = &mut model.graph;
    for (symbol, joint, k, torque) in asked {
        let (force, moment) = match (closures.of(joint), kind(joint)) {
            (Some(closure), _) => closure.reaction(graph, scene),
            (None, JointKind::Fixed) => sections::fixed_reaction(graph, scene, joint, &external),
            (None, _) => {
                let (force, moment) = tree_reaction(graph, scene, joint, &wrenches);
                held_back(graph, scene, joint, force, moment)
            }
        };
        values.insert(symbol, if torque { moment[k] } else { force[k] });
    }
}

/// All forces and torques on bodies but inertia, weight and what joints of the tree transmit.
fn external(
    model: &mut Model,
    scene: &Scene<'_>,
    closures: &Closures,
    loads: &[Load],
    values: &BTreeMap<Symbol, Node>,
) -> Vec<Load> {
    let mut own = constraint_loads(model, scene);
    let graph = &mut model.graph;
    own.extend(generalized_loads(graph, scene));
    for load in &mut own {
        replace(graph, load, values);
    }
    own.extend(coupling_loads(graph, scene, closures));
    let mut external = Vec::new();
    for load in loads.iter().chain(&own) {
        match load {
            Load::OnMount { .. } => external.push(load.clone()),
            // In the tree an effort is what the joint itself transmits.
            Load::OnJoint { joint, coordinate, effort } if closures.of(*joint).is_some() => {
                external.extend(across_loop(graph, scene, *joint, *coordinate, *effort));
            }
            // Generalised forces are among `own`.
            Load::OnJoint { .. } | Load::OnQuantity { .. } => {}
        }
    }
    for closure in &closures.0 {
        let (force, torque) = closure.reaction(graph, scene);
        external.extend(pair(graph, scene, closure.joint, &force, &torque));
    }
    external
}

/// What every link's joint transmits.
fn transmitted(
    model: &mut Model,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    external: &[Load],
) -> Vec<Wrench> {
    let accelerations = coordinates.accelerations(model);
    let graph = &mut model.graph;
    let mut applied = Applied::none(graph, &scene.tree, scene.tangent.len());
    for load in external {
        applied.add(graph, scene, load);
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

/// Replaces the attributes in a load.
fn replace(graph: &mut Graph, load: &mut Load, values: &BTreeMap<Symbol, Node>) {
    let mut replace =
        |node: &mut Node| *node = graph.substitute(*node, &|symbol| values.get(&symbol).copied());
    match load {
        Load::OnMount { force, torque, .. } => force.iter_mut().chain(torque).for_each(replace),
        Load::OnJoint { effort, .. } => replace(effort),
        Load::OnQuantity { quantity, effort } => [quantity, effort].into_iter().for_each(replace),
    }
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
    let freedoms = freedoms(graph, scene, id);
    let Some(freedom) = freedoms.iter().find(|freedom| freedom.coordinate == coordinate) else {
        return Vec::new();
    };
    let turning: Vec<usize> =
        (0..freedoms.len()).filter(|&i| !matches!(freedoms[i].motion, Motion::Translation { .. })).collect();
    let nothing = zero(graph);
    let (force, torque) = match (&freedom.motion, turning.as_slice()) {
        (Motion::Quaternion, _) => return Vec::new(),
        (Motion::Translation { .. }, _) => (scale(graph, effort, &freedom.axis), nothing),
        // Three angles: the torque works along one of them and not along the others,
        // e (n₂ × n₃)/(n₁ · n₂ × n₃).
        (_, &[first, second, third]) => {
            let all = [first, second, third].map(|i| &freedoms[i]);
            let own = all.iter().position(|other| other.coordinate == coordinate).unwrap_or(0);
            let (b, c) = (all[(own + 1) % 3].axis, all[(own + 2) % 3].axis);
            let normal = cross(graph, &b, &c);
            let volume = dot(graph, &freedom.axis, &normal);
            let along = graph.div(effort, volume);
            (nothing, scale(graph, along, &normal))
        }
        // One angle, or two about perpendicular axes.
        _ => (nothing, scale(graph, effort, &freedom.axis)),
    };
    pair(graph, scene, id, &force, &torque).to_vec()
}

/// One of a joint's own motions.
struct Freedom {
    /// The joint's coordinate that it begins with.
    coordinate: usize,
    motion: Motion,
    /// Its axis in the axes of the first end; of no meaning for quaternions.
    axis: Vector3,
}

/// The motions of a joint one after the other, each seen from the first end.
fn freedoms(graph: &mut Graph, scene: &Scene<'_>, id: JointId) -> Vec<Freedom> {
    let motions = joints::motions(&scene.multibody.joints[id.0].kind, scene.multibody.planar, graph);
    let mut all: Vec<Freedom> = Vec::new();
    let mut coordinate = 0;
    for motion in motions.unwrap_or_default() {
        let mut axis = match &motion {
            Motion::Rotation { axis } | Motion::Translation { axis } | Motion::Screw { axis, .. } => *axis,
            Motion::Quaternion => zero(graph),
        };
        for before in all.iter().rev() {
            if let Motion::Rotation { axis: pole } = before.motion
                && pole != axis
            {
                let angle = scene.quantity(graph, &Quantity::Joint(id, before.coordinate), 0);
                let (sine, cosine) = (graph.sin(angle), graph.cos(angle));
                let rotation = rotation_about(graph, &pole, sine, cosine);
                axis = apply(graph, &rotation, &axis);
            }
        }
        let (coordinates, _) = motion.sizes();
        all.push(Freedom { coordinate, motion, axis });
        coordinate += coordinates;
    }
    all
}

/// The part of a wrench on the second end that does no work along the joint's freedoms: without n (n·T) for a rotation
/// about n, n (n·F) for a translation along n, n (n·T + p n·F) for a screw (its motor is a torque). Axes of
/// two rotations are perpendicular; three take all of T.
fn held_back(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    mut force: Vector3,
    mut torque: Vector3,
) -> (Vector3, Vector3) {
    let freedoms = freedoms(graph, scene, id);
    let rotations = freedoms.iter().filter(|f| matches!(f.motion, Motion::Rotation { .. })).count();
    for Freedom { motion, axis, .. } in &freedoms {
        match motion {
            Motion::Translation { .. } => {
                let along = dot(graph, axis, &force);
                let part = scale(graph, along, axis);
                force = sub(graph, &force, &part);
            }
            Motion::Rotation { .. } if rotations < 3 => {
                let along = dot(graph, axis, &torque);
                let part = scale(graph, along, axis);
                torque = sub(graph, &torque, &part);
            }
            Motion::Screw { pitch, .. } => {
                let (turning, sliding) = (dot(graph, axis, &torque), dot(graph, axis, &force));
                let sliding = graph.mul(*pitch, sliding);
                let along = graph.add(turning, sliding);
                let part = scale(graph, along, axis);
                torque = sub(graph, &torque, &part);
            }
            Motion::Rotation { .. } | Motion::Quaternion => torque = zero(graph),
        }
    }
    (force, torque)
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
            loads.extend(along(graph, attribute, effort));
        }
    }
    loads
}

/// Generalised forces that the user wrote.
fn generalized_loads(graph: &mut Graph, scene: &Scene<'_>) -> Vec<Load> {
    let mut loads = Vec::new();
    for force in &scene.multibody.forces {
        if let ForceKind::Generalized { attribute, value } = force.kind
            && let Some(attribute) = scene.multibody.attributes.iter().find(|a| a.symbol == attribute)
        {
            loads.extend(along(graph, attribute, value));
        }
    }
    loads
}

/// The efforts of gears and racks on the coordinates that they couple.
fn coupling_loads(graph: &mut Graph, scene: &Scene<'_>, closures: &Closures) -> Vec<Load> {
    let mut loads = Vec::new();
    for closure in &closures.0 {
        let (driver, driven, ratio) = match &scene.multibody.joints[closure.joint.0].kind {
            JointKind::Gear { driver, driven, ratio, .. } => (*driver, *driven, *ratio),
            JointKind::RackPinion { pinion, rack, radius } => (*pinion, *rack, *radius),
            _ => continue,
        };
        let Some(&multiplier) = closure.multipliers.first() else { continue };
        // r = i x₁ − x₂ − x₀: −i λ and λ.
        let multiplier = graph.node(multiplier);
        let back = graph.mul(ratio, multiplier);
        let back = graph.neg(back);
        for ((joint, coordinate), effort) in [(driver, back), (driven, multiplier)] {
            loads.push(Load::OnJoint { joint, coordinate, effort });
        }
    }
    loads
}

/// An effort along what an attribute says.
fn along(graph: &mut Graph, attribute: &Attribute, effort: Node) -> Option<Load> {
    let component = |graph: &Graph, k: usize| -> Vector3 {
        core::array::from_fn(|i| if i == k { effort } else { graph.zero() })
    };
    let on_carrier = |graph: &mut Graph, carrier, k| {
        let (force, torque) = (zero(graph), component(graph, k));
        Load::OnMount { at: super::attributes::origin(graph, carrier), force, torque }
    };
    Some(match &attribute.quantity {
        Quantity::Joint(joint, coordinate) => {
            Load::OnJoint { joint: *joint, coordinate: *coordinate, effort }
        }
        Quantity::Position(mount, k) => {
            let (force, torque) = (component(graph, *k), zero(graph));
            Load::OnMount { at: mount.clone(), force, torque }
        }
        Quantity::Angle(carrier) => on_carrier(graph, *carrier, 2),
        Quantity::AngularVelocity(carrier, k) => on_carrier(graph, *carrier, *k),
        _ => return None,
    })
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
