//! The places of joints and bodies in a tree of loops, and attributes as signals of it.

use super::signals::{Reaction, Signal};
use super::tree::{Link, Owner, Tree};
use super::{Pose, particles};
use crate::model::{Attribute, Carrier, JointId, Mount, Multibody, Quantity};
use crate::symbolic::{Graph, Symbol};
use std::collections::BTreeSet;

/// The places of joints and bodies in the tree.
pub struct Places<'t> {
    tree: &'t Tree,
    multibody: &'t Multibody,
    /// The symbols of parameters.
    fixed: BTreeSet<Symbol>,
    /// The links of every joint, in the order of the tree.
    of_joints: Vec<Vec<usize>>,
    /// The first coordinate and velocity of every link, among those of links.
    own: Vec<(usize, usize)>,
}

impl<'t> Places<'t> {
    pub fn new(tree: &'t Tree, multibody: &'t Multibody, fixed: BTreeSet<Symbol>) -> Self {
        let mut of_joints = vec![Vec::new(); multibody.joints.len()];
        for (i, link) in tree.links.iter().enumerate() {
            if let Owner::Joint(id) = link.owner {
                of_joints[id.0].push(i);
            }
        }
        Self { tree, multibody, fixed, of_joints, own: tree.numbers_of_links() }
    }

    /// The symbols of parameters.
    pub fn fixed(&self) -> &BTreeSet<Symbol> {
        &self.fixed
    }

    /// The links of a joint, in the order of the tree.
    pub fn links_of(&self, joint: JointId) -> &[usize] {
        &self.of_joints[joint.0]
    }

    /// The link that a coordinate of a joint moves, and its number among the link's.
    pub fn link_of(&self, joint: JointId, k: usize) -> Option<(usize, usize)> {
        let mut links = self.of_joints[joint.0].iter();
        let range = |link: &Link| link.component..link.component + link.motion.sizes().0;
        let &link = links.find(|&&link| range(&self.tree.links[link]).contains(&k))?;
        Some((link, k - self.tree.links[link].component))
    }

    /// An attribute as a signal, if it is one.
    pub fn signal(&self, graph: &mut Graph, attribute: &Attribute) -> Option<Signal> {
        let order = attribute.order;
        match &attribute.quantity {
            Quantity::Joint(joint, k) => {
                let (number, k) = self.link_of(*joint, *k)?;
                let (link, (coordinate, velocity)) = (&self.tree.links[number], self.own[number]);
                match (order, link.motion.sizes().0) {
                    (0, count) => {
                        let negative = count == 4 && k > 0 && link.reversed;
                        Some(Signal::Coordinate { number: coordinate + k, negative })
                    }
                    (1, 1) => Some(Signal::Velocity(velocity)),
                    (2, 1) => Some(Signal::Acceleration(velocity)),
                    _ => None,
                }
            }
            Quantity::JointAngularVelocity(joint, k) => {
                let mut all =
                    self.of_joints[joint.0].iter().map(|&link| (&self.tree.links[link], self.own[link]));
                let (_, (_, velocity)) =
                    all.find(|(link, _)| link.motion.sizes().0 == 4 && !link.reversed)?;
                match order {
                    1 => Some(Signal::Velocity(velocity + k)),
                    2 => Some(Signal::Acceleration(velocity + k)),
                    _ => None,
                }
            }
            Quantity::Position(mount, component) => {
                let (link, pose) = self.placed(graph, mount);
                Some(Signal::Point { link, at: pose.position, component: *component, order })
            }
            Quantity::Rotation(mount, i, j) if order == 0 => {
                let (link, pose) = self.placed(graph, mount);
                let direction = core::array::from_fn(|row| pose.rotation[row][*j]);
                Some(Signal::Axis { link, direction, component: *i })
            }
            Quantity::Angle(carrier) if order > 0 => {
                let link = self.carried(graph, *carrier);
                Some(Signal::Spin { link, component: 2, order })
            }
            Quantity::AngularVelocity(carrier, k) if order > 0 => {
                let link = self.carried(graph, *carrier);
                Some(Signal::Spin { link, component: *k, order })
            }
            Quantity::ReactionForce(joint, k) => self.reaction(graph, *joint, *k, false),
            Quantity::ReactionTorque(joint, k) => self.reaction(graph, *joint, *k, true),
            _ => None,
        }
    }

    /// A component of the reaction of a joint, which has a link of its own.
    fn reaction(&self, graph: &mut Graph, id: JointId, component: usize, torque: bool) -> Option<Signal> {
        let links = self.links_of(id);
        let &link = links.last()?;
        let joint = &self.multibody.joints[id.0];
        let ground_axes = particles::reacts_in_axes_of_ground(self.multibody, self.tree, id);
        let axes =
            if ground_axes { joint.first.rotation } else { self.placed(graph, &joint.first).1.rotation };
        let axis = core::array::from_fn(|row| axes[row][component]);
        let at = self.placed(graph, &joint.second).1.position;
        let reversed = self.tree.links[link].reversed;
        let of = Reaction { link, motions: links.len(), reversed, ground_axes, torque };
        Some(Signal::Reaction { of, axis, at })
    }

    /// A coordinate or a velocity of a joint as a signal, with its number among those of the mechanism; `None` where it follows
    /// that of another joint.
    pub fn direction(&self, graph: &mut Graph, attribute: &Attribute) -> Option<(Signal, Option<usize>)> {
        let signal = self.signal(graph, attribute)?;
        let of = |own: usize, start: fn(&(usize, usize)) -> usize, first: fn(&Link) -> usize| {
            let link = self.own.partition_point(|numbers| start(numbers) <= own).checked_sub(1)?;
            let within = own - start(&self.own[link]);
            let link = &self.tree.links[link];
            link.follows.is_none().then(|| first(link) + within)
        };
        let number = match signal {
            Signal::Coordinate { number, .. } => of(number, |own| own.0, |link| link.coordinate),
            Signal::Velocity(number) => of(number, |own| own.1, |link| link.velocity),
            _ => return None,
        };
        Some((signal, number))
    }

    /// The link that carries a body.
    pub fn carried(&self, graph: &Graph, carrier: Carrier) -> Option<usize> {
        self.tree.placement(graph, carrier).0
    }

    /// The link that carries a mount, and the mount in its frame.
    pub fn placed(&self, graph: &mut Graph, mount: &Mount) -> (Option<usize>, Pose) {
        super::motion_state::local_pose(graph, self.tree, mount)
    }
}
