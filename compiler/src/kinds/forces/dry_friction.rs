//! Dry friction of constant size on a coordinate q of a joint.
//!
//! ```text
//! regularised:  e = −L q̇/√(q̇² + ε²)                                                                (1)
//! sticking:     e = −L sign q̇ where it slides; |e| ≤ L₀ where it sticks (`sticking`)               (2)
//! ```
//! on `second`, the opposite on `first`. Power: −L q̇²/√(q̇² + ε²) ≤ 0. At rest (1) is zero: within |q̇| < ε the joint creeps;
//! (2) sticks: the run holds q̇ = 0 while the required effort is at most L₀.

use super::super::{Kinematics, Load};
use super::Effect;
use super::directions::regularised_reciprocal;
use super::law::{Attribute, Coefficient, Drawn, ForceLaw, Setting, Sticks};
use super::sticking::{self, Limits};
use super::word::Word;
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Exertion, ForceKind, JointCoordinate, JointId, Multibody};
use crate::kinds::argument::{Argument, moving, moving_if_given};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Algebra, Vector};

fields! {
    /// Dry friction of constant size along a coordinate of a joint: −limit·v/√(v² + velocity²). With `sticking` the
    /// joint sticks while the required effort is at most this limit, without regularisation.
    pub struct DryFriction {
        /// The joint.
        pub joint: JointId,
        /// The index of its coordinate.
        pub coordinate: usize,
    }
    arguments {
        /// L.
        pub limit: Node = moving(Quantity::EFFORT).alternative().not_negative(),
        /// ε.
        pub velocity: Node = VELOCITY,
        /// L₀, if it sticks.
        pub sticking: Option<Node> = moving_if_given(Quantity::EFFORT).named("static").same_as("limit").not_negative(),
    }
}

/// Below this rate friction is regularised.
pub(super) const VELOCITY: Argument<Node> = moving(Quantity::RATE).named("velocity").or("1e-3");

/// Its word is `friction` with a `limit`.
pub(super) const WORDS: &[Word] = &[];

/// `friction(joint, limit: …)`
pub(super) fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>) -> Option<ForceKind> {
    for name in ["coefficient", "radius"] {
        if let Some(given) = arguments.get(name) {
            let message = format!("`{name}` and `limit` cannot be combined");
            let help = "`limit` is the magnitude of the friction; `coefficient` relates it to the reaction of the joint";
            return reader.report(Diagnostic::error(given.place, message).help(help));
        }
    }
    let (joint, coordinate) = reader.coordinate_of(arguments.places.first()?, arguments.scope)?;
    let of = reader.dimension_of(joint, coordinate);
    let mut friction = DryFriction::read(reader, arguments, &[of], |_| Some((joint, coordinate)))?;
    let DryFriction { limit, velocity, sticking, .. } = &mut friction;
    sticking::settle(reader, arguments, sticking, *velocity, *limit)?;
    Some(friction.into())
}

impl DryFriction {
    /// Friction that does not stick, with the default velocity.
    pub(crate) fn regularised(
        reader: &mut dyn Reader<'_>,
        (joint, coordinate): JointCoordinate,
        limit: Node,
    ) -> Option<Self> {
        let velocity = VELOCITY.declared.default_node(reader)?;
        Some(Self { joint, coordinate, limit, velocity, sticking: None })
    }
}

impl ForceLaw for DryFriction {
    /// If it sticks, this is the coefficient of the slip; at rest friction follows from the motion.
    fn coefficients(&mut self, setting: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let length = setting.is_length(self.joint, self.coordinate);
        vec![Coefficient::new("limit", &mut self.limit, Quantity::EFFORT.unit_along(length))]
    }

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

    /// Sticking friction is known only with the accelerations.
    fn drawn(&self) -> Drawn<'_> {
        match self.sticking {
            None => Drawn::Along(self.joint, self.coordinate),
            Some(_) => Drawn::Nothing,
        }
    }

    fn acts_along(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }

    fn sticks(&self) -> Option<Sticks> {
        self.sticking.map(|_| Sticks::Along(self.joint, self.coordinate))
    }
}
