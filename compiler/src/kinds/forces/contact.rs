//! Contact of a sphere (a point, where its radius is zero) with a plane, by Hunt and Crossley, with
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
//! dissipation, about 1.5·(1 − restitution)/(approach velocity) for hard contacts; the maximum keeps the contact from
//! pulling. Power beyond −V̇: −k α δ^e δ̇² (where the maximum is not at work, and negative where it is) and
//! −μ N w_t²/√(w_t² + ε²).
//!
//! Switching functions: δ, and 1 + α δ̇. Where δ ≤ 0 the power is taken of 1 instead of δ and the branch is
//! zero, so that its derivatives of every order are zero there too (δ^(3/2) has none of second order at
//! δ = 0, and 0·∞ is no number). Hunt and Crossley, J. Appl. Mech. 42 (1975) 440.

use super::super::{Frame, Kinematics, Load, Rates};
use super::super::joints::perpendiculars;
use crate::symbolic::vectors::unit;
use super::directions::regularised_reciprocal;
use super::law::{Attribute, Coefficient, ForceLaw, Setting, Sticks};
use super::sticking::{self, Limits};
use super::word::Word;
use super::{Effect, action_and_reaction};
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Exertion, ForceKind, Mount, Multibody, Vector3};
use crate::kinds::{Arguments, Reader, fields, named};
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::symbolic::{Constant, Node, Relation};
use crate::units::{Dimension, Exponent};

fields! {
    /// A point (a sphere of `radius`) against a plane, Hunt–Crossley: with depth d > 0 and its rate d',
    /// N = stiffness·d^exponent·(1 + dissipation·d'), not below zero; friction −μ N v_t/√(v_t² + velocity²). With
    /// `sticking` the point sticks while that takes no more than this coefficient times N, and nothing is regularised.
    pub struct Contact {
        /// The point.
        pub point: Mount,
        /// The plane goes through its origin.
        pub plane: Mount,
        /// ν: in the axes of the plane's mount.
        pub normal: Vector3,
        /// r.
        pub radius: Node,
        /// k, in N/m^e.
        pub stiffness: Node,
        /// e.
        pub exponent: Node,
        /// α, in s/m.
        pub dissipation: Node,
        /// μ.
        pub friction: Node,
        /// ε, in m/s.
        pub velocity: Node,
        /// μ₀, where it sticks.
        pub sticking: Option<Node>,
    }
}

/// `contact(point, plane, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "contact",
    &["a point", "a plane"],
    &[named!["stiffness"; "normal", "radius", "exponent", "dissipation", "friction", "velocity", "static"]],
    make,
    &["| `contact(point, plane)` | `stiffness:`, `normal:` (z, in the plane y), `radius:` (0), `exponent:` (1.5), `dissipation:`, `friction:`, `velocity:` (1e-3 m/s) or 0: then it sticks, with `static:` (as `friction:`); Hunt–Crossley |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = reader.ends(arguments, name);
    let planar = reader.is_planar();
    let normal = match arguments.get("normal") {
        Some(normal) => reader.unit_vector(normal, arguments.scope, "`normal`"),
        None => Some(unit(reader.graph(), if planar { 1 } else { 2 })),
    };
    let zero = reader.graph().zero();
    let (three_halves, small) = (reader.graph().constant(Constant::ratio(3, 2)), reader.small_velocity());
    let number = Some(Dimension::NONE);
    let radius = reader.fixed_number(arguments, "radius", Dimension::LENGTH, Some(zero));
    let exponent = reader.fixed_number(arguments, "exponent", Dimension::NONE, Some(three_halves))?;
    // N/m^exponent, where the exponent is a simple number; otherwise there is no unit to check.
    let power = reader.graph().as_constant(exponent).and_then(Exponent::of);
    let by_depth =
        power.and_then(|power| Dimension::LENGTH.power(power)).map(|depth| Dimension::FORCE.over(depth));
    let stiffness = reader.moving_number(arguments, "stiffness", by_depth, None);
    let stiffness = stiffness.and_then(|stiffness| pushes_apart(reader, arguments, stiffness));
    let by_rate = Dimension::TIME.over(Dimension::LENGTH);
    let dissipation = reader.moving_number(arguments, "dissipation", Some(by_rate), Some(zero));
    let friction = reader.moving_number(arguments, "friction", number, Some(zero));
    let rate = Dimension::LENGTH.over(Dimension::TIME);
    let velocity = reader.moving_number(arguments, "velocity", Some(rate), Some(small));
    let (point, plane) = ends?;
    let fixed = reader.moving_number(arguments, "static", number, friction)?;
    let sticks = velocity.is_some_and(|velocity| reader.graph().is_zero(velocity));
    if let (false, Some(given)) = (sticks, arguments.get("static")) {
        return super::sticking::regularised_does_not_stick(reader, given.place);
    }
    let rubs = friction.is_some_and(|friction| !reader.graph().is_zero(friction));
    let sticking = (sticks && rubs).then_some(fixed);
    let contact = Contact {
        point,
        plane,
        normal: normal?,
        radius: radius?,
        stiffness: stiffness?,
        exponent,
        dissipation: dissipation?,
        friction: friction?,
        velocity: velocity?,
        sticking,
    };
    Some(contact.into())
}

/// A contact that pulls in is no contact: its stiffness is positive.
fn pushes_apart(reader: &mut dyn Reader<'_>, arguments: &Arguments<'_>, stiffness: Node) -> Option<Node> {
    let place = arguments.get("stiffness").map_or(arguments.place, |given| given.place);
    match reader.at_defaults(stiffness) {
        Some(value) if value <= 0.0 || !value.is_finite() => reader.report(
            Diagnostic::error(place, "the stiffness of `contact` is not positive")
                .label(format!("this is {value}"))
                .help("a contact pushes its bodies apart: give the stiffness without a sign"),
        ),
        _ => Some(stiffness),
    }
}

impl ForceLaw for Contact {
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

    fn sticks(&self) -> Option<Sticks> {
        self.sticking.map(|_| Sticks::OnPlane)
    }

    fn lifts(&self) -> bool {
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

/// w_t of (2): in the plane along the one tangent t = (−n_y, n_x), so that no difference of nearly equal
/// numbers occurs.
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
