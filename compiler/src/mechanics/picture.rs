//! The picture of bodies, joints and forces for a viewer, as expressions.
//!
//! ```text
//! geometry = for each body       c (3)
//!            for each shape      centre (3), then a box: sides (9, one after the other), else axis (3); measures
//!            for each joint      first: position (3), axes (9, row by row); second: the same; axis (3) of each motion
//!            for each line       position of both ends (3 + 3)
//!            for each frame      position (3), axes (9, row by row)
//!            for each force      at a place its position (3); of a contact the centre of the sphere (3) and its radius, a point of
//!                                the plane (3) and the normal (3); along a joint nothing
//! ```
//! Places on bodies are in the body's axes, those on the ground in the ground's.
//!
//! Invariant: `poses` contain coordinates and parameters, `geometry` only parameters.

use crate::model::Carrier;
use crate::symbolic::Node;

/// The requested parts of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// Nothing.
    #[default]
    Nothing,
    /// Bodies, joints and forces.
    Places,
    /// The same, with the forces and torques of joints and forces as outputs after those of the description.
    Reactions,
}

/// The parts that a viewer draws.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Position (3) and rotation (9, row by row) of every body, in the ground's axes.
    pub poses: Vec<Node>,
    /// Numbers, in the order of the header.
    pub geometry: Vec<Node>,
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

/// A shape of a body.
#[derive(Clone, Debug)]
pub struct PicturedShape {
    /// Which body.
    pub body: usize,
    /// `rod`, `box`, `cylinder`, `sphere`, `disk`.
    pub kind: &'static str,
    /// The number of its measures, in the order of the language's documentation.
    pub measures: usize,
}

/// A joint.
#[derive(Clone, Debug)]
pub struct PicturedJoint {
    /// Its name.
    pub name: String,
    /// The carriers of its ends; `None` is the ground.
    pub ends: [Option<usize>; 2],
    /// Elementary motions with an axis, in the axes of the first end: `true` turns about it, `false` slides along it.
    pub motions: Vec<bool>,
    /// Whether it turns about every axis.
    pub turns_freely: bool,
    /// Whether it is fixed, so that only the connection of its ends is drawn.
    pub fixed: bool,
    /// The output with the first component of its force on the second end, in the axes of the first, if requested.
    pub reaction: Option<usize>,
}

/// A force along the line between two points.
#[derive(Clone, Debug)]
pub struct PicturedLine {
    /// Its name.
    pub name: String,
    /// The carriers of its ends; `None` is the ground.
    pub ends: [Option<usize>; 2],
}

/// A frame of the description.
#[derive(Clone, Debug)]
pub struct PicturedFrame {
    /// Its name.
    pub name: String,
    /// Its carrier; `None` is the ground.
    pub body: Option<usize>,
}

/// The effect of a force, as an arrow.
#[derive(Clone, Debug)]
pub struct PicturedForce {
    /// Its name.
    pub name: String,
    /// On what.
    pub acting: Acting,
    /// The first output with its numbers, if requested: for a force its components, for a torque its components
    /// (in the plane the one about z), both in the axes of the ground; of what acts along a joint the number.
    pub outputs: Option<usize>,
}

/// The object that a force acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acting {
    /// A place on a body (`None` is the ground), with a force, a torque or both.
    Place {
        /// The body.
        body: Option<usize>,
        /// Whether there is a force.
        force: bool,
        /// Whether there is a torque.
        torque: bool,
    },
    /// A sphere, where it touches a plane.
    Touch {
        /// The carriers of the sphere and the plane; `None` is the ground.
        ends: [Option<usize>; 2],
    },
    /// The second end of a joint, along one of its motions.
    Joint {
        /// Its number in the picture.
        joint: usize,
        /// The number of the motion.
        motion: usize,
    },
}

/// The number of the body that carries something; `None` is the ground.
pub(crate) fn number(carrier: Carrier) -> Option<usize> {
    match carrier {
        Carrier::Ground => None,
        Carrier::Body(body) => Some(body.0),
    }
}
