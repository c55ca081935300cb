//! What a particle that carries a body means in each formulation.
//!
//! A particle does not rotate. Where a joint of the spanning tree leads from it to a body (a load that hangs on a trolley), the joint moves that
//! body in the axes of what carries the particle, in minimal coordinates. Where the joint is a constraint, the particle has the axes of the
//! ground: the same coordinates then mean something else if these are not the same axes, and equations between the rotations
//! of both are left out ([`closures`](super::closures)). The same holds for forces and equations in the axes of a particle: a bushing, a line, the
//! plane of a contact.
//!
//! Invariant: what would be another mechanism in another formulation is an error in the formulation with the constraint.

use super::Motion;
use super::attributes::Scene;
use super::tree::{self, Basis, Placement, Tree};
use crate::diagnostics::Diagnostics;
use crate::kinds::joints::JointKind;
use crate::mechanics::messages;
use crate::model::{BodyId, Carrier, Joint, JointId, Mount, Multibody, Vector3};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node};

/// Reports what depends on the axes of particles, where another formulation has other ones: joints that would carry a body but are constraints, other joints and
/// forces.
pub fn refuse(graph: &Graph, multibody: &Multibody, chosen: &Tree, diagnostics: &mut Diagnostics) {
    if !multibody.bodies.iter().any(|body| body.particle) {
        return;
    }
    // In a graph of its own: the order of nodes, and with it that of sums, does not depend on this check.
    let graph = &mut graph.clone();
    let standing = tree::build(graph, multibody, &Basis::Standing);
    let name = |id: BodyId| multibody.bodies[id.0].name.as_str();
    // A particle with the axes of the ground in one of both trees alone.
    let other_axes = |mount: &Mount| match mount.carrier {
        Carrier::Body(id) if multibody.bodies[id.0].particle => {
            let is_ground = |tree: &Tree| has_axes_of_ground(graph, tree, &tree.placements[id.0]);
            (is_ground(&standing) != is_ground(chosen)).then_some(id)
        }
        _ => None,
    };
    for (number, joint) in multibody.joints.iter().enumerate() {
        let id = JointId(number);
        let Some((particle, body)) = carried(multibody, &standing, id) else {
            refuse_angles(multibody, &standing, id, diagnostics);
            if let Some(particle) = other_axes(&joint.first).filter(|_| joint.kind.uses_axes_of_first()) {
                let whose = format!("joint `{}`", joint.name);
                diagnostics.push(messages::axes_of_particle(joint.span, &whose, name(particle)));
            }
            continue;
        };
        let freedoms = |kind: &JointKind| kind.freedoms(multibody.planar);
        let loses_equations =
            joint.kind.on_a_particle().is_some_and(|reduced| freedoms(&reduced) != freedoms(&joint.kind));
        let turned = !has_axes_of_ground(graph, &standing, &standing.placements[particle.0]);
        if !chosen.in_tree[number] && (loses_equations || turned) {
            let (particle, body) = (name(particle), name(body));
            diagnostics.push(messages::carried_by_particle(joint.span, &joint.name, particle, body));
        }
    }
    for force in &multibody.forces {
        if let Some(particle) = force.kind.uses_axes_of(graph).into_iter().find_map(other_axes) {
            let whose = format!("force `{}`", force.name);
            diagnostics.push(messages::axes_of_particle(force.span, &whose, name(particle)));
        }
    }
}

