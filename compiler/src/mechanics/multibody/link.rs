//! Links of a tree: one elementary motion each, and how it follows the coordinates.

use super::{Motion, Pose};
use crate::model::{BodyId, JointId};
use crate::symbolic::{Author, Graph, Node};

/// One elementary motion.
#[derive(Clone, Debug)]
pub struct Link {
    /// The link it moves on; `None` is the ground.
    pub parent: Option<usize>,
    /// From the parent's frame to the frame in which the motion begins; contains only parameters.
    pub offset: Pose,
    /// The motion.
    pub motion: Motion,
    /// Whether the motion is opposite to the joint's coordinate: the joint is passed from `second` to `first`.
    pub reversed: bool,
    /// Whose motion it is.
    pub owner: Owner,
    /// Number of its first coordinate among the joint's (or the free body's).
    pub component: usize,
    /// The fraction of the joint's coordinate by which the link moves; `None`: all of it.
    pub share: Option<Node>,
    /// Whether it is the first link that the coordinate moves.
    pub own: bool,
    /// Number of its first coordinate q.
    pub coordinate: usize,
    /// Number of its first velocity v.
    pub velocity: usize,
    /// Present where it has no coordinate of its own: how it follows q.
    pub follows: Option<Follows>,
}

/// A coordinate x = ratio·q + offset of another link; both contain only parameters.
#[derive(Clone, Copy, Debug)]
pub struct Follows {
    /// dx/dq.
    pub ratio: Node,
    /// x at q = 0.
    pub offset: Node,
}

impl Follows {
    /// x of q.
    pub fn coordinate(&self, graph: &mut Graph, q: Node) -> Node {
        let turned = graph.mul(self.ratio, q);
        graph.add(turned, self.offset)
    }

    /// ẋ of q̇, or ẍ of q̈.
    pub fn rate(&self, graph: &mut Graph, rate: Node) -> Node {
        graph.mul(self.ratio, rate)
    }
}

impl Link {
    /// The coordinates of the link's motion, from all of the tree.
    pub fn coordinates(&self, graph: &mut Graph, q: &[Node]) -> Vec<Node> {
        let all = self.of_joint(graph, q);
        self.shared(graph, all)
    }

    /// The rates of the link's motion, or its accelerations, from all of the tree.
    pub fn rates(&self, graph: &mut Graph, v: &[Node]) -> Vec<Node> {
        let all = self.rates_of_joint(graph, v);
        self.shared(graph, all)
    }

    fn shared(&self, graph: &mut Graph, all: Vec<Node>) -> Vec<Node> {
        match self.share {
            Some(share) => all.into_iter().map(|x| graph.mul(share, x)).collect(),
            None => all,
        }
    }

    /// The coordinates of the joint that move the link, from all of the tree.
    pub fn of_joint(&self, graph: &mut Graph, q: &[Node]) -> Vec<Node> {
        let (count, _) = self.motion.sizes();
        match self.follows {
            Some(follows) => vec![follows.coordinate(graph, q[self.coordinate])],
            None => q[self.coordinate..self.coordinate + count].to_vec(),
        }
    }

    /// Its coordinate (order 0) or its rate by one of the tree that moves it.
    pub fn moved(&self, graph: &mut Graph, order: usize, by: Node) -> Node {
        match (&self.follows, order) {
            (None, _) => by,
            (Some(follows), 0) => follows.coordinate(graph, by),
            (Some(follows), _) => follows.rate(graph, by),
        }
    }

    /// The joint's velocities or accelerations that move the link, from all of the tree.
    pub fn rates_of_joint(&self, graph: &mut Graph, v: &[Node]) -> Vec<Node> {
        let (_, count) = self.motion.sizes();
        match self.follows {
            Some(follows) => vec![follows.rate(graph, v[self.velocity])],
            None => v[self.velocity..self.velocity + count].to_vec(),
        }
    }
}

impl Link {
    /// Whether its motion has a scalar coordinate that moves it by all of itself.
    pub fn is_simple(&self) -> bool {
        self.own && self.share.is_none() && self.motion.sizes() == (1, 1)
    }
}

/// The owner of a link's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A joint of the spanning tree.
    Joint(JointId),
    /// A body that moves freely, described by its centre of mass.
    Body(BodyId),
}

impl Owner {
    /// Author of the equations of its links.
    pub fn author(self) -> Author {
        match self {
            Self::Joint(id) => Author::joint(id.0),
            Self::Body(id) => Author::body(id.0),
        }
    }
}
