//! Reactions of joints, for outputs: the force and torque that a joint exerts on its second end (about that
//! end's origin, in the axes of the first).
//!
//! Of a joint that closes a loop they follow from its multipliers. Of a joint in the tree they are what the
//! bodies beyond it need for their motion (the recursion with the true mass properties, `sections` for fixed
//! joints), minus the other forces on them: loads, those of energies, reactions of closures, their rotors, and constraints of the description.
//! An effort along the joint's own freedoms (a motor, a drive, a spring) is not a reaction: it is subtracted.
//!
//! Invariant: a reaction does not depend on whether its joint is in the tree or a constraint.

use super::attributes::Scene;
use super::closures::Closures;
use super::coordinates::Coordinates;
use super::efforts::{across_loop, constraint_loads, coupling_loads, freedoms, generalized_loads, pair};
use super::energy_loads::energy_loads;
use super::inertia;
use super::loads::Applied;
use super::particles;
use super::poses::Frame;
use super::recursion::{Recursion, Wrench};
use super::tree::Owner;
use super::{Load, Motion, rotors, sections};
use crate::mechanics::Formulated;
use crate::model::{JointId, JointKind, Quantity, Vector3};
use crate::symbolic::algebra::{Algebra, Vector};
use crate::symbolic::{Graph, Node, Symbol};
use std::collections::BTreeMap;

/// Adds the values of all attributes that are reactions.
pub fn add(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    closures: &Closures,
    loads: &[Load],
    values: &mut BTreeMap<Symbol, Node>,
) {
    let multibody = scene.multibody;
    let requested: Vec<(Symbol, JointId, usize, bool)> = multibody
        .attributes
        .iter()
        .filter_map(|attribute| match attribute.quantity {
            Quantity::ReactionForce(joint, k) => Some((attribute.symbol, joint, k, false)),
            Quantity::ReactionTorque(joint, k) => Some((attribute.symbol, joint, k, true)),
            _ => None,
        })
        .collect();
    if requested.is_empty() {
        return;
    }
    let kind = |joint: JointId| &multibody.joints[joint.0].kind;
    let in_tree = |joint: JointId| closures.of(joint).is_none();
    let external = if requested.iter().any(|&(_, joint, ..)| in_tree(joint)) {
        external(formulated, scene, closures, loads, values)
    } else {
        Vec::new()
    };
    let by_links =
        requested.iter().any(|&(_, joint, ..)| in_tree(joint) && !matches!(kind(joint), JointKind::Fixed(_)));
    let wrenches = if by_links { transmitted(formulated, scene, coordinates, &external) } else { Vec::new() };
    let graph = &mut formulated.graph;
    for (symbol, joint, k, torque) in requested {
        let (force, moment) = match (closures.of(joint), kind(joint)) {
            (Some(closure), _) => closure.reaction(graph, scene),
            (None, JointKind::Fixed(_)) => sections::fixed_reaction(graph, scene, joint, &external),
            (None, _) => {
                held_back(scene, joint, tree_reaction(&Algebra::new(graph), scene, joint, &wrenches))
            }
        };
        let (force, moment) = particles::in_axes_of_first(graph, scene, joint, (force, moment));
        values.insert(symbol, if torque { moment[k] } else { force[k] });
    }
}

/// The force and torque of a joint of the tree on its second end under these loads of the forces.
pub fn in_tree(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    closures: &Closures,
    loads: &[Load],
    values: &BTreeMap<Symbol, Node>,
    joint: JointId,
) -> (Vector3, Vector3) {
    let external = external(formulated, scene, closures, loads, values);
    let wrenches = transmitted(formulated, scene, coordinates, &external);
    held_back(scene, joint, tree_reaction(&Algebra::new(&mut formulated.graph), scene, joint, &wrenches))
}

/// All forces and torques on bodies but inertia, weight and what joints of the tree transmit.
fn external(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    closures: &Closures,
    loads: &[Load],
    values: &BTreeMap<Symbol, Node>,
) -> Vec<Load> {
    let mut own = constraint_loads(formulated, scene, closures);
    own.extend(energy_loads(formulated, scene, closures, values));
    let graph = &mut formulated.graph;
    own.extend(generalized_loads(graph, scene, closures));
    for load in &mut own {
        replace(graph, load, values);
    }
    own.extend(coupling_loads(graph, scene, closures));
    let mut external = Vec::new();
    let mut pending: Vec<&Load> = loads.iter().chain(&own).collect();
    pending.reverse();
    while let Some(load) = pending.pop() {
        match load {
            Load::OnMount { .. } => external.push(load.clone()),
            // In the tree an effort is transmitted by the joint itself.
            Load::OnJoint { joint, coordinate, effort } if closures.of(*joint).is_some() => {
                external.extend(across_loop(graph, scene, *joint, *coordinate, *effort));
            }
            Load::OnSlip { transmitted, .. } => pending.extend(transmitted),
            // Generalised forces are among `own`.
            Load::OnJoint { .. } | Load::OnQuantity { .. } => {}
        }
    }
    external.extend(rotors::loads(graph, scene, closures));
    // Efforts of couplings are along coordinates, and part of `own`.
    let between_ends = |joint: JointId| scene.multibody.joints[joint.0].kind.coupling().is_none();
    for closure in closures.0.iter().filter(|closure| between_ends(closure.joint)) {
        let (force, torque) = closure.reaction(graph, scene);
        external.extend(pair(graph, scene, closure.joint, &force, &torque));
    }
    external
}

