//! Coulomb friction in a joint, from the magnitude of its own reaction.
//!
//! ```text
//! |F|: the force that the joint's equations exert
//! slips wᵢ = aᵢ ṡᵢ of coordinates s that slide together:   eᵢ = −μ |F| aᵢ wᵢ/√(Σ w² + ε²)                      (1)
//!     a = radius r of the bearing where s is an angle, 1 where it is a length
//!     cylindrical joint: both together; planar joint: x and y together, the angle by itself; otherwise one by one
//!     where a joint has angles alone, w = ṡ, and ε is one of rad/s
//! spherical joint:              T = −μ |F| r ω/√(ω·ω + ε²),  ω = ω₂ − ω₁   on `second`, −T on `first`          (2)
//! sticking:                     the same with ε = 0 where it slides, |e| ≤ μ₀ |F| a where it sticks (`sticking`)  (3)
//! ```
//! e on `second`, its opposite on `first`. Universal joints have (1) for each angle. Joints without constraints have
//! no reaction, and so no friction. Power: −μ |F| Σw²/√(Σw² + ε²) ≤ 0.
//!
//! F does not contain the directions in which the joint moves, nor the friction itself. Moments of the reaction (a
//! drawer that tilts in its guide) load the bearing with pairs of forces that this law does not include. If F does not
//! depend on accelerations, it is an expression of the motion, and the joint keeps its coordinate; otherwise it is
//! an expression of multipliers, and the joint is a constraint. Whether multipliers are those of the same instant or of the
//! previous step depends on the method; Coulomb's law with the current ones may have no or several solutions
//! at large μ (Painlevé).
//!
//! At rest (1) and (2) are zero: within |w| < ε the joint creeps. (3) sticks: the run holds ṡ = 0 while
//! the required effort is at most the limit. A reaction of one component has the absolute value with its switching
//! function, others the regularised length of `directions`.

use super::super::joints::Slips;
use super::super::{Kinematics, Load};
use super::directions::{magnitude, regularised_reciprocal};
use super::law::{Attribute, ForceLaw, Setting, Sticks};
use super::sticking::{self, Limits};
use super::word::Word;
use super::dry_friction::{self, DryFriction, VELOCITY};
use super::{Effect, torque_pair};
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Exertion, ForceKind, JointId, JointKind, Mount, Multibody};
use crate::kinds::argument::{may, moving, moving_if_given};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Named, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Algebra, Expr, Vector};
use crate::syntax::Kind;
use crate::units::Dimension;

fields! {
    /// Coulomb friction in a joint, from the magnitude of its own reaction:
    /// −coefficient·|reaction force|·arm·v/√(v² + velocity²) along every coordinate; `arm` is the radius of a
    /// bearing (1 along a translation); `velocity` regularises. In planar and cylindrical joints slips add up to
    /// a resultant, in a spherical one v is the relative angular velocity. With `sticking` the joint sticks up to
    /// this coefficient of static friction, without regularisation.
    pub struct Friction {
        /// The joint.
        pub joint: JointId,
    }
    arguments {
        /// μ.
        pub coefficient: Node = moving(Quantity::NUMBER).alternative().not_negative(),
        /// r.
        pub radius: Node = may(radius).of(Quantity::LENGTH).not_negative(),
        /// ε.
        pub velocity: Node = VELOCITY,
        /// μ₀, if it sticks.
        pub sticking: Option<Node> = moving_if_given(Quantity::NUMBER).named("static").same_as("coefficient").not_negative(),
    }
}

