//! A tree of rigid bodies as numbers.
//!
//! Invariant: a link comes after the link that carries it.

use nalgebra::{Matrix3, Vector3};

/// The motion of a link relative to its mount.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// By an angle about a unit axis: one coordinate.
    Revolute(Vector3<f64>),
    /// By a length along a unit axis: one coordinate.
    Prismatic(Vector3<f64>),
    /// Not at all.
    Fixed,
    /// By a unit quaternion w, x, y, z: four coordinates, three velocities (in the axes of the link).
    Spherical,
    /// By a displacement in the axes of the mount, then a unit quaternion: seven coordinates, six velocities.
    Free,
}

impl JointKind {
    /// Number of coordinates.
    pub fn coordinates(self) -> usize {
        match self {
            Self::Revolute(_) | Self::Prismatic(_) => 1,
            Self::Fixed => 0,
            Self::Spherical => 4,
            Self::Free => 7,
        }
    }

    /// Number of velocities.
    pub fn velocities(self) -> usize {
        match self {
            Self::Spherical => 3,
            Self::Free => 6,
            other => other.coordinates(),
        }
    }

    /// The place of a quaternion among the coordinates, and that of its angular velocity among the velocities.
    pub fn quaternion(self) -> Option<usize> {
        match self {
            Self::Spherical => Some(0),
            Self::Free => Some(3),
            _ => None,
        }
    }
}

/// A rigid body and the joint that carries it.
#[derive(Clone, Debug)]
pub struct Link {
    /// Name of the joint.
    pub joint: String,
    /// The link that carries it; `None` is the ground.
    pub parent: Option<usize>,
    /// Origin of the mount, in the axes of the parent, in m.
    pub position: Vector3<f64>,
    /// Axes of the mount (columns), in those of the parent.
    pub rotation: Matrix3<f64>,
    /// What the joint allows.
    pub kind: JointKind,
    /// Viscous damping of every velocity of the joint, in N·s/m or N·m·s.
    pub damping: f64,
    /// Dry friction of every velocity v of the joint, −friction·v/√(v² + (1e-3)²), in N or N·m.
    pub friction: f64,
    /// The link whose joint the joint follows, with ratio and offset of coordinate = ratio·(its coordinate) + offset.
    pub follows: Option<(usize, f64, f64)>,
    /// Mass, in kg.
    pub mass: f64,
    /// Centre of mass from the origin of the link, in its axes, in m.
    pub com: Vector3<f64>,
    /// Inertia about the centre of mass, in the axes of the link, in kg·m².
    pub inertia: Matrix3<f64>,
}

/// A tree of rigid bodies.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Acceleration of free fall, in m/s².
    pub gravity: Vector3<f64>,
    /// The links; parents come first.
    pub links: Vec<Link>,
}

impl Tree {
    /// No links yet.
    pub fn new(gravity: [f64; 3]) -> Self {
        Self { gravity: gravity.into(), links: Vec::new() }
    }

    /// Adds a massless link on a joint; returns its number. Its mass properties are set through `links`.
    pub fn add(&mut self, joint: &str, parent: Option<usize>, position: [f64; 3], kind: JointKind) -> usize {
        self.links.push(Link {
            joint: joint.to_owned(),
            parent,
            position: position.into(),
            rotation: Matrix3::identity(),
            kind,
            damping: 0.0,
            friction: 0.0,
            follows: None,
            mass: 0.0,
            com: Vector3::zeros(),
            inertia: Matrix3::zeros(),
        });
        self.links.len() - 1
    }

    /// Number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.links.iter().map(|link| link.kind.coordinates()).sum()
    }

    /// Number of velocities.
    pub fn velocities(&self) -> usize {
        self.links.iter().map(|link| link.kind.velocities()).sum()
    }

    /// The first coordinate and the first velocity of each link.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let mut next = (0, 0);
        let mut place = |link: &Link| {
            let here = next;
            next = (next.0 + link.kind.coordinates(), next.1 + link.kind.velocities());
            here
        };
        self.links.iter().map(&mut place).collect()
    }

    /// All zero, quaternions at the identity.
    pub fn reference(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.coordinates()];
        for (link, (at, _)) in self.links.iter().zip(self.places()) {
            if let Some(quaternion) = link.kind.quaternion() {
                q[at + quaternion] = 1.0;
            }
        }
        q
    }
}

/// The rotation by an angle about a unit axis: R = I + sin φ \[n\]× + (1 − cos φ) \[n\]×².
pub fn rotation_about(axis: Vector3<f64>, angle: f64) -> Matrix3<f64> {
    let n = axis.cross_matrix();
    Matrix3::identity() + n * angle.sin() + n * n * (1.0 - angle.cos())
}

/// Roll about x, then pitch about the fixed y, then yaw about the fixed z: R = R_z(yaw) R_y(pitch) R_x(roll).
pub fn rpy(roll: f64, pitch: f64, yaw: f64) -> Matrix3<f64> {
    rotation_about(Vector3::z(), yaw)
        * rotation_about(Vector3::y(), pitch)
        * rotation_about(Vector3::x(), roll)
}
