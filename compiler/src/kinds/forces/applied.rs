//! Forces and torques that the user gives, in the axes of the ground or of what they act on.
//!
//! ```text
//! follow:  F = R f,  T = R t      R: the axes of the mount          otherwise F = f, T = t
//! torque on a body: T;  on its reaction: −T
//! ```
//! A force at a point has no reaction: it comes from outside of the mechanism. No potential is reported: that
//! of a constant force −f·p depends on what the user thinks of as its source.

use crate::symbolic::vectors::zero;
use super::super::{Kinematics, Load};
use super::law::{Attribute, ForceLaw, Setting};
use super::word::Word;
use super::{Effect, torque_pair};
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{ForceKind, JointId, Mount, Multibody, Vector3};
use crate::kinds::{Arguments, Named, Reader, fields, named};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Node, Symbol};
use crate::syntax::{Expression, Kind};
use crate::units::Dimension;

fields! {
    /// A force at a point of a body; components in the ground's axes, or in those of the mount (`follow`).
    pub struct AtPoint {
        /// Where.
        pub at: Mount,
        /// In N.
        pub force: Vector3,
        /// Whether it turns with the body.
        pub follow: bool,
    }
}

fields! {
    /// A torque on a body, and its reaction on another one if there is one; axes as above.
    pub struct OnBody {
        /// The body.
        pub body: Mount,
        /// What takes the opposite.
        pub reaction: Option<Mount>,
        /// In N·m.
        pub torque: Vector3,
        /// Whether it turns with the body.
        pub follow: bool,
    }
}

fields! {
    /// An effort (torque or force) along a coordinate of a joint.
    pub struct OnJoint {
        /// The joint.
        pub joint: JointId,
        /// Which of its coordinates.
        pub coordinate: usize,
        /// In N·m along an angle, in N along a length.
        pub effort: Node,
    }
}

fields! {
    /// A generalised force on a coordinate of a joint (the same as [`OnJoint`]), or power-conjugate to any
    /// attribute: `value`·δ(attribute) is its virtual work.
    pub struct Generalized {
        /// The symbol of the attribute; it becomes the quantity of the load.
        pub attribute: Symbol,
        /// In J by the unit of the attribute.
        pub value: Node,
    }
}

/// `force(end, vector)` and `torque(joint or body, value)`
pub(super) const WORDS: &[Word] = &[
    Word::new(
        "force",
        &["an end", "a vector"],
        &[named![; "axes"]],
        make_force,
        &["| `force(end, [fx, fy, fz])` | `axes: ground` or `body` |"],
    ),
    Word::new(
        "torque",
        &["a joint or body", "a value"],
        &[named![; "reaction", "axes"]],
        make_torque,
        &[
            "| `torque(joint, value)` | along a coordinate of the joint, on both ends |",
            "| `torque(body, value)` | `reaction:` another end, `axes:`; a number in the plane |",
        ],
    ),
];

fn make_force<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    let [at, force] = arguments.places[..] else {
        return None;
    };
    let at = reader.end_on_body(at, arguments.scope);
    let force = reader.moving_vector(force, arguments.scope, Dimension::FORCE, "a force");
    let follow = reader.follows(arguments)?;
    Some(AtPoint { at: at?, force: force?, follow }.into())
}

fn make_torque<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    let [on, value] = arguments.places[..] else {
        return None;
    };
    let on_joint = match (&on.kind, reader.named_joint(on, arguments.scope)) {
        (_, Some(Named::Joint(..))) | (Kind::Member(..), _) => true,
        (Kind::Name(_), None) => {
            return reader.end(on, arguments.scope).and_then(|_| torque_on_ground(reader, on));
        }
        _ => false,
    };
    if on_joint {
        for name in ["reaction", "axes"] {
            if let Some(given) = arguments.get(name) {
                let message = format!("`{name}` says nothing about a torque on a joint");
                return reader.report(
                    Diagnostic::error(given.place, message)
                        .help("it acts along the coordinate, on both ends of the joint"),
                );
            }
        }
        let (joint, coordinate) = reader.coordinate_of(on, arguments.scope)?;
        let of = reader.dimension_of(joint, coordinate);
        let dimension = Some(Dimension::ENERGY.over(of));
        let effort = reader.moving_scalar(value, arguments.scope, dimension, "the torque")?;
        return Some(OnJoint { joint, coordinate, effort }.into());
    }
    let body = reader.turning_end(on, arguments.scope);
    let reaction = match arguments.get("reaction") {
        Some(reaction) => reader.end(reaction, arguments.scope).map(Some),
        None => Some(None),
    };
    let torque = if reader.is_planar() {
        let about_z = reader.moving_scalar(value, arguments.scope, Some(Dimension::ENERGY), "the torque");
        about_z.map(|torque| [reader.graph().zero(), reader.graph().zero(), torque])
    } else {
        reader.moving_vector(value, arguments.scope, Dimension::ENERGY, "the torque")
    };
    let follow = reader.follows(arguments)?;
    let (body, reaction, torque) = (body?, reaction?, torque?);
    if reaction.as_ref().is_some_and(|reaction| reaction.carrier == body.carrier) {
        let message = "the torque and its reaction act on the same body";
        return reader.report(Diagnostic::error(arguments.place, message));
    }
    Some(OnBody { body, reaction, torque, follow }.into())
}

fn torque_on_ground<T>(reader: &mut dyn Reader<'_>, on: &Expression) -> Option<T> {
    let message = format!("`{on}` does not move");
    reader.report(
        Diagnostic::error(on.place, message).help("name the body, with `reaction: ground` if you like"),
    )
}

impl ForceLaw for AtPoint {
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let force = in_ground_axes(kinematics, &self.at, &self.force, self.follow);
        let torque = zero(kinematics.graph());
        Effect::of(vec![Load::OnMount { at: self.at.clone(), force, torque }])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.force()]
    }
}

impl ForceLaw for OnBody {
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let torque = in_ground_axes(kinematics, &self.body, &self.torque, self.follow);
        let algebra = &Algebra::new(kinematics.graph());
        Effect::of(match &self.reaction {
            Some(reaction) => torque_pair([reaction, &self.body], algebra.vector(&torque)),
            None => {
                let force = algebra.zero_vector().nodes();
                vec![Load::OnMount { at: self.body.clone(), force, torque }]
            }
        })
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.torque()]
    }
}

impl ForceLaw for OnJoint {
    fn acts_along(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }

    fn effect(&self, _: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let &Self { joint, coordinate, effort } = self;
        Effect::of(vec![Load::OnJoint { joint, coordinate, effort }])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.effort(self.joint, self.coordinate)]
    }
}

impl ForceLaw for Generalized {
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let quantity = kinematics.graph().node(self.attribute);
        Effect::of(vec![Load::OnQuantity { quantity, effort: self.value }])
    }
}

/// R f, or f.
fn in_ground_axes(kinematics: &mut dyn Kinematics, at: &Mount, vector: &Vector3, follow: bool) -> Vector3 {
    if !follow {
        return *vector;
    }
    let pose = kinematics.pose(at);
    let algebra = &Algebra::new(kinematics.graph());
    (algebra.matrix(&pose.rotation) * algebra.vector(vector)).nodes()
}
