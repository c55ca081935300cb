//! Vectors and matrices of expressions: the algebra of space that joints, forces and recursions are
//! written in. Entries that are zero or one fold away in the graph.

use super::algebra::Algebra;
use super::{Graph, Node, rotations};

/// A vector of expressions.
pub type Vector3 = [Node; 3];
/// A matrix of expressions, row by row.
pub type Matrix3 = [[Node; 3]; 3];

/// 0.
pub fn zero(graph: &Graph) -> Vector3 {
    [graph.zero(); 3]
}

/// 1.
pub fn identity(graph: &Graph) -> Matrix3 {
    let (o, i) = (graph.zero(), graph.one());
    [[i, o, o], [o, i, o], [o, o, i]]
}

/// e_k.
pub fn unit(graph: &Graph, k: usize) -> Vector3 {
    identity(graph)[k]
}

/// a + b.
pub fn add(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.add(a[i], b[i]))
}

/// a − b.
pub fn sub(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.sub(a[i], b[i]))
}

/// −a.
pub fn neg(graph: &mut Graph, a: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.neg(a[i]))
}

/// s a.
pub fn scale(graph: &mut Graph, s: Node, a: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.mul(s, a[i]))
}

/// Each component as one value, see [`Graph::share`].
pub fn share(graph: &mut Graph, a: &Vector3) -> Vector3 {
    a.map(|x| graph.share(x))
}

/// a · b.
pub fn dot(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Node {
    graph.dot(a, b)
}

/// a × b.
pub fn cross(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Vector3 {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (plus, minus) = (graph.mul(a[j], b[k]), graph.mul(a[k], b[j]));
        graph.sub(plus, minus)
    })
}

/// |a|.
pub fn norm(graph: &mut Graph, a: &Vector3) -> Node {
    let square = graph.dot(a, a);
    graph.sqrt(square)
}

/// A x.
pub fn apply(graph: &mut Graph, a: &Matrix3, x: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.dot(&a[i], x))
}

/// Aᵀ x.
pub fn apply_transposed(graph: &mut Graph, a: &Matrix3, x: &Vector3) -> Vector3 {
    apply(graph, &transposed(a), x)
}

/// Aᵀ.
pub fn transposed(a: &Matrix3) -> Matrix3 {
    core::array::from_fn(|i| core::array::from_fn(|j| a[j][i]))
}

/// A B.
pub fn multiply(graph: &mut Graph, a: &Matrix3, b: &Matrix3) -> Matrix3 {
    let b = transposed(b);
    core::array::from_fn(|i| core::array::from_fn(|j| graph.dot(&a[i], &b[j])))
}

/// A + B.
pub fn add_matrices(graph: &mut Graph, a: &Matrix3, b: &Matrix3) -> Matrix3 {
    core::array::from_fn(|i| add(graph, &a[i], &b[i]))
}

/// \[a\]×, so that \[a\]× b = a × b.
pub fn skew(graph: &mut Graph, a: &Vector3) -> Matrix3 {
    let o = graph.zero();
    let [x, y, z] = *a;
    let [nx, ny, nz] = neg(graph, a);
    [[o, nz, y], [z, o, nx], [ny, x, o]]
}

/// The matrix of a rotation, see [`rotations::about`].
pub fn rotation_about(graph: &mut Graph, axis: &Vector3, sine: Node, cosine: Node) -> Matrix3 {
    let algebra = &Algebra::new(graph);
    rotations::about(algebra.vector(axis), algebra.expr(sine), algebra.expr(cosine)).nodes()
}

/// The matrix of a unit quaternion (w, x, y, z), see [`rotations::of_quaternion`].
pub fn rotation_of_quaternion(graph: &mut Graph, q: &[Node; 4]) -> Matrix3 {
    let algebra = &Algebra::new(graph);
    rotations::of_quaternion(q.map(|x| algebra.expr(x))).nodes()
}
