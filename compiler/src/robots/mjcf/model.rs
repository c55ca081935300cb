//! Bodies, joints, equalities, tendons and actuators of an MJCF file: classes resolved, angles in rad.

use super::geometry::Geometry;
use super::orientation::Quaternion;
use crate::diagnostics::Place;
use crate::robots::pose::{Pose, Vector};
use crate::robots::solid::Solid;

/// A file. Body 0 is the world; parents come before their children, depth first, as in MuJoCo.
#[derive(Debug)]
pub(super) struct Model {
    pub name: String,
    pub place: Place,
    pub gravity: Vector,
    pub bodies: Vec<Body>,
    pub equalities: Vec<Equality>,
    pub actuators: Vec<Actuator>,
    pub tendons: Vec<Tendon>,
}

/// `<body>`
#[derive(Debug)]
pub(super) struct Body {
    pub name: String,
    /// Whether the file gives the name: references find no others.
    pub named: bool,
    pub place: Place,
    /// Its parent; for the world, the world itself.
    pub parent: usize,
    /// In the axes of that, as the file has it.
    pub position: Vector,
    pub turned: Quaternion,
    pub solid: Option<Solid>,
    pub joints: Vec<Joint>,
    pub sites: Vec<Site>,
    /// Its visuals.
    pub visuals: Vec<Visual>,
    /// The part of its weight that is taken from it.
    pub gravity_compensation: f64,
}

/// A `<geom>` that MuJoCo shows.
#[derive(Debug)]
pub(super) struct Visual {
    pub form: VisualForm,
    pub position: Vector,
    pub turned: Quaternion,
}

/// Its kind.
#[derive(Clone, Debug)]
pub(super) enum VisualForm {
    Solid(Geometry),
    /// A mesh, with its scale and its reference frame.
    Mesh {
        file: String,
        scale: Vector,
        origin: Vector,
        turned: Quaternion,
    },
}

/// `<site>` with a name.
#[derive(Debug)]
pub(super) struct Site {
    pub name: String,
    pub position: Vector,
    pub turned: Quaternion,
}

/// `<joint>`, `<freejoint>`
#[derive(Debug)]
pub(super) struct Joint {
    pub name: String,
    /// Whether the file gives the name.
    pub named: bool,
    pub place: Place,
    pub kind: Kind,
    /// In the frame of its body.
    pub anchor: Vector,
    pub axis: Vector,
    /// The coordinate at the pose in the file.
    pub reference: f64,
    pub range: Option<[f64; 2]>,
    pub stiffness: f64,
    pub spring_reference: f64,
    pub damping: f64,
    pub armature: f64,
    pub friction: f64,
    /// Of the efforts of its actuators together.
    pub effort_range: Option<[f64; 2]>,
    /// Whether gravity is compensated at it by actuators.
    pub actuated_compensation: bool,
    /// The attribute by which MuJoCo moves the frame of its body to the centre of mass.
    pub align: Option<&'static str>,
}

/// The motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Hinge,
    Slide,
    Ball,
    Free,
}

impl Kind {
    /// Whether it has one coordinate.
    pub fn is_scalar(self) -> bool {
        matches!(self, Self::Hinge | Self::Slide)
    }
}

/// A body and a pose in its frame.
pub(super) type Placement = (usize, Pose);

/// `<connect>`, `<weld>`, `<joint>` of equalities that are active.
#[derive(Debug)]
pub(super) struct Equality {
    pub name: Option<String>,
    pub place: Place,
    pub kind: EqualityKind,
}

/// The kind of an equality.
#[derive(Debug)]
pub(super) enum EqualityKind {
    /// The points coincide.
    Connect([Placement; 2]),
    /// The frames coincide.
    Weld([Placement; 2]),
    /// y − y₀ = Σ aᵢ (x − x₀)ⁱ of joint y and joint x, `None` for a constant.
    Joint { driven: usize, driver: Option<usize>, coefficients: [f64; 5] },
}

/// A part of a length: its coefficient times the coordinate of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// Number among all joints.
    pub joint: usize,
    pub coefficient: f64,
}

/// A fixed tendon.
#[derive(Debug)]
pub(super) struct Tendon {
    /// Empty if the file gives none.
    pub name: String,
    /// `None` if one of its joints does not have exactly one coordinate.
    pub terms: Option<Vec<Term>>,
    pub stiffness: f64,
    pub damping: f64,
    /// The lengths between which its spring does not act; `None` for that at the springs' references of its joints.
    pub rest: Option<[f64; 2]>,
    pub range: Option<[f64; 2]>,
}

/// An actuator on a length Σ cᵢ qᵢ: effort on joint i = cᵢ·gear·(gain·ctrl + bias), of l = gear·Σ cₖ qₖ and its rate:
/// gain = g₀ + g₁ l + g₂ l', bias = b₀ + b₁ l + b₂ l'.
#[derive(Debug)]
pub(super) struct Actuator {
    pub name: String,
    /// One joint, or those of a tendon.
    pub terms: Vec<Term>,
    pub gear: f64,
    pub gain: Vector,
    pub bias: Vector,
    /// Of ctrl.
    pub control_range: Option<[f64; 2]>,
    /// Of gain·ctrl + bias.
    pub force_range: Option<[f64; 2]>,
}

impl Model {
    /// All joints, in the order of their coordinates, with their bodies.
    pub fn joints(&self) -> impl Iterator<Item = (usize, &Joint)> {
        self.bodies
            .iter()
            .enumerate()
            .flat_map(|(number, body)| body.joints.iter().map(move |joint| (number, joint)))
    }

    /// A joint by its number.
    pub fn joint(&self, number: usize) -> Option<&Joint> {
        self.joints().nth(number).map(|(_, joint)| joint)
    }

    /// Whether nothing between a body and the world moves.
    pub fn is_static(&self, mut body: usize) -> bool {
        while body != 0 {
            if !self.bodies[body].joints.is_empty() {
                return false;
            }
            body = self.bodies[body].parent;
        }
        true
    }

    /// The pose of a body in the world, with all joints at their references.
    pub fn pose_among(bodies: &[Body], body: usize) -> Pose {
        let own = bodies[body].pose();
        if body == 0 { own } else { Self::pose_among(bodies, bodies[body].parent).then(&own) }
    }
}

impl Body {
    /// Its pose in the frame of its parent.
    pub fn pose(&self) -> Pose {
        Pose { position: self.position, rotation: super::orientation::matrix(self.turned) }
    }
}
