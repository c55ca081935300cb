//! The five forms of a rotation in MJCF, as a unit quaternion (w, x, y, z).
//!
//! | attribute | meaning |
//! |---|---|
//! | `quat` | itself, normalised |
//! | `axisangle` | axis and angle |
//! | `euler` | three angles about the axes of `eulerseq`: lower case about axes that turn along, upper case about fixed ones |
//! | `xyaxes` | x and a vector in the xy plane |
//! | `zaxis` | the shortest turn of z to that direction |

use crate::robots::pose::{Matrix, Vector};
use linkwork_numerics::elementary::f64 as elementary;

/// A unit quaternion.
pub(super) type Quaternion = [f64; 4];

/// No rotation.
pub(super) const NONE: Quaternion = [1.0, 0.0, 0.0, 0.0];

/// a ⊗ b: first b, then a.
pub(super) fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// Of length 1; `None` of zero.
pub(super) fn normalised(q: Quaternion) -> Option<Quaternion> {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 1e-14 && length.is_finite()).then(|| q.map(|x| x / length))
}

/// About an axis; `None` where it has no direction.
pub(super) fn about(axis: Vector, angle: f64) -> Option<Quaternion> {
    let unit = unit(axis)?;
    let (sine, cosine) = elementary::sin_cos(angle / 2.0);
    Some([cosine, unit[0] * sine, unit[1] * sine, unit[2] * sine])
}

/// A direction.
pub(super) fn unit(v: Vector) -> Option<Vector> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 1e-14 && length.is_finite()).then(|| v.map(|x| x / length))
}

/// Three angles about the axes of a sequence such as `xyz`.
pub(super) fn euler(angles: Vector, sequence: &str) -> Option<Quaternion> {
    let mut turned = NONE;
    for (angle, letter) in angles.into_iter().zip(sequence.chars()) {
        let k = "xyz".find(letter.to_ascii_lowercase())?;
        let mut axis = [0.0; 3];
        axis[k] = 1.0;
        let turn = about(axis, angle)?;
        turned = if letter.is_ascii_lowercase() { multiply(turned, turn) } else { multiply(turn, turned) };
    }
    Some(turned)
}

/// From the x axis and a vector in the xy plane.
pub(super) fn xy_axes(x: Vector, y: Vector) -> Option<Quaternion> {
    let x = unit(x)?;
    let along = dot(x, y);
    let y = unit(core::array::from_fn(|i| y[i] - along * x[i]))?;
    let z = cross(x, y);
    let columns = [x, y, z];
    Some(of_matrix(&core::array::from_fn(|i| core::array::from_fn(|j| columns[j][i]))))
}

/// The shortest turn from z to a direction.
pub(super) fn z_axis(z: Vector) -> Option<Quaternion> {
    let z = unit(z)?;
    let axis = cross([0.0, 0.0, 1.0], z);
    let sine = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    // Half a turn may be about any perpendicular axis: MuJoCo uses x, down to that distance from −z.
    let near = if z[2] < 0.0 { 1e-7 } else { 1e-10 };
    let axis = if sine < near { [1.0, 0.0, 0.0] } else { axis };
    about(axis, elementary::atan2(sine, z[2]))
}

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

/// Entries nearer than this to an integer become that integer: quarter turns are exact.
const EXACT: f64 = 1e-15;

/// The rotation matrix of a unit quaternion.
pub(super) fn matrix([w, x, y, z]: Quaternion) -> Matrix {
    let exact = |entry: f64| if (entry - entry.round()).abs() <= EXACT { entry.round() } else { entry };
    [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    .map(|row| row.map(exact))
}

/// The unit quaternion of a rotation matrix, w not negative.
pub(super) fn of_matrix(r: &Matrix) -> Quaternion {
    let squares = [
        1.0 + r[0][0] + r[1][1] + r[2][2],
        1.0 + r[0][0] - r[1][1] - r[2][2],
        1.0 - r[0][0] + r[1][1] - r[2][2],
        1.0 - r[0][0] - r[1][1] + r[2][2],
    ];
    // The largest component is divided by.
    let k = (0..4).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
    let (a, b, c) = (r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
    let (d, e, f) = (r[1][0] + r[0][1], r[0][2] + r[2][0], r[2][1] + r[1][2]);
    let four =
        [[squares[0], a, b, c], [a, squares[1], d, e], [b, d, squares[2], f], [c, e, f, squares[3]]][k];
    let found = normalised(four).unwrap_or(NONE);
    if found[0] < 0.0 { found.map(|x| -x) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &Matrix, b: &Matrix) {
        for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
            assert!((x - y).abs() < 1e-15, "{a:?} {b:?}");
        }
    }

    #[test]
    fn representations_of_a_rotation_agree() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let about_x = matrix(about([2.0, 0.0, 0.0], quarter).expect("an axis"));
        close(&about_x, &[[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]);
        close(&about_x, &matrix(normalised([0.707, 0.707, 0.0, 0.0]).expect("a direction")));
        close(&about_x, &matrix(xy_axes([3.0, 0.0, 0.0], [5.0, 0.0, 2.0]).expect("axes")));
        close(&about_x, &matrix(z_axis([0.0, -2.0, 0.0]).expect("a direction")));
        // Half a turn about x, from all directions that are nearly −z.
        for z in [[0.0, 0.0, -1.0], [5e-8, 0.0, -1.0], [0.0, -5e-8, -2.0]] {
            let half = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
            let found = matrix(z_axis(z).expect("a direction"));
            assert!(
                found.iter().flatten().zip(half.iter().flatten()).all(|(x, y)| (x - y).abs() < 1e-7),
                "{found:?}"
            );
        }
        let (one, two) = (euler([0.3, -0.4, 1.1], "xyz"), euler([1.1, -0.4, 0.3], "ZYX"));
        close(&matrix(one.expect("a sequence")), &matrix(two.expect("a sequence")));
        let turned = normalised([0.1, -0.5, 0.7, 0.3]).expect("a direction");
        let back = of_matrix(&matrix(turned));
        assert!((0..4).all(|i| (back[i] - turned[i]).abs() < 1e-15), "{back:?} {turned:?}");
    }
}
