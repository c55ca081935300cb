//! Two mounts in a common frame → what the second looks like from the first.
//!
//! ```text
//! d = R₁ᵀ (p₂ − p₁)      Q = R₁ᵀ R₂
//! ```
//!
//! Everything is formed as a product of what is common to both, never through all of Q: an axis of `first`
//! against an axis of `second` costs one scalar product in the common frame.

use crate::kinds::Pose;
use crate::kinds::multibody::{Matrix3, Vector3};
use crate::symbolic::vectors::{apply, apply_transposed, dot, sub};
use crate::symbolic::{Graph, Node};

/// The two mounts of a joint.
pub struct Between<'a> {
    /// The mount whose axes everything is seen in.
    pub first: &'a Pose,
    /// The mount that moves.
    pub second: &'a Pose,
}

impl Between<'_> {
    /// p₂ − p₁, in the common axes.
    pub fn offset(&self, graph: &mut Graph) -> Vector3 {
        sub(graph, &self.second.position, &self.first.position)
    }

    /// n · d for n in the axes of `first`.
    pub fn along(&self, graph: &mut Graph, n: &Vector3) -> Node {
        let (offset, n) = (self.offset(graph), apply(graph, &self.first.rotation, n));
        dot(graph, &n, &offset)
    }

    /// u · (Q a) for u in the axes of `first`, a in those of `second`.
    pub fn product(&self, graph: &mut Graph, u: &Vector3, a: &Vector3) -> Node {
        let u = apply(graph, &self.first.rotation, u);
        let a = apply(graph, &self.second.rotation, a);
        dot(graph, &u, &a)
    }

    /// Q a: an axis of `second` in the axes of `first`.
    pub fn seen(&self, graph: &mut Graph, a: &Vector3) -> Vector3 {
        let a = apply(graph, &self.second.rotation, a);
        apply_transposed(graph, &self.first.rotation, &a)
    }

    /// Q_ij.
    pub fn entry(&self, graph: &mut Graph, i: usize, j: usize) -> Node {
        let column = |r: &Matrix3, j: usize| -> Vector3 { core::array::from_fn(|k| r[k][j]) };
        let (u, a) = (column(&self.first.rotation, i), column(&self.second.rotation, j));
        dot(graph, &u, &a)
    }
}
