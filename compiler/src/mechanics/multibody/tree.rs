//! Bodies and joints → a tree of links: which joints carry coordinates, which ones close loops.
//!
//! Minimal coordinates: among the joints that can carry a body, those with the fewest freedoms form the
//! spanning tree (Kruskal), so that loops are closed by few equations; joints that `initial` mentions
//! go first among equals, then the order of declaration. Bodies that no such joint reaches move freely.
//! Absolute coordinates: every body moves freely.
//!
//! A link is one elementary motion. Its frame is the one after the motion:
//! ```text
//! T_link = T_parent · offset · motion(q)
//! ```
//! Invariant: parents come before their children; every body is fixed on one link (or on the ground).

use super::joints::{self, Free, Step};
pub use super::link::{Follows, Link, Owner};
use super::poses::{compose, identity_pose, inverse};
use super::shared;
use super::{Motion, Pose};
use crate::model::{BodyId, Carrier, Initial, JointId, Multibody, Quantity, Target};
use crate::symbolic::{Graph, Map, Symbol};
use std::collections::BTreeSet;

/// The link and the frame in which a body is fixed.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The link that carries it; `None` is the ground.
    pub link: Option<usize>,
    /// The body's frame in the frame of the link.
    pub pose: Pose,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Parents first.
    pub links: Vec<Link>,
    /// The placement of each body.
    pub placements: Vec<Placement>,
    /// The joint that leads to each body; `None` if it moves freely.
    pub placed_by: Vec<Option<JointId>>,
    /// Whether each joint is part of the tree.
    pub in_tree: Vec<bool>,
    /// Number of coordinates.
    pub coordinates: usize,
    /// Number of velocities.
    pub velocities: usize,
}

/// Which joints may carry bodies.
pub enum Basis<'a> {
    /// A spanning tree of all joints but these; joints of the first set are preferred. Of the joints and free bodies in the tree all move, or those
    /// that are listed.
    Spanning {
        preferred: &'a BTreeSet<JointId>,
        excluded: &'a BTreeSet<JointId>,
        moving: Option<&'a BTreeSet<Owner>>,
    },
    /// A spanning tree of all joints, with those in `cut` only where no other reaches a body: the poses of bodies at rest.
    Standing,
    /// None: every body moves freely.
    Free,
}

impl Tree {
    /// The first coordinate and velocity of every link, if each had its own, numbered in the order of links.
    pub fn numbers_of_links(&self) -> Vec<(usize, usize)> {
        let mut next = (0, 0);
        let each = self.links.iter().map(|link| {
            let (coordinates, velocities) = link.motion.sizes();
            let first = next;
            next = (first.0 + coordinates, first.1 + velocities);
            first
        });
        each.collect()
    }

    /// The number of pairs of velocities of which one moves what the other does: nonzeros of M on and below the diagonal.
    fn coupled_velocities(&self) -> usize {
        let mut of_path: Vec<usize> = Vec::with_capacity(self.links.len());
        let mut all = 0;
        for link in &self.links {
            let (_, own) = link.motion.sizes();
            let before = link.parent.map_or(0, |parent| of_path[parent]);
            all += own * before + own * (own + 1) / 2;
            of_path.push(before + own);
        }
        all
    }
}

/// The number of pairs of velocities of which one moves what the other does, in a spanning tree of all joints.
pub fn coupled_velocities(graph: &mut Graph, multibody: &Multibody) -> usize {
    let none = BTreeSet::new();
    build(graph, multibody, &Basis::Spanning { preferred: &none, excluded: &none, moving: None })
        .coupled_velocities()
}

/// The joints that `initial` names.
pub fn preferred(multibody: &Multibody, initial: &[Initial]) -> BTreeSet<JointId> {
    let quantities: Map<Symbol, &Quantity> =
        multibody.attributes.iter().map(|attribute| (attribute.symbol, &attribute.quantity)).collect();
    let of_entries = initial.iter().filter_map(|entry| match entry.target {
        Target::Attribute(symbol) => match quantities.get(&symbol) {
            Some(Quantity::Joint(joint, _)) => Some(*joint),
            _ => None,
        },
        _ => None,
    });
    of_entries.collect()
}

