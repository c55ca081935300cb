//! Constraints on angles that are read off poses → residuals without a jump, whatever the turns.
//!
//! ```text
//! c (θ − θ*) = 0      ↦      c atan2(sin(θ − θ*), cos(θ − θ*)) = 0                                  (1)
//! ```
//!
//! An angle of a joint that is not in the tree has no turns of its own: as a value it lies in (−π, π], and a
//! residual made of it would jump after half a turn. (1) has the derivatives of the residual, and the
//! multiplier keeps its meaning. θ* may contain other such angles: where their factors are whole multiples
//! of c, their jumps are whole turns of θ*.
//!
//! Singular case: *half a turn off*. Where θ counts turns in the tree, nothing changes.

use super::attributes::Scene;
use super::{Equation, joints};
use crate::model::{JointId, Model, Quantity};
use crate::symbolic::{Constant, Graph, Node, Symbol};

/// ratio·(coordinate of `driver`) = coordinate of `driven` + offset.
pub struct Coupling {
    /// One coordinate.
    pub driver: (JointId, usize),
    /// The other.
    pub driven: (JointId, usize),
    /// Their ratio.
    pub ratio: Node,
    /// What the driven one is behind.
    pub offset: Node,
}

impl Scene<'_> {
    /// Whether a coordinate of a joint is an angle that counts no turns.
    fn is_read_angle(&self, joint: JointId, k: usize) -> bool {
        let kind = &self.multibody.joints[joint.0].kind;
        let angle = kind.coordinates(self.multibody.planar).get(k).is_some_and(|(_, angle)| *angle);
        angle && self.tree_coordinate(joint, k).is_none()
    }

    /// θ − θ* in (−π, π] of an angle that is read off poses.
    fn deviation(&self, graph: &mut Graph, id: JointId, k: usize, wanted: Node) -> Node {
        let joint = &self.multibody.joints[id.0];
        let (first, second) = self.ends(graph, &joint.first, &joint.second);
        joints::drive(&joint.kind, self.multibody.planar, graph, (&first, &second), k, wanted).residual
    }

    /// A coupling by (1) on the driven angle, or on the driver where the ratio is below 1; where neither is read off
    /// poses, the `equation` as it stands.
    pub fn coupled(
        &self,
        graph: &mut Graph,
        equation: Equation,
        Coupling { driver, driven, ratio, offset }: Coupling,
    ) -> Equation {
        let slow = graph.as_constant(ratio).is_some_and(|ratio| magnitude(ratio) < 1.0);
        let read = |(joint, k): (JointId, usize)| self.is_read_angle(joint, k);
        let residual = if read(driven) && !(slow && read(driver)) {
            let (x, zero) = (self.quantity(graph, &Quantity::Joint(driver.0, driver.1), 0), graph.zero());
            let turned = graph.mul(ratio, x);
            let wanted = graph.sub(turned, offset);
            let deviation = self.deviation(graph, driven.0, driven.1, wanted);
            graph.sub(zero, deviation)
        } else if read(driver) {
            let x = self.quantity(graph, &Quantity::Joint(driven.0, driven.1), 0);
            let shifted = graph.add(x, offset);
            let wanted = graph.div(shifted, ratio);
            let deviation = self.deviation(graph, driver.0, driver.1, wanted);
            graph.mul(ratio, deviation)
        } else {
            equation.residual
        };
        Equation { residual, ..equation }
    }
}

fn magnitude(constant: Constant) -> f64 {
    constant.abs().to_f64()
}

/// Rewrites the user's constraints by (1), before attributes are replaced: on the angle with the smallest
/// constant factor.
pub fn count_turns(model: &mut Model, scene: &Scene<'_>) {
    let read = |a: &&crate::model::Attribute| match a.quantity {
        Quantity::Joint(joint, k) => a.order == 0 && scene.is_read_angle(joint, k),
        _ => false,
    };
    let angles: Vec<_> = scene.multibody.attributes.iter().filter(read).collect();
    let graph = &mut model.graph;
    for constraint in model.constraints.iter_mut().filter(|constraint| constraint.holonomic) {
        let mut best: Option<(Constant, Symbol, JointId, usize)> = None;
        for angle in &angles {
            let (Quantity::Joint(joint, k), symbol) = (&angle.quantity, angle.symbol) else { continue };
            let slope = graph.derivative(constraint.residual, symbol);
            let Some(slope) = graph.as_constant(slope).filter(|slope| !slope.is_zero()) else { continue };
            if best.is_none_or(|(least, ..)| magnitude(slope) < magnitude(least)) {
                best = Some((slope, symbol, *joint, *k));
            }
        }
        let Some((slope, symbol, joint, k)) = best else { continue };
        let zero = graph.zero();
        let rest = graph.substitute(constraint.residual, &|s| (s == symbol).then_some(zero));
        let Some(inverse) = slope.neg().reciprocal() else { continue };
        let wanted = graph.scale(inverse, rest);
        let deviation = scene.deviation(graph, joint, k, wanted);
        constraint.residual = graph.scale(slope, deviation);
    }
}
