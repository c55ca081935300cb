//! The picture for a viewer, as routines.

use super::arena::{Stage, Value};
use super::extraction::Extraction;
use super::lower::Lowering;
use super::routine::{Routine, Sharing};
use crate::mechanics::Equations;
use crate::mechanics::Formulated;
pub use crate::mechanics::{
    Acting, Drawing, PicturedForce, PicturedFrame, PicturedJoint, PicturedLine, PicturedShape,
};
use crate::symbolic::Node;

/// The picture for a viewer: bodies in their order, with everything on them. [`Options::drawing`](crate::Options) requests it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Position → position (3) and rotation (9, row by row) of every body, in the ground's axes.
    pub poses: Routine,
    /// Numbers that do not move, in this order: the centre of mass (3) of each body; of each shape the centre (3), the
    /// axis (3; of a box its sides, 9) and the measures; of each joint place (3) and axes (9, row by row) of its first and of its
    /// second end and the axis (3) of each motion; of each line the places of both ends (3 + 3); of each frame place (3) and axes (9);
    /// of each force at a place the place (3), of each contact the centre (3) and the radius of the sphere, a point of the plane (3)
    /// and its normal (3). Parts on a body are in its axes.
    pub geometry: Routine,
    /// `in plane`?
    pub planar: bool,
    /// The shapes of all bodies.
    pub shapes: Vec<PicturedShape>,
    /// The joints but couplings of coordinates.
    pub joints: Vec<PicturedJoint>,
    /// Forces along a line between two points.
    pub lines: Vec<PicturedLine>,
    /// Frames of the description.
    pub frames: Vec<PicturedFrame>,
    /// Forces as arrows.
    pub forces: Vec<PicturedForce>,
    /// Names of the forces that no arrow shows.
    pub undrawn: Vec<String>,
    /// The number of outputs of the description: those after them belong to the picture.
    pub own_outputs: usize,
}

/// The picture of a model that has one.
pub(super) fn picture(
    extract: &mut Extraction<'_>,
    formulated: &Formulated<'_>,
    equations: &Equations,
) -> Option<Picture> {
    let requested = formulated.picture.as_ref()?;
    let mut lowering = Lowering::new(&formulated.graph, &equations.symbols);
    let mut routine = |nodes: &[Node]| {
        let values: Vec<Value> = nodes.iter().map(|&node| lowering.lower(extract.arena, node)).collect();
        extract.routine(Stage::Position, Sharing::Everything, &values)
    };
    Some(Picture {
        poses: routine(&requested.poses),
        geometry: routine(&requested.geometry),
        planar: formulated.multibody.as_ref().is_some_and(|multibody| multibody.planar),
        shapes: requested.shapes.clone(),
        joints: requested.joints.clone(),
        lines: requested.lines.clone(),
        frames: requested.frames.clone(),
        forces: requested.forces.clone(),
        undrawn: requested.undrawn.clone(),
        own_outputs: requested.own_outputs,
    })
}
