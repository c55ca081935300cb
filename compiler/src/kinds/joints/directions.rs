//! A unit axis → two more that complete right-handed orthonormal axes.

use crate::symbolic::Relation;
use crate::symbolic::algebra::{Expr, Vector};

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
/// component of a constant axis, otherwise 2; the sign of a component that depends on parameters is selected when
/// these are known.
pub(crate) fn perpendiculars<'g>(n: Vector<'g>) -> [Vector<'g>; 2] {
    let algebra = n.algebra();
    let zeros: Vec<usize> = (0..3).filter(|&k| n[k].is_zero()).collect();
    if let [i, j] = zeros[..] {
        let u = algebra.unit_vector((4 - i - j) % 3);
        return [u, n.cross(u)];
    }
    if let [.., k] = zeros[..] {
        let v = algebra.unit_vector(k);
        return [v.cross(n), v];
    }
    general(n)
}

/// e_z × n: the perpendicular of an axis in the plane, to its left.
pub(super) fn left<'g>(n: Vector<'g>) -> Vector<'g> {
    n.algebra().unit_vector(2).cross(n)
}

/// The third case.
fn general<'g>(n: Vector<'g>) -> [Vector<'g>; 2] {
    let (k, sign) = pole(n);
    let (x, y, z) = (n[(k + 1) % 3], n[(k + 2) % 3], n[k]);
    let reach = sign + z;
    let (xx, yy, b) = (-(x * x / reach), -(y * y / reach), -(x * y / reach));
    let [sxx, sb, sx] = [xx, b, x].map(|a| sign * a);
    let u = [1 + sxx, sb, -sx];
    let v = [b, sign + yy, -y];
    // From (x, y, z) = components (k+1, k+2, k) back to the original order.
    let place = |a: [Expr<'g>; 3]| Vector(core::array::from_fn(|i| a[(i + 2 - k) % 3]));
    [place(u), place(v)]
}

/// The component k, and its sign.
fn pole<'g>(n: Vector<'g>) -> (usize, Expr<'g>) {
    let algebra = n.algebra();
    let (one, minus) = (algebra.one(), -algebra.one());
    let numbers = algebra.with(|graph| {
        let nodes = n.nodes();
        let fixed = nodes.iter().all(|&x| graph.symbols(x).is_empty());
        fixed.then(|| graph.evaluate(&nodes, &|_| 0.0))
    });
    if let Some(values) = numbers {
        let mut k = 2;
        for i in [1, 0] {
            if values[i].abs() > values[k].abs() {
                k = i;
            }
        }
        return (k, if values[k] < 0.0 { minus } else { one });
    }
    let negative = n[2].compare(Relation::Lt, algebra.zero());
    (2, negative.select(minus, one))
}
