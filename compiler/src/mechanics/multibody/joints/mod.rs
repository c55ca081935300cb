//! Joints: their motion in a tree, their equations as constraints, their coordinates as measured.

#![allow(clippy::too_many_arguments)]

mod measure;
mod rows;

pub use measure::coordinate;

use super::vectors::{add, apply_transposed, cross, scale, sub, unit, zero};
use super::{Equation, Motion, Pose, Twist};
use crate::model::{JointKind, RotationCoordinates, Vector3};
use crate::symbolic::{Constant, Function, Graph, Node, Relation};

/// The joint as a sequence of elementary motions; `None` for joints that can only be constraints.
pub fn motions(kind: &JointKind, planar: bool, graph: &mut Graph) -> Option<Vec<Motion>> {
    let axes = |graph: &Graph, count: usize| -> Vec<Motion> {
        (0..count).map(|k| Motion::Translation { axis: unit(graph, k) }).collect()
    };
    Some(match kind {
        JointKind::Revolute { axis } => vec![Motion::Rotation { axis: *axis }],
        JointKind::Prismatic { axis } => vec![Motion::Translation { axis: *axis }],
        JointKind::Cylindrical { axis } => {
            vec![Motion::Rotation { axis: *axis }, Motion::Translation { axis: *axis }]
        }
        JointKind::Spherical { rotation } => turns(graph, rotation),
        JointKind::Universal { axes } => axes.iter().map(|&axis| Motion::Rotation { axis }).collect(),
        JointKind::Planar { axes } => vec![
            Motion::Translation { axis: axes[0] },
            Motion::Translation { axis: axes[1] },
            Motion::Rotation { axis: axes[2] },
        ],
        JointKind::Screw { axis, pitch } => vec![Motion::Screw { axis: *axis, pitch: *pitch }],
        JointKind::Fixed => Vec::new(),
        JointKind::Point => axes(graph, if planar { 2 } else { 3 }),
        JointKind::Free { .. } if planar => {
            let mut all = axes(graph, 2);
            all.push(Motion::Rotation { axis: unit(graph, 2) });
            all
        }
        JointKind::Free { rotation } => {
            let mut all = axes(graph, 3);
            all.extend(turns(graph, rotation));
            all
        }
        JointKind::Rod { .. }
        | JointKind::PointOnLine { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::Gear { .. }
        | JointKind::RackPinion { .. }
        | JointKind::Rolling { .. } => return None,
    })
}

fn turns(graph: &Graph, rotation: &RotationCoordinates) -> Vec<Motion> {
    match rotation {
        RotationCoordinates::Group => vec![Motion::Quaternion],
        RotationCoordinates::Euler { axes, .. } => {
            axes.iter().map(|&k| Motion::Rotation { axis: unit(graph, k) }).collect()
        }
    }
}

/// How many velocities the joint leaves.
pub fn freedoms(kind: &JointKind, planar: bool) -> usize {
    let all = if planar { 3 } else { 6 };
    match kind {
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } | JointKind::Screw { .. } => 1,
        JointKind::Cylindrical { .. } | JointKind::Universal { .. } => 2,
        JointKind::Spherical { .. } | JointKind::Planar { .. } => 3,
        JointKind::Fixed => 0,
        JointKind::Free { .. } => all,
        JointKind::Point => {
            if planar {
                2
            } else {
                3
            }
        }
        JointKind::PointOnLine { .. } => {
            if planar {
                2
            } else {
                4
            }
        }
        JointKind::Rolling { .. } => {
            if planar {
                1
            } else {
                3
            }
        }
        JointKind::Rod { .. } | JointKind::PointOnPlane { .. } => all - 1,
        JointKind::Gear { .. } | JointKind::RackPinion { .. } => all - 1,
    }
}

/// The joint as a constraint between two mounts in a common frame.
pub fn equations(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    twists: Option<(&Twist, &Twist)>,
) -> Vec<Equation> {
    rows::rows(kind, planar, graph, first, second, twists).into_iter().map(|row| row.equation).collect()
}

/// The force and the torque (about the origin of `second`, in the axes of `first`) that the joint exerts
/// on `second`: −Σ λ ∂r/∂(motion of `second`).
pub fn reaction(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    multipliers: &[Node],
) -> (Vector3, Vector3) {
    let (mut force, mut torque) = (zero(graph), zero(graph));
    for (row, &multiplier) in rows::rows(kind, planar, graph, first, second, None).iter().zip(multipliers) {
        let along = scale(graph, multiplier, &row.force);
        force = sub(graph, &force, &along);
        let about = scale(graph, multiplier, &row.torque);
        torque = sub(graph, &torque, &about);
    }
    (apply_transposed(graph, &first.rotation, &force), apply_transposed(graph, &first.rotation, &torque))
}

/// driven + offset = ratio·driver.
pub fn gear(graph: &mut Graph, driver: Node, driven: Node, ratio: Node, offset: Node) -> Equation {
    let turned = graph.mul(ratio, driver);
    let other = graph.add(driven, offset);
    Equation { label: "ratio", residual: graph.sub(turned, other), holonomic: true, unit: "" }
}

/// rack = radius·pinion.
pub fn rack_pinion(graph: &mut Graph, pinion: Node, rack: Node, radius: Node) -> Equation {
    let rolled = graph.mul(radius, pinion);
    Equation { label: "mesh", residual: graph.sub(rolled, rack), holonomic: true, unit: "m" }
}

/// Two unit vectors b, c with b × c = n for a unit vector n; b = (n × e)/|n × e| with e the coordinate
/// direction in which n is smallest.
pub(super) fn perpendiculars(graph: &mut Graph, n: &Vector3) -> (Vector3, Vector3) {
    if let Some(k) = super::inertia::direction(graph, n) {
        let b = unit(graph, (k + 1) % 3);
        return (b, cross(graph, n, &b));
    }
    // The sign of n_z decides (Duff et al. 2017): b = (1 + s a nx², s a nx ny, −s nx), a = −1/(s + nz).
    let (zero, one) = (graph.zero(), graph.one());
    let minus = graph.neg(one);
    let above = graph.compare(Relation::Le, zero, n[2]);
    let s = graph.select(above, one, minus);
    let sum = graph.add(s, n[2]);
    let a = graph.powi(sum, -1);
    let a = graph.neg(a);
    let x2 = graph.product(&[s, a, n[0], n[0]]);
    let xy = graph.product(&[s, a, n[0], n[1]]);
    let sx = graph.mul(s, n[0]);
    let b = [graph.add(one, x2), xy, graph.neg(sx)];
    (b, cross(graph, n, &b))
}

/// For rows: p + q.
fn plus(graph: &mut Graph, p: &Vector3, q: &Vector3) -> Vector3 {
    add(graph, p, q)
}

/// atan2.
fn angle_of(graph: &mut Graph, y: Node, x: Node) -> Node {
    graph.call(Function::Atan2, &[y, x])
}

/// ½ x.
fn half(graph: &mut Graph, x: Node) -> Node {
    graph.scale(Constant::ratio(1, 2), x)
}
