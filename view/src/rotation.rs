//! Rotations as matrices (rows) and unit quaternions (x, y, z, w), in the conventions of three.js and glTF.

/// A vector.
pub type Vector = [f64; 3];
/// Rows of a rotation matrix: its columns are axes.
pub type Matrix = [[f64; 3]; 3];
/// x, y, z, w.
pub type Quaternion = [f64; 4];

pub const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The quaternion of a rotation matrix, from its largest component (Shepperd 1978): no division by a small number.
pub fn quaternion(m: &Matrix) -> Quaternion {
    let trace = m[0][0] + m[1][1] + m[2][2];
    let sizes = [m[0][0], m[1][1], m[2][2], trace];
    let largest = (1..4).fold(0, |best, k| if sizes[k] > sizes[best] { k } else { best });
    let mut q = [0.0; 4];
    if largest == 3 {
        q = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1.0 + trace];
    } else {
        let (i, j, k) = (largest, (largest + 1) % 3, (largest + 2) % 3);
        q[i] = 1.0 - trace + 2.0 * m[i][i];
        q[j] = m[i][j] + m[j][i];
        q[k] = m[i][k] + m[k][i];
        q[3] = m[k][j] - m[j][k];
    }
    unit(q)
}

/// The normalized quaternion.
pub fn unit(q: Quaternion) -> Quaternion {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// The matrix of a unit quaternion.
pub fn matrix([x, y, z, w]: Quaternion) -> Matrix {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// A rotation of z onto this direction (of any length); the identity if it is zero.
pub fn along(direction: &Vector) -> Matrix {
    let length = norm(direction);
    if length < f64::MIN_POSITIVE {
        return IDENTITY;
    }
    let z = direction.map(|component| component / length);
    // The direction that is farthest from z.
    let k = (1..3).fold(0, |best, k| if z[k].abs() < z[best].abs() { k } else { best });
    let mut x = z.map(|component| -component * z[k]);
    x[k] += 1.0;
    let size = norm(&x);
    let x = x.map(|component| component / size);
    let y = cross(&z, &x);
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
}

pub fn apply(m: &Matrix, v: &Vector) -> Vector {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

pub fn add(a: &Vector, b: &Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: &Vector, b: &Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn norm(v: &Vector) -> f64 {
    v[0].hypot(v[1]).hypot(v[2])
}

/// a ⊗ b: first b, then a.
pub fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    let ([x, y, z, w], [s, t, u, v]) = (a, b);
    [
        w * s + x * v + y * u - z * t,
        w * t - x * u + y * v + z * s,
        w * u + x * t - y * s + z * v,
        w * v - x * s - y * t - z * u,
    ]
}

pub fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::{along, apply, matrix, multiply, quaternion, unit};

    /// Rounding of a few products of numbers below one.
    const ROUNDING: f64 = 4.0 * f64::EPSILON;

    #[test]
    fn quaternions_and_matrices_are_inverse() {
        for q in [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1e-9], [0.1, 0.2, 0.9, -0.3], [0.5, -0.5, 0.5, 0.5]] {
            let q = unit(q);
            let back = quaternion(&matrix(q));
            let side = if back.iter().zip(&q).map(|(a, b)| a * b).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
            for (a, b) in back.iter().zip(&q) {
                assert!((side * a - b).abs() < ROUNDING, "{q:?} {back:?}");
            }
        }
    }

    /// The product of quaternions is that of the matrices.
    #[test]
    fn rotations_compose() {
        let (a, b) = (unit([0.1, 0.2, 0.9, -0.3]), unit([0.5, -0.4, 0.2, 0.7]));
        let v = [0.3, -0.7, 0.2];
        let (one, two) = (apply(&matrix(multiply(a, b)), &v), apply(&matrix(a), &apply(&matrix(b), &v)));
        for (x, y) in one.iter().zip(two) {
            assert!((x - y).abs() < ROUNDING);
        }
    }

    #[test]
    fn z_is_rotated_into_a_direction() {
        for direction in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.6, 0.0, 0.8], [0.0, -1.0, 0.0]] {
            let turned = apply(&along(&direction), &[0.0, 0.0, 1.0]);
            for (a, b) in turned.iter().zip(&direction) {
                assert!((a - b).abs() < ROUNDING);
            }
        }
    }
}
