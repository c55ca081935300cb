//! Two mounts in a common frame → the second relative to the first.
//!
//! ```text
//! d = R₁ᵀ (p₂ − p₁)      Q = R₁ᵀ R₂
//! ```
//!
//! Products are formed in the common frame, never with all of Q: an axis of `first`
//! times an axis of `second` costs one scalar product.

use crate::kinds::multibody::Vector3;
use crate::kinds::{Frame, Pose};
use crate::symbolic::algebra::{Algebra, Expr, Vector};

/// The two mounts of a joint.
#[derive(Clone, Copy)]
pub struct Between<'g> {
    /// The mount whose axes are the reference.
    pub first: Frame<'g>,
    /// The mount that moves.
    pub second: Frame<'g>,
}

impl<'g> Between<'g> {
    /// That of two poses.
    pub fn of(algebra: &'g Algebra<'g>, first: &Pose, second: &Pose) -> Self {
        Self { first: Frame::of(algebra, first), second: Frame::of(algebra, second) }
    }

    /// The graph of its expressions.
    pub fn algebra(&self) -> &'g Algebra<'g> {
        self.first.position.algebra()
    }

    /// An axis of the joint.
    pub fn axis(&self, axis: &Vector3) -> Vector<'g> {
        self.algebra().vector(axis)
    }

    /// Several of them.
    pub fn axes<const N: usize>(&self, axes: &[Vector3; N]) -> [Vector<'g>; N] {
        axes.each_ref().map(|axis| self.axis(axis))
    }

    /// p₂ − p₁, in the common axes.
    pub fn offset(&self) -> Vector<'g> {
        self.second.position - self.first.position
    }

    /// n · d for n in the axes of `first`.
    pub fn along(&self, n: Vector<'g>) -> Expr<'g> {
        let offset = self.offset();
        (self.first.rotation * n).dot(offset)
    }

    /// u · (Q a) for u in the axes of `first`, a in those of `second`.
    pub fn product(&self, u: Vector<'g>, a: Vector<'g>) -> Expr<'g> {
        (self.first.rotation * u).dot(self.second.rotation * a)
    }

    /// Q a: an axis of `second` in the axes of `first`.
    pub fn seen(&self, a: Vector<'g>) -> Vector<'g> {
        self.first.rotation.transposed() * (self.second.rotation * a)
    }

    /// Q_ij.
    pub fn entry(&self, i: usize, j: usize) -> Expr<'g> {
        self.first.rotation.column(i).dot(self.second.rotation.column(j))
    }
}
