//! Bodies, joints and forces of a description: names and units are resolved, nothing is derived yet.
//!
//! Everything here is independent of the choice of coordinates: a number that changes with the mechanism (the angle of
//! a joint, the position of a body) is the symbol of an [`Attribute`] in expressions, which the
//! formulation replaces by an expression of its coordinates.
//!
//! Invariant: geometry (mounts, axes, mass properties) depends only on parameters and constants; a
//! mechanism in the plane is one in space whose vectors have z = 0 and whose rotations are about z.

pub use super::forces::ForceKind;
pub use super::joints::{Coupling, JointKind};
pub use crate::symbolic::vectors::{Matrix3, Vector3};
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;
use std::sync::Arc;

/// Index of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub usize);
/// Index of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub usize);

/// A coordinate of a joint, by its index.
pub type JointCoordinate = (JointId, usize);

/// The level of bodies and joints.
#[derive(Clone, Debug)]
pub struct Multibody {
    /// `in plane`?
    pub planar: bool,
    /// The acceleration of free fall, in the axes of the ground.
    pub gravity: Vector3,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The joints.
    pub joints: Vec<Joint>,
    /// The forces.
    pub forces: Vec<Force>,
    /// The formulations to compile; the first has the name of the description.
    pub formulations: Vec<Formulation>,
    /// The attributes in expressions.
    pub attributes: Vec<Attribute>,
    /// The conditions on parameters that `build()` checks.
    pub checks: Vec<Check>,
    /// What is unusual where it is negative; it is not for the defaults.
    pub cautions: Vec<Check>,
    /// The rotations of bodies and frames in `initial`.
    pub turned: Vec<Turned>,
    /// Frames, for viewers: all other elements have their mounts.
    pub frames: Vec<Framed>,
}

impl Multibody {
    /// Whether a carrier is a particle: it does not rotate.
    pub fn is_particle(&self, carrier: Carrier) -> bool {
        matches!(carrier, Carrier::Body(id) if self.bodies[id.0].particle)
    }
}

/// A frame with its name.
#[derive(Clone, Debug)]
pub struct Framed {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is.
    pub mount: Mount,
}

/// The rotation of a body or a frame at the start.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The body or the frame.
    pub mount: Mount,
    /// Its axes (columns) in the ground's; depends only on parameters.
    pub rotation: Matrix3,
    /// As written: `tip.rotation`.
    pub name: String,
    /// Whether it is only a guess.
    pub guess: bool,
    /// Where it is given.
    pub span: Span,
}

/// A condition on parameters that a real mechanism satisfies; it holds for the defaults.
#[derive(Clone, Debug)]
pub struct Check {
    /// Positive (`strict`), otherwise not negative.
    pub value: Node,
    /// Whether zero fails.
    pub strict: bool,
    /// The message if it fails: `the mass of body `rotor` is not positive`.
    pub message: String,
    /// The place of the numbers.
    pub span: Span,
}

/// A choice of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// Joint coordinates of a spanning tree; loops are closed by constraints.
    Minimal,
    /// Every body moves freely; every joint is a constraint.
    Absolute,
}

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Whether it is a point mass (`particle`): it has no rotation.
    pub particle: bool,
    /// Mass.
    pub mass: Node,
    /// Centre of mass from the origin, in body axes.
    pub com: Vector3,
    /// Inertia about the centre of mass, in body axes.
    pub inertia: Matrix3,
    /// First moments h = m c and the inertia about the origin, in body axes, if they are parameters of their own instead of `com` and
    /// `inertia`, which are then used for geometry only.
    pub moments: Option<(Vector3, Matrix3)>,
    /// `allow: unphysical_inertia`.
    pub unphysical: bool,
    /// The drawn shapes.
    pub shapes: Vec<Shape>,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// A drawn shape: a solid, centred at a point of the body.
#[derive(Clone, Debug)]
pub struct Shape {
    /// `rod`, `box`, `cylinder`, `sphere`, `disk`.
    pub kind: &'static str,
    /// Its measures, in the order of the language's documentation.
    pub measures: Vec<Node>,
    /// The direction of its axis, in body axes.
    pub along: Vector3,
    /// Its centre, in body axes.
    pub center: Vector3,
    /// Of a box: the directions of its sides, in body axes.
    pub sides: Option<[Vector3; 3]>,
}

/// The carrier of a mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carrier {
    /// The inertial frame.
    Ground,
    /// A body.
    Body(BodyId),
}

/// A frame fixed on the ground or on a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// What carries it.
    pub carrier: Carrier,
    /// Its origin from the carrier's, in the carrier's axes.
    pub position: Vector3,
    /// Its axes (columns) in the carrier's.
    pub rotation: Matrix3,
}

