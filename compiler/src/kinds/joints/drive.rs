//! Drive: a prescribed coordinate of a joint.
//!
//! ```text
//! x − x*(t) = 0                                                                                    (1)
//! ```
//!
//! One equation. The multiplier is, with the opposite sign, the effort of the drive along the coordinate.
//! For an angle computed from poses the difference is in (−π, π], so a drive may turn without limit.
//!
//! Singular case: *half a turn off*, where the difference of angles jumps.

use super::JointKind;
use super::between::Between;
use crate::kinds::{Equation, Pose};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node};

/// Equation (1) for a coordinate computed from poses by [`super::coordinate`].
pub fn drive(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    ends: (&Pose, &Pose),
    index: usize,
    prescribed: Node,
) -> Equation {
    let algebra = &Algebra::new(graph);
    let measured = kind.measure(&Between::of(algebra, ends.0, ends.1), planar, index);
    let residual = measured.deviation(algebra.expr(prescribed)).node();
    let names = kind.coordinates(planar);
    let unit = match names.get(index) {
        Some((_, true)) => "rad",
        Some((name, _)) if name.starts_with("rotation.") => "",
        _ => "m",
    };
    Equation { label: "drive", residual, holonomic: true, unit, cosine: None }
}
