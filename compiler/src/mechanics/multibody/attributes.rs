//! Attributes in expressions → expressions of coordinates and velocities.
//!
//! ```text
//! order 0   the quantity itself
//! order 1   its rate: ∂/∂t + q̇ ∂/∂q; of joint coordinates in the tree the velocity, of points v + ω × r, of
//!           distances on a line the rate along it
//! order 2   the rate of that, with v̇ = a
//! ```

use super::axes::Axes;
use super::forces::length;
use super::lines;
use super::motion_state::{MotionState, relative};
use super::poses::Frame;
use super::slips::Slip;
use super::tree::{Owner, Tree};
use super::{Pose, joints};
use crate::model::{Carrier, JointId, Mount, Multibody, Quantity};
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Function, Graph, Node, Symbol};
use std::collections::BTreeMap;

/// All data of a formulation about the motion.
pub struct Scene<'m> {
    /// The bodies, joints and forces of the description.
    pub multibody: &'m Multibody,
    /// The tree of links.
    pub tree: Tree,
    /// Their motion.
    pub motion: MotionState,
    /// The axes of the recursions.
    pub axes: Axes,
    /// q of the tree.
    pub positions: Vec<Node>,
    /// v of the tree.
    pub velocities: Vec<Node>,
    /// The directions of the configuration space.
    pub tangent: super::loads::Tangent,
    /// ds/dt of every symbol that has a rate: time, q, v.
    pub rates: Vec<(Symbol, Node)>,
    /// Angles that count their turns, with the index of the coordinate that stores them.
    pub turns: BTreeMap<(JointId, usize), (usize, Node)>,
    /// Slips of friction that have velocities of their own.
    pub slips: Vec<Slip>,
}

/// A component of the unit quaternion of a joint.
pub struct Component {
    /// Number of the coordinate, if the joint is in the tree.
    pub link: Option<usize>,
    /// Whether the coordinate is the opposite.
    pub conjugate: bool,
}

