//! Contact of a sphere (or a point, with radius zero) with a plane, by Hunt and Crossley, with
//! regularised Coulomb friction.
//!
//! ```text
//! n = R_plane ν,  s = p − o                    unit normal; from the origin of the plane to the centre
//! δ = r − n·s,   c = s − r n                   depth; the contact point from the origin of the plane     (1)
//! w = v_p − r ω_p × n − v_o − ω_o × c          slip of the sphere on the plane at that point             (2)
//! δ̇ = −n·w                                     (the motions of c on sphere and plane have no normal part)
//! N = k δ^e max(1 + α δ̇, 0)   where δ > 0,     else 0                                                   (3)
//! F = N n − μ N w_t/√(w_t² + ε²),  w_t = w − (n·w) n                                                     (4)
//! V = k δ^(e+1)/(e + 1)       where δ > 0,     else 0                                                   (5)
//! with ε = 0 the second part of (4) sticks (`sticking`), along two directions normal to n, one in the plane    (6)
//! ```
//! F acts on the sphere at c, −F on the plane at c. (3) with e = 3/2 is Hertz's sphere; α (s/m) is the
//! dissipation, about 1.5·(1 − restitution)/(approach velocity) for hard contacts; the maximum prevents the contact from
//! pulling. Power in addition to −V̇: −k α δ^e δ̇² (if the maximum is inactive, negative if it is active) and
//! −μ N w_t²/√(w_t² + ε²).
//!
//! Switching functions: δ, and 1 + α δ̇. For δ ≤ 0 the base of the power is 1 instead of δ and the branch is
//! zero, so that its derivatives of every order are zero, too (δ^(3/2) has no second derivative at
//! δ = 0, and 0·∞ is NaN). Hunt and Crossley, J. Appl. Mech. 42 (1975) 440.

use super::super::{Frame, Kinematics, Load, Rates};
use super::super::joints::perpendiculars;
use super::directions::regularised_reciprocal;
use super::law::{Attribute, Coefficient, Drawn, ForceLaw, Setting, Sticks};
use super::sticking::{self, Limits};
use super::word::{self, Word};
use super::{Effect, action_and_reaction};
use crate::kinds::multibody::{Exertion, ForceKind, Mount, Multibody, Vector3};
use crate::kinds::argument::{Argument, moving, moving_if_given, needed, positive, size, upwards};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Reader, fields};
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::{Graph, Node, Relation};
use crate::units::{Dimension, Exponent};

fields! {
    /// A point (a sphere of `radius`) against a plane, Hunt–Crossley: with depth d > 0 and its rate d',
    /// N = stiffness·d^exponent·(1 + dissipation·d'), not below zero; friction −μ N v_t/√(v_t² + velocity²). With
    /// `sticking` the point sticks while the required force is at most this coefficient times N, without regularisation.
    pub struct Contact {
        /// The point.
        pub point: Mount,
        /// The plane goes through its origin.
        pub plane: Mount,
        /// e.
        pub exponent: Node,
    }
    arguments {
        /// ν: in the axes of the plane's mount.
        pub normal: Vector3 = upwards(),
        /// r.
        pub radius: Node = size(Quantity::LENGTH).or("0"),
        /// k, in N/m^e.
        pub stiffness: Node = needed(stiffness).of(Quantity::STIFFNESS_BY_POWER),
        /// α.
        pub dissipation: Node = moving(Quantity::BY_SPEED).or("0").not_negative(),
        /// μ.
        pub friction: Node = moving(Quantity::NUMBER).or("0").not_negative(),
        /// ε.
        pub velocity: Node = moving(Quantity::SPEED).or("1e-3"),
        /// μ₀, if it sticks.
        pub sticking: Option<Node> = moving_if_given(Quantity::NUMBER).named("static").same_as("friction").not_negative(),
    }
}

/// The unit of the stiffness depends on it.
const EXPONENT: Argument<Node> = positive(Quantity::NUMBER).named("exponent").or("1.5");

