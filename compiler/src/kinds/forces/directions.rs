//! Lengths and directions of vectors that may vanish, as smooth expressions.
//!
//! ```text
//! |a|_δ = √(a·a + δ²),   δ = 1e-15 (SI)                       (1)
//! direction of a: a/|a|_δ,   zero where a = 0                 (2)
//! a/√(a·a + ε² + δ²)                                          (3)
//! ```
//! √(a·a) has no derivative at a = 0, and a/√(a·a) no value. δ² is below the rounding of a·a for
//! |a| > 1e-7 (where δ²/(a·a) < 2⁻⁵³), so that (1) is then the length to the last bit or two; below, it is
//! smooth. At a = 0 (2) is zero, the mean of all directions.

use crate::symbolic::Constant;
use crate::symbolic::algebra::{Expr, Vector};

/// The exponent of δ².
const SQUARE: i32 = -30;

/// (1)
pub fn length<'g>(a: Vector<'g>) -> Expr<'g> {
    positive_square(a).sqrt()
}

/// a·a + δ².
pub fn positive_square<'g>(a: Vector<'g>) -> Expr<'g> {
    a.dot(a) + a.algebra().constant(Constant::pow10(SQUARE))
}

/// |a|: for a vector with one component its absolute value (with the corresponding switching function),
/// otherwise (1).
pub fn magnitude<'g>(a: Vector<'g>) -> Expr<'g> {
    let components: Vec<Expr<'g>> = a.0.into_iter().filter(|x| !x.is_zero()).collect();
    match components[..] {
        [] => a.algebra().zero(),
        [only] => only.abs(),
        _ => length(a),
    }
}

/// 1/√(v·v + ε² + δ²): (3) is v times that; with ε = 0 it is the direction (2).
pub fn regularised_reciprocal<'g>(v: Vector<'g>, epsilon: Expr<'g>) -> Expr<'g> {
    (positive_square(v) + epsilon * epsilon).sqrt().powi(-1).share()
}