impl Scene<'_> {
    /// ds/dt.
    pub fn rate(&self, graph: &mut Graph, node: Node) -> Node {
        let rates = &self.rates;
        let find = |symbol: Symbol| rates.iter().find(|(s, _)| *s == symbol).map(|&(_, rate)| rate);
        graph.total_time_derivative(node, &find)
    }

    /// A quantity or its rates; reactions are not available here.
    pub fn quantity(&self, graph: &mut Graph, quantity: &Quantity, order: u8) -> Node {
        let (mut node, known) = self.lowest(graph, quantity, order);
        for _ in known..order {
            node = self.rate(graph, node);
        }
        node
    }

    /// A quantity or its rates, in equations.
    pub fn expression<'g>(&self, algebra: &'g Algebra<'g>, quantity: &Quantity, order: u8) -> Expr<'g> {
        algebra.expr(algebra.with(|graph| self.quantity(graph, quantity, order)))
    }

    /// The pose of a mount, in equations.
    pub fn frame<'g>(&self, algebra: &'g Algebra<'g>, mount: &Mount) -> Frame<'g> {
        Frame::of(algebra, &algebra.with(|graph| self.motion.pose(graph, &self.tree, mount)))
    }

    /// The quantity at the highest order up to `order` that needs no differentiation.
    fn lowest(&self, graph: &mut Graph, quantity: &Quantity, order: u8) -> (Node, u8) {
        match quantity {
            Quantity::Joint(joint, k) => match self.tree_coordinate(graph, *joint, *k) {
                Some((q, v)) if order == 0 || v.is_none() => (self.of_joint(graph, *joint, *k, q), 0),
                Some((_, Some(v))) => (v, 1),
                _ => (self.measured(graph, *joint, *k), 0),
            },
            Quantity::ScrewDisplacement(joint) => {
                let Some(pitch) = self.multibody.joints[joint.0].kind.pitch() else {
                    return (graph.zero(), 0);
                };
                let (angle, known) = self.lowest(graph, &Quantity::Joint(*joint, 0), order);
                (graph.mul(pitch, angle), known)
            }
            Quantity::Position(mount, k) => {
                if order == 0 {
                    (self.motion.pose(graph, &self.tree, mount).position[*k], 0)
                } else {
                    (self.motion.twist(graph, &self.tree, mount).velocity[*k], 1)
                }
            }
            Quantity::Angle(carrier) => {
                let (link, placement) = self.tree.placement(graph, *carrier);
                let turned = link.map_or(graph.zero(), |link| self.motion.angles[link]);
                // The fixed transformation between link and body.
                let fixed = link.map_or(placement.rotation, |link| self.settled(graph, link, &placement));
                let fixed = graph.call(Function::Atan2, &[fixed[1][0], fixed[0][0]]);
                (graph.add(turned, fixed), 0)
            }
            Quantity::AngularVelocity(carrier, k) => {
                let mount = origin(graph, *carrier);
                (self.motion.twist(graph, &self.tree, &mount).angular_velocity[*k], 1)
            }
            Quantity::JointAngularVelocity(joint, k) => (self.relative_spin(graph, *joint, *k), 1),
            Quantity::Rotation(mount, i, j) => {
                (self.motion.pose(graph, &self.tree, mount).rotation[*i][*j], 0)
            }
            Quantity::Distance(ends) => self.distance(graph, ends, order),
            Quantity::ReactionForce(..) | Quantity::ReactionTorque(..) | Quantity::Exerted(..) => {
                (graph.zero(), order)
            }
        }
    }

    /// |d| of two points, or its rate; where joints keep them on a line, |s| and sign(s) ṡ.
    fn distance(&self, graph: &mut Graph, ends: &[Mount; 2], order: u8) -> (Node, u8) {
        if let Some(line) = lines::line(graph, self, ends) {
            let algebra = &Algebra::new(graph);
            let [s, rate] = [line.along, line.rate].map(|node| algebra.expr(node));
            return match order {
                0 => (s.apply(Function::Abs).node(), 0),
                _ => ((s.apply(Function::Sign) * rate).node(), 1),
            };
        }
        let algebra = &Algebra::new(graph);
        let [a, b] = [0, 1].map(|end| self.frame(algebra, &ends[end]).position);
        (length(b - a).node(), 0)
    }

    /// R₂ᵀ(ω₂ − ω₁), which is the velocity of the quaternion where the tree has one for the joint.
    fn relative_spin(&self, graph: &mut Graph, id: JointId, k: usize) -> Node {
        let own = self
            .tree
            .links
            .iter()
            .find(|link| link.owner == Owner::Joint(id) && link.motion.sizes().0 == 4 && !link.reversed);
        if let Some(link) = own {
            return self.velocities[link.velocity + k];
        }
        let joint = &self.multibody.joints[id.0];
        let first = self.motion.twist(graph, &self.tree, &joint.first).angular_velocity;
        let second = self.motion.twist(graph, &self.tree, &joint.second).angular_velocity;
        let algebra = &Algebra::new(graph);
        let relative = algebra.vector(&second) - algebra.vector(&first);
        let axes = self.frame(algebra, &joint.second).rotation;
        (axes.transposed() * relative)[k].node()
    }

    /// The rotation that does not depend on the angles: offsets on the path from the ground, and the placement.
    fn settled(&self, graph: &mut Graph, link: usize, placement: &Pose) -> crate::model::Matrix3 {
        let algebra = &Algebra::new(graph);
        let mut at = Some(link);
        let mut rotation = algebra.matrix(&placement.rotation);
        while let Some(link) = at {
            let link = &self.tree.links[link];
            rotation = algebra.matrix(&link.offset.rotation) * rotation;
            at = link.parent;
        }
        rotation.nodes()
    }

    /// The coordinate of a joint in the tree, and its velocity if it has one of its own.
    pub fn tree_coordinate(
        &self,
        graph: &mut Graph,
        joint: JointId,
        k: usize,
    ) -> Option<(Node, Option<Node>)> {
        for link in self.tree.links.iter().filter(|link| link.owner == Owner::Joint(joint)) {
            let (coordinates, _) = link.motion.sizes();
            if (link.component..link.component + coordinates).contains(&k) {
                let q = link.of_joint(graph, &self.positions)[k - link.component];
                let v = (coordinates == 1).then(|| link.rates_of_joint(graph, &self.velocities)[0]);
                return Some((q, v));
            }
        }
        None
    }

    /// Numbers of the coordinate and the velocity of a joint's scalar coordinate, if it is in the tree and its own.
    pub fn tree_numbers(&self, joint: JointId, k: usize) -> Option<(usize, usize)> {
        let mut links = self.tree.links.iter().filter(|link| link.owner == Owner::Joint(joint));
        let link =
            links.find(|link| link.motion.sizes().0 == 1 && link.component == k && link.follows.is_none())?;
        Some((link.coordinate, link.velocity))
    }

    /// Whether a joint's coordinate is one of the tree, its own or not.
    pub fn carries(&self, joint: JointId, k: usize) -> bool {
        self.tree.links.iter().any(|link| {
            let (coordinates, _) = link.motion.sizes();
            link.owner == Owner::Joint(joint) && (link.component..link.component + coordinates).contains(&k)
        })
    }

    /// Whether a joint's coordinate belongs to a unit quaternion, and where that is.
    pub fn quaternion(&self, joint: JointId, k: usize) -> Option<Component> {
        let kind = &self.multibody.joints[joint.0].kind;
        let names = kind.coordinates(self.multibody.planar);
        if !names.get(k)?.0.starts_with("rotation.") {
            return None;
        }
        let own = self.tree.links.iter().find(|link| {
            link.owner == Owner::Joint(joint)
                && link.motion.sizes().0 == 4
                && (link.component..link.component + 4).contains(&k)
        });
        Some(Component {
            link: own.map(|link| link.coordinate + k - link.component),
            conjugate: own.is_some_and(|link| link.reversed && k > link.component),
        })
    }

    /// Number of the velocity that is a component of a joint's angular velocity, if there is one.
    pub fn turning_number(&self, joint: JointId, k: usize) -> Option<usize> {
        let mut links = self.tree.links.iter();
        let own = links
            .find(|link| link.owner == Owner::Joint(joint) && link.motion.sizes().0 == 4 && !link.reversed);
        own.map(|link| link.velocity + k)
    }

    /// A joint's coordinate from its link's: the quaternion of a joint that is passed backwards is the
    /// conjugate.
    fn of_joint(&self, graph: &mut Graph, joint: JointId, k: usize, q: Node) -> Node {
        let conjugate = self.tree.links.iter().any(|link| {
            link.owner == Owner::Joint(joint)
                && link.reversed
                && link.motion.sizes().0 == 4
                && (link.component + 1..link.component + 4).contains(&k)
        });
        if conjugate { graph.neg(q) } else { q }
    }

    /// A coordinate of a joint that closes a loop.
    pub fn measured(&self, graph: &mut Graph, id: JointId, k: usize) -> Node {
        if let Some(&(_, angle)) = self.turns.get(&(id, k)) {
            return angle;
        }
        let joint = &self.multibody.joints[id.0];
        let (first, second) = self.ends(graph, &joint.first, &joint.second);
        joints::coordinate(&joint.kind, self.multibody.planar, graph, &first, &second, k)
    }

    /// Two mounts in the frame of the last link that carries both: what does not move between them is constant, not rounding.
    pub fn ends(&self, graph: &mut Graph, first: &Mount, second: &Mount) -> (Pose, Pose) {
        let (a, _) = self.tree.placement(graph, first.carrier);
        let (b, _) = self.tree.placement(graph, second.carrier);
        let common = self.tree.common_ancestor(a, b);
        let mut seen = |mount| self.motion.pose_from(graph, &self.tree, common, mount);
        (seen(first), seen(second))
    }

    /// The pose of a joint's second mount relative to its first.
    pub fn across(&self, graph: &mut Graph, id: JointId) -> Pose {
        let joint = &self.multibody.joints[id.0];
        let (first, second) = self.ends(graph, &joint.first, &joint.second);
        relative(graph, &first, &second)
    }
}

/// The frame of a carrier as a mount on it.
pub fn origin(graph: &Graph, carrier: Carrier) -> Mount {
    Mount { carrier, position: super::vectors::zero(graph), rotation: super::vectors::identity(graph) }
}
