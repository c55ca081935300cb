//! Scalar expressions: functions, conditions, and the four operations, also with integers.

use super::Algebra;
use crate::{Constant, Function, Graph, Node, Relation, Symbol};
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// An expression.
#[derive(Clone, Copy)]
pub struct Expr<'g> {
    pub(super) algebra: &'g Algebra<'g>,
    pub(super) node: Node,
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
