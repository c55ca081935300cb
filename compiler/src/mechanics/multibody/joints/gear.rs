//! Gear: two coordinates in a constant ratio, between joints of one coordinate.
//!
//! ```text
//! i x₁ − x₂ − x₀ = 0                                                                               (1)
//! ```
//!
//! One equation between two joints: nothing between its own ends. With efforts τ₁ = −i λ and τ₂ = λ along
//! the two coordinates it does no work, i τ₂ + τ₁ = 0. The carrier of both joints takes the difference of
//! the torques through the joints' own reactions.
//!
//! Singular case: *no ratio*, i = 0, which holds the driven coordinate and leaves the driver alone. Angles that are
//! read off poses count their turns, see `turns`: (1) does not jump.

use crate::mechanics::multibody::Equation;
use crate::symbolic::{Graph, Node};

/// Equation (1): ratio·driver = driven + offset. The unit of the residual is that of the driven coordinate.
pub fn gear(
    graph: &mut Graph,
    driver: Node,
    driven: Node,
    ratio: Node,
    offset: Node,
    unit: &'static str,
) -> Equation {
    let wanted = graph.mul(ratio, driver);
    let error = graph.sub(wanted, driven);
    let residual = graph.sub(error, offset);
    Equation { label: "ratio", residual, holonomic: true, unit, cosine: None }
}
