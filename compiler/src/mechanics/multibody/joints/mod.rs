//! Joints: what `second` may do as seen from `first`, as motions in a tree or as equations between two
//! poses, with the coordinates that are read off the poses and the reactions that multipliers stand for.
//!
//! | file | joint | freedoms (plane) | equations (plane) |
//! |---|---|---|---|
//! | `revolute` | rotation about an axis | 1 (1) | 5 (2) |
//! | `prismatic` | translation along an axis | 1 (1) | 5 (2) |
//! | `cylindrical` | both | 2 | 4 |
//! | `spherical` | rotation about a point | 3 | 3 |
//! | `universal` | rotation about two perpendicular axes | 2 | 4 |
//! | `planar` | motion in a plane | 3 | 3 |
//! | `screw` | rotation that moves along its axis | 1 | 5 |
//! | `fixed` | no motion | 0 (0) | 6 (3) |
//! | `free` | all motion; of a particle, which does not rotate, the translations | 6 (3); 3 (2) | 0 (0) |
//! | `rod` | constant distance | 5 (2) | 1 (1) |
//! | `point_on_line` | | 4 (2) | 2 (1) |
//! | `point_on_plane` | | 5 | 1 |
//! | `rolling` | without slip, on a plane | 3 (1) | 3 (2) |
//! | `gear`, `rack_pinion`, `drive` | between coordinates | | 1 |
//!
//! `between` sees one mount from the other, `row` holds residuals beside their derivatives, `measure` and
//! `orientation` read coordinates, `motion` has the elementary motions, `directions` the perpendiculars.
//!
//! Invariants: poses and twists of both ends are in the axes of one common frame, whichever that is;
//! forces and torques are components in the axes of `first`; the origin of `second` is where they act. In the plane the equations that hold by themselves are left out.
//! Joints without a number for the plane do not exist there (the language refuses them).

mod between;
mod cylindrical;
mod directions;
mod drive;
mod fixed;
mod free;
mod gear;
mod measure;
pub mod motion;
mod orientation;
mod planar;
mod point_on_line;
mod point_on_plane;
mod prismatic;
mod rack_pinion;
mod revolute;
mod rod;
mod rolling;
mod row;
mod screw;
mod spherical;
#[cfg(test)]
pub(super) mod tests;
mod universal;

pub(super) use directions::perpendiculars;
pub use drive::drive;
pub use gear::gear;
pub use orientation::quaternion;
pub use rack_pinion::rack_pinion;

use super::{Equation, Motion, Pose, Twist};
use crate::model::{JointKind, Vector3};
use crate::symbolic::{Graph, Node};
use between::Between;
use measure::Measure;
use rolling::Rolling;
use row::Row;

/// The joint as a sequence of motions from `first` to `second`, their coordinates in the order of
/// [`JointKind::coordinates`]; `None` for joints that are constraints only.
pub fn motions(kind: &JointKind, planar: bool, graph: &mut Graph) -> Option<Vec<Motion>> {
    match kind {
        JointKind::Revolute { axis } => Some(revolute::motions(axis)),
        JointKind::Prismatic { axis } => Some(prismatic::motions(axis)),
        JointKind::Cylindrical { axis } => Some(cylindrical::motions(axis)),
        JointKind::Spherical { rotation } => Some(spherical::motions(graph, rotation)),
        JointKind::Universal { axes } => Some(universal::motions(axes)),
        JointKind::Planar { axes } => Some(planar::motions(axes)),
        JointKind::Screw { axis, pitch } => Some(screw::motions(axis, *pitch)),
        JointKind::Fixed => Some(Vec::new()),
        JointKind::Free { rotation } => Some(free::motions(graph, Some(rotation), planar)),
        JointKind::Point => Some(free::motions(graph, None, planar)),
        JointKind::Rod { .. }
        | JointKind::PointOnLine { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::Gear { .. }
        | JointKind::RackPinion { .. }
        | JointKind::Rolling { .. } => None,
    }
}

/// How many velocities of `second` relative to `first` the joint leaves: 6 (in the plane 3) less the number
/// of its equations, where both ends can rotate. A gear and a rack leave all of them: they tie other joints' coordinates.
pub fn freedoms(kind: &JointKind, planar: bool) -> usize {
    match kind {
        JointKind::Fixed => 0,
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } | JointKind::Screw { .. } => 1,
        JointKind::Rolling { .. } if planar => 1,
        JointKind::Cylindrical { .. } | JointKind::Universal { .. } => 2,
        JointKind::Rod { .. } | JointKind::PointOnLine { .. } | JointKind::PointOnPlane { .. } if planar => 2,
        JointKind::Point if planar => 2,
        JointKind::Point
        | JointKind::Spherical { .. }
        | JointKind::Planar { .. }
        | JointKind::Rolling { .. } => 3,
        JointKind::Free { .. } | JointKind::Gear { .. } | JointKind::RackPinion { .. } if planar => 3,
        JointKind::PointOnLine { .. } => 4,
        JointKind::Rod { .. } | JointKind::PointOnPlane { .. } => 5,
        JointKind::Free { .. } | JointKind::Gear { .. } | JointKind::RackPinion { .. } => 6,
    }
}

