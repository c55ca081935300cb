//! Given forces and torques, in the axes of the ground or of their body.
//!
//! ```text
//! follow:  F = R f,  T = R t      R: the axes of the mount          otherwise F = f, T = t
//! torque on a body: T;  on its reaction: −T
//! ```
//! A force at a point has no reaction: it is external. No potential is reported: that
//! of a constant force, −f·p, depends on its source.

use crate::symbolic::vectors::zero;
use super::super::{Kinematics, Load};
use super::law::{Attribute, Drawn, ForceLaw, Setting};
use super::word::Word;
use super::{Effect, torque_pair};
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{ForceKind, JointId, Mount, Multibody, Vector3};
use crate::kinds::argument::{Argument, may, moving, moving_vector, needed};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Coordinates, Declared, Given, Named, Reader, fields};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node, Symbol};
use crate::syntax::{Expression, Kind};

fields! {
    /// A force at a point of a body; components in the ground's axes, or in those of the mount (`follow`).
    pub struct AtPoint {}
    arguments {
        /// The mount.
        pub at: Mount = on_a_body().placed(0, "an end"),
        /// F or f.
        pub force: Vector3 = moving_vector(Quantity::FORCE).placed(1, "a force"),
        /// Whether it turns with the body.
        pub follow: bool = AXES,
    }
}

fields! {
    /// A torque on a body, and its reaction on another one if there is one; axes as above.
    pub struct OnBody {}
    arguments {
        /// The body.
        pub body: Mount = on_what_turns().placed(0, "a body"),
        /// The body of the reaction.
        pub reaction: Option<Mount> = may(another_end),
        /// T or t; in the plane about z.
        pub torque: Vector3 = needed(torque).of(Quantity::TORQUE).placed(1, "the torque"),
        /// Whether it turns with the body.
        pub follow: bool = AXES,
    }
}

fields! {
    /// An effort (torque or force) along a coordinate of a joint.
    pub struct OnJoint {
        /// The joint.
        pub joint: JointId,
        /// The index of its coordinate.
        pub coordinate: usize,
    }
    arguments {
        /// In N·m along an angle, in N along a length.
        pub effort: Node = moving(Quantity::EFFORT).placed(1, "the torque"),
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
        &[AtPoint::ARGUMENTS],
        make_force,
        &["| `force(end, [fx, fy, fz])` | `axes: ground` or `body` |"],
    ),
    Word::new(
        "torque",
        &["a joint or body", "a value"],
        &[OnBody::ARGUMENTS],
        make_torque,
        &[
            "| `torque(joint, value)` | along a coordinate of the joint, on both ends |",
            "| `torque(body, value)` | `reaction:` another end, `axes:`; a number in the plane |",
        ],
    ),
];

/// `axes:`, the ground's or those of the body, which the vector follows.
const AXES: Argument<bool> = may(|reader, arguments, declared, _| {
    Some(reader.one_of(arguments, declared.name, &["ground", "body"])? == "body")
})
.named("axes")
.by_default("`ground`");

/// An end on a body.
const fn on_a_body() -> Argument<Mount> {
    needed(|reader, arguments, declared, _| reader.end_on_body(declared.given(arguments)?, arguments.scope))
}

/// An end on a body that can rotate.
const fn on_what_turns() -> Argument<Mount> {
    needed(|reader, arguments, declared, _| reader.turning_end(declared.given(arguments)?, arguments.scope))
}

/// Any end, if one is given.
fn another_end<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    _: Coordinates<'_>,
) -> Option<Option<Mount>> {
    match declared.given(arguments) {
        Some(written) => {
            let end = reader.end(written, arguments.scope)?;
            reader.expect_turning(&end, written)?;
            Some(Some(end))
        }
        None => Some(None),
    }
}

/// A vector, in the plane a number.
fn torque<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    along: Coordinates<'_>,
) -> Option<Vector3> {
    if reader.is_planar() {
        let zero = reader.graph().zero();
        return declared.moving(reader, arguments, along).map(|about_z| [zero, zero, about_z]);
    }
    let (expression, expected) = (declared.given(arguments)?, declared.quantity.expected(along));
    reader.moving_vector(expression, arguments.scope, expected, &declared.what())
}

fn make_force<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    Some(AtPoint::read(reader, arguments, &[], |_| Some(()))?.into())
}

fn make_torque<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    let on = *arguments.places.first()?;
    let on_joint = match (&on.kind, reader.named_joint(on, arguments.scope)) {
        (_, Some(Named::Joint(..))) | (Kind::Member(..), _) => true,
        (Kind::Name(_), None) => {
            return reader.end(on, arguments.scope).and_then(|_| torque_on_ground(reader, on));
        }
        _ => false,
    };
    if on_joint { torque_on_joint(reader, arguments, on) } else { torque_on_body(reader, arguments) }
}

fn torque_on_joint<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    on: &'d Expression,
) -> Option<ForceKind> {
    for name in OnBody::ARGUMENTS.iter().filter(|declared| declared.place.is_none()).map(|one| one.name) {
        if let Some(given) = arguments.get(name) {
            let message = format!("`{name}` does not apply to a torque on a joint");
            return reader.report(
                Diagnostic::error(given.place, message)
                    .help("it acts along the coordinate, on both ends of the joint"),
            );
        }
    }
    let (joint, coordinate) = reader.coordinate_of(on, arguments.scope)?;
    let of = reader.dimension_of(joint, coordinate);
    Some(OnJoint::read(reader, arguments, &[of], |_| Some((joint, coordinate)))?.into())
}

fn torque_on_body<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>) -> Option<ForceKind> {
    let torque = OnBody::read(reader, arguments, &[], |_| Some(()))?;
    if torque.reaction.as_ref().is_some_and(|reaction| reaction.carrier == torque.body.carrier) {
        let message = "the torque and its reaction act on the same body";
        return reader.report(Diagnostic::error(arguments.place, message));
    }
    Some(torque.into())
}

fn torque_on_ground<T>(reader: &mut dyn Reader<'_>, on: &Expression) -> Option<T> {
    let message = format!("`{on}` does not move");
    reader.report(
        Diagnostic::error(on.place, message).help("give the body, optionally with `reaction: ground`"),
    )
}

impl ForceLaw for AtPoint {
    fn uses_axes_of(&self, _: &Graph) -> Vec<&Mount> {
        if self.follow { vec![&self.at] } else { Vec::new() }
    }

    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let force = in_ground_axes(kinematics, &self.at, &self.force, self.follow);
        let torque = zero(kinematics.graph());
        Effect::of(vec![Load::OnMount { at: self.at.clone(), force, torque }])
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.force()]
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn::At { at: &self.at, force: true, torque: false }
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

    fn is_mutual(&self) -> bool {
        self.reaction.is_some()
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.torque()]
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn::At { at: &self.body, force: false, torque: true }
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

    fn drawn(&self) -> Drawn<'_> {
        Drawn::Along(self.joint, self.coordinate)
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
