//! Universal joint: rotation about an axis of `first`, then about a perpendicular axis of `second`.
//!
//! ```text
//! Q = R(a, α) R(b, β)      d = 0      a · b = 0                                                    (1)
//! ```
//!
//! Two freedoms, four equations: the origins coincide, and the two axes of the cross stay perpendicular,
//!
//! ```text
//! p₂ − p₁ = 0      −a · (Q b) = 0                                                                  (2)
//! ```
//!
//! A rotation δφ changes the last by −a · (δφ × Q b) = (a × Q b) · δφ, a unit vector: its multiplier is,
//! with the opposite sign, the torque about the normal of the cross. With c = a × b, (1) gives
//! Q b = R(a, α) b and Qᵀ a = R(b, −β) a, so that
//!
//! ```text
//! α = atan2(c · Q b, b · Q b)      β = atan2(a · Q c, a · Q a)      both in (−π, π]                (3)
//! ```
//!
//! Singular cases: none of (2), and none of the angles, for the two axes are perpendicular in every
//! position. Two shafts through the cross lock where they are perpendicular (β = ±90° with shafts along
//! a × b): that is a property of the mechanism, not of the joint's equations.

use super::between::Between;
use super::measure::Measure;
use super::row::Row;
use crate::mechanics::multibody::vectors::{cross, zero};
use crate::mechanics::multibody::{Equation, Motion};
use crate::model::Vector3;
use crate::symbolic::Graph;

pub(super) fn motions(axes: &[Vector3; 2]) -> Vec<Motion> {
    axes.iter().map(|axis| Motion::Rotation { axis: *axis }).collect()
}

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, [a, b]: &[Vector3; 2]) -> Vec<Row> {
    let mut rows = Row::origins(graph, between, false);
    let cosine = between.product(graph, a, b);
    let residual = graph.neg(cosine);
    let turned = between.seen(graph, b);
    rows.push(Row {
        equation: Equation { unit: "", ..Equation::position("cross", residual) },
        force: zero(graph),
        torque: cross(graph, a, &turned),
    });
    rows
}

/// Equations (3).
pub(super) fn coordinate(
    graph: &mut Graph,
    between: &Between<'_>,
    [a, b]: &[Vector3; 2],
    index: usize,
) -> Measure {
    let c = cross(graph, a, b);
    let (sine, cosine) = match index {
        0 => (between.product(graph, &c, b), between.product(graph, b, b)),
        _ => (between.product(graph, a, &c), between.product(graph, a, a)),
    };
    Measure::Angle { sine, cosine }
}
