//! A unit axis → two more that make right-handed orthonormal axes with it.

use crate::kinds::multibody::Vector3;
use crate::symbolic::vectors::{cross, unit};
use crate::symbolic::{Graph, Node};

/// (u, v) with u × v = n, for a unit vector n.
///
/// 1. n = ± e_k: u = e_{k+1}, v = n × u = ± e_{k+2}.
/// 2. n_k is the number zero: u = e_k × n, v = e_k.
/// 3. Otherwise, with σ = ±1 the sign of n_k and (x, y, z) = (n_{k+1}, n_{k+2}, n_k),
///
/// ```text
/// b = −xy/(σ + z)     u = (1 − σx²/(σ + z), σb, −σx)     v = (b, σ − y²/(σ + z), −y)
/// ```
///
/// (Duff and others, *Building an orthonormal basis, revisited*, 2017), where |σ + z| ≥ 1. k is the largest
/// component of an axis made of numbers, else 2; the sign of a component made of parameters is chosen when
/// they are known.
pub(crate) fn perpendiculars(graph: &mut Graph, n: &Vector3) -> [Vector3; 2] {
    let zeros: Vec<usize> = (0..3).filter(|&k| graph.is_zero(n[k])).collect();
    if let [i, j] = zeros[..] {
        let u = unit(graph, (4 - i - j) % 3);
        return [u, cross(graph, n, &u)];
    }
    if let [.., k] = zeros[..] {
        let v = unit(graph, k);
        return [cross(graph, &v, n), v];
    }
    general(graph, n)
}

/// e_z × n: the perpendicular of an axis in the plane, to its left.
pub(super) fn left(graph: &mut Graph, n: &Vector3) -> Vector3 {
    let z = unit(graph, 2);
    cross(graph, &z, n)
}

/// The third case.
fn general(graph: &mut Graph, n: &Vector3) -> [Vector3; 2] {
    let (k, sign) = pole(graph, n);
    let (x, y, z) = (n[(k + 1) % 3], n[(k + 2) % 3], n[k]);
    let one = graph.one();
    let reach = graph.add(sign, z);
    let quotient = |graph: &mut Graph, a: Node, b: Node| {
        let product = graph.mul(a, b);
        let ratio = graph.div(product, reach);
        graph.neg(ratio)
    };
    let (xx, yy, b) = (quotient(graph, x, x), quotient(graph, y, y), quotient(graph, x, y));
    let signed = [xx, b, x].map(|a| graph.mul(sign, a));
    let u = [graph.add(one, signed[0]), signed[1], graph.neg(signed[2])];
    let v = [b, graph.add(sign, yy), graph.neg(y)];
    // From (x, y, z) = components (k+1, k+2, k) back to their places.
    let place = |a: [Node; 3]| -> Vector3 { core::array::from_fn(|i| a[(i + 2 - k) % 3]) };
    [place(u), place(v)]
}

/// The component to build on, and its sign.
fn pole(graph: &mut Graph, n: &Vector3) -> (usize, Node) {
    let (one, minus) = (graph.one(), graph.integer(-1));
    if n.iter().all(|&x| graph.symbols(x).is_empty()) {
        let values = graph.evaluate(n, &|_| 0.0);
        let mut k = 2;
        for i in [1, 0] {
            if values[i].abs() > values[k].abs() {
                k = i;
            }
        }
        return (k, if values[k] < 0.0 { minus } else { one });
    }
    let zero = graph.zero();
    let negative = graph.compare(crate::symbolic::Relation::Lt, n[2], zero);
    (2, graph.select(negative, minus, one))
}
