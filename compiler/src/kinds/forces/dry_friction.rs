//! Dry friction of constant size on a coordinate q of a joint.
//!
//! ```text
//! regularised:  e = −L q̇/√(q̇² + ε²)                                                                (1)
//! sticking:     e = −L sign q̇ where it slides; |e| ≤ L₀ where it sticks (`sticking`)               (2)
//! ```
//! on `second`, the opposite on `first`. Power: −L q̇²/√(q̇² + ε²) ≤ 0. At rest (1) is zero: within |q̇| < ε the joint creeps;
//! (2) sticks: the run holds q̇ = 0 for as long as that takes no more than L₀.

use super::super::{Kinematics, Load};
use super::Effect;
use super::directions::regularised_reciprocal;
use super::law::{Attribute, ForceLaw, Setting, Sticks};
use super::sticking::{self, Limits};
use super::word::Word;
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Exertion, ForceKind, JointId, Multibody};
use crate::kinds::{Arguments, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Algebra, Vector};
use crate::units::Dimension;

fields! {
    /// Dry friction of constant size along a coordinate of a joint: −limit·v/√(v² + velocity²). With `sticking` the
    /// joint sticks while that takes no more than this limit, and nothing is regularised.
    pub struct DryFriction {
        /// The joint.
        pub joint: JointId,
        /// Which of its coordinates.
        pub coordinate: usize,
        /// L.
        pub limit: Node,
        /// ε.
        pub velocity: Node,
        /// L₀, where it sticks.
        pub sticking: Option<Node>,
    }
}

/// It is the word `friction` with a `limit`.
pub(super) const WORDS: &[Word] = &[];

/// `friction(joint, limit: …)`
pub(super) fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>) -> Option<ForceKind> {
    for name in ["coefficient", "radius"] {
        if let Some(given) = arguments.get(name) {
            let message = format!("`{name}` and `limit` exclude each other");
            let help = "`limit` is the friction itself, `coefficient` what it is of the joint's reaction";
            return reader.report(Diagnostic::error(given.place, message).help(help));
        }
    }
    let (joint, coordinate) = reader.coordinate_of(arguments.places.first()?, arguments.scope)?;
    let of = reader.dimension_of(joint, coordinate);
    let effort = Dimension::ENERGY.over(of);
    let limit = reader.moving_number(arguments, "limit", Some(effort), None);
    reader.warn_of_negative(arguments, "limit", limit);
    let small = reader.small_velocity();
    let rate = Some(of.over(Dimension::TIME));
    let velocity = reader.moving_number(arguments, "velocity", rate, Some(small));
    let fixed = reader.moving_number(arguments, "static", Some(effort), limit);
    let (limit, velocity, fixed) = (limit?, velocity?, fixed?);
    let sticks = reader.graph().is_zero(velocity);
    if let (false, Some(given)) = (sticks, arguments.get("static")) {
        return super::sticking::regularised_does_not_stick(reader, given.place);
    }
    let sticking = sticks.then_some(fixed);
    Some(DryFriction { joint, coordinate, limit, velocity, sticking }.into())
}

impl ForceLaw for DryFriction {
    /// Loads (1), or (2) with `sticking` as L₀.
    fn effect(&self, kinematics: &mut dyn Kinematics, multibody: &Multibody) -> Effect {
        let &Self { joint, coordinate, limit, velocity, sticking } = self;
        if let Some(most) = sticking {
            let names = multibody.joints[joint.0].kind.coordinates(multibody.planar);
            let turns = names.get(coordinate).is_some_and(|(_, angle)| *angle);
            let one = kinematics.graph().one();
            let limits = Limits { sliding: limit, sticking: most };
            return sticking::along_coordinate(kinematics, (joint, coordinate), 0, limits, one, (None, turns));
        }
        let (_, rate) = kinematics.joint_coordinate(joint, coordinate);
        let algebra = &Algebra::new(kinematics.graph());
        let [limit, rate, epsilon] = algebra.array([limit, rate, velocity]);
        let w = Vector([rate, algebra.zero(), algebra.zero()]);
        let effort = -algebra.product(&[limit, rate, regularised_reciprocal(w, epsilon)]);
        Effect::of(vec![Load::OnJoint { joint, coordinate, effort: effort.node() }])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let turns = !setting.is_length(self.joint, self.coordinate);
        let mut all = vec![("force", Attribute::Number(Exertion::Effort(self.coordinate), turns))];
        if self.sticking.is_some() {
            all.push(("limit", Attribute::Number(Exertion::Limit, turns)));
        }
        all
    }

    fn acts_along(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }

    fn sticks(&self) -> Option<Sticks> {
        self.sticking.map(|_| Sticks::Along(self.joint, self.coordinate))
    }
}