/// The joint as a constraint between two mounts: exactly the equations it needs. Rolling needs the twists
/// for its slip, and is the contact alone without them; a gear and a rack are made of coordinates
/// (`gear`, `rack_pinion`) and have none here.
pub fn equations(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    twists: Option<(&Twist, &Twist)>,
) -> Vec<Equation> {
    let between = Between { first, second };
    let rows = match rolling_of(kind, planar) {
        Some(rolling) => rolling.rows(graph, &between, twists),
        None => rows(kind, planar, graph, &between),
    };
    rows.into_iter().map(|row| row.equation).collect()
}

/// A coordinate of the joint, in the order of [`JointKind::coordinates`], read off two poses. Angles are in
/// (−π, π], except that of a screw, which counts turns (of others the formulation counts them, see `turns`); the branches of rotations in space are those of
/// `orientation`. 0 for joints without coordinates.
pub fn coordinate(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    index: usize,
) -> Node {
    measure(kind, planar, graph, &Between { first, second }, index).value(graph)
}

/// The force and the torque about the origin of `second`, in the axes of `first`, that the joint exerts on
/// `second`: −Σ λᵢ ∂rᵢ/∂(motion of `second`), from the multipliers of its equations in their order.
pub fn reaction(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    multipliers: &[Node],
) -> (Vector3, Vector3) {
    let between = Between { first, second };
    let rows = match rolling_of(kind, planar) {
        Some(rolling) => rolling.reaction_rows(graph, &between),
        None => rows(kind, planar, graph, &between),
    };
    row::reaction(graph, &rows, multipliers)
}

/// The residuals of joints that poses suffice for.
fn rows(kind: &JointKind, planar: bool, graph: &mut Graph, between: &Between<'_>) -> Vec<Row> {
    match kind {
        JointKind::Revolute { axis } => revolute::rows(graph, between, axis, planar),
        JointKind::Prismatic { axis } => prismatic::rows(graph, between, axis, planar),
        JointKind::Cylindrical { axis } => cylindrical::rows(graph, between, axis),
        JointKind::Spherical { .. } => spherical::rows(graph, between, planar),
        JointKind::Universal { axes } => universal::rows(graph, between, axes),
        JointKind::Planar { axes } => planar::rows(graph, between, axes),
        JointKind::Screw { axis, pitch } => screw::rows(graph, between, axis, *pitch),
        JointKind::Fixed => fixed::rows(graph, between, planar),
        JointKind::Rod { length } => rod::rows(graph, between, *length),
        JointKind::PointOnLine { axis } => point_on_line::rows(graph, between, axis, planar),
        JointKind::PointOnPlane { normal } => point_on_plane::rows(graph, between, normal),
        JointKind::Free { .. }
        | JointKind::Point
        | JointKind::Gear { .. }
        | JointKind::RackPinion { .. }
        | JointKind::Rolling { .. } => Vec::new(),
    }
}

fn rolling_of(kind: &JointKind, planar: bool) -> Option<Rolling<'_>> {
    match kind {
        JointKind::Rolling { normal, axis, radius } => {
            Some(Rolling { normal, axis: axis.as_ref(), radius: *radius, planar })
        }
        _ => None,
    }
}

fn measure(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    between: &Between<'_>,
    index: usize,
) -> Measure {
    match kind {
        JointKind::Revolute { axis } => revolute::angle(graph, between, axis),
        JointKind::Prismatic { axis } => prismatic::displacement(graph, between, axis),
        JointKind::Cylindrical { axis } => cylindrical::coordinate(graph, between, axis, index),
        JointKind::Spherical { rotation } => orientation::coordinate(graph, between, rotation, index),
        JointKind::Universal { axes } => universal::coordinate(graph, between, axes, index),
        JointKind::Planar { axes } => planar::coordinate(graph, between, axes, index),
        JointKind::Screw { axis, pitch } => screw::angle(graph, between, axis, *pitch),
        JointKind::Free { rotation } => free::coordinate(graph, between, Some(rotation), planar, index),
        JointKind::Point => free::coordinate(graph, between, None, planar, index),
        JointKind::Fixed
        | JointKind::Rod { .. }
        | JointKind::PointOnLine { .. }
        | JointKind::PointOnPlane { .. }
        | JointKind::Gear { .. }
        | JointKind::RackPinion { .. }
        | JointKind::Rolling { .. } => Measure::Number(graph.zero()),
    }
}
