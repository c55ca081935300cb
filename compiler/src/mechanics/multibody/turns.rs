//! Angles that are read off poses, where constraints and couplings hold them: how far they are from where they should be.
//!
//! An angle of a joint that carries no coordinates has a value in (−π, π] only, and jumps after half a turn. What
//! is affine in such an angle θ is written by its difference from the value that makes it vanish,
//!
//! ```text
//! r = c θ + d = c (θ − θ*),   θ* = −d/c,   becomes   c · dev(θ, θ*),   dev ∈ (−π, π]                 (1)
//! ```
//!
//! which goes through any number of turns. Other such angles in θ* may jump too: that changes nothing where
//! their factor over c is a whole number.
//!
//! Invariant: derivatives of what is returned are those of what was given.

use super::attributes::Scene;
use super::joints;
use crate::model::{JointId, JointKind, Quantity};
use crate::symbolic::{Graph, Node, Symbol, SymbolSet};

impl Scene<'_> {
    /// Whether a joint's coordinate is an angle without turns.
    pub fn forgets_turns(&self, joint: JointId, k: usize) -> bool {
        let kind = &self.multibody.joints[joint.0].kind;
        // A screw knows its turns by its displacement.
        self.tree_coordinate(joint, k).is_none()
            && !matches!(kind, JointKind::Screw { .. })
            && kind.coordinates(self.multibody.planar).get(k).is_some_and(|(_, angle)| *angle)
    }

    /// A coordinate of a joint less a value; of an angle read off poses the difference in (−π, π].
    pub fn deviation(&self, graph: &mut Graph, joint: JointId, k: usize, value: Node) -> Node {
        if !self.forgets_turns(joint, k) {
            let coordinate = self.quantity(graph, &Quantity::Joint(joint, k), 0);
            return graph.sub(coordinate, value);
        }
        let description = &self.multibody.joints[joint.0];
        let (first, second) = self.ends(graph, &description.first, &description.second);
        let ends = (&first, &second);
        joints::drive(&description.kind, self.multibody.planar, graph, ends, k, value).residual
    }

    /// (1) for a residual of positions that the user wrote; attributes stay in θ*.
    pub fn unwound(&self, graph: &mut Graph, residual: Node) -> Node {
        let mut angles: Vec<(Symbol, JointId, usize)> = Vec::new();
        for attribute in self.multibody.attributes.iter().filter(|attribute| attribute.order == 0) {
            if let Quantity::Joint(joint, k) = attribute.quantity
                && graph.depends_on(residual, attribute.symbol)
                && self.forgets_turns(joint, k)
            {
                angles.push((attribute.symbol, joint, k));
            }
        }
        let slopes: Vec<Node> =
            angles.iter().map(|(symbol, ..)| graph.derivative(residual, *symbol)).collect();
        // Where c moves, θ* may be anywhere: only factors that are made of parameters count.
        let moving: SymbolSet = self.multibody.attributes.iter().map(|a| a.symbol).collect();
        let held: Vec<usize> = (0..angles.len())
            .filter(|&i| !graph.depends_on_any(slopes[i], &moving))
            .filter(|&i| !graph.is_zero(slopes[i]))
            .collect();
        let smooth = held
            .iter()
            .copied()
            .find(|&i| (0..angles.len()).filter(|&j| j != i).all(|j| is_whole(graph, slopes[j], slopes[i])));
        let Some(chosen) = smooth.or(held.first().copied()) else { return residual };
        let (symbol, joint, k) = angles[chosen];
        let zero = graph.zero();
        let rest = graph.substitute(residual, &|s| (s == symbol).then_some(zero));
        let value = graph.div(rest, slopes[chosen]);
        let value = graph.neg(value);
        let deviation = self.deviation(graph, joint, k, value);
        graph.mul(slopes[chosen], deviation)
    }

    /// ratio·driver − driven − offset between coordinates of joints by (1), if one of them is an angle without turns.
    /// A driver without turns jumps unless the ratio, or one over it, is a whole number.
    pub fn geared(
        &self,
        graph: &mut Graph,
        driver: (JointId, usize),
        driven: (JointId, usize),
        ratio: Node,
        offset: Node,
    ) -> Option<Node> {
        let one = graph.one();
        if graph.is_zero(ratio) && !self.forgets_turns(driven.0, driven.1) {
            return None;
        }
        let by_driver = match [driver, driven].map(|(joint, k)| self.forgets_turns(joint, k)) {
            [false, false] => return None,
            [false, true] => false,
            [true, false] => true,
            [true, true] => !is_whole(graph, ratio, one) && is_whole(graph, one, ratio),
        };
        let other = if by_driver { driven } else { driver };
        let other = self.quantity(graph, &Quantity::Joint(other.0, other.1), 0);
        Some(if by_driver {
            // i (x₁ − (x₂ + x₀)/i)
            let wanted = graph.add(other, offset);
            let wanted = graph.div(wanted, ratio);
            let deviation = self.deviation(graph, driver.0, driver.1, wanted);
            graph.mul(ratio, deviation)
        } else {
            // −(x₂ − (i x₁ − x₀))
            let wanted = graph.mul(ratio, other);
            let wanted = graph.sub(wanted, offset);
            let deviation = self.deviation(graph, driven.0, driven.1, wanted);
            graph.neg(deviation)
        })
    }
}

/// Whether a/b is a whole number.
fn is_whole(graph: &mut Graph, a: Node, b: Node) -> bool {
    let ratio = graph.div(a, b);
    graph.as_constant(ratio).is_some_and(|ratio| ratio.is_integer().is_some())
}
