//! The coordinates of joints from the poses of their ends.
//!
//! Angles are in (−π, π]. With R = R₁ᵀR₂ and Euler axes i, j, k (ε = 1 for a right-handed triple i, j, l):
//! ```text
//! i, j, k different   β = atan2(ε R_ik, √(R_ii² + R_ij²)),  α = atan2(−ε R_jk, R_kk),  γ = atan2(−ε R_ij, R_ii)
//! k = i               β = atan2(√(R_ij² + R_il²), R_ii),    α = atan2(R_ji, −ε R_li),   γ = atan2(R_ij, ε R_il)
//! ```
//! Singular where β = ±90° (0°, 180°): there α and γ are not determined one by one.

use super::super::reference::quaternion_of;
use super::super::vectors::{apply_transposed, cross, dot, multiply, sub, transposed};
use super::{Graph, JointKind, Node, Pose, RotationCoordinates, Vector3, angle_of, perpendiculars};
use crate::model::Matrix3;

/// Coordinate number `index` of a joint; zero for joints without coordinates.
pub fn coordinate(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    index: usize,
) -> Node {
    let d = sub(graph, &second.position, &first.position);
    let d = apply_transposed(graph, &first.rotation, &d);
    let r = multiply(graph, &transposed(&first.rotation), &second.rotation);
    match kind {
        JointKind::Revolute { axis } | JointKind::Screw { axis, .. } => angle(graph, &r, axis),
        JointKind::Prismatic { axis } => dot(graph, axis, &d),
        JointKind::Cylindrical { axis } if index == 0 => angle(graph, &r, axis),
        JointKind::Cylindrical { axis } => dot(graph, axis, &d),
        JointKind::Spherical { rotation } => turned(graph, &r, rotation, index),
        JointKind::Universal { axes: [a, b] } => {
            let c = cross(graph, a, b);
            if index == 0 {
                let seen = super::super::vectors::apply(graph, &r, b);
                let (y, x) = (dot(graph, &c, &seen), dot(graph, b, &seen));
                angle_of(graph, y, x)
            } else {
                let seen = apply_transposed(graph, &r, a);
                let (y, x) = (dot(graph, &c, &seen), dot(graph, a, &seen));
                angle_of(graph, y, x)
            }
        }
        JointKind::Planar { axes } if index < 2 => dot(graph, &axes[index], &d),
        JointKind::Planar { axes } => angle(graph, &r, &axes[2]),
        JointKind::Free { .. } if planar && index == 2 => angle_of(graph, r[1][0], r[0][0]),
        JointKind::Point if index < 3 => d[index],
        JointKind::Free { .. } if index < 3 => d[index],
        JointKind::Free { rotation } => turned(graph, &r, rotation, index - 3),
        _ => graph.zero(),
    }
}

fn angle(graph: &mut Graph, r: &Matrix3, axis: &Vector3) -> Node {
    let (b, c) = perpendiculars(graph, axis);
    let seen = super::super::vectors::apply(graph, r, &b);
    let (x, y) = (dot(graph, &b, &seen), dot(graph, &c, &seen));
    angle_of(graph, y, x)
}

fn turned(graph: &mut Graph, r: &Matrix3, rotation: &RotationCoordinates, index: usize) -> Node {
    let axes = match rotation {
        RotationCoordinates::Group => return quaternion_of(graph, r)[index],
        RotationCoordinates::Euler { axes, .. } => axes,
    };
    let [i, j, k] = *axes;
    let l = 3 - i - j;
    let right_handed = (i + 1) % 3 == j;
    let signed = |graph: &mut Graph, node: Node, plus: bool| if plus { node } else { graph.neg(node) };
    let root = |graph: &mut Graph, a: Node, b: Node| {
        let (a2, b2) = (graph.mul(a, a), graph.mul(b, b));
        let sum = graph.add(a2, b2);
        graph.sqrt(sum)
    };
    let (y, x) = match (i == k, index) {
        (false, 0) => (signed(graph, r[j][k], !right_handed), r[k][k]),
        (false, 1) => (signed(graph, r[i][k], right_handed), root(graph, r[i][i], r[i][j])),
        (false, _) => (signed(graph, r[i][j], !right_handed), r[i][i]),
        (true, 0) => (r[j][i], signed(graph, r[l][i], !right_handed)),
        (true, 1) => (root(graph, r[i][j], r[i][l]), r[i][i]),
        (true, _) => (r[i][j], signed(graph, r[i][l], right_handed)),
    };
    angle_of(graph, y, x)
}
