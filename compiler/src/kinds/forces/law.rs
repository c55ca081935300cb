//! What a force answers for itself.
//!
//! One implementation a kind, in the kind's file. Everything else asks the force and knows no kind by its name: what a
//! method does not say is what its default says.

use super::Effect;
use crate::kinds::multibody::{Exertion, JointId, JointKind, Mount, Multibody, Vector3};
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

    /// What a viewer draws of it: of what acts along a line the force on its second end.
    fn drawn(&self) -> Drawn<'_> {
        match self.line() {
            Some([_, second]) => Drawn::At { at: second, force: true, torque: false },
            None => Drawn::Nothing,
        }
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

    /// The coefficients that its loads are linear in, all together: with all of them zero it does what is left, in which they are not.
    /// What is not given is the number 0.
    fn coefficients(&mut self, setting: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let _ = setting;
        Vec::new()
    }

    /// Whether it ends where bodies part.
    fn lifts(&self) -> bool {
        false
    }
}

/// What a viewer draws of a force, as arrows of what it [exerts](Exertion).
#[derive(Clone, Copy, Debug)]
pub enum Drawn<'a> {
    /// Nothing.
    Nothing,
    /// The force and the torque on a mount, whichever there is, in the axes of the ground.
    At {
        /// Where.
        at: &'a Mount,
        /// Is there a force?
        force: bool,
        /// Is there a torque?
        torque: bool,
    },
    /// The force of a plane through the origin of a mount on a sphere, where they touch.
    Touch {
        /// The centre of the sphere.
        point: &'a Mount,
        /// The plane goes through its origin.
        plane: &'a Mount,
        /// In the axes of the plane's mount.
        normal: &'a Vector3,
        /// Of the sphere.
        radius: Node,
    },
    /// What acts along a coordinate of a joint.
    Along(JointId, usize),
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

/// A coefficient that a force is linear in.
pub struct Coefficient<'f> {
    /// The word for it, with an axis or a number where there are several: `stiffness.x`.
    pub name: String,
    /// Itself.
    pub node: &'f mut Node,
    /// Its SI unit.
    pub unit: &'static str,
}

impl<'f> Coefficient<'f> {
    /// A coefficient of a quantity that depends on no coordinate.
    pub(crate) fn new(name: &str, node: &'f mut Node, unit: &'static str) -> Self {
        Self { name: name.to_owned(), node, unit }
    }
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