/// `contact(point, plane, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "contact",
    &["a point", "a plane"],
    &[Contact::ARGUMENTS, &[EXPONENT.declared]],
    make,
    &["| `contact(point, plane)` | `stiffness:`, `normal:` (z, in the plane y), `radius:` (0), `exponent:` (1.5), `dissipation:`, `friction:`, `velocity:` (1e-3 m/s) or 0: it sticks, with `static:` (as `friction:`); Hunt–Crossley |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = reader.ends(arguments, name);
    let exponent = EXPONENT.read(reader, arguments, &[]);
    // If the exponent is not a simple number, the unit cannot be checked.
    let power = exponent.and_then(|exponent| reader.graph().as_constant(exponent)).and_then(Exponent::of);
    let depth = power.and_then(|power| Dimension::LENGTH.power(power));
    let mut contact = Contact::read(reader, arguments, &[depth], |_| {
        let (point, plane) = ends?;
        Some((point, plane, exponent?))
    })?;
    let Contact { velocity, friction, sticking, .. } = &mut contact;
    sticking::settle(reader, arguments, sticking, *velocity, *friction)?;
    // Without friction in motion and at rest there is no slip to follow.
    let graph = reader.graph();
    if graph.is_zero(*friction) && sticking.is_some_and(|at_rest| graph.is_zero(at_rest)) {
        *sticking = None;
    }
    Some(contact.into())
}

/// The stiffness of a contact, which must be positive.
fn stiffness<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    along: Coordinates<'_>,
) -> Option<Node> {
    let stiffness = declared.moving(reader, arguments, along)?;
    let help = "a contact pushes its bodies apart: give a positive stiffness";
    word::expect_positive(reader, arguments, declared.name, stiffness, help)?;
    Some(stiffness)
}

impl ForceLaw for Contact {
    /// The plane, and a sphere that friction turns.
    fn uses_axes_of(&self, graph: &Graph) -> Vec<&Mount> {
        let rough = !graph.is_zero(self.friction) || self.sticking.is_some();
        let sphere = rough && !graph.is_zero(self.radius);
        [&self.plane].into_iter().chain(sphere.then_some(&self.point)).collect()
    }

