//! The trait of forces.
//!
//! One implementation per kind, in the file of the kind. All other code calls these methods and names no kind; methods
//! have defaults.

use super::Effect;
use crate::kinds::multibody::{Exertion, JointId, JointKind, Mount, Multibody, Vector3};
use crate::kinds::{Fields, Kinematics};
use crate::symbolic::{Graph, Node};

/// A kind of force.
pub trait ForceLaw: Fields {
    /// Its loads, potential and other effects. Attributes have been replaced by expressions of the coordinates.
    fn effect(&self, kinematics: &mut dyn Kinematics, multibody: &Multibody) -> Effect;

    /// Its attributes in expressions: words and their meanings.
    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let _ = setting;
        Vec::new()
    }

    /// Its ends, if it acts along the line between them.
    fn line(&self) -> Option<&[Mount; 2]> {
        None
    }

    /// Its drawing in a viewer: for a force along a line, that on its second end.
    fn drawn(&self) -> Drawn<'_> {
        match self.line() {
            Some([_, second]) => Drawn::At { at: second, force: true, torque: false },
            None => Drawn::Nothing,
        }
    }

    /// Its tension along that line, positive if it pulls the ends together.
    fn tension(&self, kinematics: &mut dyn Kinematics) -> Option<Node> {
        let _ = kinematics;
        None
    }

    /// The coordinate of a joint on whose value it depends.
    fn needs_coordinate(&self) -> Option<(JointId, usize)> {
        None
    }

    /// The coordinate of a joint along which all of it acts, on both ends of the joint.
    fn acts_along(&self) -> Option<(JointId, usize)> {
        None
    }

    /// The ends whose rotations it depends on, or whose rotations it changes.
    fn uses_axes_of(&self, graph: &Graph) -> Vec<&Mount> {
        let _ = graph;
        Vec::new()
    }

    /// Numbers that decide on the form of the law: with other ones it is another function, not only one of another size.
    fn forms(&self) -> Vec<Node> {
        Vec::new()
    }

    /// Whether it acts between two ends, opposite and equal, and depends only on their relative positions and velocities, on
    /// numbers and on the time.
    fn is_internal(&self) -> bool {
        false
    }

    /// Whether it acts between two ends with opposite and equal wrenches.
    fn is_mutual(&self) -> bool {
        self.is_internal()
    }

    /// The joint on whose reaction it depends.
    fn needs_reaction(&self) -> Option<JointId> {
        None
    }

    /// The velocities along which it sticks at rest, if it does.
    fn sticks(&self) -> Option<Sticks> {
        None
    }

    /// The coefficients in which its loads are jointly affine; the remainder, with all of them zero, does not depend on them.
    /// Coefficients that are not given are the number 0.
    fn coefficients(&mut self, setting: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let _ = setting;
        Vec::new()
    }

    /// Whether it ends when bodies separate.
    fn lifts(&self) -> bool {
        false
    }
}

/// The drawing of a force, as arrows of what it [exerts](Exertion).
#[derive(Clone, Copy, Debug)]
pub enum Drawn<'a> {
    /// Nothing.
    Nothing,
    /// The force and the torque on a mount, whichever there is, in the axes of the ground.
    At {
        /// The mount.
        at: &'a Mount,
        /// Whether there is a force.
        force: bool,
        /// Whether there is a torque.
        torque: bool,
    },
    /// The force of a plane through the origin of a mount on a sphere, at their point of contact.
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
    /// An effort along a coordinate of a joint.
    Along(JointId, usize),
}

/// A quantity that should stay within limits: the report of a run lists excursions.
#[derive(Clone, Debug)]
pub struct Within {
    /// Its name, after that of the force.
    pub word: &'static str,
    /// Itself.
    pub value: Node,
    /// The lower and the upper limit, which depend only on parameters.
    pub limits: [Node; 2],
    /// Its SI unit.
    pub unit: &'static str,
}

/// The velocities along which friction sticks.
#[derive(Clone, Copy, Debug)]
pub enum Sticks {
    /// Along all coordinates of a joint.
    InJoint(JointId),
    /// Along one of them.
    Along(JointId, usize),
    /// In a plane; in the plane along a line.
    OnPlane,
}

/// A coefficient in which a force is affine.
pub struct Coefficient<'f> {
    /// Its name, with an axis or an index if there are several: `stiffness.x`.
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

/// The definition of an attribute of a force.
pub enum Attribute {
    /// The length of its line.
    Length,
    /// A number along a coordinate: its definition and whether it is a torque.
    Number(Exertion, bool),
    /// Several of them.
    Numbers(Vec<Exertion>, bool),
    /// A vector: the force or the torque.
    Vector(bool),
    /// About z in the plane.
    AboutZ,
}

/// The mechanism of a force.
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
