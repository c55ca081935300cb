//! Lengths and directions of vectors that may vanish, as smooth expressions.
//!
//! ```text
//! |a|_δ = √(a·a + δ²),   δ = 1e-15 (SI)                       (1)
//! direction of a: a/|a|_δ,   zero where a = 0                 (2)
//! a/√(a·a + ε² + δ²)                                          (3)
//! ```
//! √(a·a) has no derivative at a = 0, and a/√(a·a) no value. δ² is lost in the rounding of a·a as soon as
//! |a| > 1e-7 (there δ²/(a·a) < 2⁻⁵³), so that (1) is then the length to the last bit or two; below, it is
//! smooth. At a = 0 (2) is zero, the mean of all directions.

use crate::kinds::multibody::Vector3;
use crate::symbolic::vectors::dot;
use crate::symbolic::{Constant, Function, Graph, Node};

/// The exponent of δ².
const SQUARE: i32 = -30;

/// (1)
pub fn length(graph: &mut Graph, a: &Vector3) -> Node {
    let square = positive_square(graph, a);
    graph.sqrt(square)
}

/// a·a + δ².
pub fn positive_square(graph: &mut Graph, a: &Vector3) -> Node {
    let square = dot(graph, a, a);
    let floor = graph.constant(Constant::pow10(SQUARE));
    graph.add(square, floor)
}

/// |a|: of a vector that has one component its absolute value (with the switching function that goes with
/// it), otherwise (1).
pub fn magnitude(graph: &mut Graph, a: &Vector3) -> Node {
    let components: Vec<Node> = a.iter().copied().filter(|&x| !graph.is_zero(x)).collect();
    match components[..] {
        [] => graph.zero(),
        [only] => graph.call(Function::Abs, &[only]),
        _ => length(graph, a),
    }
}

/// 1/√(v·v + ε² + δ²): (3) is v times that; with ε = 0 it is the direction (2).
pub fn regularised_reciprocal(graph: &mut Graph, v: &Vector3, epsilon: Node) -> Node {
    let square = positive_square(graph, v);
    let width = graph.mul(epsilon, epsilon);
    let sum = graph.add(square, width);
    let root = graph.sqrt(sum);
    let reciprocal = graph.powi(root, -1);
    graph.share(reciprocal)
}
