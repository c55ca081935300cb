//! What a viewer draws of bodies, joints and forces, in expressions.
//!
//! ```text
//! geometry = for each body       c (3)
//!            for each shape      centre (3), then a box: sides (9, one after the other), else axis (3); measures
//!            for each joint      first: position (3), axes (9, row by row); second: the same; axis (3) of each motion
//!            for each line       position of both ends (3 + 3)
//! ```
//! Places on bodies are in the body's axes, those on the ground in the ground's.
//!
//! Invariant: `poses` are made of coordinates and parameters, `geometry` of parameters alone.

use crate::model::Carrier;
use crate::symbolic::Node;

/// How much of a picture is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// Nothing.
    #[default]
    Nothing,
    /// Bodies, joints and forces.
    Places,
    /// The same, with the forces that joints exert as outputs behind the description's own.
    Reactions,
}

/// What a viewer draws.
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
}

/// A shape of a body.
#[derive(Clone, Debug)]
pub struct PicturedShape {
    /// Which body.
    pub body: usize,
    /// `rod`, `box`, `cylinder`, `sphere`, `disk`.
    pub kind: &'static str,
    /// How many measures it has, in the order of the language's documentation.
    pub measures: usize,
}

/// A joint.
#[derive(Clone, Debug)]
pub struct PicturedJoint {
    /// Its name.
    pub name: String,
    /// What carries its ends; `None` is the ground.
    pub ends: [Option<usize>; 2],
    /// Elementary motions with an axis, in the axes of the first end: `true` turns about it, `false` slides along it.
    pub motions: Vec<bool>,
    /// Whether it turns about every axis.
    pub turns_freely: bool,
    /// Whether it moves in no way, so that there is nothing to be drawn but what it joins.
    pub fixed: bool,
    /// The output that is the first component of its force on the second end, in the axes of the first, where that is asked for.
    pub reaction: Option<usize>,
}

/// A force along the line between two points.
#[derive(Clone, Debug)]
pub struct PicturedLine {
    /// Its name.
    pub name: String,
    /// What carries its ends; `None` is the ground.
    pub ends: [Option<usize>; 2],
}

/// The number of the body that carries something; `None` is the ground.
pub(crate) fn number(carrier: Carrier) -> Option<usize> {
    match carrier {
        Carrier::Ground => None,
        Carrier::Body(body) => Some(body.0),
    }
}
