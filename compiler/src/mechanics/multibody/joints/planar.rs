//! Planar joint, in space: translation in a plane of `first` and rotation about its normal.
//!
//! ```text
//! d = x a₁ + y a₂      Q = R(a₃, θ)                                                                (1)
//! ```
//!
//! Three freedoms, three equations: the origin stays in the plane, and the normal does not tilt,
//!
//! ```text
//! a₃ · d = 0      −a₂ · (Q a₃) = 0      a₁ · (Q a₃) = 0                                            (2)
//! ```
//!
//! The multipliers are, with the opposite sign, the force along the normal and the torques about a₁ and a₂
//! at the origin of `second`. x = a₁ · d, y = a₂ · d, θ = atan2(a₂ · Q a₁, a₁ · Q a₁) in (−π, π].
//!
//! Singular cases: none of (2); *turned over*: Q a₃ = −a₃ solves (2) as well; a₃ · (Q a₃) > 0 excludes it.

use super::between::Between;
use super::measure::Measure;
use super::revolute;
use super::row::Row;
use crate::mechanics::multibody::Motion;
use crate::model::Vector3;
use crate::symbolic::Graph;

pub(super) fn motions([x, y, normal]: &[Vector3; 3]) -> Vec<Motion> {
    vec![
        Motion::Translation { axis: *x },
        Motion::Translation { axis: *y },
        Motion::Rotation { axis: *normal },
    ]
}

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, [x, y, normal]: &[Vector3; 3]) -> Vec<Row> {
    let mut rows = vec![Row::along(graph, between, "plane", normal)];
    rows.extend(Row::tilts(graph, between, x, y));
    rows
}

/// x, y, the angle.
pub(super) fn coordinate(
    graph: &mut Graph,
    between: &Between<'_>,
    [x, y, _]: &[Vector3; 3],
    index: usize,
) -> Measure {
    match index {
        0 => Measure::Number(between.along(graph, x)),
        1 => Measure::Number(between.along(graph, y)),
        _ => revolute::angle_between(graph, between, x, y),
    }
}
