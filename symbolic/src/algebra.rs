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

use super::vectors::{self, Matrix3, Vector3};
use super::{Author, Constant, Function, Graph, Node, Relation, Symbol};
use core::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Neg, Sub, SubAssign};
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

/// An expression.
#[derive(Clone, Copy)]
pub struct Expr<'g> {
    algebra: &'g Algebra<'g>,
    node: Node,
}

impl<'g> Expr<'g> {
    /// Its place in the graph.
    pub fn node(self) -> Node {
        self.node
    }

    /// The algebra of its graph.
    pub fn algebra(self) -> &'g Algebra<'g> {
        self.algebra
    }

    fn map(self, make: impl FnOnce(&mut Graph, Node) -> Node) -> Self {
        self.algebra.expr(self.algebra.with(|graph| make(graph, self.node)))
    }

    /// Whether it is the number 0.
    pub fn is_zero(self) -> bool {
        self.algebra.with(|graph| graph.is_zero(self.node))
    }

    /// The number, if it is one.
    pub fn as_constant(self) -> Option<Constant> {
        self.algebra.with(|graph| graph.as_constant(self.node))
    }

    /// c x.
    pub fn scale(self, c: Constant) -> Self {
        self.map(|graph, x| graph.scale(c, x))
    }

    /// xᵏ.
    pub fn powi(self, k: i32) -> Self {
        self.map(|graph, x| graph.powi(x, k))
    }

    /// xʸ.
    pub fn pow(self, y: Self) -> Self {
        self.map(|graph, x| graph.pow(x, y.node))
    }

    /// √x.
    pub fn sqrt(self) -> Self {
        self.map(Graph::sqrt)
    }

    /// sin x.
    pub fn sin(self) -> Self {
        self.map(Graph::sin)
    }

    /// cos x.
    pub fn cos(self) -> Self {
        self.map(Graph::cos)
    }

    /// |x|.
    pub fn abs(self) -> Self {
        self.apply(Function::Abs)
    }

    /// −1, 0 or 1.
    pub fn sign(self) -> Self {
        self.apply(Function::Sign)
    }

    /// The larger of x and y.
    pub fn max(self, y: Self) -> Self {
        self.algebra.call(Function::Max, &[self, y])
    }

    /// The angle of the direction (cosine, sine) with this sine.
    pub fn atan2(self, cosine: Self) -> Self {
        self.algebra.call(Function::Atan2, &[self, cosine])
    }

    /// A function of it alone.
    pub fn apply(self, function: Function) -> Self {
        self.map(|graph, x| graph.call(function, &[x]))
    }

    /// ∂x/∂s.
    pub fn derivative(self, s: Symbol) -> Self {
        self.map(|graph, x| graph.derivative(x, s))
    }

    /// Whether x and y are related so.
    pub fn compare(self, relation: Relation, y: Self) -> Self {
        self.map(|graph, x| graph.compare(relation, x, y.node))
    }

    /// Whether both are true.
    pub fn and(self, other: Self) -> Self {
        self.map(|graph, condition| graph.and(condition, other.node))
    }

    /// The first where this is true, else the second.
    pub fn select(self, yes: Self, no: Self) -> Self {
        self.map(|graph, condition| graph.select(condition, yes.node, no.node))
    }

    /// As one value, see [`Graph::share`].
    pub fn share(self) -> Self {
        self.map(Graph::share)
    }
}

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

    fn map(self, make: impl FnOnce(&mut Graph, &Vector3) -> Vector3) -> Self {
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

    /// Each entry as one value, see [`Graph::share`].
    pub fn share(self) -> Self {
        Self(self.0.map(|row| Vector(row).share().0))
    }
}

impl<'g> Index<usize> for Vector<'g> {
    type Output = Expr<'g>;

    fn index(&self, i: usize) -> &Expr<'g> {
        &self.0[i]
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

/// Binary operators of two expressions.
macro_rules! operators {
    ($($operator:ident $method:ident $call:ident),*) => {$(
        impl<'g> $operator for Expr<'g> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.map(|graph, x| graph.$call(x, other.node))
            }
        }
    )*};
}
operators!(Add add add, Sub sub sub, Mul mul mul, Div div div);

impl Neg for Expr<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.map(Graph::neg)
    }
}

impl AddAssign for Expr<'_> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Expr<'_> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// k x.
impl<'g> Mul<Expr<'g>> for i64 {
    type Output = Expr<'g>;

    fn mul(self, x: Expr<'g>) -> Expr<'g> {
        x.algebra.constant(Constant::integer(self)) * x
    }
}

/// k + x.
impl<'g> Add<Expr<'g>> for i64 {
    type Output = Expr<'g>;

    fn add(self, x: Expr<'g>) -> Expr<'g> {
        x.algebra.constant(Constant::integer(self)) + x
    }
}

/// k − x.
impl<'g> Sub<Expr<'g>> for i64 {
    type Output = Expr<'g>;

    fn sub(self, x: Expr<'g>) -> Expr<'g> {
        x.algebra.constant(Constant::integer(self)) - x
    }
}

/// x / k.
impl Div<i64> for Expr<'_> {
    type Output = Self;

    fn div(self, k: i64) -> Self {
        self / self.algebra.constant(Constant::integer(k))
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

#[cfg(test)]
mod tests {
    use super::*;

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
