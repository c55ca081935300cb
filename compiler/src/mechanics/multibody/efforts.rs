//! Efforts of constraints and generalised forces on attributes → forces and torques on bodies.
//!
//! A constraint r(s₁, s₂ …) = 0 between attributes acts on each with the effort −λ ∂r/∂sᵢ, a generalised force
//! on an attribute with itself. An effort e on an attribute is the force or torque whose power is e ṡ:
//!
//! ```text
//! entry R_ij of a rotation:                       Ṙ_ij = (ω × r_j)_i           T = e r_j × e_i, r_j = R e_j      (1)
//! angular velocity (R₂ᵀ(ω₂ − ω₁))_k of a joint:                               T = ± e R₂ e_k                    (2)
//! quaternion (w, u) of a joint, 2 q' = (0, ω) q with ω in the axes of `first`:
//!     w' = −ω · u / 2                                                         T = ∓ e u / 2                     (3)
//!     u_k' = ω · (w e_k + u × e_k) / 2                                        T = ± e (w e_k + u × e_k) / 2     (4)
//! displacement p φ of a screw:                    p φ'                        e p along φ                       (5)
//! distance |d| of two points:                     d·ḋ/|d|                     F = ± e d/|d|                     (6)
//! ```
//!
//! (2) to (4) act on both ends of a joint; a joint in the tree transmits them along its own freedoms.
//!
//! Invariant: an effort along a coordinate of a joint in the tree stays one; no bodies feel it but through the joint.

use super::attributes::{Scene, origin};
use super::closures::Closures;
use super::forces::{Generalized, length};
use super::lines;
use super::vectors::zero;
use super::{Load, Motion, joints};
use crate::mechanics::Formulated;
use crate::model::{Coupling, ForceKind, JointId, Mount, Quantity, Vector3};
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::{Function, Graph, Node, rotations};

/// A force and torque on the second end of a joint (in the axes of the first), and the opposite on the
/// first end at the same point of space.
pub(super) fn pair(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    force: &Vector3,
    torque: &Vector3,
) -> [Load; 2] {
    let joint = &scene.multibody.joints[id.0];
    let algebra = &Algebra::new(graph);
    let (first, second) = (scene.frame(algebra, &joint.first), scene.frame(algebra, &joint.second));
    let force = first.rotation * algebra.vector(force);
    let torque = first.rotation * algebra.vector(torque);
    let arm = second.position - first.position;
    let moment = torque + arm.cross(force);
    let load = |at: &Mount, force: Vector<'_>, torque: Vector<'_>| Load::OnMount {
        at: at.clone(),
        force: force.nodes(),
        torque: torque.nodes(),
    };
    [load(&joint.second, force, torque), load(&joint.first, -force, -moment)]
}

/// An effort along a coordinate of a joint that closes a loop, as a pair of forces or torques.
pub(super) fn across_loop(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    coordinate: usize,
    effort: Node,
) -> Vec<Load> {
    let (force, torque) = along_coordinate(graph, scene, id, coordinate, effort);
    pair(graph, scene, id, &force, &torque).to_vec()
}

/// The force and the torque on the second end, in the axes of the first, that are an effort along a coordinate of a
/// joint and do no work along its others.
pub(super) fn along_coordinate(
    graph: &mut Graph,
    scene: &Scene<'_>,
    id: JointId,
    coordinate: usize,
    effort: Node,
) -> (Vector3, Vector3) {
    let freedoms = freedoms(graph, scene, id);
    let nothing = zero(graph);
    // A quaternion has four coordinates.
    let Some(freedom) = freedoms.iter().rev().find(|freedom| freedom.coordinate <= coordinate) else {
        return (nothing, nothing);
    };
    let turning: Vec<usize> =
        (0..freedoms.len()).filter(|&i| !matches!(freedoms[i].motion, Motion::Translation { .. })).collect();
    let algebra = &Algebra::new(graph);
    let (e, n) = (algebra.expr(effort), algebra.vector(&freedom.axis));
    match (&freedom.motion, turning.as_slice()) {
        (Motion::Quaternion, _) => {
            let component = coordinate - freedom.coordinate;
            (nothing, on_quaternion(scene, (id, freedom.coordinate), component, e).nodes())
        }
        (Motion::Translation { .. }, _) => ((e * n).nodes(), nothing),
        // Three angles: the torque works along one of them and not along the others,
        // e (n₂ × n₃)/(n₁ · n₂ × n₃).
        (_, &[first, second, third]) => {
            let all = [first, second, third].map(|i| &freedoms[i]);
            let own = all.iter().position(|other| other.coordinate == coordinate).unwrap_or(0);
            let [b, c] = [1, 2].map(|k| algebra.vector(&all[(own + k) % 3].axis));
            let normal = b.cross(c);
            (nothing, (e / n.dot(normal) * normal).nodes())
        }
        // One angle, or two about perpendicular axes.
        _ => (nothing, (freedom.by_square(e) * n).nodes()),
    }
}

