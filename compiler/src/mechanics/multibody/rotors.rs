//! Rotors in joints that carry no coordinates.
//!
//! The rate ṡ of the joint's coordinate is linear in the velocities, ṡ = g·v, and the rotor opposes s̈ with n² J along it:
//! ```text
//! M += n² J g gᵀ,   M a − f += n² J s̈ g,   T += ½ n² J ṡ²                                           (1)
//! angle of a revolute or screw joint, ω₁ and ω₂ in the axes of its ends:   ṡ = n·(ω₂ − ω₁)            (2)
//! ```
//! On the constraints (2) is the rate of the angle, and its g is constant where both bodies move freely, so that M stays
//! constant. Other coordinates are differentiated as measured.

use super::attributes::Scene;
use super::closures::Closures;
use super::efforts::{across_loop, along};
use super::motion_state::local_pose;
use super::recursion::{Recursion, add_entry};
use super::{Load, inertia};
use crate::model::{JointId, Mount, Quantity};
use crate::symbolic::algebra::{Algebra, Vector};
use crate::symbolic::{Graph, Node, Symbol};

/// The contribution of rotors in closures.
pub struct Rotors {
    /// M: (row, column, entry), row ≥ column.
    pub mass: Vec<(usize, usize, Node)>,
    /// M a − f, velocity by velocity; empty without rotors.
    pub residual: Vec<Node>,
}

/// (1) for every rotor in a joint that is not part of the tree. `velocities` and `accelerations` are those of the model.
pub fn in_closures(
    graph: &mut Graph,
    scene: &Scene<'_>,
    recursion: &Recursion,
    velocities: &[Symbol],
) -> Rotors {
    let mut all = Rotors { mass: Vec::new(), residual: Vec::new() };
    for (number, joint) in scene.multibody.joints.iter().enumerate() {
        let (Some(rotor), false) = (joint.along.rotor, scene.tree.in_tree[number]) else { continue };
        all.residual.resize(velocities.len(), graph.zero());
        for rate in rates(graph, scene, recursion, JointId(number)) {
            let second = scene.rate(graph, rate);
            let slopes = graph.gradient(rate, velocities);
            let algebra = &Algebra::new(graph);
            let [rotor, second] = [rotor, second].map(|node| algebra.expr(node));
            let slopes = algebra.exprs(&slopes);
            for (i, &row) in slopes.iter().enumerate() {
                let effort = algebra.product(&[rotor, second, row]);
                all.residual[i] = (algebra.expr(all.residual[i]) + effort).node();
                for (j, &column) in slopes[..=i].iter().enumerate() {
                    let entry = algebra.product(&[rotor, row, column]);
                    if !entry.is_zero() {
                        algebra.with(|graph| add_entry(graph, &mut all.mass, (i, j), entry.node()));
                    }
                }
            }
        }
    }
    all
}

/// The forces and torques with which rotors in closures oppose s̈, on the ends of their joints: what joints of the tree transmit to them.
pub fn loads(graph: &mut Graph, scene: &Scene<'_>, closures: &Closures) -> Vec<Load> {
    let mut loads = Vec::new();
    let joints = &scene.multibody.joints;
    let outside: Vec<(JointId, Node)> = (0..joints.len())
        .filter(|&number| !scene.tree.in_tree[number])
        .filter_map(|number| joints[number].along.rotor.map(|rotor| (JointId(number), rotor)))
        .collect();
    if outside.is_empty() {
        return loads;
    }
    let inertias = inertia::of_links(graph, scene.multibody, &scene.tree);
    let recursion = Recursion::new(graph, scene, &inertias, &scene.axes);
    for (id, rotor) in outside {
        for (k, rate) in rates(graph, scene, &recursion, id).into_iter().enumerate() {
            let second = scene.rate(graph, rate);
            let effort = graph.mul(rotor, second);
            let effort = graph.neg(effort);
            loads.extend(if joints[id.0].kind.rotation().is_some() {
                along(graph, scene, closures, &Quantity::JointAngularVelocity(id, k), effort)
            } else {
                across_loop(graph, scene, id, 0, effort)
            });
        }
    }
    loads
}

/// ṡ; of a spherical joint the components of its angular velocity.
fn rates(graph: &mut Graph, scene: &Scene<'_>, recursion: &Recursion, id: JointId) -> Vec<Node> {
    let joint = &scene.multibody.joints[id.0];
    if joint.kind.rotation().is_some() {
        let component = |k: usize| scene.quantity(&mut *graph, &Quantity::JointAngularVelocity(id, k), 1);
        return (0..3).map(component).collect();
    }
    let Some(axis) = joint.kind.spins_about() else {
        return vec![scene.quantity(graph, &Quantity::Joint(id, 0), 1)];
    };
    // (2); in the plane all axes are parallel.
    let algebra = &Algebra::new(graph);
    let [first, second] =
        [&joint.first, &joint.second].map(|mount| own_angular_velocity(algebra, scene, recursion, mount));
    vec![algebra.vector(&axis).dot(second - first).node()]
}

/// ω in the axes of a mount (in the plane of the ground).
fn own_angular_velocity<'g>(
    algebra: &'g Algebra<'g>,
    scene: &Scene<'_>,
    recursion: &Recursion,
    mount: &Mount,
) -> Vector<'g> {
    let (link, local) = algebra.with(|graph| local_pose(graph, &scene.tree, mount));
    let mut w = algebra.zero_vector();
    let Some(link) = link else { return w };
    // From the ground to the link.
    let mut way = vec![link];
    while let Some(parent) = scene.tree.links[way[way.len() - 1]].parent {
        way.push(parent);
    }
    let velocities = algebra.exprs(&scene.velocities);
    for &i in way.iter().rev() {
        let stage = &recursion.stages()[i];
        w = stage.down(w);
        let rate = stage.signed(&velocities);
        if let Some((own, _)) = stage.turning(&rate, &rate) {
            w += own;
        }
    }
    if scene.multibody.planar {
        return w;
    }
    let own = scene.axes.turned(link).map_or(w, |turned| algebra.matrix(&turned.whole).transposed() * w);
    algebra.matrix(&local.rotation).transposed() * own
}
