//! The kinds of joints and forces, each in one file: its word in descriptions, its expressions, and its law.
//!
//! | folder | contents |
//! |---|---|
//! | `joints/` | one file for each joint: its word, its motions, its equations, its coordinates from two poses |
//! | `forces/` | one file for each force: its word, its loads and its potential |
//!
//! `shapes` has the words and arguments of shapes. `multibody` has the bodies, joints and forces of a description; `table` defines an enum of the kinds of a folder from
//! one line per kind, `fields` the struct of a kind from its arguments, which `argument` reads; `frame` writes poses and
//! twists in equations. This module has their common types: poses and twists, motions, equations, loads, and the motion of the mechanism for
//! forces.
//!
//! Invariant: a kind depends on its two ends, and not on trees, formulations or coordinates of the mechanism; a
//! `Reader` passes its arguments, and `mechanics` calls its methods.

mod argument;
mod arguments;
mod contents;
mod fields;
pub mod forces;
mod frame;
pub mod joints;
mod messages;
pub mod multibody;
pub(crate) mod quantities;
mod reader;
pub(crate) mod shapes;
mod table;

pub use argument::DefaultValue;
pub(crate) use argument::{Coordinates, Declared};
pub(crate) use arguments::{Arguments, Signature, named};
pub use fields::Fields;
pub(crate) use fields::Given;
use fields::fields;
pub use frame::{Frame, Rates};
pub(crate) use reader::{Named, Reader, Scope};

use crate::kinds::multibody::{JointId, Mount};
use crate::symbolic::vectors::{Matrix3, Vector3};
use crate::symbolic::{Graph, Node};

/// The pose of a mount, in some common frame.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Its origin.
    pub position: Vector3,
    /// Its axes (columns).
    pub rotation: Matrix3,
}

/// The twist of a mount, in the axes of the same frame.
#[derive(Clone, Debug)]
pub struct Twist {
    /// The velocity of its origin.
    pub velocity: Vector3,
    /// Its angular velocity.
    pub angular_velocity: Vector3,
}

/// One elementary motion of a joint in a tree: a joint is a sequence of them, from `first` to `second`.
/// Axes are those of the frame before the motion (which does not change its own axis).
#[derive(Clone, Debug)]
pub enum Motion {
    /// By one angle about a unit axis.
    Rotation {
        /// The axis.
        axis: Vector3,
    },
    /// By one length along a unit axis.
    Translation {
        /// The axis.
        axis: Vector3,
    },
    /// By one angle about a unit axis, and by pitch·angle along it.
    Screw {
        /// The axis.
        axis: Vector3,
        /// Length per angle.
        pitch: Node,
    },
    /// By a unit quaternion, with the angular velocity in the axes after the motion.
    Quaternion,
}

/// One equation of a joint that is a constraint.
#[derive(Clone, Debug)]
pub struct Equation {
    /// Its name among the joint's equations: `x`, `y`, `axis`, `length` …
    pub label: &'static str,
    /// Its residual.
    pub residual: Node,
    /// Whether it is free of velocities.
    pub holonomic: bool,
    /// SI unit of the residual (`m` for positions, empty for directions).
    pub unit: &'static str,
    /// If the residual is the sine of a vanishing angle: its cosine, positive unless the joint is turned over.
    pub cosine: Option<Node>,
}

/// A load of a force on the mechanism.
#[derive(Clone, Debug)]
pub enum Load {
    /// A force at the origin of a mount and a torque on its body, in the ground's axes.
    OnMount {
        /// Where.
        at: Mount,
        /// The force.
        force: Vector3,
        /// The torque.
        torque: Vector3,
    },
    /// An effort along a coordinate of a joint: on `second`, its opposite on `first`.
    OnJoint {
        /// Which joint.
        joint: JointId,
        /// Which of its coordinates.
        coordinate: usize,
        /// Torque or force.
        effort: Node,
    },
    /// An effort along a velocity of its own, whose multiplier transmits it to the bodies as these loads.
    OnSlip {
        /// Index of the velocity.
        velocity: usize,
        /// Force or torque.
        effort: Node,
        /// The loads on the bodies, in terms of the multiplier.
        transmitted: Vec<Load>,
    },
    /// effort·δ(quantity) is the virtual work.
    OnQuantity {
        /// An expression of attributes.
        quantity: Node,
        /// Its conjugate force.
        effort: Node,
    },
}

/// The motion of the mechanism for forces, in the axes of the ground.
pub trait Kinematics {
    /// The graph of all expressions.
    fn graph(&mut self) -> &mut Graph;
    /// The pose of a mount.
    fn pose(&mut self, mount: &Mount) -> Pose;
    /// Its twist.
    fn twist(&mut self, mount: &Mount) -> Twist;
    /// A coordinate of a joint and its rate.
    fn joint_coordinate(&mut self, joint: JointId, coordinate: usize) -> (Node, Node);
    /// The force and the torque (about the origin of `second`) that a joint exerts on `second`, in the axes
    /// of `first`.
    fn reaction(&mut self, joint: JointId) -> (Vector3, Vector3);
    /// The slips of the force that have a velocity of their own, by index.
    fn slip(&mut self, number: usize) -> Option<Slipping> {
        let _ = number;
        None
    }
    /// The line on which the joints between them keep the origins of two mounts, if there is one.
    fn line(&mut self, ends: &[Mount; 2]) -> Option<Line>;
}

impl Motion {
    /// Numbers of coordinates and of velocities.
    pub fn sizes(&self) -> (usize, usize) {
        match self {
            Self::Quaternion => (4, 3),
            _ => (1, 1),
        }
    }
}

/// The position of the second point on the line through both.
#[derive(Clone, Debug)]
pub struct Line {
    /// R n of (1), in the axes of the ground.
    pub direction: Vector3,
    /// s of (2).
    pub along: Node,
    /// ṡ.
    pub rate: Node,
}

/// A slip of a force.
#[derive(Clone, Copy, Debug)]
pub struct Slipping {
    /// ẋ.
    pub rate: Node,
    /// λ.
    pub multiplier: Node,
    /// The held component of the direction in which friction in several directions begins to slide, zero if none is held.
    pub direction: Node,
    /// Index of the velocity ẋ.
    pub velocity: usize,
}