/// `friction(joint, coefficient: …)`, or with `limit: …` [`dry_friction`].
pub(super) const WORDS: &[Word] = &[Word::new(
    "friction",
    &["a joint"],
    &[Friction::ARGUMENTS, DryFriction::ARGUMENTS],
    make,
    &[
        "| `friction(joint)` | `coefficient:`, `radius:` of the bearing (where the joint turns), `velocity:` (1e-3 rad/s or m/s; m/s in cylindrical joints) below which it is regularised, or 0: it sticks, with `static:` (as `coefficient:`) |",
        "| `friction(joint)` | `limit:`, the magnitude of the friction, along a coordinate, `pivot` or `guide.x`; `velocity:` and `static:` as above |",
    ],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    if arguments.get("limit").is_some() {
        return dry_friction::make(reader, arguments);
    }
    of_reaction(reader, arguments)
}

fn of_reaction<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>) -> Option<ForceKind> {
    let joint = *arguments.places.first()?;
    let (number, name) = match reader.named_joint(joint, arguments.scope) {
        Some(Named::Joint(number, name)) => (number, name),
        other => {
            if other.is_none() && matches!(joint.kind, Kind::Name(_)) {
                reader.evaluates(joint, arguments.scope)?;
            }
            let message = format!("`{joint}` is not a joint");
            return reader.report(Diagnostic::error(joint.place, message).help("friction acts in a joint"));
        }
    };
    let planar = reader.is_planar();
    let kind = reader.kind_of(number, joint.place)?;
    let coordinates = kind.coordinates(planar);
    if !arguments.complete {
        return None;
    }
    if arguments.get("coefficient").is_none() {
        return reader.report(
            Diagnostic::error(arguments.place, "`friction` needs `coefficient` or `limit`").help(
                "write `coefficient: 0.1`, relative to the reaction of the joint, or `limit: 0.5 [N*m]`, its magnitude",
            ),
        );
    }
    if coordinates.is_empty() {
        let message = format!("joint `{name}` has no coordinate along which friction could act");
        return reader.report(Diagnostic::error(joint.place, message));
    }
    if kind.slips() == Slips::Along(&[]) {
        let message = format!("joint `{name}` has no reaction, and so no friction by a `coefficient`");
        let help = "give the magnitude of the friction along a coordinate: `friction(flight.x, limit: …)`";
        return reader.report(Diagnostic::error(joint.place, message).help(help));
    }
    let turns = coordinates.iter().any(|(word, angle)| *angle || word.starts_with("rotation."));
    let slides = coordinates.iter().any(|(word, angle)| !*angle && !word.starts_with("rotation."));
    if turns && arguments.get("radius").is_none() {
        let message = format!("friction in joint `{name}` needs the `radius` of its bearing");
        return reader.report(
            Diagnostic::error(arguments.place, message)
                .help("the moment is coefficient · |reaction| · radius"),
        );
    }
    if let (false, Some(radius)) = (turns, arguments.get("radius")) {
        let message = format!("joint `{name}` does not turn: it has no bearing with a `radius`");
        let help = "remove `radius:`; the friction along a length is coefficient · |reaction|";
        return reader.report(Diagnostic::error(radius.place, message).help(help));
    }
    let slip = match (turns, slides) {
        (true, false) => Some(Dimension::NONE),
        (false, _) => Some(Dimension::LENGTH),
        // Slips along an angle and a length add up in m/s; a planar joint has separate slips for both.
        (true, true) => adds_up(&kind, &coordinates).then_some(Dimension::LENGTH),
    };
    let mut friction = Friction::read(reader, arguments, &[slip], |_| Some((JointId(number),)))?;
    let Friction { coefficient, velocity, sticking, .. } = &mut friction;
    sticking::settle(reader, arguments, sticking, *velocity, *coefficient)?;
    Some(friction.into())
}

/// The radius of the bearing; 1 without rotation.
fn radius<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    along: Coordinates<'_>,
) -> Option<Node> {
    match declared.given(arguments) {
        Some(_) => declared.moving(reader, arguments, along),
        None => Some(reader.graph().one()),
    }
}

/// Whether slips along an angle and a length add up to one.
fn adds_up(kind: &JointKind, coordinates: &[(String, bool)]) -> bool {
    let Slips::Along(groups) = kind.slips() else { return false };
    let mixed = |group: &&[usize]| {
        let has = |angle: bool| group.iter().any(|&k| coordinates[k].1 == angle);
        has(true) && has(false)
    };
    groups.iter().any(mixed)
}

impl ForceLaw for Friction {
    /// Loads (1), (2) or (3).
    fn effect(&self, kinematics: &mut dyn Kinematics, multibody: &Multibody) -> Effect {
        let &Self { joint: id, coefficient, radius, sticking, .. } = self;
        let joint = &multibody.joints[id.0];
        let names = joint.kind.coordinates(multibody.planar);
        let (force, _) = kinematics.reaction(id);
        let one = kinematics.graph().one();
        let (load, sliding) = {
            let algebra = &Algebra::new(kinematics.graph());
            let load = magnitude(algebra.vector(&force));
            (load.node(), (algebra.expr(coefficient) * load).share().node())
        };
        let Slips::Along(groups) = joint.kind.slips() else {
            return self.in_a_ball(kinematics, [&joint.first, &joint.second], load, sliding);
        };
        let arms: Vec<Node> = names.iter().map(|(_, angle)| if *angle { radius } else { one }).collect();
        let mut all = Effect::default();
        for &group in groups {
            let first = all.slips.len();
            let next = if let Some(fixed) = sticking {
                // (3)
                let limits = Limits { sliding, sticking: kinematics.graph().mul(fixed, load) };
                match *group {
                    [k] => {
                        let of = (groups.len() > 1).then(|| names[k].0.clone());
                        let turns = names[k].1;
                        sticking::along_coordinate(kinematics, (id, k), first, limits, arms[k], (of, turns))
                    }
                    _ => self.sticks_together(kinematics, group, &arms, first, limits),
                }
            } else {
                self.slides_together(kinematics, group, &arms, sliding)
            };
            all = all.plus(next);
        }
        all
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let joint = self.joint;
        let kind = (setting.joint)(joint);
        let sticks = self.sticking.is_some();
        let limit = |turns| sticks.then_some(("limit", Attribute::Number(Exertion::Limit, turns)));
        if kind.is_some_and(|kind| kind.slips() == Slips::Ball) {
            return [("torque", Attribute::Vector(true))].into_iter().chain(limit(false)).collect();
        }
        let count = kind.map_or(0, |kind| kind.coordinates(setting.planar).len());
        if count == 1 {
            let turns = !setting.is_length(joint, 0);
            let force = ("force", Attribute::Number(Exertion::Effort(0), turns));
            return [force].into_iter().chain(limit(turns)).collect();
        }
        let along = |lengths: bool| -> Vec<Exertion> {
            (0..count).filter(|&k| setting.is_length(joint, k) == lengths).map(Exertion::Effort).collect()
        };
        let (forces, torques) = (along(true), along(false));
        let of = |word, all: Vec<Exertion>, torque| match <[Exertion; 1]>::try_from(all) {
            Ok([one]) => Some((word, Attribute::Number(one, torque))),
            Err(all) if all.is_empty() => None,
            Err(all) => Some((word, Attribute::Numbers(all, torque))),
        };
        // For several resultants the limit is that of lengths.
        let limit = if forces.is_empty() { None } else { limit(false) };
        of("force", forces, false).into_iter().chain(of("torque", torques, true)).chain(limit).collect()
    }