/// (3), (4): the torque on the second end, in the axes of the first, of an effort on a component of the quaternion that
/// begins with a coordinate of a joint.
fn on_quaternion<'g>(
    scene: &Scene<'_>,
    (id, first): (JointId, usize),
    component: usize,
    effort: Expr<'g>,
) -> Vector<'g> {
    let algebra = effort.algebra();
    let [w, x, y, z] =
        core::array::from_fn(|k| scene.expression(algebra, &Quantity::Joint(id, first + k), 0));
    let u = Vector([x, y, z]);
    let direction = match component.checked_sub(1) {
        None => -u,
        Some(k) => {
            let axis = algebra.unit_vector(k);
            w * axis + u.cross(axis)
        }
    };
    effort / 2 * direction
}

/// One of a joint's own motions.
pub(super) struct Freedom {
    /// The joint's coordinate that it begins with.
    coordinate: usize,
    /// Its kind.
    pub motion: Motion,
    /// Its axis in the axes of the first end; of no meaning for quaternions.
    pub axis: Vector3,
    /// The square of the axis, where it is not a unit vector: of a coordinate that moves several motions the axis is the
    /// sum of theirs, each by its share.
    square: Option<Node>,
}

impl Freedom {
    /// n·T, or an effort, for the part of T along the axis: T = n (n·T)/(n·n).
    pub(super) fn by_square<'g>(&self, along: Expr<'g>) -> Expr<'g> {
        match self.square {
            Some(square) => along / along.algebra().expr(square),
            None => along,
        }
    }
}

/// The motions of a joint in order, each in the axes of the first end; those of one coordinate are combined.
pub(super) fn freedoms(graph: &mut Graph, scene: &Scene<'_>, id: JointId) -> Vec<Freedom> {
    let kind = &scene.multibody.joints[id.0].kind;
    let steps = joints::steps(kind, graph, scene.multibody.planar).unwrap_or_default();
    let algebra = &Algebra::new(graph);
    let mut axes: Vec<Vector<'_>> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let mut axis = match &step.motion {
            Motion::Rotation { axis } | Motion::Translation { axis } | Motion::Screw { axis, .. } => *axis,
            Motion::Quaternion => algebra.zero_vector().nodes(),
        };
        for before in steps[..number].iter().rev() {
            if let Motion::Rotation { axis: pole } = before.motion
                && pole != axis
            {
                let angle = scene.expression(algebra, &Quantity::Joint(id, before.component), 0);
                let angle = match before.ratio {
                    Some(ratio) => algebra.expr(ratio) * angle,
                    None => angle,
                };
                let rotation = rotations::about(algebra.vector(&pole), angle.sin(), angle.cos());
                axis = (rotation * algebra.vector(&axis)).nodes();
            }
        }
        let axis = algebra.vector(&axis);
        axes.push(match step.ratio {
            Some(ratio) => algebra.expr(ratio) * axis,
            None => axis,
        });
    }
    let mut all: Vec<Freedom> = Vec::new();
    for (number, step) in steps.iter().enumerate().filter(|(_, step)| step.first) {
        let mut axis = axes[number];
        let mut whole = step.ratio.is_none();
        for (later, _) in
            steps.iter().enumerate().filter(|(k, s)| *k > number && s.component == step.component)
        {
            axis += axes[later];
            whole = false;
        }
        let square = (!whole).then(|| axis.dot(axis).node());
        let (coordinate, motion) = (step.component, step.motion.clone());
        all.push(Freedom { coordinate, motion, axis: axis.nodes(), square });
    }
    all
}

/// The efforts of the constraints that the user wrote.
pub(super) fn constraint_loads(
    formulated: &mut Formulated<'_>,
    scene: &Scene<'_>,
    closures: &Closures,
) -> Vec<Load> {
    let mut loads = Vec::new();
    let graph = &mut formulated.graph;
    for constraint in &formulated.constraints {
        let multiplier = graph.node(constraint.multiplier);
        for attribute in &scene.multibody.attributes {
            let order = if constraint.holonomic { 0 } else { 1 };
            if attribute.order != order || !graph.depends_on(constraint.residual, attribute.symbol) {
                continue;
            }
            let algebra = &Algebra::new(graph);
            let slope = algebra.expr(constraint.residual).derivative(attribute.symbol);
            let effort = (-(algebra.expr(multiplier) * slope)).node();
            loads.extend(along(graph, scene, closures, &attribute.quantity, effort));
        }
    }
    loads
}