    /// Dissipation and friction are multiplied by the stiffness.
    fn coefficients(&mut self, _: &Setting<'_>) -> Vec<Coefficient<'_>> {
        vec![Coefficient::new("stiffness", &mut self.stiffness, "N/m^exponent")]
    }

    /// Loads (4) and potential (5).
    fn effect(&self, kinematics: &mut dyn Kinematics, multibody: &Multibody) -> Effect {
        let (point, plane, planar) = (&self.point, &self.plane, multibody.planar);
        let poses = [kinematics.pose(point), kinematics.pose(plane)];
        let twists = [kinematics.twist(point), kinematics.twist(plane)];
        let algebra = &Algebra::new(kinematics.graph());
        let [sphere, ground] = poses.map(|pose| Frame::of(algebra, &pose));
        let [of_sphere, of_ground] = twists.map(|twist| Rates::of(algebra, &twist));
        let [radius, friction] = algebra.array([self.radius, self.friction]);

        // (1)
        let normal = ground.rotation * algebra.vector(&self.normal);
        let centre = sphere.position - ground.position;
        let depth = (radius - normal.dot(centre)).share();
        let from_centre = -radius * normal;
        let at = centre + from_centre;

        // (2)
        let turning = of_sphere.w.cross(from_centre);
        let carried = of_ground.w.cross(at);
        let slip = ((of_sphere.v + turning) - (of_ground.v + carried)).share();
        let along_normal = normal.dot(slip);

        let (pressure, energy) = self.normal_force(depth, along_normal);
        let pressure = pressure.share();
        let pressing = |loads| {
            let (potential, depth) = (vec![energy.node()], Some(depth.node()));
            Effect { potential, depth, ..Effect::of(loads) }
        };
        let arms = [at, from_centre];

        // (4)
        let pushing = pressure * normal;
        if let Some(fixed) = self.sticking {
            let pressing = pressing(self.exert(pushing, arms));
            let tangents: Vec<Vector<'_>> = if planar {
                vec![Vector([-normal[1], normal[0], algebra.zero()])]
            } else {
                let axes = perpendiculars(algebra.vector(&self.normal));
                axes.iter().map(|&axis| ground.rotation * axis).collect()
            };
            let slips: Vec<Node> = tangents.iter().map(|tangent| tangent.dot(slip).node()).collect();
            let [sliding, sticking] = [friction, algebra.expr(fixed)].map(|mu| (mu * pressure).node());
            let limits = Limits { sliding, sticking };
            let tangents: Vec<Vector3> = tangents.into_iter().map(Vector::nodes).collect();
            let arms = arms.map(Vector::nodes);
            // (6)
            let rubbing = sticking::along_resultant(kinematics, 0, &slips, limits, |k, effort| {
                let algebra = effort.algebra();
                let arms = arms.each_ref().map(|arm| algebra.vector(arm));
                self.exert(effort * algebra.vector(&tangents[k]), arms)
            });
            return pressing.plus(rubbing);
        }
        if friction.is_zero() {
            return pressing(self.exert(pushing, arms));
        }
        let tangential = tangential(normal, slip, along_normal, planar);
        let reciprocal = regularised_reciprocal(tangential, algebra.expr(self.velocity));
        let grip = algebra.product(&[friction, pressure, reciprocal]);
        pressing(self.exert(pushing - grip * tangential, arms))
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let limit = self.sticking.map(|_| ("limit", Attribute::Number(Exertion::Limit, false)));
        [setting.force()].into_iter().chain(limit).collect()
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn::Touch { point: &self.point, plane: &self.plane, normal: &self.normal, radius: self.radius }
    }

    fn sticks(&self) -> Option<Sticks> {
        self.sticking.map(|_| Sticks::OnPlane)
    }

    /// A power that is not an integer ends where its base vanishes.
    fn forms(&self) -> Vec<Node> {
        vec![self.exponent]
    }

    fn lifts(&self) -> bool {
        true
    }

    /// Both at c.
    fn is_mutual(&self) -> bool {
        true
    }
}

impl Contact {
    /// A force F at c.
    fn exert<'g>(&self, force: Vector<'g>, arms: [Vector<'g>; 2]) -> Vec<Load> {
        action_and_reaction([&self.plane, &self.point], force, force.algebra().zero_vector(), arms)
    }

    /// (3) and (5).
    fn normal_force<'g>(&self, depth: Expr<'g>, along_normal: Expr<'g>) -> (Expr<'g>, Expr<'g>) {
        let algebra = depth.algebra();
        let (zero, one) = (algebra.zero(), algebra.one());
        let [stiffness, exponent, dissipation] =
            algebra.array([self.stiffness, self.exponent, self.dissipation]);
        let touching = zero.compare(Relation::Lt, depth);
        let inside = touching.select(depth, one);
        let elastic = stiffness * inside.pow(exponent);
        let hysteresis = (1 - dissipation * along_normal).max(zero);
        let pressure = elastic * hysteresis;
        let higher = exponent + one;
        let energy = elastic * inside / higher;
        (touching.select(pressure, zero), touching.select(energy, zero))
    }
}

/// w_t of (2): in the plane along the tangent t = (−n_y, n_x), which avoids differences of nearly equal
/// numbers.
fn tangential<'g>(
    normal: Vector<'g>,
    slip: Vector<'g>,
    along_normal: Expr<'g>,
    planar: bool,
) -> Vector<'g> {
    if planar {
        let tangent = Vector([-normal[1], normal[0], normal.algebra().zero()]);
        return tangent.dot(slip) * tangent;
    }
    (slip - along_normal * normal).share()
}
