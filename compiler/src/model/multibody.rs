//! Bodies, joints and forces as the user described them: names and units resolved, nothing derived yet.
//!
//! Everything here is free of a choice of coordinates: a number that moves with the mechanism (the angle of
//! a joint, the position of a body) stands in expressions as the symbol of an [`Attribute`], which the
//! chosen formulation replaces by an expression of its coordinates.
//!
//! Invariant: geometry (mounts, axes, mass properties) is made of parameters and constants alone; a
//! mechanism in the plane is one in space whose vectors have z = 0 and whose rotations turn about z.

use super::Along;
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;

/// A vector of expressions.
pub type Vector3 = [Node; 3];
/// A matrix of expressions, row by row.
pub type Matrix3 = [[Node; 3]; 3];

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

/// What a joint allows.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the variant's documentation defines its fields
pub enum JointKind {
    /// Rotation about an axis: `angle`.
    Revolute { axis: Vector3 },
    /// Translation along an axis: `displacement`.
    Prismatic { axis: Vector3 },
    /// Both: `angle`, `displacement`.
    Cylindrical { axis: Vector3 },
    /// Rotation about a point.
    Spherical { rotation: RotationCoordinates },
    /// Rotation about `axes[0]` (fixed in the first mount), then about `axes[1]` (fixed in the second):
    /// `first_angle`, `second_angle`. The axes are perpendicular.
    Universal { axes: [Vector3; 2] },
    /// Translation in the plane normal to `axes[2]` and rotation about it: `x` along `axes[0]`, `y` along
    /// `axes[1]`, `angle`. The axes are orthonormal and right-handed.
    Planar { axes: [Vector3; 3] },
    /// Rotation with a displacement of `pitch`·angle along the axis (m/rad): `angle`.
    Screw { axis: Vector3, pitch: Node },
    /// No motion.
    Fixed,
    /// All motion: `x`, `y`, `z` in the axes of `first`, then the rotation; in the plane `x`, `y`, `angle`.
    Free { rotation: RotationCoordinates },
    /// All translations and no rotation, how a particle moves freely: `x`, `y`, `z` in the axes of `first`
    /// (`x`, `y` in the plane).
    Point,
    /// Constant distance between the two origins.
    Rod { length: Node },
    /// The origin of `second` stays on the line through the origin of `first` along `axis`.
    PointOnLine { axis: Vector3 },
    /// The origin of `second` stays in the plane through the origin of `first` with that normal.
    PointOnPlane { normal: Vector3 },
    /// ratio·(coordinate of `driver`) = coordinate of `driven` + offset, between one-coordinate joints.
    Gear { driver: (JointId, usize), driven: (JointId, usize), ratio: Node, offset: Node },
    /// A pinion (an angle) that moves a rack (a displacement): displacement = radius·angle.
    RackPinion { pinion: (JointId, usize), rack: (JointId, usize), radius: Node },
    /// A disk (its axis fixed in the mount `second`, which is at its centre) or a sphere (`axis: None`) of
    /// that radius rolls without slip on the plane through the origin of `first` with that normal.
    Rolling { normal: Vector3, axis: Option<Vector3>, radius: Node },
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

/// What a force does. Scalars may contain attributes, inputs, states and the time.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the variant's documentation defines its fields
pub enum ForceKind {
    /// Along the line between two points: tension = stiffness·(distance − length) + damping·(rate) + extra.
    /// The extra term is the user's own expression (`tension: …`), positive where it pulls the points together.
    Spring { ends: Box<[Mount; 2]>, stiffness: Node, damping: Node, length: Node, tension: Node },
    /// On a coordinate of a joint: effort = −stiffness·(coordinate − rest) − damping·rate + extra.
    TorsionSpring {
        joint: JointId,
        coordinate: usize,
        stiffness: Node,
        damping: Node,
        rest: Node,
        extra: Node,
    },
    /// A force at a point of a body; components in the ground's axes, or in those of the mount (`follow`).
    AtPoint { at: Mount, force: Vector3, follow: bool },
    /// A torque on a body, and its reaction on another one if there is one; axes as above.
    OnBody { body: Mount, reaction: Option<Mount>, torque: Vector3, follow: bool },
    /// An effort (torque or force) along a coordinate of a joint.
    OnJoint { joint: JointId, coordinate: usize, effort: Node },
    /// Coulomb friction in a joint, from the magnitude of its own reaction:
    /// −coefficient·|reaction force|·arm·v/√(v² + velocity²) along every coordinate; `arm` is the radius of a
    /// bearing (1 along a translation); `velocity` regularises. In planar and cylindrical joints slips add up to
    /// a resultant, in a spherical one v is the relative angular velocity. With `sticking` the joint sticks while
    /// that takes no more than this coefficient of static friction, and nothing is regularised.
    Friction { joint: JointId, coefficient: Node, radius: Node, velocity: Node, sticking: Option<Node> },
    /// Dry friction of constant size along a coordinate of a joint: −limit·v/√(v² + velocity²). With `sticking` the
    /// joint sticks while that takes no more than this limit, and nothing is regularised.
    DryFriction { joint: JointId, coordinate: usize, limit: Node, velocity: Node, sticking: Option<Node> },
    /// End stops at the limits of a coordinate of a joint: with depth d > 0 beyond one of them and its rate d',
    /// N = stiffness·d·max(1 + dissipation·d', 0), back.
    Stop { joint: JointId, coordinate: usize, limits: [Node; 2], stiffness: Node, dissipation: Node },
    /// Linear springs and dampers in the axes of `ends[0]`: translation along x, y, z and small rotations
    /// (about one axis torsional stiffness·sin of the angle).
    Bushing {
        ends: Box<[Mount; 2]>,
        stiffness: [Node; 3],
        damping: [Node; 3],
        torsional_stiffness: [Node; 3],
        torsional_damping: [Node; 3],
    },
    /// A point (a sphere of `radius`) against a plane, Hunt–Crossley: with depth d > 0 and its rate d',
    /// N = stiffness·d^exponent·(1 + dissipation·d'), not below zero; friction −μ N v_t/√(v_t² + velocity²). With
    /// `sticking` the point sticks while that takes no more than this coefficient times N, and nothing is regularised.
    Contact {
        point: Mount,
        plane: Mount,
        normal: Vector3,
        radius: Node,
        stiffness: Node,
        exponent: Node,
        dissipation: Node,
        friction: Node,
        velocity: Node,
        sticking: Option<Node>,
    },
    /// A generalised force on a coordinate of a joint (the same as `OnJoint`), or power-conjugate to any
    /// attribute: `value`·δ(attribute) is its virtual work.
    Generalized { attribute: Symbol, value: Node },
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
    /// A coordinate of a joint, in the order of [`JointKind`]'s documentation.
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

impl JointKind {
    /// What a coupling ties together: (joint, coordinate) that drives, that is driven, and the ratio i of
    /// i·(driver) = driven + offset.
    pub fn coupled(&self) -> Option<(JointCoordinate, JointCoordinate, Node)> {
        match self {
            Self::Gear { driver, driven, ratio, .. } => Some((*driver, *driven, *ratio)),
            Self::RackPinion { pinion, rack, radius } => Some((*pinion, *rack, *radius)),
            _ => None,
        }
    }

