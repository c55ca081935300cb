//! Bodies, joints and forces as the user described them: names and units resolved, nothing derived yet.
//!
//! Everything here is free of a choice of coordinates: a number that moves with the mechanism (the angle of
//! a joint, the position of a body) stands in expressions as the symbol of an [`Attribute`], which the
//! chosen formulation replaces by an expression of its coordinates.
//!
//! Invariant: geometry (mounts, axes, mass properties) is made of parameters and constants alone; a
//! mechanism in the plane is one in space whose vectors have z = 0 and whose rotations turn about z.

pub use super::forces::ForceKind;
pub use super::joints::{Coupling, JointKind};
pub use crate::symbolic::vectors::{Matrix3, Vector3};
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// Number of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub usize);
/// Number of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub usize);

/// A coordinate of a joint, by its number.
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
    /// Which mechanisms to make of it; the first has the name of the description.
    pub formulations: Vec<Formulation>,
    /// What expressions say about the motion.
    pub attributes: Vec<Attribute>,
    /// What `build()` must find true of the parameters.
    pub checks: Vec<Check>,
    /// What `initial` says of how bodies and frames are turned.
    pub turned: Vec<Turned>,
    /// Frames, for viewers: everything else has their mounts.
    pub frames: Vec<Framed>,
}

/// A frame with its name.
#[derive(Clone, Debug)]
pub struct Framed {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is.
    pub mount: Mount,
}

/// How a body or a frame is turned at the start.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The body or the frame.
    pub mount: Mount,
    /// Its axes (columns) in the ground's; made of parameters.
    pub rotation: Matrix3,
    /// As the user wrote it: `tip.rotation`.
    pub name: String,
    /// Whether it only says where to look.
    pub guess: bool,
    /// Where it is given.
    pub span: Span,
}

/// A condition on parameters that a real mechanism satisfies; it holds for the defaults.
#[derive(Clone, Debug)]
pub struct Check {
    /// Positive (`strict`), else not negative.
    pub value: Node,
    /// Whether zero fails.
    pub strict: bool,
    /// What is wrong where it fails: `the mass of body `rotor` is not positive`.
    pub message: String,
    /// Where the numbers are given.
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
    /// First moments h = m c and the inertia about the origin, in body axes, where they are parameters of their own instead of `com` and
    /// `inertia`, which then are geometry alone.
    pub moments: Option<(Vector3, Matrix3)>,
    /// `allow: unphysical_inertia`.
    pub unphysical: bool,
    /// What the viewer draws.
    pub shapes: Vec<Shape>,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// What a viewer draws: a solid, centred at a point of the body.
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

/// What a mount is fixed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carrier {
    /// The inertial frame.
    Ground,
    /// A body.
    Body(BodyId),
}

/// A frame that is fixed on the ground or on a body.
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
    /// Its limits, and a rotor that it turns.
    pub along: Along,
    /// The user asks that it closes a loop (`cut: true`); otherwise the compiler chooses.
    pub cut: bool,
    /// Of a coupling: the user asks that the driven coordinate is none of its own (`shared: true`).
    pub shared: bool,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// What a joint has along its coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Along {
    /// The least and the greatest value that its coordinate should have.
    pub limits: Option<[Node; 2]>,
    /// n² J: what a rotor adds to the joint's own inertia.
    pub rotor: Option<Node>,
}

/// How a rotation in space is described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variant's documentation defines its fields
pub enum RotationCoordinates {
    /// A unit quaternion on SO(3), with the angular velocity in the axes of the second mount.
    Group,
    /// Rotations about three axes (0 = x, 1 = y, 2 = z) one after the other, each fixed in what the former
    /// has turned; their angles have names.
    Euler { axes: [usize; 3], names: [String; 3] },
}

/// A force and what it needs.
#[derive(Clone, Debug)]
pub struct Force {
    /// Its name, with an index where it has one.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What it does.
    pub kind: ForceKind,
    /// Lines of documentation.
    pub docs: Vec<String>,
}

/// Something that expressions say about the motion: a symbol that a formulation replaces.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its symbol.
    pub symbol: Symbol,
    /// As the user wrote it: `pivot.angle`, `der(pivot.angle)`.
    pub name: String,
    /// Of what.
    pub quantity: Quantity,
    /// 0: itself, 1: its rate, 2: the rate of that.
    pub order: u8,
}

/// What an attribute measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate of a joint, in the order of [`JointLaw::coordinates`](crate::kinds::joints::JointLaw::coordinates).
    Joint(JointId, usize),
    /// The displacement of a screw.
    ScrewDisplacement(JointId),
    /// A component of the position of a mount's origin, in the ground's axes.
    Position(Mount, usize),
    /// The angle of a body in the plane: the sum of the angles on the way from the ground.
    Angle(Carrier),
    /// A component of the angular velocity in the ground's axes (as its rate: `order` 1 is the velocity).
    AngularVelocity(Carrier, usize),
    /// An entry of the rotation matrix of a mount (row, column): its axes in the ground's.
    Rotation(Mount, usize, usize),
    /// A component of the angular velocity of `second` as seen from `first`, in the axes of `second` (spherical and
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
    /// What the force of that name exerts.
    Exerted(String, Exertion),
}

/// What a force exerts, in the axes of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exertion {
    /// A component of the force on the second end, or on what it acts on.
    Force(usize),
    /// A component of the torque there, about the origin of that end.
    Torque(usize),
    /// What acts along a coordinate of a joint.
    Effort(usize),
    /// What friction that sticks can do at rest.
    Limit,
    /// The tension of a spring, positive where it pulls its ends together.
    Tension,
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
