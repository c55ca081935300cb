//! Revolute joint: rotation about one axis.
//!
//! ```text
//! Q = R(a, θ)      d = 0                                                                           (1)
//! ```
//!
//! One freedom, five equations (in the plane two): the origins coincide, and the axis a, which (1) leaves
//! where it is, does not tilt. With u, v, a right-handed and orthonormal,
//!
//! ```text
//! p₂ − p₁ = 0      −v · (Q a) = 0      u · (Q a) = 0                                               (2)
//! ```
//!
//! The multipliers are, with the opposite sign, the force in the axes of the common frame and the torques
//! about u and v. The angle is that of Q u in the plane of u and v: θ = atan2(v · Q u, u · Q u), in (−π, π].
//!
//! Singular cases: none of (2); *turned over*: Q a = −a solves (2) as well, half a turn away from every
//! solution that is meant; a · (Q a) > 0 excludes it.

use super::between::Between;
use super::directions::perpendiculars;
use super::measure::Measure;
use super::row::Row;
use crate::mechanics::multibody::Motion;
use crate::model::Vector3;
use crate::symbolic::Graph;

pub(super) fn motions(axis: &Vector3) -> Vec<Motion> {
    vec![Motion::Rotation { axis: *axis }]
}

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, planar: bool) -> Vec<Row> {
    let mut rows = Row::origins(graph, between, planar);
    if !planar {
        let [u, v] = perpendiculars(graph, axis);
        rows.extend(Row::tilts(graph, between, &u, &v));
    }
    rows
}

/// The angle about the axis, of whatever joint has one.
pub(super) fn angle(graph: &mut Graph, between: &Between<'_>, axis: &Vector3) -> Measure {
    let [u, v] = perpendiculars(graph, axis);
    angle_between(graph, between, &u, &v)
}

/// The same in the plane of given perpendiculars.
pub(super) fn angle_between(graph: &mut Graph, between: &Between<'_>, u: &Vector3, v: &Vector3) -> Measure {
    let sine = between.product(graph, v, u);
    let cosine = between.product(graph, u, u);
    Measure::Angle { sine, cosine }
}
