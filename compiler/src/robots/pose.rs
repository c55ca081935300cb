//! Poses: a point and a rotation, or roll, pitch, yaw about fixed axes.
//!
//! ```text
//! R = R_z(yaw) R_y(pitch) R_x(roll)
//! ```
//! Invariant: quarter turns have sines and cosines of exactly 0 and ±1.

use linkwork_numerics::elementary::f64 as elementary;
use std::f64::consts::FRAC_PI_2;

/// A vector.
pub(crate) type Vector = [f64; 3];
/// A matrix, row by row.
pub(crate) type Matrix = [[f64; 3]; 3];

/// The identity.
pub(crate) const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// A pose relative to a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    /// The point.
    pub position: Vector,
    /// The axes (columns).
    pub rotation: Matrix,
}

impl Pose {
    /// The identity.
    pub const HERE: Self = Self { position: [0.0; 3], rotation: IDENTITY };

    /// From a point, and roll, pitch, yaw.
    pub fn of(xyz: Vector, rpy: Vector) -> Self {
        Self { position: xyz, rotation: rotation(rpy) }
    }

    /// `inner` is relative to `self`.
    pub fn then(&self, inner: &Self) -> Self {
        let moved = apply(&self.rotation, inner.position);
        Self {
            position: core::array::from_fn(|i| self.position[i] + moved[i]),
            rotation: multiply(&self.rotation, &inner.rotation),
        }
    }
}

/// The number of quarter turns of an angle that is a multiple to eleven digits.
pub(crate) fn quarter_turns(angle: f64) -> Option<i64> {
    let turns = (angle / FRAC_PI_2).round();
    // 1e-11: files print twelve digits (1.57079632679), and such a small deviation from a right angle is never intended.
    let near = (angle - turns * FRAC_PI_2).abs() <= 1e-11 * angle.abs().max(1.0);
    (near && turns.abs() < 1e6).then_some(turns as i64)
}

/// The number of quarter turns that an angle approximates: for 1.57 and 3.1416, not for small angles.
pub(crate) fn nearly_quarter_turns(angle: f64) -> Option<i64> {
    const ROUNDED: f64 = 1e-3;
    let turns = (angle / FRAC_PI_2).round();
    let near = (angle - turns * FRAC_PI_2).abs() <= ROUNDED * turns.abs();
    (near && turns != 0.0 && turns.abs() <= 4.0).then_some(turns as i64)
}

/// Sine and cosine, exact for quarter turns.
fn sin_cos(angle: f64) -> (f64, f64) {
    match quarter_turns(angle).map(|turns| turns.rem_euclid(4)) {
        Some(0) => (0.0, 1.0),
        Some(1) => (1.0, 0.0),
        Some(2) => (0.0, -1.0),
        Some(_) => (-1.0, 0.0),
        None => elementary::sin_cos(angle),
    }
}

/// The rotation matrix of roll, pitch, yaw.
pub(crate) fn rotation([roll, pitch, yaw]: Vector) -> Matrix {
    let ((sr, cr), (sp, cp), (sy, cy)) = (sin_cos(roll), sin_cos(pitch), sin_cos(yaw));
    let x = [[1.0, 0.0, 0.0], [0.0, cr, -sr], [0.0, sr, cr]];
    let y = [[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]];
    let z = [[cy, -sy, 0.0], [sy, cy, 0.0], [0.0, 0.0, 1.0]];
    multiply(&z, &multiply(&y, &x))
}

/// Roll, pitch, yaw of a quaternion x, y, z, w, which may have any length; `None` of zero.
///
/// ```text
/// sin(pitch) = −R₃₁,  tan(roll) = R₃₂/R₃₃,  tan(yaw) = R₂₁/R₁₁;   at a pitch of ±90° with yaw = 0: tan(roll) = −R₂₃/R₂₂
/// ```
pub(crate) fn roll_pitch_yaw([x, y, z, w]: [f64; 4]) -> Option<Vector> {
    let square = x * x + y * y + z * z + w * w;
    if !square.is_finite() || square < 1e-28 {
        return None;
    }
    // R of a quaternion of length 1, times the square of its length.
    let (r31, r11, r21) = (2.0 * (x * z - w * y), w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z));
    let across = elementary::hypot(r11, r21);
    let pitch = elementary::atan2(-r31, across);
    // 1e-7: beyond it, rounding of the numbers of a file decides roll and yaw.
    Some(if across < 1e-7 * square {
        let (r22, r23) = (w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x));
        [elementary::atan2(-r23, r22), FRAC_PI_2.copysign(pitch), 0.0]
    } else {
        let (r32, r33) = (2.0 * (y * z + w * x), w * w - x * x - y * y + z * z);
        [elementary::atan2(r32, r33), pitch, elementary::atan2(r21, r11)]
    })
}

/// A B
pub(crate) fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    core::array::from_fn(|i| core::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// A v
pub(crate) fn apply(a: &Matrix, v: Vector) -> Vector {
    core::array::from_fn(|i| (0..3).map(|k| a[i][k] * v[k]).sum())
}

/// R A Rᵀ
pub(crate) fn turned(a: &Matrix, r: &Matrix) -> Matrix {
    let transposed = core::array::from_fn(|i| core::array::from_fn(|j| r[j][i]));
    multiply(&multiply(r, a), &transposed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// q v q* of the three axes, for quaternions all over the sphere and at a pitch of ±90°.
    #[test]
    fn quaternions_and_angles_are_the_same_rotation() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        for q in [
            [0.0, 0.0, 0.0, 2.0],
            [0.1, -0.5, 0.7, 0.3],
            [-1.0, 2.0, 0.5, -0.25],
            [0.5, 0.5, 0.5, 0.5],
            [0.0, half, 0.0, half],
            [0.3, -0.4, 0.3, 0.4],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, -3.0, 3.0],
        ] {
            let [x, y, z, w] = q;
            let angles = roll_pitch_yaw(q).expect("not zero");
            let r = rotation(angles);
            let (s, u) = (x * x + y * y + z * z + w * w, [x, y, z]);
            for k in 0..3 {
                // v + 2 u × (u × v + w v)/|q|²
                let mut v = [0.0; 3];
                v[k] = 1.0;
                let cross = |a: Vector, b: Vector| -> Vector {
                    core::array::from_fn(|i| {
                        a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]
                    })
                };
                let first = cross(u, v);
                let second = cross(u, core::array::from_fn(|i| first[i] + w * v[i]));
                for i in 0..3 {
                    let expected = v[i] + 2.0 * second[i] / s;
                    assert!((r[i][k] - expected).abs() < 1e-15, "{q:?} {angles:?}: {r:?}");
                }
            }
        }
        assert_eq!(roll_pitch_yaw([0.0; 4]), None);
    }
}
