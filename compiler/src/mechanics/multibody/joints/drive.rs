//! Drive: a coordinate of a joint prescribed.
//!
//! ```text
//! x − x*(t) = 0                                                                                    (1)
//! ```
//!
//! One equation. The multiplier is, with the opposite sign, the effort of the drive along the coordinate.
//! For an angle read off poses the difference is that in (−π, π], so a drive may turn for ever.
//!
//! Singular case: *half a turn off*, where the difference of angles jumps.

use super::between::Between;
use crate::mechanics::multibody::{Equation, Pose};
use crate::model::JointKind;
use crate::symbolic::{Graph, Node};

/// Equation (1) for a coordinate that is read off poses, as [`super::coordinate`] reads it.
pub fn drive(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    ends: (&Pose, &Pose),
    index: usize,
    prescribed: Node,
) -> Equation {
    let between = Between { first: ends.0, second: ends.1 };
    let is_angle = kind.coordinates(planar).get(index).is_some_and(|(_, angle)| *angle);
    let residual = super::measure(kind, planar, graph, &between, index).deviation(graph, prescribed);
    let unit = match kind {
        _ if is_angle => "rad",
        JointKind::Spherical { .. } => "",
        JointKind::Free { .. } if index > 2 => "",
        _ => "m",
    };
    Equation { label: "drive", residual, holonomic: true, unit, cosine: None }
}
