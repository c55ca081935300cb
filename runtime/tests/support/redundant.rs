//! A rod whose length is prescribed twice: constraints that repeat, or contradict, each other.

use super::Plain;
use super::hand_written::hand_written;
use linkwork::Real;

hand_written! {
    /// A particle (x, y) of 1 kg with g = (x² + y² − L², (x² + y² − L²)/2 − e).
    RepeatedRod { gravity = 9.81, length = 1.0, mismatch = 0.0 }
    sizes 2 2 2 0 0, total 4;
    coordinates ["x" "m", "y" "m"];
    holonomic ["rod", "again"];
    nonholonomic [];
    states [];
}

impl<T: Real> Plain<T, 2, 2, 2, 0, 0> for RepeatedRod<T> {
    type At = [T; 2];
    fn at(&self, _t: T, q: &[T; 2]) -> [T; 2] {
        *q
    }
    fn mass(&self, _at: &[T; 2]) -> [[T; 2]; 2] {
        [[T::one(), T::zero()], [T::zero(), T::one()]]
    }
    fn applied(&self, _at: &[T; 2], _v: &[T; 2], _y: &[T; 0]) -> [T; 2] {
        [T::zero(), -self.gravity]
    }
    fn stiffness(
        &self,
        _at: &[T; 2],
        _v: &[T; 2],
        _y: &[T; 0],
        _a: &[T; 2],
        l: &[T; 2],
        _p: &[T; 0],
    ) -> [[T; 2]; 2] {
        let k = T::exact(2.0) * l[0] + l[1];
        [[k, T::zero()], [T::zero(), k]]
    }
    fn g(&self, at: &[T; 2]) -> [T; 2] {
        let rod = at[0] * at[0] + at[1] * at[1] - self.length * self.length;
        [rod, T::exact(0.5) * rod - self.mismatch]
    }
    fn g_q(&self, at: &[T; 2]) -> [[T; 2]; 2] {
        let two = T::exact(2.0);
        [[two * at[0], two * at[1]], *at]
    }
    fn g_bias(&self, _at: &[T; 2], v: &[T; 2]) -> [T; 2] {
        let square = v[0] * v[0] + v[1] * v[1];
        [-(T::exact(2.0) * square), -square]
    }
    fn begin(&self) -> ([T; 2], [T; 2], [T; 0]) {
        ([self.length, T::zero()], [T::zero(), T::zero()], [])
    }
}
