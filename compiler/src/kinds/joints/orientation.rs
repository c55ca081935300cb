//! The coordinates of a rotation in space, and their values from a rotation matrix Q.
//!
//! # Unit quaternion
//!
//! Of the four forms of q(Q) the one that divides by its largest component (Shepperd, *Quaternion from
//! rotation matrix*, 1978), with w ≥ 0. Singular case: half a turn, w = 0, where q jumps to −q (the same
//! rotation); everywhere else the components are smooth, also at changes of the form.
//!
//! # Euler angles
//!
//! Q = R_i(α) R_j(β) R_k(γ), with ε = +1 if (i, j, third axis) is cyclic, otherwise −1.
//!
//! ```text
//! i, j, k distinct:  ε Q_ik = sin β            −ε Q_jk = sin α cos β     Q_kk = cos α cos β
//!                                              −ε Q_ij = cos β sin γ     Q_ii = cos β cos γ
//! k = i, third l:      Q_ii = cos β               Q_ji = sin α sin β  −ε Q_li = cos α sin β
//!                                                 Q_ij = sin β sin γ   ε Q_il = sin β cos γ
//! ```
//!
//! Branch: cos β > 0 for three axes, sin β > 0 for two. Singular case, *gimbal lock*: cos β = 0 (three
//! axes: β = ±90°) or sin β = 0 (two axes: β = 0, 180°), where α and γ rotate about the same axis; as
//! coordinates of a tree the angles may have any other value of β, and the computed angles are then those
//! of the other branch (α ± 180°, ∓180° ± β, γ ± 180°).

use super::between::Between;
use super::measure::Measure;
use crate::kinds::Motion;
use crate::kinds::multibody::RotationCoordinates;
use crate::symbolic::algebra::{Expr, Matrix};
use crate::symbolic::vectors::unit;
use crate::symbolic::{Constant, Graph, Relation};

/// The motions of the rotation.
pub(super) fn motions(graph: &Graph, rotation: &RotationCoordinates) -> Vec<Motion> {
    match rotation {
        RotationCoordinates::Group => vec![Motion::Quaternion],
        RotationCoordinates::Euler { axes, .. } => {
            axes.iter().map(|&k| Motion::Rotation { axis: unit(graph, k) }).collect()
        }
    }
}

/// A coordinate of the rotation.
pub(super) fn coordinate<'g>(
    between: &Between<'g>,
    rotation: &RotationCoordinates,
    index: usize,
) -> Measure<'g> {
    let q = Matrix::from_fn(|i, j| between.entry(i, j));
    match rotation {
        RotationCoordinates::Group => Measure::Number(quaternion(q)[index.min(3)]),
        RotationCoordinates::Euler { axes, .. } => euler(q, *axes, index),
    }
}

/// The unit quaternion (w, x, y, z) of a rotation matrix, w ≥ 0.
pub fn quaternion<'g>(q: Matrix<'g>) -> [Expr<'g>; 4] {
    let algebra = q.algebra();
    let (zero, one) = (algebra.zero(), algebra.one());
    let trace = q.trace();
    // Q_kj − Q_jk = 4 w q_i
    let skew: [Expr<'g>; 3] = core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        q[(k, j)] - q[(j, k)]
    });
    // 4w² = 1 + tr Q
    let by_w = {
        let (w, quarter) = half_root(1 + trace);
        let [x, y, z] = skew.map(|s| s * quarter);
        [w, x, y, z]
    };
    // 4q_i² = 1 + Q_ii − Q_jj − Q_kk, with the sign for w ≥ 0
    let by_axis: [[Expr<'g>; 4]; 3] = core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (largest, quarter) = half_root(algebra.sum(&[one, q[(i, i)], -q[(j, j)], -q[(k, k)]]));
        let mut all = [zero; 4];
        all[0] = skew[i] * quarter;
        all[1 + i] = largest;
        for m in [j, k] {
            // Q_im + Q_mi = 4 q_i q_m
            all[1 + m] = (q[(i, m)] + q[(m, i)]) * quarter;
        }
        let flipped = skew[i].compare(Relation::Lt, zero);
        all.map(|x| flipped.select(-x, x))
    });
    let small_rotation = zero.compare(Relation::Lt, trace);
    let below = |i: usize, j: usize| q[(j, j)].compare(Relation::Le, q[(i, i)]);
    let (x_over_y, x_over_z, y_over_z) = (below(0, 1), below(0, 2), below(1, 2));
    let x_largest = x_over_y.and(x_over_z);
    core::array::from_fn(|c| {
        let y_or_z = y_over_z.select(by_axis[1][c], by_axis[2][c]);
        let any_axis = x_largest.select(by_axis[0][c], y_or_z);
        small_rotation.select(by_w[c], any_axis)
    })
}

/// For 4a²: a and 1/(4a). One of the four is at least 1; the bound keeps the unselected ones finite.
fn half_root(square: Expr<'_>) -> (Expr<'_>, Expr<'_>) {
    let bound = square.algebra().constant(Constant::ratio(1, 2));
    let root = square.max(bound).sqrt();
    let inverse = root.powi(-1);
    (root / 2, inverse / 2)
}

/// An Euler angle of a rotation matrix.
fn euler<'g>(q: Matrix<'g>, [i, j, k]: [usize; 3], index: usize) -> Measure<'g> {
    let third = (0..3).find(|&l| l != i && l != j).unwrap_or(k);
    let cyclic = (i + 1) % 3 == j;
    let signed = |positive: bool, x: Expr<'g>| if positive { x } else { -x };
    let length = |a: Expr<'g>, b: Expr<'g>| (a * a + b * b).sqrt();
    let (sine, cosine) = match (k == i, index) {
        (false, 0) => (signed(!cyclic, q[(j, k)]), q[(k, k)]),
        (false, 1) => (signed(cyclic, q[(i, k)]), length(q[(i, i)], q[(i, j)])),
        (false, _) => (signed(!cyclic, q[(i, j)]), q[(i, i)]),
        (true, 0) => (q[(j, i)], signed(!cyclic, q[(third, i)])),
        (true, 1) => (length(q[(i, j)], q[(i, third)]), q[(i, i)]),
        (true, _) => (q[(i, j)], signed(cyclic, q[(i, third)])),
    };
    Measure::Angle { sine, cosine }
}