/// Generalised forces that the user wrote.
pub(super) fn generalized_loads(graph: &mut Graph, scene: &Scene<'_>, closures: &Closures) -> Vec<Load> {
    let mut loads = Vec::new();
    for force in &scene.multibody.forces {
        if let ForceKind::Generalized(Generalized { attribute, value }) = force.kind
            && let Some(attribute) = scene.multibody.attributes.iter().find(|a| a.symbol == attribute)
        {
            loads.extend(along(graph, scene, closures, &attribute.quantity, value));
        }
    }
    loads
}

/// The efforts of gears and racks on the coordinates that they couple.
pub(super) fn coupling_loads(graph: &mut Graph, scene: &Scene<'_>, closures: &Closures) -> Vec<Load> {
    let mut loads = Vec::new();
    for closure in &closures.0 {
        let kind = &scene.multibody.joints[closure.joint.0].kind;
        let Some(Coupling { driver, driven, ratio, .. }) = kind.coupling() else { continue };
        let Some(&multiplier) = closure.multipliers.first() else { continue };
        let algebra = &Algebra::new(graph);
        // r = i x₁ − x₂ − x₀: −i λ and λ.
        let (i, multiplier) = (algebra.expr(ratio), algebra.symbol(multiplier));
        for ((joint, coordinate), effort) in [(driver, -(i * multiplier)), (driven, multiplier)] {
            loads.push(Load::OnJoint { joint, coordinate, effort: effort.node() });
        }
    }
    loads
}

/// (6)
fn along_line(graph: &mut Graph, scene: &Scene<'_>, ends: &[Mount; 2], effort: Node) -> Vec<Load> {
    let line = lines::line(graph, scene, ends);
    let algebra = &Algebra::new(graph);
    let e = algebra.expr(effort);
    let force = if let Some(line) = line {
        let side = algebra.expr(line.along).apply(Function::Sign);
        e * side * algebra.vector(&line.direction)
    } else {
        let [a, b] = [0, 1].map(|end| scene.frame(algebra, &ends[end]).position);
        let d = b - a;
        e / length(d) * d
    };
    let (back, torque) = (-force, algebra.zero_vector().nodes());
    vec![
        Load::OnMount { at: ends[1].clone(), force: force.nodes(), torque },
        Load::OnMount { at: ends[0].clone(), force: back.nodes(), torque },
    ]
}

/// An effort along a quantity.
pub(super) fn along(
    graph: &mut Graph,
    scene: &Scene<'_>,
    closures: &Closures,
    quantity: &Quantity,
    effort: Node,
) -> Vec<Load> {
    let component = |graph: &Graph, k: usize| -> Vector3 {
        core::array::from_fn(|i| if i == k { effort } else { graph.zero() })
    };
    let on_carrier = |graph: &mut Graph, carrier, k| {
        let (force, torque) = (zero(graph), component(graph, k));
        Load::OnMount { at: origin(graph, carrier), force, torque }
    };
    vec![match quantity {
        Quantity::Joint(joint, coordinate) => {
            Load::OnJoint { joint: *joint, coordinate: *coordinate, effort }
        }
        Quantity::ScrewDisplacement(joint) => {
            let Some(pitch) = scene.multibody.joints[joint.0].kind.pitch() else {
                return Vec::new();
            };
            Load::OnJoint { joint: *joint, coordinate: 0, effort: graph.mul(pitch, effort) }
        }
        Quantity::Position(mount, k) => {
            let (force, torque) = (component(graph, *k), zero(graph));
            Load::OnMount { at: Mount::clone(mount), force, torque }
        }
        Quantity::Angle(carrier) => on_carrier(graph, *carrier, 2),
        Quantity::AngularVelocity(carrier, k) => on_carrier(graph, *carrier, *k),
        Quantity::Rotation(mount, i, j) => {
            let algebra = &Algebra::new(graph);
            // (1)
            let axis = scene.frame(algebra, mount).rotation.column(*j);
            let direction = axis.cross(algebra.unit_vector(*i));
            let torque = (algebra.expr(effort) * direction).nodes();
            Load::OnMount { at: Mount::clone(mount), force: zero(graph), torque }
        }
        Quantity::JointAngularVelocity(joint, _) if closures.of(*joint).is_none() => return Vec::new(),
        Quantity::JointAngularVelocity(joint, k) => {
            let axes = scene.across(graph, *joint).rotation;
            let algebra = &Algebra::new(graph);
            // (2)
            let torque = (algebra.expr(effort) * algebra.matrix(&axes).column(*k)).nodes();
            let force = zero(graph);
            return pair(graph, scene, *joint, &force, &torque).to_vec();
        }
        Quantity::Distance(ends) => return along_line(graph, scene, ends, effort),
        Quantity::ReactionForce(..) | Quantity::ReactionTorque(..) | Quantity::Exerted(..) => {
            return Vec::new();
        }
    }]
}
