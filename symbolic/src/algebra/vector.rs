//! Vectors of three expressions: products, sums and multiples.

use super::{Algebra, Expr, Matrix};
use crate::Graph;
use crate::vectors::{self, Vector3};
use core::ops::{Add, AddAssign, Div, Index, Mul, Neg, Sub, SubAssign};

/// A vector of expressions.
#[derive(Clone, Copy)]
pub struct Vector<'g>(pub [Expr<'g>; 3]);

impl<'g> Vector<'g> {
    /// Its places in the graph.
    pub fn nodes(self) -> Vector3 {
        self.0.map(Expr::node)
    }

    /// The algebra of its graph.
    pub fn algebra(self) -> &'g Algebra<'g> {
        self.0[0].algebra
    }

    pub(super) fn map(self, make: impl FnOnce(&mut Graph, &Vector3) -> Vector3) -> Self {
        let algebra = self.algebra();
        algebra.vector(&algebra.with(|graph| make(graph, &self.nodes())))
    }

    /// a · b.
    pub fn dot(self, b: Self) -> Expr<'g> {
        let algebra = self.algebra();
        algebra.expr(algebra.with(|graph| vectors::dot(graph, &self.nodes(), &b.nodes())))
    }

    /// a × b.
    pub fn cross(self, b: Self) -> Self {
        self.map(|graph, a| vectors::cross(graph, a, &b.nodes()))
    }

    /// |a|.
    pub fn norm(self) -> Expr<'g> {
        let algebra = self.algebra();
        algebra.expr(algebra.with(|graph| vectors::norm(graph, &self.nodes())))
    }

    /// \[a\]×, so that \[a\]× b = a × b.
    pub fn skew(self) -> Matrix<'g> {
        let algebra = self.algebra();
        algebra.matrix(&algebra.with(|graph| vectors::skew(graph, &self.nodes())))
    }

    /// Each component as one value, see [`Graph::share`].
    pub fn share(self) -> Self {
        self.map(vectors::share)
    }

    /// Whether it is the vector 0.
    pub fn is_zero(self) -> bool {
        self.0.iter().all(|x| x.is_zero())
    }
}
impl<'g> Index<usize> for Vector<'g> {
    type Output = Expr<'g>;

    fn index(&self, i: usize) -> &Expr<'g> {
        &self.0[i]
    }
}
impl Add for Vector<'_> {
    type Output = Self;

    fn add(self, b: Self) -> Self {
        self.map(|graph, a| vectors::add(graph, a, &b.nodes()))
    }
}

impl Sub for Vector<'_> {
    type Output = Self;

    fn sub(self, b: Self) -> Self {
        self.map(|graph, a| vectors::sub(graph, a, &b.nodes()))
    }
}

impl Neg for Vector<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.map(vectors::neg)
    }
}

impl AddAssign for Vector<'_> {
    fn add_assign(&mut self, b: Self) {
        *self = *self + b;
    }
}

impl SubAssign for Vector<'_> {
    fn sub_assign(&mut self, b: Self) {
        *self = *self - b;
    }
}

/// s a.
impl<'g> Mul<Vector<'g>> for Expr<'g> {
    type Output = Vector<'g>;

    fn mul(self, a: Vector<'g>) -> Vector<'g> {
        a.map(|graph, a| vectors::scale(graph, self.node, a))
    }
}

/// k a.
impl<'g> Mul<Vector<'g>> for i64 {
    type Output = Vector<'g>;

    fn mul(self, a: Vector<'g>) -> Vector<'g> {
        Vector(a.0.map(|x| self * x))
    }
}

/// a / s.
impl<'g> Div<Expr<'g>> for Vector<'g> {
    type Output = Self;

    fn div(self, s: Expr<'g>) -> Self {
        Self(self.0.map(|x| x / s))
    }
}

/// a / k.
impl Div<i64> for Vector<'_> {
    type Output = Self;

    fn div(self, k: i64) -> Self {
        Self(self.0.map(|x| x / k))
    }
}
