//! Matrices of 3 × 3 expressions: rows, columns, sums and products.

use super::{Algebra, Expr, Vector};
use crate::vectors::{self, Matrix3};
use core::ops::{Add, Index, IndexMut, Mul};

/// A matrix of expressions, row by row.
#[derive(Clone, Copy)]
pub struct Matrix<'g>(pub [[Expr<'g>; 3]; 3]);

impl<'g> Matrix<'g> {
    /// The matrix with these entries (row, column), made row by row.
    pub fn from_fn(mut entry: impl FnMut(usize, usize) -> Expr<'g>) -> Self {
        Self(core::array::from_fn(|i| core::array::from_fn(|j| entry(i, j))))
    }

    /// Its places in the graph.
    pub fn nodes(self) -> Matrix3 {
        self.0.map(|row| row.map(Expr::node))
    }

    /// The algebra of its graph.
    pub fn algebra(self) -> &'g Algebra<'g> {
        self.0[0][0].algebra
    }

    /// Row i.
    pub fn row(self, i: usize) -> Vector<'g> {
        Vector(self.0[i])
    }

    /// Column j.
    pub fn column(self, j: usize) -> Vector<'g> {
        Vector(self.0.map(|row| row[j]))
    }

    /// Aᵀ.
    pub fn transposed(self) -> Self {
        Self::from_fn(|i, j| self.0[j][i])
    }

    /// tr A.
    pub fn trace(self) -> Expr<'g> {
        self.algebra().sum(&[self[(0, 0)], self[(1, 1)], self[(2, 2)]])
    }

    /// Each entry as one value, see [`Graph::share`](crate::Graph::share).
    pub fn share(self) -> Self {
        Self(self.0.map(|row| Vector(row).share().0))
    }
}
impl<'g> Index<(usize, usize)> for Matrix<'g> {
    type Output = Expr<'g>;

    fn index(&self, (i, j): (usize, usize)) -> &Expr<'g> {
        &self.0[i][j]
    }
}

impl IndexMut<(usize, usize)> for Matrix<'_> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Self::Output {
        &mut self.0[i][j]
    }
}
/// A x.
impl<'g> Mul<Vector<'g>> for Matrix<'g> {
    type Output = Vector<'g>;

    fn mul(self, x: Vector<'g>) -> Vector<'g> {
        x.map(|graph, x| vectors::apply(graph, &self.nodes(), x))
    }
}

/// A B.
impl Mul for Matrix<'_> {
    type Output = Self;

    fn mul(self, b: Self) -> Self {
        let algebra = self.algebra();
        algebra.matrix(&algebra.with(|graph| vectors::multiply(graph, &self.nodes(), &b.nodes())))
    }
}

impl Add for Matrix<'_> {
    type Output = Self;

    fn add(self, b: Self) -> Self {
        let algebra = self.algebra();
        algebra.matrix(&algebra.with(|graph| vectors::add_matrices(graph, &self.nodes(), &b.nodes())))
    }
}
