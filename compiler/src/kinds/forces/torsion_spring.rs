//! Spring and damper on a coordinate q of a joint.
//!
//! ```text
//! e = −k (q − q₀) − c q̇ + e₀      effort on `second`, its opposite on `first`
//! V = ½ k (q − q₀)²,   ∂V/∂q = k (q − q₀);   power of damper: −c q̇²
//! ```
//! Regular everywhere. The angle counts full turns, also if the joint closes a loop and its angle is computed from the poses.

use super::super::{Kinematics, Load};
use super::law::{Attribute, Coefficient, Drawn, ForceLaw, Setting};
use super::word::Word;
use super::{Effect, potential};
use crate::kinds::multibody::{ForceKind, JointId, Multibody};
use crate::kinds::argument::moving;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::Algebra;

fields! {
    /// On a coordinate of a joint: effort = −stiffness·(coordinate − rest) − damping·rate + extra.
    pub struct TorsionSpring {
        /// The joint.
        pub joint: JointId,
        /// The index of its coordinate.
        pub coordinate: usize,
    }
    arguments {
        /// k.
        pub stiffness: Node = moving(Quantity::STIFFNESS_ALONG).or("0").not_negative(),
        /// c.
        pub damping: Node = moving(Quantity::DAMPING_ALONG).or("0").not_negative(),
        /// q₀.
        pub rest: Node = moving(Quantity::COORDINATE).or("0"),
        /// e₀.
        pub extra: Node = moving(Quantity::EFFORT).or("0").named("torque"),
    }
}

/// `torsion_spring(joint, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "torsion_spring",
    &["a joint"],
    &[TorsionSpring::ARGUMENTS],
    make,
    &["| `torsion_spring(joint)` | `stiffness:`, `damping:`, `rest:` (0), `torque:` an expression; on a coordinate, `pivot` or `free.x` |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &str) -> Option<ForceKind> {
    let (joint, coordinate) = reader.coordinate_of(arguments.places.first()?, arguments.scope)?;
    reader.at_least_one_of(arguments, &["stiffness", "damping", "torque"])?;
    let of = reader.dimension_of(joint, coordinate);
    Some(TorsionSpring::read(reader, arguments, &[of], |_| Some((joint, coordinate)))?.into())
}

impl ForceLaw for TorsionSpring {
    fn coefficients(&mut self, setting: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let length = setting.is_length(self.joint, self.coordinate);
        let (stiffness, damping) = (Quantity::STIFFNESS_ALONG, Quantity::DAMPING_ALONG);
        vec![
            Coefficient::new("stiffness", &mut self.stiffness, stiffness.unit_along(length)),
            Coefficient::new("damping", &mut self.damping, damping.unit_along(length)),
        ]
    }

    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let &Self { joint, coordinate, .. } = self;
        let (q, rate) = kinematics.joint_coordinate(joint, coordinate);
        let algebra = &Algebra::new(kinematics.graph());
        let [stiffness, damping] = algebra.array([self.stiffness, self.damping]);
        let [q, rate, rest, extra] = algebra.array([q, rate, self.rest, self.extra]);
        let turned = q - rest;
        let effort = extra - (stiffness * turned + damping * rate);
        let energy = algebra.product(&[stiffness, turned, turned]) / 2;
        let load = Load::OnJoint { joint, coordinate, effort: effort.node() };
        Effect { potential: potential(energy), ..Effect::of(vec![load]) }
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.effort(self.joint, self.coordinate)]
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn::Along(self.joint, self.coordinate)
    }

    fn acts_along(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }

    fn needs_coordinate(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }
}
