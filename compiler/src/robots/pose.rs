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