    fn needs_reaction(&self) -> Option<JointId> {
        Some(self.joint)
    }

    fn sticks(&self) -> Option<Sticks> {
        self.sticking.map(|_| Sticks::InJoint(self.joint))
    }
}

impl Friction {
    /// (2), or (3) for it.
    fn in_a_ball(
        &self,
        kinematics: &mut dyn Kinematics,
        ends: [&Mount; 2],
        load: Node,
        sliding: Node,
    ) -> Effect {
        let spins = ends.map(|end| kinematics.twist(end).angular_velocity);
        let algebra = &Algebra::new(kinematics.graph());
        let [first, second] = spins.map(|spin| algebra.vector(&spin));
        let [radius, epsilon] = algebra.array([self.radius, self.velocity]);
        let spin = second - first;
        if let Some(fixed) = self.sticking {
            let sticking = (algebra.expr(fixed) * algebra.expr(load)).node();
            let slips = (radius * spin).nodes();
            let limits = Limits { sliding, sticking };
            return sticking::along_resultant(kinematics, 0, &slips, limits, |k, effort| {
                let algebra = effort.algebra();
                let mut torque = algebra.zero_vector();
                torque.0[k] = algebra.expr(self.radius) * effort;
                torque_pair(ends, torque)
            });
        }
        let torque = opposing(algebra.expr(sliding), spin, epsilon) * radius * spin;
        Effect::of(torque_pair(ends, torque))
    }

    /// (1) of coordinates that slide together.
    fn slides_together(
        &self,
        kinematics: &mut dyn Kinematics,
        group: &[usize],
        arms: &[Node],
        sliding: Node,
    ) -> Effect {
        let slips = self.slips(kinematics, group, arms);
        let algebra = &Algebra::new(kinematics.graph());
        let (slips, arms) = (algebra.exprs(&slips), algebra.exprs(arms));
        let mut w = algebra.zero_vector();
        w.0[..slips.len()].copy_from_slice(&slips);
        let opposing = opposing(algebra.expr(sliding), w, algebra.expr(self.velocity));
        let loads = group.iter().zip(slips).map(|(&coordinate, slip)| {
            let effort = algebra.product(&[opposing, arms[coordinate], slip]).node();
            Load::OnJoint { joint: self.joint, coordinate, effort }
        });
        Effect::of(loads.collect())
    }

    /// (3) of coordinates that slide together, whose slips are those from the first on.
    fn sticks_together(
        &self,
        kinematics: &mut dyn Kinematics,
        group: &[usize],
        arms: &[Node],
        first: usize,
        limits: Limits,
    ) -> Effect {
        let slips = self.slips(kinematics, group, arms);
        sticking::along_resultant(kinematics, first, &slips, limits, |i, effort| {
            let effort = (effort.algebra().expr(arms[group[i]]) * effort).node();
            vec![Load::OnJoint { joint: self.joint, coordinate: group[i], effort }]
        })
    }

    /// w of coordinates that slide together. For one coordinate ε is in its own unit, the arm is only that of the moment,
    /// and w is the rate.
    fn slips(&self, kinematics: &mut dyn Kinematics, group: &[usize], arms: &[Node]) -> Vec<Node> {
        let slip = |&k: &usize| {
            let (_, rate) = kinematics.joint_coordinate(self.joint, k);
            if group.len() == 1 { rate } else { kinematics.graph().mul(arms[k], rate) }
        };
        group.iter().map(slip).collect()
    }
}

/// −μ |F|/√(w·w + ε²).
fn opposing<'g>(limit: Expr<'g>, w: Vector<'g>, epsilon: Expr<'g>) -> Expr<'g> {
    -(limit * regularised_reciprocal(w, epsilon))
}
