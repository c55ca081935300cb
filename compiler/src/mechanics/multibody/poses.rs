//! Rigid transformations on expressions: a [`Pose`] takes coordinates in its frame to the frame it is
//! given in, r ↦ p + R r.

use super::vectors::{identity, zero};
use super::{Motion, Pose};
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector};
use crate::symbolic::{Graph, rotations};
use core::ops::Mul;

/// A [`Pose`] in equations.
#[derive(Clone, Copy)]
pub struct Frame<'g> {
    /// p.
    pub position: Vector<'g>,
    /// R.
    pub rotation: Matrix<'g>,
}

impl<'g> Frame<'g> {
    /// That of a pose.
    pub fn of(algebra: &'g Algebra<'g>, pose: &Pose) -> Self {
        Self { position: algebra.vector(&pose.position), rotation: algebra.matrix(&pose.rotation) }
    }

    /// The transformation that changes nothing.
    pub fn identity(algebra: &'g Algebra<'g>) -> Self {
        Self { position: algebra.zero_vector(), rotation: algebra.identity() }
    }

    /// The frame after an elementary motion in the frame before it; `reversed` is the inverse of
    /// that motion. The coordinates are one number, or the quaternion (w, x, y, z).
    pub fn moved(motion: &Motion, reversed: bool, q: &[Expr<'g>]) -> Self {
        let algebra = q[0].algebra();
        let signed = |x: Expr<'g>| if reversed { -x } else { x };
        match motion {
            Motion::Rotation { axis } => {
                let angle = signed(q[0]);
                let rotation = rotations::about(algebra.vector(axis), angle.sin(), angle.cos());
                Self { position: algebra.zero_vector(), rotation }
            }
            Motion::Translation { axis } => {
                Self { position: signed(q[0]) * algebra.vector(axis), rotation: algebra.identity() }
            }
            Motion::Screw { axis, pitch } => {
                let (angle, axis) = (signed(q[0]), algebra.vector(axis));
                let rotation = rotations::about(axis, angle.sin(), angle.cos());
                Self { position: algebra.expr(*pitch) * angle * axis, rotation }
            }
            Motion::Quaternion => {
                let rotation = rotations::of_quaternion([q[0], q[1], q[2], q[3]]);
                Self { position: algebra.zero_vector(), rotation }
            }
        }
    }

    /// Its places in the graph.
    pub fn nodes(self) -> Pose {
        Pose { position: self.position.nodes(), rotation: self.rotation.nodes() }
    }

    /// (p, R)⁻¹ = (−Rᵀ p, Rᵀ).
    pub fn inverse(self) -> Self {
        let back = self.rotation.transposed();
        Self { position: -(back * self.position), rotation: back }
    }

    /// Each component as one value, see [`Graph::share`].
    pub fn share(self) -> Self {
        Self { position: self.position.share(), rotation: self.rotation.share() }
    }
}

/// p + R r.
impl<'g> Mul<Vector<'g>> for Frame<'g> {
    type Output = Vector<'g>;

    fn mul(self, r: Vector<'g>) -> Vector<'g> {
        self.position + self.rotation * r
    }
}

/// First `inner`, then this one: (p, R)·(s, S) = (p + R s, R S).
impl Mul for Frame<'_> {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        Self { position: self * inner.position, rotation: self.rotation * inner.rotation }
    }
}

/// The transformation that changes nothing.
pub fn identity_pose(graph: &Graph) -> Pose {
    Pose { position: zero(graph), rotation: identity(graph) }
}

/// `outer` · `inner`.
pub fn compose(graph: &mut Graph, outer: &Pose, inner: &Pose) -> Pose {
    let algebra = &Algebra::new(graph);
    (Frame::of(algebra, outer) * Frame::of(algebra, inner)).nodes()
}

/// (p, R)⁻¹.
pub fn inverse(graph: &mut Graph, pose: &Pose) -> Pose {
    let algebra = &Algebra::new(graph);
    Frame::of(algebra, pose).inverse().nodes()
}