/// Chooses and builds the tree.
pub fn build(graph: &mut Graph, multibody: &Multibody, choice: &Basis<'_>) -> Tree {
    let edges = match choice {
        Basis::Spanning { preferred, excluded, .. } => spanning_edges(graph, multibody, preferred, &|id| {
            multibody.joints[id.0].cut || excluded.contains(&id)
        }),
        Basis::Standing => spanning_edges(graph, multibody, &BTreeSet::new(), &|_| false),
        Basis::Free => Vec::new(),
    };
    let mut in_tree = vec![false; multibody.joints.len()];
    edges.iter().for_each(|id| in_tree[id.0] = true);
    let moving = match choice {
        Basis::Spanning { moving, .. } => *moving,
        _ => None,
    };
    let mut builder = Builder {
        graph,
        multibody,
        moving,
        links: Vec::new(),
        placements: vec![None; multibody.bodies.len()],
        placed_by: vec![None; multibody.bodies.len()],
        coordinates: 0,
        velocities: 0,
    };
    builder.grow(&edges);
    for body in 0..multibody.bodies.len() {
        if builder.placements[body].is_none() {
            builder.free(BodyId(body));
            builder.grow(&edges);
        }
    }
    let Builder { links, placements, placed_by, coordinates, velocities, .. } = builder;
    let placements = placements.into_iter().flatten().collect();
    let mut tree = Tree { links, placements, placed_by, in_tree, coordinates, velocities };
    if let Basis::Spanning { excluded, .. } = choice {
        shared::share(graph, multibody, &mut tree, excluded);
    }
    tree
}

/// Kruskal's algorithm on the graph whose nodes are the ground and the bodies: by the fewest freedoms (6 less the
/// equations that the joint would be as a closure, in the plane 3), joints with `cut` last.
fn spanning_edges(
    graph: &mut Graph,
    multibody: &Multibody,
    preferred: &BTreeSet<JointId>,
    excluded: &dyn Fn(JointId) -> bool,
) -> Vec<JointId> {
    let mut candidates: Vec<(bool, usize, bool, JointId)> = Vec::new();
    for (number, joint) in multibody.joints.iter().enumerate() {
        let id = JointId(number);
        let carries = joint.kind.motions(graph, multibody.planar).is_some();
        if carries && !excluded(id) {
            let freedoms = joint.kind.freedoms(multibody.planar);
            candidates.push((joint.cut, freedoms, !preferred.contains(&id), id));
        }
    }
    candidates.sort();
    let node = |carrier: Carrier| match carrier {
        Carrier::Ground => 0,
        Carrier::Body(body) => body.0 + 1,
    };
    // A forest of sets: each node points towards the root of its component.
    let mut towards: Vec<usize> = (0..=multibody.bodies.len()).collect();
    let mut edges = Vec::new();
    for (_, _, _, id) in candidates {
        let joint = &multibody.joints[id.0];
        let (a, b) = (node(joint.first.carrier), node(joint.second.carrier));
        let (a, b) = (root(&mut towards, a), root(&mut towards, b));
        if a != b {
            towards[b] = a;
            edges.push(id);
        }
    }
    edges.sort();
    edges
}

/// The root of a node's component, with path halving.
fn root(towards: &mut [usize], mut at: usize) -> usize {
    while towards[at] != at {
        towards[at] = towards[towards[at]];
        at = towards[at];
    }
    at
}

struct Builder<'a> {
    graph: &'a mut Graph,
    multibody: &'a Multibody,
    moving: Option<&'a BTreeSet<Owner>>,
    links: Vec<Link>,
    placements: Vec<Option<Placement>>,
    placed_by: Vec<Option<JointId>>,
    coordinates: usize,
    velocities: usize,
}

