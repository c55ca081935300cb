//! Joints: the possible motion of `second` relative to `first`, as motions in a tree or as equations between two
//! poses, with the coordinates computed from the poses and the reactions from multipliers.
//!
//! | file | joint | freedoms (plane) | equations (plane) |
//! |---|---|---|---|
//! | `revolute` | rotation about an axis | 1 (1) | 5 (2) |
//! | `prismatic` | translation along an axis | 1 (1) | 5 (2) |
//! | `cylindrical` | both | 2 | 4 |
//! | `spherical` | rotation about a point | 3 | 3 |
//! | `universal` | rotation about two perpendicular axes | 2 | 4 |
//! | `constant_velocity` | bending of two shafts that turn together | 2 | 4 |
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
//! A kind is one file and one line of the table below: its struct inside `fields!` (its expressions, and the reading of its
//! arguments), its words in descriptions (`word`), and its law (`law`).
//!
//! `between` has one mount relative to the other, `row` residuals with their derivatives, `measure` and
//! `orientation` coordinates, `motion` the elementary motions, `directions` the perpendiculars.
//!
//! Invariants: poses and twists of both ends are in the axes of one common frame, whichever that is;
//! forces and torques are components in the axes of `first` and act at the origin of `second`. In the plane, equations that always hold are omitted.
//! Joints without a number for the plane do not exist there (the language rejects them).

pub(crate) mod along;
mod between;
mod directions;
mod drive;
mod law;
mod measure;
pub mod motion;
mod orientation;
mod row;
mod step;
#[cfg(test)]
pub(super) mod tests;
mod word;

pub use between::Between;
pub(super) use directions::perpendiculars;
pub use drive::drive;
pub use law::{Coupling, JointLaw, Slips};
pub use measure::Measure;
pub use orientation::quaternion;
pub use row::Row;
pub use step::{Step, steps};
pub(crate) use word::{AlongCoordinate, InPlane, Make, Word};

use super::table::kinds;
use super::{Equation, Motion, Pose, Rates, Twist};
use crate::kinds::multibody::Vector3;
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node};

kinds! {
    /// A joint.
    JointKind: JointLaw;
    revolute: Revolute;
    prismatic: Prismatic;
    cylindrical: Cylindrical;
    spherical: Spherical;
    universal: Universal;
    constant_velocity: ConstantVelocity;
    planar: Planar;
    screw: Screw;
    fixed: Fixed;
    free: Free, Point;
    rod: Rod;
    point_on_line: PointOnLine;
    point_on_plane: PointOnPlane;
    gear: Gear;
    rack_pinion: RackPinion;
    rolling: Rolling;
}

/// The joint as a constraint between two mounts, with the minimal number of equations. Those that are linear in velocities
/// need the twists and are omitted without them; couplings are equations of coordinates and have none here.
pub fn equations(
    kind: &JointKind,
    planar: bool,
    graph: &mut Graph,
    first: &Pose,
    second: &Pose,
    twists: Option<(&Twist, &Twist)>,
) -> Vec<Equation> {
    let algebra = &Algebra::new(graph);
    let between = Between::of(algebra, first, second);
    let rows = match twists {
        Some((first, second)) => {
            let rates = [first, second].map(|twist| Rates::of(algebra, twist));
            kind.moving_rows(&between, planar, rates)
        }
        None => kind.rows(&between, planar),
    };
    rows.into_iter().map(|row| row.equation).collect()
}

/// A coordinate of the joint, in the order of [`JointLaw::coordinates`], computed from two poses. Angles are in
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
    let algebra = &Algebra::new(graph);
    kind.measure(&Between::of(algebra, first, second), planar, index).value().node()
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
    let algebra = &Algebra::new(graph);
    // As many rows as there may be multipliers; residuals are not used.
    let rest = Rates::zero(algebra);
    let rows = kind.moving_rows(&Between::of(algebra, first, second), planar, [rest, rest]);
    let (force, torque) = row::reaction(algebra, &rows, &algebra.exprs(multipliers));
    (force.nodes(), torque.nodes())
}
