//! The spinning top of Tables 7 and 8: its angles from independent programs.
//!
//! Invariant: angles are those of `spinning_top`: φ about the vertical, θ from it, ψ about the axis.

use super::methods::columns;
use serde_json::Value;
use std::f64::consts::TAU;

const BENCHMARKS: &str = include_str!("../reference/benchmarks.json");

/// φ, θ and ψ after ten seconds in rad, including whole turns.
pub const ANGLES_AT_10_S: [f64; 3] = [41.892_723_47, 0.524_609_454_4, 90.992_003_909];

/// (t, [φ, θ, ψ]) at the instants of the benchmark `lagrange_top`, an integration of the quaternion with 20 digits, φ and ψ
/// within a turn of zero. From the centre of mass r and the quaternion q,
///
/// ```text
/// φ = atan2(r_x, −r_y),    θ = atan2(√(r_x² + r_y²), r_z),    φ + ψ = 2 atan2(q₃, q₀)
/// ```
///
/// # Errors
/// The file is malformed.
pub fn attitudes() -> Result<Vec<(f64, [f64; 3])>, String> {
    let all: Value = serde_json::from_str(BENCHMARKS).map_err(|e| format!("benchmarks.json: {e}"))?;
    let rows = columns(&all["lagrange_top"], &["t", "com_x", "com_y", "com_z", "q0", "q3"])?;
    let angles = rows.into_iter().map(|row| {
        let [t, x, y, z, q0, q3] = row[..] else {
            return Err("a row of `lagrange_top` is incomplete".to_owned());
        };
        let phi = x.atan2(-y);
        Ok((t, [phi, x.hypot(y).atan2(z), (2.0 * q3.atan2(q0) - phi) % TAU]))
    });
    angles.collect()
}

/// The angle that differs from `angle` by whole turns and is nearest to `near`.
pub fn in_turn_of(angle: f64, near: f64) -> f64 {
    angle + TAU * ((near - angle) / TAU).round()
}
