//! Vectors and matrices of expressions: the algebra of space that joints, forces and recursions are
//! written in. Entries that are zero or one fold away in the graph.

use super::{Graph, Node};

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

/// Rotation by an angle with given sine and cosine about a unit axis:
/// R = c 1 + (1 − c) n nᵀ + s \[n\]×. Axes along a coordinate direction give the sparse matrix.
pub fn rotation_about(graph: &mut Graph, axis: &Vector3, sine: Node, cosine: Node) -> Matrix3 {
    if let Some(k) = (0..3).find(|&k| {
        let along = graph.as_constant(axis[k]).and_then(|c| c.is_integer()).filter(|c| c.abs() == 1);
        along.is_some() && (0..3).all(|j| j == k || graph.is_zero(axis[j]))
    }) {
        let negative = graph.as_constant(axis[k]).is_some_and(|c| c.is_negative());
        let s = if negative { graph.neg(sine) } else { sine };
        let minus = graph.neg(s);
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let mut r = identity(graph);
        (r[i][i], r[j][j], r[i][j], r[j][i]) = (cosine, cosine, minus, s);
        return r;
    }
    let one = graph.one();
    let versine = graph.sub(one, cosine);
    let cross = skew(graph, axis);
    core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            let outer = graph.product(&[versine, axis[i], axis[j]]);
            let turned = graph.mul(sine, cross[i][j]);
            let diagonal = if i == j { cosine } else { graph.zero() };
            graph.sum(&[diagonal, outer, turned])
        })
    })
}

/// The rotation matrix of a unit quaternion (w, x, y, z).
pub fn rotation_of_quaternion(graph: &mut Graph, q: &[Node; 4]) -> Matrix3 {
    let [w, x, y, z] = *q;
    let two = graph.integer(2);
    let twice = |graph: &mut Graph, a: Node, b: Node, sign: bool, c: Node, d: Node| {
        let (first, second) = (graph.mul(a, b), graph.mul(c, d));
        let sum = if sign { graph.add(first, second) } else { graph.sub(first, second) };
        graph.mul(two, sum)
    };
    let diagonal = |graph: &mut Graph, a: Node, b: Node| {
        let (a2, b2) = (graph.mul(a, a), graph.mul(b, b));
        let sum = graph.add(a2, b2);
        let twice = graph.mul(two, sum);
        let one = graph.one();
        graph.sub(one, twice)
    };
    [
        [diagonal(graph, y, z), twice(graph, x, y, false, w, z), twice(graph, x, z, true, w, y)],
        [twice(graph, x, y, true, w, z), diagonal(graph, x, z), twice(graph, y, z, false, w, x)],
        [twice(graph, x, z, false, w, y), twice(graph, y, z, true, w, x), diagonal(graph, x, y)],
    ]
}
