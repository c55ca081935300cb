//! What a force answers for itself.
//!
//! One implementation a kind, in the kind's file. Everything else asks the force and knows no kind by its name: what a
//! method does not say is what its default says.

use super::Effect;
use crate::kinds::multibody::{Exertion, JointId, JointKind, Mount, Multibody};
use crate::kinds::{Fields, Kinematics};
use crate::symbolic::Node;

/// A kind of force: what it puts on the mechanism.
pub trait ForceLaw: Fields {
    /// Its loads and what goes with them. Attributes have been replaced by expressions of the coordinates.
    fn effect(&self, kinematics: &mut dyn Kinematics, multibody: &Multibody) -> Effect;

    /// What expressions say about it: words and what they mean.
    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let _ = setting;
        Vec::new()
    }

    /// Its ends, where it acts along the line between them.
    fn line(&self) -> Option<&[Mount; 2]> {
        None
    }

    /// Its tension along that line, positive where it pulls the ends together.
    fn tension(&self, kinematics: &mut dyn Kinematics) -> Option<Node> {
        let _ = kinematics;
        None
    }

    /// The coordinate of a joint whose value it needs.
    fn needs_coordinate(&self) -> Option<(JointId, usize)> {
        None
    }

    /// The coordinate of a joint along which all of it acts, on both ends of the joint.
    fn acts_along(&self) -> Option<(JointId, usize)> {
        None
    }

    /// Whether it acts between two ends, opposite and equal, and follows from how these stand and move as seen from each other, from
    /// numbers and from the time: from nothing else.
    fn is_internal(&self) -> bool {
        false
    }

    /// The joint whose reaction it follows from.
    fn needs_reaction(&self) -> Option<JointId> {
        None
    }

    /// Along what it sticks at rest, if it does.
    fn sticks(&self) -> Option<Sticks> {
        None
    }

    /// Whether it ends where bodies part.
    fn lifts(&self) -> bool {
        false
    }
}

/// A quantity that should stay within limits: a run says when and how far it has left them.
#[derive(Clone, Debug)]
pub struct Within {
    /// What it is called, behind the name of the force.
    pub word: &'static str,
    /// Itself.
    pub value: Node,
    /// The least and the greatest value, made of parameters.
    pub limits: [Node; 2],
    /// Its SI unit.
    pub unit: &'static str,
}

/// Along what friction sticks.
#[derive(Clone, Copy, Debug)]
pub enum Sticks {
    /// Along all coordinates of a joint.
    InJoint(JointId),
    /// Along one of them.
    Along(JointId, usize),
    /// In a plane; in the plane along a line.
    OnPlane,
}

/// What an attribute of a force is made of.
pub enum Attribute {
    /// The length of its line.
    Length,
    /// A number along a coordinate: what it is and whether it is a torque.
    Number(Exertion, bool),
    /// Several of them.
    Numbers(Vec<Exertion>, bool),
    /// A vector: the force or the torque.
    Vector(bool),
    /// About z in the plane.
    AboutZ,
}

/// What a force may know of the mechanism that it is declared in.
pub struct Setting<'a> {
    /// `in plane`?
    pub planar: bool,
    /// A joint, if it is resolved.
    pub joint: &'a dyn Fn(JointId) -> Option<&'a JointKind>,
}

impl Setting<'_> {
    /// `force`: the vector on the second end, or on what it acts on.
    pub fn force(&self) -> (&'static str, Attribute) {
        ("force", Attribute::Vector(false))
    }

    /// `torque` there, about the origin of that end.
    pub fn torque(&self) -> (&'static str, Attribute) {
        ("torque", if self.planar { Attribute::AboutZ } else { Attribute::Vector(true) })
    }

    /// Whether a coordinate of a joint is a length.
    pub fn is_length(&self, joint: JointId, coordinate: usize) -> bool {
        let names = (self.joint)(joint).map(|kind| kind.coordinates(self.planar));
        let found = names.as_ref().and_then(|all| all.get(coordinate));
        found.is_some_and(|(name, angle)| !angle && !name.starts_with("rotation."))
    }

    /// `torque` along an angle, `force` along a length.
    pub fn effort(&self, joint: JointId, coordinate: usize) -> (&'static str, Attribute) {
        let turns = !self.is_length(joint, coordinate);
        let word = if turns { "torque" } else { "force" };
        (word, Attribute::Number(Exertion::Effort(coordinate), turns))
    }
}