/// A joint: how `second` may move as seen from `first`. Where all its coordinates are zero, the two mounts
/// coincide. Axes are given in the axes of `first`; they are unit vectors.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What it allows.
    pub kind: JointKind,
    /// One end.
    pub first: Mount,
    /// The other end, which the joint's coordinates move.
    pub second: Mount,
    /// Its limits, and a rotor.
    pub along: Along,
    /// Whether it must close a loop (`cut: true`); otherwise the compiler chooses.
    pub cut: bool,
    /// For a coupling: whether the driven coordinate is not a coordinate of its own (`shared: true`).
    pub shared: bool,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// The properties of a joint along its coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Along {
    /// The lower and the upper limit of its coordinate.
    pub limits: Option<[Node; 2]>,
    /// n² J: the inertia of a rotor at the joint.
    pub rotor: Option<Node>,
}

/// The coordinates of a rotation in space.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variant's documentation defines its fields
pub enum RotationCoordinates {
    /// A unit quaternion on SO(3), with the angular velocity in the axes of the second mount.
    Group,
    /// Rotations about three axes (0 = x, 1 = y, 2 = z) one after the other, each in the axes rotated by the previous
    /// one; their angles have names.
    Euler { axes: [usize; 3], names: [String; 3] },
}

/// A force.
#[derive(Clone, Debug)]
pub struct Force {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What it does.
    pub kind: ForceKind,
    /// The factor of all that it exerts, if requested.
    pub weight: Option<Node>,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// An attribute of the motion in expressions: a symbol that a formulation replaces.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its symbol.
    pub symbol: Symbol,
    /// As written: `pivot.angle`, `der(pivot.angle)`.
    pub name: Arc<str>,
    /// Its quantity.
    pub quantity: Quantity,
    /// The order of the derivative: 0, 1 or 2.
    pub order: u8,
}

/// The quantity of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate of a joint, in the order of [`JointLaw::coordinates`](crate::kinds::joints::JointLaw::coordinates).
    Joint(JointId, usize),
    /// The displacement of a screw.
    ScrewDisplacement(JointId),
    /// A component of the position of a mount's origin, in the ground's axes.
    Position(Box<Mount>, usize),
    /// The angle of a body in the plane: the sum of the angles on the way from the ground.
    Angle(Carrier),
    /// A component of the angular velocity in the ground's axes (as its rate: `order` 1 is the velocity).
    AngularVelocity(Carrier, usize),
    /// An entry of the rotation matrix of a mount (row, column): its axes in the ground's.
    Rotation(Box<Mount>, usize, usize),
    /// A component of the angular velocity of `second` relative to `first`, in the axes of `second` (spherical and
    /// free joints in space; `order` 1 is the velocity).
    JointAngularVelocity(JointId, usize),
    /// A component of the force that the joint exerts on `second` (at its origin, in the axes of `first`); of a
    /// coupling that on `second` of the driven joint, in the axes of that joint's `first`.
    ReactionForce(JointId, usize),
    /// A component of the torque that the joint exerts on `second` (about its origin, in the axes of `first`); of a
    /// coupling as above.
    ReactionTorque(JointId, usize),
    /// The distance of the origins of two mounts.
    Distance(Box<[Mount; 2]>),
    /// The action of the force with that name.
    Exerted(String, Exertion),
}

/// The action of a force, in the axes of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exertion {
    /// A component of the force on the second end, or on its body.
    Force(usize),
    /// A component of the torque there, about the origin of that end.
    Torque(usize),
    /// An effort along a coordinate of a joint.
    Effort(usize),
    /// The limit of sticking friction at rest.
    Limit,
    /// The tension of a spring, positive if it pulls its ends together.
    Tension,
    /// The length of a spring: a position, which loops over links take from its law.
    Length,
}

impl RotationCoordinates {
    /// Names of the coordinates: `w`, `x`, `y`, `z` of the quaternion under `rotation`, or the angles.
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Group => ["w", "x", "y", "z"].iter().map(|c| format!("rotation.{c}")).collect(),
            Self::Euler { names, .. } => names.to_vec(),
        }
    }
}

impl Formulation {
    /// The name of the mechanism in this formulation: the first of a description has the description's.
    pub fn name_of(self, name: &proc_macro2::Ident, number: usize) -> proc_macro2::Ident {
        if number == 0 {
            return name.clone();
        }
        let suffix = match self {
            Self::Minimal => "Minimal",
            Self::Absolute => "Absolute",
        };
        proc_macro2::Ident::new(&format!("{name}{suffix}"), name.span())
    }
}
