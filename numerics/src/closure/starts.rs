//! Starts of searches: around the guess, between the reference and the guess, and far away.
//!
//! Invariant: the same description gives the same starts.

use super::Layout;
use crate::elementary;
#[cfg(not(feature = "std"))]
use crate::elementary::Float;
use alloc::vec::Vec;

/// Fixed pseudo-random numbers in [−1, 1] by place (SplitMix64).
fn random(vector: u64, index: usize) -> f64 {
    let mut z = (vector << 32) ^ index as u64;
    z = z.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// A small displacement of everything that is free: the guess may be a singular position (a stretched chain, a
/// gradient that vanishes).
pub(super) fn perturbation(layout: &Layout, free: &[bool], size: f64) -> Vec<f64> {
    let by =
        |j: usize| if free[j] { size * layout.unit(j) * elementary::f64::sin(1.0 + j as f64) } else { 0.0 };
    (0..layout.columns).map(by).collect()
}

/// A displacement of all free entries by up to half a turn, or the characteristic length.
pub(super) fn scattered(layout: &Layout, free: &[bool], number: usize) -> Vec<f64> {
    let by = |j: usize| {
        let reach = if layout.is_turn(j) { core::f64::consts::PI } else { layout.unit(j) };
        if free[j] { reach * random(1 + number as u64, j) } else { 0.0 }
    };
    (0..layout.columns).map(by).collect()
}

/// Interpolation between two positions: linear for plain coordinates; for quaternions too, then normalised.
pub(super) fn between(layout: &Layout, from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
    let mut at: Vec<f64> = from.iter().zip(to).map(|(a, b)| a + part * (b - a)).collect();
    for &(first, _) in &layout.rotations {
        let (a, b) = (&from[first..first + 4], &to[first..first + 4]);
        let along: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        let mixed: Vec<f64> = a.iter().zip(b).map(|(a, b)| a + part * (sign * b - a)).collect();
        let length = mixed.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 {
            at[first..first + 4].iter_mut().zip(mixed).for_each(|(to, x)| *to = x / length);
        }
    }
    at
}
