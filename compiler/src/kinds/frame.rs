//! Poses and twists in equations: [`Pose`] and [`Twist`] with operators.

use super::{Pose, Twist};
use crate::symbolic::algebra::{Algebra, Matrix, Vector};
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

    /// Its nodes in the graph.
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

/// A [`Twist`] in equations.
#[derive(Clone, Copy)]
pub struct Rates<'g> {
    /// The velocity of the origin.
    pub v: Vector<'g>,
    /// The angular velocity.
    pub w: Vector<'g>,
}

impl<'g> Rates<'g> {
    /// Those of a twist.
    pub fn of(algebra: &'g Algebra<'g>, twist: &Twist) -> Self {
        Self { v: algebra.vector(&twist.velocity), w: algebra.vector(&twist.angular_velocity) }
    }

    /// At rest.
    pub fn zero(algebra: &'g Algebra<'g>) -> Self {
        Self { v: algebra.zero_vector(), w: algebra.zero_vector() }
    }

    /// Its nodes in the graph.
    pub fn nodes(self) -> Twist {
        Twist { velocity: self.v.nodes(), angular_velocity: self.w.nodes() }
    }

    /// The velocity v + ω × r of a point at the distance r from the origin.
    pub fn at(self, r: Vector<'g>) -> Vector<'g> {
        self.v + self.w.cross(r)
    }
}
