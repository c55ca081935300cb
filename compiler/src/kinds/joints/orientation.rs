//! How a rotation in space is described, and read off a rotation matrix Q.
//!
//! # Unit quaternion
//!
//! Of the four forms of q(Q) the one that divides by its largest component (Shepperd, *Quaternion from
//! rotation matrix*, 1978), with w ≥ 0. Singular case: half a turn, w = 0, where q jumps to −q (the same
//! rotation); everywhere else the components are smooth, also where the form changes.
//!
//! # Euler angles
//!
//! Q = R_i(α) R_j(β) R_k(γ), with ε = +1 where (i, j, third axis) is cyclic, else −1.
//!
//! ```text
//! i, j, k distinct:  ε Q_ik = sin β            −ε Q_jk = sin α cos β     Q_kk = cos α cos β
//!                                              −ε Q_ij = cos β sin γ     Q_ii = cos β cos γ
//! k = i, third l:      Q_ii = cos β               Q_ji = sin α sin β  −ε Q_li = cos α sin β
//!                                                 Q_ij = sin β sin γ   ε Q_il = sin β cos γ
//! ```
//!
//! Branch: cos β > 0 for three axes, sin β > 0 for two. Singular case, *gimbal lock*: cos β = 0 (three
//! axes: β = ±90°) or sin β = 0 (two axes: β = 0, 180°), where α and γ turn about the same axis; as
//! coordinates of a tree the angles go through any other value of β, and the angles read are then the ones
//! of the other branch (α ± 180°, ∓180° ± β, γ ± 180°).

use super::between::Between;
use super::measure::Measure;
use crate::kinds::Motion;
use crate::kinds::multibody::{Matrix3, RotationCoordinates};
use crate::symbolic::vectors::unit;
use crate::symbolic::{Constant, Function, Graph, Node, Relation};

/// The motions that make the rotation.
pub(super) fn motions(graph: &Graph, rotation: &RotationCoordinates) -> Vec<Motion> {
    match rotation {
        RotationCoordinates::Group => vec![Motion::Quaternion],
        RotationCoordinates::Euler { axes, .. } => {
            axes.iter().map(|&k| Motion::Rotation { axis: unit(graph, k) }).collect()
        }
    }
}

/// A coordinate of the rotation.
pub(super) fn coordinate(
    graph: &mut Graph,
    between: &Between<'_>,
    rotation: &RotationCoordinates,
    index: usize,
) -> Measure {
    let q: Matrix3 = core::array::from_fn(|i| core::array::from_fn(|j| between.entry(graph, i, j)));
    match rotation {
        RotationCoordinates::Group => Measure::Number(quaternion(graph, &q)[index.min(3)]),
        RotationCoordinates::Euler { axes, .. } => euler(graph, &q, *axes, index),
    }
}

/// The unit quaternion (w, x, y, z) of a rotation matrix, w ≥ 0.
pub fn quaternion(graph: &mut Graph, q: &Matrix3) -> [Node; 4] {
    let (zero, one) = (graph.zero(), graph.one());
    let trace = graph.sum(&[q[0][0], q[1][1], q[2][2]]);
    // Q_kj − Q_jk = 4 w q_i
    let skew: [Node; 3] = core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        graph.sub(q[k][j], q[j][k])
    });
    // 4w² = 1 + tr Q
    let by_w = {
        let square = graph.add(one, trace);
        let (w, quarter) = half_root(graph, square);
        let [x, y, z] = skew.map(|s| graph.mul(s, quarter));
        [w, x, y, z]
    };
    // 4q_i² = 1 + Q_ii − Q_jj − Q_kk, the sign as w ≥ 0 asks
    let by_axis: [[Node; 4]; 3] = core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (minus_j, minus_k) = (graph.neg(q[j][j]), graph.neg(q[k][k]));
        let square = graph.sum(&[one, q[i][i], minus_j, minus_k]);
        let (largest, quarter) = half_root(graph, square);
        let mut all = [zero; 4];
        all[0] = graph.mul(skew[i], quarter);
        all[1 + i] = largest;
        for m in [j, k] {
            // Q_im + Q_mi = 4 q_i q_m
            let sum = graph.add(q[i][m], q[m][i]);
            all[1 + m] = graph.mul(sum, quarter);
        }
        let flipped = graph.compare(Relation::Lt, skew[i], zero);
        all.map(|x| {
            let minus = graph.neg(x);
            graph.select(flipped, minus, x)
        })
    });
    let turned_little = graph.compare(Relation::Lt, zero, trace);
    let below = |graph: &mut Graph, i: usize, j: usize| graph.compare(Relation::Le, q[j][j], q[i][i]);
    let (x_over_y, x_over_z, y_over_z) = (below(graph, 0, 1), below(graph, 0, 2), below(graph, 1, 2));
    let x_largest = graph.and(x_over_y, x_over_z);
    core::array::from_fn(|c| {
        let y_or_z = graph.select(y_over_z, by_axis[1][c], by_axis[2][c]);
        let any_axis = graph.select(x_largest, by_axis[0][c], y_or_z);
        graph.select(turned_little, by_w[c], any_axis)
    })
}

/// For 4a²: a and 1/(4a). One of the four is at least 1; the bound keeps those that are not chosen finite.
fn half_root(graph: &mut Graph, square: Node) -> (Node, Node) {
    let half = Constant::ratio(1, 2);
    let bound = graph.constant(half);
    let square = graph.call(Function::Max, &[square, bound]);
    let root = graph.sqrt(square);
    let inverse = graph.powi(root, -1);
    (graph.scale(half, root), graph.scale(half, inverse))
}

/// An Euler angle of a rotation matrix.
fn euler(graph: &mut Graph, q: &Matrix3, [i, j, k]: [usize; 3], index: usize) -> Measure {
    let third = (0..3).find(|&l| l != i && l != j).unwrap_or(k);
    let cyclic = (i + 1) % 3 == j;
    let signed = |graph: &mut Graph, positive: bool, x: Node| if positive { x } else { graph.neg(x) };
    let length = |graph: &mut Graph, a: Node, b: Node| {
        let square = graph.dot(&[a, b], &[a, b]);
        graph.sqrt(square)
    };
    let (sine, cosine) = match (k == i, index) {
        (false, 0) => (signed(graph, !cyclic, q[j][k]), q[k][k]),
        (false, 1) => (signed(graph, cyclic, q[i][k]), length(graph, q[i][i], q[i][j])),
        (false, _) => (signed(graph, !cyclic, q[i][j]), q[i][i]),
        (true, 0) => (q[j][i], signed(graph, !cyclic, q[third][i])),
        (true, 1) => (length(graph, q[i][j], q[i][third]), q[i][i]),
        (true, _) => (q[i][j], signed(graph, cyclic, q[i][third])),
    };
    Measure::Angle { sine, cosine }
}
