//! Repeatable numbers and states for tests.
//!
//! Invariant: the same seed gives the same numbers everywhere.

use super::tree::Tree;

/// Numbers between −1 and 1, from a linear congruential generator.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number.
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// The next n numbers.
    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.number()).collect()
    }

    /// Coordinates, with quaternions of length one, and velocities.
    pub fn state(&mut self, tree: &Tree) -> (Vec<f64>, Vec<f64>) {
        let mut q = self.vector(tree.coordinates());
        for (link, (at, _)) in tree.links.iter().zip(tree.places()) {
            if let Some(first) = link.kind.quaternion() {
                let quaternion = &mut q[at + first..at + first + 4];
                let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
                quaternion.iter_mut().for_each(|x| *x /= length);
            }
        }
        let v = self.vector(tree.velocities());
        (q, v)
    }
}
