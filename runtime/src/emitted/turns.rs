//! Angles that are read off a configuration and count their turns: in how many parts a displacement is counted.
//!
//! Invariant: in every part an angle moves by less than half a turn, but where it moves faster than all that turns it.

use crate::Real;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// Velocities that turn an angle add up to at most this in a part, in rad.
const PART: f64 = 1.5;
/// More parts are not made: whoever turns that far in a step does not count.
const MOST: f64 = 1e4;

/// In how many parts turns are counted; `turning` are the velocities that move the angles.
#[inline]
pub fn parts<T: Real>(by: &[T], turning: &[usize]) -> u32 {
    let far: f64 = turning.iter().filter_map(|&j| by.get(j)).map(|x| x.magnitude()).sum();
    // Not a number is less than nothing here: it is found by whoever looks at the result.
    if far > PART { (far / PART).ceil().min(MOST) as u32 } else { 1 }
}

/// One of so many parts of a displacement.
#[inline]
pub fn share<T: Real>(by: &mut [T], parts: u32) {
    let share = T::exact(f64::from(parts)).recip();
    by.iter_mut().for_each(|x| *x = *x * share);
}
