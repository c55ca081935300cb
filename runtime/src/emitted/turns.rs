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

#[cfg(test)]
mod tests {
    use super::parts;
    use crate::analysis::Dual;
    use crate::scalar::Taylor;

    /// Neither the derivatives of a displacement nor the coefficients of its series turn anything.
    #[test]
    fn values_alone_turn_angles() {
        assert_eq!((parts(&[1.0, 7.0, -2.0], &[0, 2]), parts(&[f64::NAN], &[0])), (2, 1));
        assert_eq!(parts(&[Dual::new([0.5, 1e6])], &[0]), 1);
        let far = Taylor::<f64, 3>::variable(0.0) * Taylor::constant(1e6);
        assert_eq!((parts(&[far], &[0]), parts(&[far + Taylor::constant(2.0)], &[0])), (1, 2));
    }
}
