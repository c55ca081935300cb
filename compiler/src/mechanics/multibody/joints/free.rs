//! Free joint: all motion, no equations, no reaction.
//!
//! ```text
//! d = (x, y, z)      Q = R(q) or R_i(α) R_j(β) R_k(γ)      in the plane d = (x, y), Q = R(e_z, θ)
//! ```
//!
//! Six freedoms (in the plane three), of a particle the three (two) translations alone: three translations along the axes of `first`, then the rotation, with
//! the angular velocity in the axes of `second` where it is a unit quaternion. Singular cases: those of the
//! description of the rotation, see `orientation`.

use super::between::Between;
use super::measure::Measure;
use super::{orientation, revolute};
use crate::mechanics::multibody::Motion;
use crate::mechanics::multibody::vectors::unit;
use crate::model::RotationCoordinates;
use crate::symbolic::Graph;

/// Without a rotation for a particle.
pub(super) fn motions(graph: &Graph, rotation: Option<&RotationCoordinates>, planar: bool) -> Vec<Motion> {
    let dimension = if planar { 2 } else { 3 };
    let mut motions: Vec<Motion> =
        (0..dimension).map(|k| Motion::Translation { axis: unit(graph, k) }).collect();
    match rotation {
        None => {}
        Some(_) if planar => motions.push(Motion::Rotation { axis: unit(graph, 2) }),
        Some(rotation) => motions.extend(orientation::motions(graph, rotation)),
    }
    motions
}

/// A component of d, or a coordinate of the rotation.
pub(super) fn coordinate(
    graph: &mut Graph,
    between: &Between<'_>,
    rotation: Option<&RotationCoordinates>,
    planar: bool,
    index: usize,
) -> Measure {
    let dimension = if planar { 2 } else { 3 };
    if index < dimension {
        let axis = unit(graph, index);
        return Measure::Number(between.along(graph, &axis));
    }
    match rotation {
        None => Measure::Number(graph.zero()),
        Some(_) if planar => {
            let axis = unit(graph, 2);
            revolute::angle(graph, between, &axis)
        }
        Some(rotation) => orientation::coordinate(graph, between, rotation, index - dimension),
    }
}
