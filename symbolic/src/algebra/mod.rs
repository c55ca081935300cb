//! Expressions with operators: joints, forces and recursions are written like the equations of their headers.
//!
//! An [`Algebra`] borrows the graph for as long as equations are written; an [`Expr`], a [`Vector`] or a [`Matrix`] is
//! a place in that graph and may be copied. Each operator is one call of the graph, in the order in which Rust
//! evaluates it: expressions that are written alike are the same nodes. What outlives the equations is kept as
//! [`Node`]s, see [`Expr::node`] and [`Vector::nodes`].
//!
//! ```text
//! let algebra = &Algebra::new(graph);
//! let [x, v] = [x, v].map(|node| algebra.expr(node));
//! let tension = algebra.expr(self.stiffness) * (x - length) + algebra.expr(self.damping) * v;
//! tension.node()
//! ```
mod expression;
mod matrix;
mod vector;

pub use expression::Expr;
pub use matrix::Matrix;
pub use vector::Vector;

use crate::vectors::{self, Matrix3, Vector3};
use crate::{Author, Constant, Function, Graph, Node, Symbol};
use std::cell::RefCell;

/// The graph, lent to the expressions that are written in it.
pub struct Algebra<'g> {
    graph: RefCell<&'g mut Graph>,
}

impl<'g> Algebra<'g> {
    /// Lends a graph.
    pub fn new(graph: &'g mut Graph) -> Self {
        Self { graph: RefCell::new(graph) }
    }

    /// The result of a function of the graph. Operators never nest, so the graph is never borrowed twice.
    pub fn with<R>(&self, make: impl FnOnce(&mut Graph) -> R) -> R {
        make(&mut self.graph.borrow_mut())
    }

    /// Nodes created in `make` have an author, see [`Graph::write_for`].
    pub fn written_for<R>(&self, author: Author, make: impl FnOnce() -> R) -> R {
        let before = self.with(|graph| graph.write_for(author));
        let made = make();
        self.with(|graph| graph.write_for(before));
        made
    }