/// Reports forces and couplings along an angle of a joint that rotates nothing.
fn refuse_angles(multibody: &Multibody, standing: &Tree, id: JointId, diagnostics: &mut Diagnostics) {
    let joint = &multibody.joints[id.0];
    let Some(particle) = particle_of(multibody, joint).filter(|_| !rotates(multibody, standing, id)) else {
        return;
    };
    let names = joint.kind.coordinates(multibody.planar);
    let is_angle = |(of, k): (JointId, usize)| of == id && names.get(k).is_some_and(|(_, angle)| *angle);
    let particle = &multibody.bodies[particle.0].name;
    for force in multibody.forces.iter().filter(|force| force.kind.acts_along().is_some_and(is_angle)) {
        diagnostics.push(messages::angle_of_particle(force.span, "a force", &joint.name, particle));
    }
    let couples = |other: &&Joint| {
        let coupling = other.kind.coupling();
        coupling.is_some_and(|coupling| [coupling.driver, coupling.driven].into_iter().any(is_angle))
    };
    for coupling in multibody.joints.iter().filter(couples) {
        diagnostics.push(messages::angle_of_particle(coupling.span, "a coupling", &joint.name, particle));
    }
}

/// The particle and the body that it carries, by a joint of the tree.
fn carried(multibody: &Multibody, tree: &Tree, id: JointId) -> Option<(BodyId, BodyId)> {
    let joint = &multibody.joints[id.0];
    let (Carrier::Body(first), Carrier::Body(second)) = (joint.first.carrier, joint.second.carrier) else {
        return None;
    };
    let (from, to) = if tree.placed_by[second.0] == Some(id) { (first, second) } else { (second, first) };
    let is_particle = |id: BodyId| multibody.is_particle(Carrier::Body(id));
    (tree.placed_by[to.0] == Some(id) && is_particle(from) && !is_particle(to)).then_some((from, to))
}

/// The end of a joint that is a particle.
fn particle_of(multibody: &Multibody, joint: &Joint) -> Option<BodyId> {
    [joint.first.carrier, joint.second.carrier].into_iter().find_map(|carrier| match carrier {
        Carrier::Body(id) => multibody.is_particle(carrier).then_some(id),
        Carrier::Ground => None,
    })
}

/// Whether a joint rotates one of its ends relative to the other: of particles those alone that carry a body.
pub fn rotates(multibody: &Multibody, tree: &Tree, id: JointId) -> bool {
    particle_of(multibody, &multibody.joints[id.0]).is_none() || carried(multibody, tree, id).is_some()
}

/// A reaction in the axes of the first end, with those of the ground for a particle that does not carry the second:
/// f = R_endᵀ R f′, where R_end is the rotation of the end on the particle, and R that of the end in the tree.
pub fn in_axes_of_first(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    reaction: (Vector3, Vector3),
) -> (Vector3, Vector3) {
    let first = &scene.multibody.joints[id.0].first;
    if !reacts_in_axes_of_ground(scene.multibody, &scene.tree, id) {
        return reaction;
    }
    let pose = scene.motion.pose(graph, &scene.tree, first);
    let algebra = &Algebra::new(graph);
    let turned = algebra.matrix(&first.rotation).transposed() * algebra.matrix(&pose.rotation);
    let [force, torque] = [reaction.0, reaction.1].map(|vector| (turned * algebra.vector(&vector)).nodes());
    (force, torque)
}

/// Whether the reaction of a joint is in the axes of the ground instead of those of its first end: that of a particle that does not carry the second.
pub fn reacts_in_axes_of_ground(multibody: &Multibody, tree: &Tree, id: JointId) -> bool {
    multibody.is_particle(multibody.joints[id.0].first.carrier) && carried(multibody, tree, id).is_none()
}

/// Whether the axes of a body are always those of the ground: nothing on the way to it rotates.
fn has_axes_of_ground(graph: &Graph, tree: &Tree, placement: &Placement) -> bool {
    let is_identity = |rotation: &[[Node; 3]; 3]| {
        let unit = |i, j| if i == j { graph.one() } else { graph.zero() };
        (0..3).all(|i| (0..3).all(|j| rotation[i][j] == unit(i, j)))
    };
    let mut at = placement.link;
    let mut aligned = is_identity(&placement.pose.rotation);
    while let Some(link) = at.map(|link| &tree.links[link]) {
        aligned &= matches!(link.motion, Motion::Translation { .. }) && is_identity(&link.offset.rotation);
        at = link.parent;
    }
    aligned
}