impl Builder<'_> {
    /// Places every body that the tree's joints reach from placed carriers, in the order of declaration.
    fn grow(&mut self, edges: &[JointId]) {
        let multibody = self.multibody;
        let ends = |id: JointId| {
            let joint = &multibody.joints[id.0];
            [joint.first.carrier, joint.second.carrier]
        };
        let known = |this: &Self, carrier: Carrier| match carrier {
            Carrier::Ground => true,
            Carrier::Body(body) => this.placements[body.0].is_some(),
        };
        let mut of_bodies: Vec<Vec<JointId>> = vec![Vec::new(); multibody.bodies.len()];
        for &id in edges {
            for end in ends(id) {
                if let Carrier::Body(body) = end {
                    of_bodies[body.0].push(id);
                }
            }
        }
        // Joints with one placed end.
        let is_next = |this: &Self, id: JointId| {
            let [first, second] = ends(id);
            known(this, first) != known(this, second)
        };
        let mut next: BTreeSet<JointId> = edges.iter().copied().filter(|&id| is_next(self, id)).collect();
        while let Some(id) = next.pop_first() {
            let [first, second] = ends(id);
            let reversed = !known(self, first);
            self.join(id, reversed);
            let placed = if reversed { first } else { second };
            if let Carrier::Body(body) = placed {
                for &other in &of_bodies[body.0] {
                    if is_next(self, other) {
                        next.insert(other);
                    }
                }
            }
        }
    }

    /// Follows a joint from its placed end to the other.
    fn join(&mut self, id: JointId, reversed: bool) {
        let joint = &self.multibody.joints[id.0];
        let (from, to) = if reversed { (&joint.second, &joint.first) } else { (&joint.first, &joint.second) };
        let (mut parent, carrier_pose) = match from.carrier {
            Carrier::Ground => (None, identity_pose(self.graph)),
            Carrier::Body(body) => match &self.placements[body.0] {
                Some(placement) => (placement.link, placement.pose.clone()),
                None => return,
            },
        };
        let mount = Pose { position: from.position, rotation: from.rotation };
        let mut offset = compose(self.graph, &carrier_pose, &mount);
        let mut steps = joints::steps(&joint.kind, self.graph, self.multibody.planar).unwrap_or_default();
        if !self.moves(Owner::Joint(id)) {
            steps.clear();
        }
        if reversed {
            steps.reverse();
        }
        for step in steps {
            parent = Some(self.link(parent, offset, step, reversed, Owner::Joint(id)));
            offset = identity_pose(self.graph);
        }
        let Carrier::Body(body) = to.carrier else { return };
        let mount = Pose { position: to.position, rotation: to.rotation };
        let back = inverse(self.graph, &mount);
        // Where the joint moves nothing (fixed), the offset remains.
        let pose = compose(self.graph, &offset, &back);
        self.placements[body.0] = Some(Placement { link: parent, pose });
        self.placed_by[body.0] = Some(id);
    }

    /// Makes a body move freely: translations of its centre of mass along the axes of the ground, then its
    /// rotation.
    fn free(&mut self, id: BodyId) {
        let body = &self.multibody.bodies[id.0];
        let kind = Free::default().into();
        let mut parent = None;
        for step in joints::steps(&kind, self.graph, self.multibody.planar).unwrap_or_default() {
            if body.particle && !matches!(step.motion, Motion::Translation { .. })
                || !self.moves(Owner::Body(id))
            {
                continue;
            }
            let offset = identity_pose(self.graph);
            parent = Some(self.link(parent, offset, step, false, Owner::Body(id)));
        }
        let mut pose = identity_pose(self.graph);
        pose.position = super::vectors::neg(self.graph, &body.com);
        self.placements[id.0] = Some(Placement { link: parent, pose });
    }

    fn moves(&self, owner: Owner) -> bool {
        self.moving.is_none_or(|moving| moving.contains(&owner))
    }

    fn link(
        &mut self,
        parent: Option<usize>,
        offset: Pose,
        Step { motion, component, ratio, .. }: Step,
        reversed: bool,
        owner: Owner,
    ) -> usize {
        let (coordinates, velocities) = motion.sizes();
        // The links of an owner follow each other.
        let mut own_links = self.links.iter().rev().take_while(|link| link.owner == owner);
        let earlier = own_links.find(|link| link.component == component);
        let own = earlier.is_none();
        let (coordinate, velocity) = match earlier {
            Some(link) => (link.coordinate, link.velocity),
            None => (self.coordinates, self.velocities),
        };
        if own {
            self.coordinates += coordinates;
            self.velocities += velocities;
        }
        let follows = None;
        self.links.push(Link {
            parent,
            offset,
            motion,
            reversed,
            owner,
            component,
            share: ratio,
            own,
            coordinate,
            velocity,
            follows,
        });
        self.links.len() - 1
    }
}

impl Tree {
    /// The link of a carrier (`None`: the ground), and its frame in the link's.
    pub fn placement(&self, graph: &Graph, carrier: Carrier) -> (Option<usize>, Pose) {
        match carrier {
            Carrier::Ground => (None, identity_pose(graph)),
            Carrier::Body(body) => (self.placements[body.0].link, self.placements[body.0].pose.clone()),
        }
    }

    /// Whether a scalar coordinate of a joint has a velocity of its own.
    pub fn has_velocity(&self, joint: JointId, k: usize) -> bool {
        self.links.iter().any(|link| {
            link.owner == Owner::Joint(joint)
                && link.component == k
                && link.motion.sizes() == (1, 1)
                && link.follows.is_none()
        })
    }

    /// The links of a joint or a free body, in the order of its coordinates.
    pub fn links_of(&self, owner: Owner) -> Vec<usize> {
        let mut links: Vec<usize> = (0..self.links.len()).filter(|&i| self.links[i].owner == owner).collect();
        links.sort_by_key(|&i| self.links[i].component);
        links
    }

    /// The last link that is on the way from the ground to both (`None`: the ground).
    pub fn common_ancestor(&self, mut a: Option<usize>, mut b: Option<usize>) -> Option<usize> {
        // Parents have smaller numbers, and the ground the smallest.
        while a != b {
            let further = if a > b { &mut a } else { &mut b };
            *further = further.and_then(|link| self.links[link].parent);
        }
        a
    }

    /// The links from one to an ancestor, without that one (`None`: the ground).
    pub fn way(&self, ancestor: Option<usize>, from: Option<usize>) -> Vec<usize> {
        let up = |link: Option<usize>| link.filter(|_| link != ancestor);
        std::iter::successors(up(from), |&link| up(self.links[link].parent)).collect()
    }
}
