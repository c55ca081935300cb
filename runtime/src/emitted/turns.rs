//! Angles that are computed from a configuration and count their turns: the number of parts of a displacement.
//!
//! Invariant: in every part an angle moves by less than half a turn, unless it moves faster than the sum of its velocities.

use crate::Real;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// The largest sum of the velocities that rotate an angle in one part, in rad.
const PART: f64 = 1.5;
/// The largest number of parts: turns are not counted for larger rotations in a step.
const MOST: f64 = 1e4;

/// The number of parts in which turns are counted; `turning` are the velocities that move the angles.
#[inline]
pub fn parts<T: Real>(by: &[T], turning: &[usize]) -> u32 {
    let far: f64 = turning.iter().filter_map(|&j| by.get(j)).map(|x| x.leading()).sum();
    // NaN counts as zero here: it appears in the result.
    if far > PART { (far / PART).ceil().min(MOST) as u32 } else { 1 }
}

/// One of `parts` equal parts of a displacement.
#[inline]
pub fn share<T: Real>(by: &mut [T], parts: u32) {
    let share = T::exact(f64::from(parts)).recip();
    by.iter_mut().for_each(|x| *x = *x * share);
}