    /// Names of the joint's coordinates in their order, each with whether it is an angle (otherwise a length,
    /// or the component of a quaternion, which is neither and named `rotation.…`).
    pub fn coordinates(&self, planar: bool) -> Vec<(String, bool)> {
        let named =
            |names: &[(&str, bool)]| names.iter().map(|&(n, a)| (n.to_owned(), a)).collect::<Vec<_>>();
        let turned = |rotation: &RotationCoordinates| -> Vec<(String, bool)> {
            let angles = matches!(rotation, RotationCoordinates::Euler { .. });
            rotation.names().into_iter().map(|name| (name, angles)).collect()
        };
        match self {
            Self::Revolute { .. } | Self::Screw { .. } => named(&[("angle", true)]),
            Self::Prismatic { .. } => named(&[("displacement", false)]),
            Self::Cylindrical { .. } => named(&[("angle", true), ("displacement", false)]),
            Self::Spherical { rotation } => turned(rotation),
            Self::Universal { .. } => named(&[("first_angle", true), ("second_angle", true)]),
            Self::Planar { .. } => named(&[("x", false), ("y", false), ("angle", true)]),
            Self::Point if planar => named(&[("x", false), ("y", false)]),
            Self::Point => named(&[("x", false), ("y", false), ("z", false)]),
            Self::Free { .. } if planar => named(&[("x", false), ("y", false), ("angle", true)]),
            Self::Free { rotation } => {
                let mut all = named(&[("x", false), ("y", false), ("z", false)]);
                all.extend(turned(rotation));
                all
            }
            Self::Fixed
            | Self::Rod { .. }
            | Self::PointOnLine { .. }
            | Self::PointOnPlane { .. }
            | Self::Gear { .. }
            | Self::RackPinion { .. }
            | Self::Rolling { .. } => Vec::new(),
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

impl super::Model {
    /// The formulations that the description asks for; one where there are no bodies.
    pub fn formulations(&self) -> Vec<Formulation> {
        let asked = self.multibody.as_ref().map(|multibody| multibody.formulations.clone());
        asked.filter(|all| !all.is_empty()).unwrap_or_else(|| vec![Formulation::Minimal])
    }
}
