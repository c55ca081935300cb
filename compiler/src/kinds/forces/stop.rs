//! End stops at the limits a ≤ q ≤ b of a coordinate of a joint.
//!
//! ```text
//! beyond b:  d = q − b,  N = k d max(1 + χ ḋ, 0),  e = −N                                          (1)
//! beyond a:  d = a − q,  N = k d max(1 + χ ḋ, 0),  e = N                                           (2)
//! V = ½ k d²
//! ```
//! on `second`, the opposite on `first`; nothing between the limits. The force begins without a jump, pushes only, and takes
//! energy where χ > 0: power −k d max(χ ḋ², −ḋ) beside −dV/dt (the law of Hunt and Crossley with the exponent 1).
//! Switches at depth zero.

use super::super::{Kinematics, Load};
use super::law::ForceLaw;
use super::word::Word;
use super::{Effect, half};
use crate::kinds::fields;
use crate::kinds::multibody::{JointId, Multibody};
use crate::symbolic::{Function, Graph, Node};

fields! {
    /// End stops at the limits of a coordinate of a joint: with depth d > 0 beyond one of them and its rate d',
    /// N = stiffness·d·max(1 + dissipation·d', 0), back. All of it is made of parameters.
    pub struct Stop {
        /// The joint.
        pub joint: JointId,
        /// Which of its coordinates.
        pub coordinate: usize,
        /// The least and the greatest value.
        pub limits: [Node; 2],
        /// k.
        pub stiffness: Node,
        /// χ.
        pub dissipation: Node,
    }
}

/// It is the `stops:` of a joint: not declared by itself, so that no expression can name it.
pub(super) const WORDS: &[Word] = &[];

impl ForceLaw for Stop {
    /// Loads (1) and (2).
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let &Self { joint, coordinate, limits: [least, most], stiffness, dissipation } = self;
        let (q, rate) = kinematics.joint_coordinate(joint, coordinate);
        let graph = kinematics.graph();
        let zero = graph.zero();
        let above = graph.sub(q, most);
        let below = graph.sub(least, q);
        let back = graph.neg(rate);
        let (up, down) =
            (push(graph, above, rate, stiffness, dissipation), push(graph, below, back, stiffness, dissipation));
        let effort = graph.sub(down, up);
        let mut potential = Vec::new();
        for depth in [above, below] {
            let depth = graph.call(Function::Max, &[depth, zero]);
            let energy = graph.product(&[stiffness, depth, depth]);
            potential.push(half(graph, energy));
        }
        let depth = Some(graph.call(Function::Max, &[above, below]));
        Effect { loads: vec![Load::OnJoint { joint, coordinate, effort }], potential, depth, ..Effect::default() }
    }

    fn needs_coordinate(&self) -> Option<(JointId, usize)> {
        Some((self.joint, self.coordinate))
    }
}

/// k max(d, 0) max(1 + χ ḋ, 0).
fn push(graph: &mut Graph, depth: Node, rate: Node, stiffness: Node, dissipation: Node) -> Node {
    let (zero, one) = (graph.zero(), graph.one());
    let depth = graph.call(Function::Max, &[depth, zero]);
    let lossy = graph.mul(dissipation, rate);
    let factor = graph.add(one, lossy);
    let factor = graph.call(Function::Max, &[factor, zero]);
    graph.product(&[stiffness, depth, factor])
}
