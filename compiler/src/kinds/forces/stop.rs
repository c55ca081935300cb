//! End stops at the limits a ≤ q ≤ b of a coordinate of a joint.
//!
//! ```text
//! beyond b:  d = q − b,  N = k d max(1 + χ ḋ, 0),  e = −N                                          (1)
//! beyond a:  d = a − q,  N = k d max(1 + χ ḋ, 0),  e = N                                           (2)
//! V = ½ k d²
//! ```
//! on `second`, the opposite on `first`; zero between the limits. The force is continuous, never pulls, and dissipates
//! energy for χ > 0: power −k d max(χ ḋ², −ḋ) in addition to −dV/dt (the law of Hunt and Crossley with the exponent 1).
//! Switches at depth zero.

use super::super::{Kinematics, Load};
use super::law::{Coefficient, Drawn, ForceLaw, Setting};
use super::word::Word;
use super::Effect;
use crate::kinds::argument::{positive, size};
use crate::kinds::fields;
use crate::kinds::quantities::Quantity;
use crate::kinds::multibody::{JointId, Multibody};
use crate::symbolic::Node;
use crate::symbolic::algebra::{Algebra, Expr};

fields! {
    /// End stops at the limits of a coordinate of a joint: with depth d > 0 beyond one of them and its rate d',
    /// N = stiffness·d·max(1 + dissipation·d', 0), towards the limits. All arguments depend only on parameters.
    pub struct Stop {
        /// The joint.
        pub joint: JointId,
        /// The index of its coordinate.
        pub coordinate: usize,
        /// The lower and the upper limit.
        pub limits: [Node; 2],
    }
    arguments {
        /// k.
        pub stiffness: Node = positive(Quantity::STIFFNESS_ALONG),
        /// χ.
        pub dissipation: Node = size(Quantity::BY_RATE).or("0"),
    }
}

/// The `stops:` of a joint: not declared by itself, so that expressions cannot refer to it.
pub(super) const WORDS: &[Word] = &[];

impl ForceLaw for Stop {
    /// The dissipation is multiplied by the stiffness.
    fn coefficients(&mut self, setting: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let length = setting.is_length(self.joint, self.coordinate);
        let unit = Quantity::STIFFNESS_ALONG.unit_along(length);
        vec![Coefficient::new("stiffness", &mut self.stiffness, unit)]
    }

    /// Loads (1) and (2).
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let &Self { joint, coordinate, limits: [least, most], stiffness, dissipation } = self;
        let (q, rate) = kinematics.joint_coordinate(joint, coordinate);
        let algebra = &Algebra::new(kinematics.graph());
        let [q, rate, least, most] = algebra.array([q, rate, least, most]);
        let law @ [stiffness, _] = algebra.array([stiffness, dissipation]);
        let (above, below) = (q - most, least - q);
        let back = -rate;
        let (up, down) = (push(law, above, rate), push(law, below, back));
        let effort = down - up;
        let potential = [above, below].map(|depth| {
            let depth = depth.max(algebra.zero());
            (algebra.product(&[stiffness, depth, depth]) / 2).node()
        });
        let load = Load::OnJoint { joint, coordinate, effort: effort.node() };
        let depth = Some(above.max(below).node());
        Effect { potential: potential.to_vec(), depth, ..Effect::of(vec![load]) }
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

/// k max(d, 0) max(1 + χ ḋ, 0).
fn push<'g>([stiffness, dissipation]: [Expr<'g>; 2], depth: Expr<'g>, rate: Expr<'g>) -> Expr<'g> {
    let algebra = stiffness.algebra();
    let zero = algebra.zero();
    algebra.product(&[stiffness, depth.max(zero), (1 + dissipation * rate).max(zero)])
}
