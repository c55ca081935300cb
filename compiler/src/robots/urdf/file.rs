//! Links and joints of a URDF file.

use crate::diagnostics::Place;
use crate::robots::pose::{Pose, Vector};
use crate::robots::solid::Solid;

/// A file.
#[derive(Debug)]
pub(super) struct File {
    pub name: String,
    pub place: Place,
    pub links: Vec<Link>,
    pub joints: Vec<Joint>,
}

impl File {
    /// Angles of joints, centres of mass and shapes.
    pub fn angles(&mut self) -> impl Iterator<Item = &mut f64> {
        let of_links = self.links.iter_mut().flat_map(|link| {
            let shapes = link.visuals.iter_mut().map(|visual| &mut visual.origin);
            core::iter::once(&mut link.inertial.origin).chain(shapes)
        });
        let of_joints = self.joints.iter_mut().map(|joint| &mut joint.origin);
        of_links.chain(of_joints).flat_map(|origin| origin.rpy.iter_mut())
    }

    /// A root called `world` is the ground: the first link that is fixed on it floats instead.
    pub fn float_from_world(&mut self) {
        if !self.links.iter().any(Link::is_world) {
            return;
        }
        let on_world = |joint: &&mut Joint| joint.parent.0 == WORLD && joint.kind == Kind::Fixed;
        if let Some(joint) = self.joints.iter_mut().find(on_world) {
            joint.kind = Kind::Floating;
        }
    }

    /// Whether something floats from a root called `world`.
    pub fn floats_from_world(&self) -> bool {
        self.joints.iter().any(|joint| joint.parent.0 == WORLD && joint.kind == Kind::Floating)
    }
}

/// The name of the root that represents the ground.
const WORLD: &str = "world";

impl Link {
    /// Whether it is the ground if it is the root: a link with the name `world` and without mass does not move.
    pub fn is_world(&self) -> bool {
        self.name == WORLD && self.inertial.mass == 0.0 && !self.inertial.turns()
    }
}

/// `<link>`
#[derive(Debug)]
pub(super) struct Link {
    pub name: String,
    pub place: Place,
    /// Of `<mass>` and `<inertia>`, if the file has them.
    pub mass_place: Place,
    pub inertia_place: Place,
    /// All zero where the file has none.
    pub inertial: Inertial,
    pub visuals: Vec<Visual>,
}

/// `<origin>`: a point, and roll, pitch, yaw.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    pub xyz: Vector,
    pub rpy: Vector,
}

impl Origin {
    /// As a pose.
    pub fn pose(&self) -> Pose {
        Pose::of(self.xyz, self.rpy)
    }
}

/// `<inertial>`
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inertial {
    pub origin: Origin,
    pub mass: f64,
    /// xx, yy, zz, xy, xz, yz.
    pub inertia: [f64; 6],
}

/// A body whose radius of gyration is shorter than this, in m, is a point: files are rounded to the precision of numbers.
const POINT: f64 = 1e-8;

impl Inertial {
    /// Takes moments of inertia that are negative by rounding as zero, and returns whether there are any.
    pub fn drop_rounding(&mut self) -> bool {
        let least = -self.mass * POINT * POINT;
        let rounded = |moment: &&mut f64| **moment < 0.0 && **moment >= least;
        self.inertia[..3].iter_mut().filter(rounded).map(|moment| *moment = 0.0).count() > 0
    }

    /// Mass, centre of mass and inertia in the axes of the link.
    pub fn solid(&self) -> Solid {
        Solid::of(self.mass, self.inertia, &self.origin.pose())
    }

    /// Whether it has an inertia, with or without mass.
    pub fn turns(&self) -> bool {
        self.inertia.iter().any(|entry| *entry != 0.0)
    }
}

/// `<visual>` with a shape that the language has, or with a mesh.
#[derive(Debug)]
pub(super) struct Visual {
    pub origin: Origin,
    pub shape: Shape,
}

/// A shape, in m.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Box(Vector),
    Cylinder { radius: f64, length: f64 },
    Sphere { radius: f64 },
    Mesh { file: String, scale: Vector },
}

/// `<joint>`
#[derive(Debug)]
pub(super) struct Joint {
    pub name: String,
    pub place: Place,
    pub kind: Kind,
    pub origin: Origin,
    /// The name of a link and its place.
    pub parent: (String, Place),
    /// The name of a link and its place.
    pub child: (String, Place),
    pub axis: Vector,
    pub axis_place: Place,
    pub limit: Limit,
    pub damping: f64,
    pub friction: f64,
    /// Inertia and reduction of a rotor that it turns.
    pub rotor: Option<Rotor>,
    pub mimic: Option<Mimic>,
}

/// The motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Revolute,
    Continuous,
    Prismatic,
    Planar,
    Floating,
    Spherical,
    Fixed,
}

impl Kind {
    /// Their names in files.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("revolute", Self::Revolute),
        ("continuous", Self::Continuous),
        ("prismatic", Self::Prismatic),
        ("planar", Self::Planar),
        ("floating", Self::Floating),
        ("spherical", Self::Spherical),
        ("fixed", Self::Fixed),
    ];

    /// Whether a joint moves along or about an axis.
    pub fn has_axis(self) -> bool {
        self.has_one_coordinate() || self == Self::Planar
    }

    /// Whether a joint has one coordinate.
    pub fn has_one_coordinate(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

/// `<limit>`; zero where the file has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limit {
    pub lower: f64,
    pub upper: f64,
    pub effort: f64,
    pub velocity: f64,
}

impl Joint {
    /// The limits of its coordinate, where they form an interval; joints without limits are `continuous`, or have zeros.
    pub fn range(&self) -> Option<[f64; 2]> {
        let Limit { lower, upper, .. } = self.limit;
        let has = matches!(self.kind, Kind::Revolute | Kind::Prismatic);
        (has && lower < upper && lower.is_finite() && upper.is_finite()).then_some([lower, upper])
    }
}

/// The rotor of a `<transmission>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotor {
    pub inertia: f64,
    pub reduction: f64,
}

/// `<mimic>`: coordinate = multiplier·(coordinate of the joint) + offset.
#[derive(Clone, Debug)]
pub(super) struct Mimic {
    pub joint: String,
    /// Of the name of the joint.
    pub place: Place,
    pub multiplier: f64,
    pub offset: f64,
}