/// The wrench that the joint of every link transmits.
fn transmitted(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    coordinates: &Coordinates,
    external: &[Load],
) -> Vec<Wrench> {
    let accelerations = coordinates.accelerations(formulated);
    let graph = &mut formulated.graph;
    let mut applied = Applied::none(graph, &scene.tree, scene.tangent.len());
    for load in external {
        applied.add(graph, scene, load);
    }
    let inertias = inertia::of_links(graph, scene.multibody, &scene.tree);
    let recursion = Recursion::new(graph, scene, &inertias, &scene.axes);
    let algebra = &Algebra::new(graph);
    let gravity = algebra.vector(&scene.multibody.gravity);
    let v = algebra.exprs(&scene.velocities);
    let a = algebra.exprs(&accelerations[..scene.tree.velocities]);
    recursion.wrenches(gravity, &v, &a, &applied.wrenches).into_iter().map(Wrench::nodes).collect()
}

/// Replaces the attributes in a load.
fn replace(graph: &mut Graph, load: &mut Load, values: &BTreeMap<Symbol, Node>) {
    let mut replace =
        |node: &mut Node| *node = graph.substitute(*node, &|symbol| values.get(&symbol).copied());
    match load {
        Load::OnMount { force, torque, .. } => force.iter_mut().chain(torque).for_each(replace),
        Load::OnJoint { effort, .. } => replace(effort),
        // Made of coordinates and multipliers alone.
        Load::OnSlip { .. } => {}
        Load::OnQuantity { quantity, effort } => [quantity, effort].into_iter().for_each(replace),
    }
}

/// The part of a wrench on the second end that does no work along the joint's freedoms: without n (n·T) for a rotation
/// about n, n (n·F) for a translation along n, n (n·T + p n·F) for a screw (its motor is a torque). Axes of
/// two rotations are perpendicular (n (n·T)/(n·n) where n is not a unit vector); three take all of T.
fn held_back(scene: &Scene<'_>, id: JointId, wrench: Wrench<Vector<'_>>) -> (Vector3, Vector3) {
    let Wrench { mut force, mut torque } = wrench;
    let algebra = force.algebra();
    let freedoms = algebra.with(|graph| freedoms(graph, scene, id));
    let rotations = freedoms.iter().filter(|f| matches!(f.motion, Motion::Rotation { .. })).count();
    for freedom in &freedoms {
        let n = algebra.vector(&freedom.axis);
        match &freedom.motion {
            Motion::Translation { .. } => force -= n.dot(force) * n,
            Motion::Rotation { .. } if rotations < 3 => torque -= freedom.by_square(n.dot(torque)) * n,
            Motion::Screw { pitch, .. } => {
                torque -= (n.dot(torque) + algebra.expr(*pitch) * n.dot(force)) * n;
            }
            Motion::Rotation { .. } | Motion::Quaternion => torque = algebra.zero_vector(),
        }
    }
    (force.nodes(), torque.nodes())
}

/// From the wrench at the last link of the joint to the reaction on `second`.
fn tree_reaction<'g>(
    algebra: &'g Algebra<'g>,
    scene: &Scene<'_>,
    id: JointId,
    wrenches: &[Wrench],
) -> Wrench<Vector<'g>> {
    let joint = &scene.multibody.joints[id.0];
    let links = scene.tree.links_of(Owner::Joint(id));
    let Some(&outermost) = links.iter().max() else {
        return Wrench { force: algebra.zero_vector(), torque: algebra.zero_vector() };
    };
    let reversed = scene.tree.links[outermost].reversed;
    let across = || Frame::of(algebra, &algebra.with(|graph| scene.across(graph, id)));
    // In the plane links keep the axes of the ground; in space theirs are those of the outer mount.
    let Wrench { mut force, mut torque } = wrenches[outermost].expressions(algebra);
    let first = scene.frame(algebra, &joint.first);
    if scene.multibody.planar {
        let back = first.rotation.transposed();
        (force, torque) = (back * force, back * torque);
    } else {
        if let Some(turned) = scene.axes.turned(outermost) {
            let back = algebra.matrix(&turned.whole).transposed();
            (force, torque) = (back * force, back * torque);
        }
        if !reversed {
            let turned = across().rotation;
            (force, torque) = (turned * force, turned * torque);
        }
    }
    if reversed {
        // The wrench acts on `first` about its origin: reverse it, about the origin of `second`.
        let arm = across().position;
        force = -force;
        let lever = arm.cross(force);
        torque = -torque - lever;
    }
    Wrench { force, torque }
}