    /// A node as an expression.
    pub fn expr(&'g self, node: Node) -> Expr<'g> {
        Expr { algebra: self, node }
    }

    /// Nodes as expressions.
    pub fn exprs(&'g self, nodes: &[Node]) -> Vec<Expr<'g>> {
        nodes.iter().map(|&node| self.expr(node)).collect()
    }

    /// As many nodes as expressions.
    pub fn array<const N: usize>(&'g self, nodes: [Node; N]) -> [Expr<'g>; N] {
        nodes.map(|node| self.expr(node))
    }

    /// Nodes as a vector.
    pub fn vector(&'g self, nodes: &Vector3) -> Vector<'g> {
        Vector(nodes.map(|node| self.expr(node)))
    }

    /// Nodes as a matrix.
    pub fn matrix(&'g self, nodes: &Matrix3) -> Matrix<'g> {
        Matrix(nodes.map(|row| row.map(|node| self.expr(node))))
    }

    /// 0.
    pub fn zero(&'g self) -> Expr<'g> {
        self.expr(self.with(|graph| graph.zero()))
    }

    /// 1.
    pub fn one(&'g self) -> Expr<'g> {
        self.expr(self.with(|graph| graph.one()))
    }

    /// An exact number.
    pub fn constant(&'g self, value: Constant) -> Expr<'g> {
        self.expr(self.with(|graph| graph.constant(value)))
    }

    /// A symbol.
    pub fn symbol(&'g self, symbol: Symbol) -> Expr<'g> {
        self.expr(self.with(|graph| graph.node(symbol)))
    }

    /// The vector 0.
    pub fn zero_vector(&'g self) -> Vector<'g> {
        Vector([self.zero(); 3])
    }

    /// The unit vector along coordinate direction k.
    pub fn unit_vector(&'g self, k: usize) -> Vector<'g> {
        self.vector(&self.with(|graph| vectors::unit(graph, k)))
    }

    /// The matrix 0.
    pub fn zero_matrix(&'g self) -> Matrix<'g> {
        Matrix([self.zero_vector().0; 3])
    }

    /// The matrix 1.
    pub fn identity(&'g self) -> Matrix<'g> {
        self.matrix(&self.with(|graph| vectors::identity(graph)))
    }

    /// Σ xᵢ, as one sum.
    pub fn sum(&'g self, terms: &[Expr<'g>]) -> Expr<'g> {
        let terms = nodes(terms);
        self.expr(self.with(|graph| graph.sum(&terms)))
    }

    /// Π xᵢ, as one product.
    pub fn product(&'g self, factors: &[Expr<'g>]) -> Expr<'g> {
        let factors = nodes(factors);
        self.expr(self.with(|graph| graph.product(&factors)))
    }

    /// f(x, …).
    pub fn call(&'g self, function: Function, arguments: &[Expr<'g>]) -> Expr<'g> {
        let arguments = nodes(arguments);
        self.expr(self.with(|graph| graph.call(function, &arguments)))
    }

    /// Σ aᵢ bᵢ, as one sum.
    pub fn dot(&'g self, a: &[Expr<'g>], b: &[Expr<'g>]) -> Expr<'g> {
        let (a, b) = (nodes(a), nodes(b));
        self.expr(self.with(|graph| graph.dot(&a, &b)))
    }
}

/// The nodes of expressions.
pub fn nodes(expressions: &[Expr<'_>]) -> Vec<Node> {
    expressions.iter().map(|expression| expression.node).collect()
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;

    /// Operators create the same nodes as the graph.
    #[test]
    fn operators_are_calls_of_the_graph() {
        let mut graph = Graph::new();
        let [x, y] = ["x", "y"].map(|name| {
            let symbol = graph.symbol(name);
            graph.node(symbol)
        });
        let two = graph.integer(2);
        let (sum, twice) = (graph.add(x, y), graph.mul(two, x));
        let (quotient, half) = (graph.div(twice, y), graph.div(x, two));
        let difference = graph.sub(quotient, sum);
        let minus = graph.neg(difference);
        let a = [x, y, sum];
        let b = [y, half, x];
        let cross = vectors::cross(&mut graph, &a, &b);
        let scaled = vectors::scale(&mut graph, two, &cross);
        let skew = vectors::skew(&mut graph, &a);
        let product = vectors::apply(&mut graph, &skew, &b);
        let count = graph.len();
        let algebra = &Algebra::new(&mut graph);
        let (x, y) = (algebra.expr(x), algebra.expr(y));
        assert_eq!((-(2 * x / y - (x + y))).node(), minus);
        let (a, b) = (algebra.vector(&a), Vector([y, x / 2, x]));
        assert_eq!((2 * a.cross(b)).nodes(), scaled);
        assert_eq!((a.skew() * b).nodes(), product);
        assert_eq!(a.skew().nodes(), skew);
        assert_eq!(algebra.with(|graph| graph.len()), count);
    }

    /// A factor that is a number is multiplied out over a sum, however it is written.
    #[test]
    fn numbers_are_multiplied_out_over_sums() {
        let mut graph = Graph::new();
        let [x, y] = ["x", "y"].map(|name| graph.symbol(name));
        let algebra = &Algebra::new(&mut graph);
        let (x, y) = (algebra.symbol(x), algebra.symbol(y));
        let twice = 2 * x + 2 * y;
        assert_eq!((2 * (x + y)).node(), twice.node());
        assert_eq!((x + y).scale(Constant::integer(2)).node(), twice.node());
        assert_eq!(((x + y) / 2).node(), (x / 2 + y / 2).node());
    }

    /// Derivatives, choices and matrices create the same nodes as the graph.
    #[test]
    fn methods_are_calls_of_the_graph() {
        let mut graph = Graph::new();
        let names = ["x", "y"].map(|name| graph.symbol(name));
        let [x, y] = names.map(|symbol| graph.node(symbol));
        let power = graph.pow(x, y);
        let slope = graph.derivative(power, names[0]);
        let less = graph.compare(Relation::Lt, x, y);
        let smaller = graph.select(less, x, y);
        let a = [[x, y, x], [y, y, y], [x, x, slope]];
        let trace = graph.sum(&[x, y, slope]);
        let turned = vectors::apply_transposed(&mut graph, &a, &[x, y, smaller]);
        let algebra = &Algebra::new(&mut graph);
        let (a, x, y) = (algebra.matrix(&a), algebra.symbol(names[0]), algebra.symbol(names[1]));
        assert_eq!(x.pow(y).derivative(names[0]).node(), slope);
        let smaller = x.compare(Relation::Lt, y).select(x, y);
        assert_eq!(a.trace().node(), trace);
        assert_eq!((a.transposed() * Vector([x, y, smaller])).nodes(), turned);
        assert_eq!(a.column(2).nodes(), a.transposed().row(2).nodes());
        assert_eq!((algebra.identity() * a).nodes(), a.nodes());
    }
}
