//! Values of bodies in `initial` that the joints decide one after the other, from the ground outwards: no search is needed.
//!
//! With P the given rotation of a mount that has the axes M and the origin r in the frame of its link, R_p and ω_p of the link before
//! the joint, and the frame (R_o, o) in which the joint's motion begins:
//! ```text
//! R = P Mᵀ,   R(q) = (R_p R_o)ᵀ R             ball, free body; the quaternion has w ≥ 0            (1)
//! q = θ − θ_M − θ_p − θ_o                      in the plane: of the angles of all axes               (2)
//! ω_own = Rᵀ(ω − ω_p)                          in the plane: θ̇ − θ̇_p                                (3)
//! t = R_oᵀ(x − R r − o),   ṫ = R_oᵀ(ẋ − ω × R r)     bodies that move freely from the ground         (4)
//! ```
//! An equation is used only if everything on its right is given in `initial` (in (3), the rotations are those of the start in any
//! case). Values with several unknowns take the search of unrolled mechanisms, which stays nearest to the reference.
//!
//! Invariant: the values hold at the start, and no other value of `initial` changes; expressions of parameters alone.

use super::given::{Bodies, Undecided, Wanted, searched};
use super::tree::{Link, Tree};
use super::uniform::{Direction, Obstacle};
use super::{Motion, Pose, joints};
use crate::kinds::Frame;
use crate::model::{Matrix3, Vector3};
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector};
use crate::symbolic::{Graph, Node, vectors};
use std::collections::BTreeMap;

/// A value at the start, and whether `initial` gives all of it.
type Known<V> = (V, bool);

/// The start of a tree.
pub struct Start<'a> {
    /// Of all expressions.
    pub graph: &'a mut Graph,
    /// Whether it is in the plane.
    pub planar: bool,
    /// The tree.
    pub tree: &'a Tree,
    /// q, with the values that `initial` gives for joints.
    pub coordinates: &'a mut [Direction],
    /// v.
    pub velocities: &'a mut [Direction],
}

/// The links of one joint, or of one body that moves freely, with which a body moves.
struct Chain {
    parent: Option<usize>,
    offset: Pose,
    translations: Vec<usize>,
    turning: Option<usize>,
}

/// R and ω of links in space; in the plane θ and θ̇ of links, and the fixed part of their rotation.
#[derive(Default)]
struct Memory {
    rotations: BTreeMap<usize, Known<Matrix3>>,
    spins: BTreeMap<usize, Known<Vector3>>,
    angles: [BTreeMap<usize, Known<Node>>; 2],
    settled: BTreeMap<usize, Matrix3>,
}

impl Start<'_> {
    /// Gives the values of bodies to the coordinates and velocities of joints.
    ///
    /// # Errors
    /// The first value that no equation here decides.
    pub fn decide(&mut self, bodies: &Bodies<'_>) -> Result<(), Obstacle> {
        // Parents first.
        let mut all: Vec<_> = bodies.wanted.iter().collect();
        all.sort_by_key(|(body, _)| self.tree.placements[**body].link);
        let mut memory = Memory::default();
        for order in [0, 1] {
            for (body, wanted) in &all {
                let placement = &self.tree.placements[**body];
                let chain = placement.link.and_then(|link| self.chain(link));
                let done = match (chain, order) {
                    (Some(chain), 0) => self.place(&mut memory, &chain, &placement.pose, wanted),
                    (Some(chain), _) => self.move_along(&mut memory, &chain, &placement.pose, wanted),
                    (None, _) => wanted.any(order),
                };
                done.map_err(|name| searched(name, bodies.place_of(name)))?;
            }
        }
        Ok(())
    }

    /// The motion of a body, if it has one of the forms of the equations.
    fn chain(&self, last: usize) -> Option<Chain> {
        let links = &self.tree.links;
        let owner = links[last].owner;
        let mut own = vec![last];
        let mut parent = links[last].parent;
        while let Some(link) = parent.filter(|&link| links[link].owner == owner) {
            own.insert(0, link);
            parent = links[link].parent;
        }
        let dimensions = if self.planar { 2 } else { 3 };
        let one = self.graph.one();
        let along = |link: &Link, k: usize| match &link.motion {
            Motion::Translation { axis } => !link.reversed && axis[k] == one,
            _ => false,
        };
        let count =
            own.iter().take_while(|&&at| matches!(links[at].motion, Motion::Translation { .. })).count();
        let (translations, rest) = own.split_at(count);
        let free =
            count == 0 || (count == dimensions && (0..count).all(|k| along(&links[translations[k]], k)));
        let turning = match rest {
            [] => None,
            [one] => Some(*one),
            _ => return None,
        };
        let turns = turning.is_none_or(|at| match links[at].motion {
            Motion::Quaternion => true,
            Motion::Rotation { .. } => self.planar,
            _ => false,
        });
        // Motions of the same joint follow each other without offsets.
        let offset = links[own[0]].offset.clone();
        // What follows another joint is decided by that.
        let decides = own.iter().all(|&at| links[at].follows.is_none());
        (free && turns && decides).then(|| Chain {
            parent,
            offset,
            translations: translations.to_vec(),
            turning,
        })
    }

    /// (1), (2) and (4) of a body.
    fn place<'m>(
        &mut self,
        memory: &mut Memory,
        chain: &Chain,
        placement: &Pose,
        wanted: &Wanted<'m>,
    ) -> Result<(), Undecided<'m>> {
        if let Some(turned) = wanted.turned {
            let name = &*turned.name;
            let link = chain.turning.filter(|_| !self.planar).ok_or(name)?;
            let first = self.tree.links[link].coordinate;
            let (before, known) = self.rotation(memory, chain.parent);
            let given = self.coordinates[first..first + 4].iter().any(|one| one.given);
            if !known || given || turned.guess {
                return Err(name);
            }
            let algebra = &Algebra::new(self.graph);
            let mount = algebra.matrix(&placement.rotation) * algebra.matrix(&turned.mount.rotation);
            let own = (algebra.matrix(&turned.rotation) * mount.transposed()).share();
            let begin = algebra.matrix(&before) * algebra.matrix(&chain.offset.rotation);
            let q = joints::quaternion(begin.transposed() * own).map(Expr::node);
            memory.rotations.insert(link, (own.nodes(), true));
            for (k, value) in q.into_iter().enumerate() {
                self.give((0, first + k), value, name);
            }
            self.hold(chain.parent, name);
        }
        if let Some((angle, name)) = wanted.angle[0] {
            let link = chain.turning.filter(|_| self.planar).ok_or(name)?;
            let coordinate = self.tree.links[link].coordinate;
            let (before, known) = self.angle(memory, chain.parent, 0);
            if !known || self.coordinates[coordinate].given {
                return Err(name);
            }
            let settled = self.settled(memory, Some(link));
            let algebra = &Algebra::new(self.graph);
            let fixed = algebra.matrix(&settled) * algebra.matrix(&placement.rotation);
            let fixed = fixed[(1, 0)].atan2(fixed[(0, 0)]);
            let turned = (algebra.expr(angle) - fixed).share();
            let own = (turned - algebra.expr(before)).node();
            memory.angles[0].insert(link, (turned.node(), true));
            let own = self.signed(link, own);
            self.give((0, coordinate), own, name);
            self.hold(chain.parent, name);
        }
        self.shift(memory, chain, placement, wanted, 0)
    }

    /// (3) and (4) of a body.
    fn move_along<'m>(
        &mut self,
        memory: &mut Memory,
        chain: &Chain,
        placement: &Pose,
        wanted: &Wanted<'m>,
    ) -> Result<(), Undecided<'m>> {
        if let Some((rate, name)) = wanted.angle[1] {
            let link = chain.turning.filter(|_| self.planar).ok_or(name)?;
            let velocity = self.tree.links[link].velocity;
            let (before, known) = self.angle(memory, chain.parent, 1);
            if !known || self.velocities[velocity].given {
                return Err(name);
            }
            let own = self.graph.sub(rate, before);
            let own = self.signed(link, own);
            memory.angles[1].insert(link, (rate, true));
            self.give((1, velocity), own, name);
            self.hold(chain.parent, name);
        }
        if let Some((_, name)) = wanted.spin.iter().flatten().next().copied() {
            let link = chain.turning.filter(|_| !self.planar).ok_or(name)?;
            let [Some(x), Some(y), Some(z)] = wanted.spin.map(|one| one.map(|(node, _)| node)) else {
                return Err(name);
            };
            let first = self.tree.links[link].velocity;
            let (before, known) = self.spin(memory, chain.parent);
            if !known || self.velocities[first..first + 3].iter().any(|one| one.given) {
                return Err(name);
            }
            let (axes, _) = self.rotation(memory, Some(link));
            let algebra = &Algebra::new(self.graph);
            let relative = algebra.vector(&[x, y, z]) - algebra.vector(&before);
            let own = (algebra.matrix(&axes).transposed() * relative).nodes();
            memory.spins.insert(link, ([x, y, z], true));
            for (k, value) in own.into_iter().enumerate() {
                self.give((1, first + k), value, name);
            }
            self.hold(Some(link), name);
        }
        self.shift(memory, chain, placement, wanted, 1)
    }

    /// (4)
    fn shift<'m>(
        &mut self,
        memory: &mut Memory,
        chain: &Chain,
        placement: &Pose,
        wanted: &Wanted<'m>,
        order: usize,
    ) -> Result<(), Undecided<'m>> {
        let Some((mount, components)) = wanted.point[order] else { return Ok(()) };
        let Some((_, name)) = components.iter().flatten().next().copied() else { return Ok(()) };
        if chain.parent.is_some() || chain.translations.is_empty() {
            return Err(name);
        }
        let algebra = &Algebra::new(self.graph);
        let arm = (Frame::of(algebra, placement) * algebra.vector(&mount.position)).nodes();
        let turned = chain.offset.rotation != algebra.identity().nodes();
        let turning = chain.turning.filter(|_| arm.iter().any(|&node| !self.graph.is_zero(node)));
        let reach = self.arm(memory, turning, arm, order).ok_or(name)?;
        if turned && components[..chain.translations.len()].iter().any(Option::is_none) {
            return Err(name);
        }
        let algebra = &Algebra::new(self.graph);
        let mut from = algebra.vector(&reach);
        if order == 0 {
            from += algebra.vector(&chain.offset.position);
        }
        let zero = algebra.zero();
        let whole = Vector(components.map(|one| one.map_or(zero, |(node, _)| algebra.expr(node))));
        let own = (algebra.matrix(&chain.offset.rotation).transposed() * (whole - from)).nodes();
        for (k, &link) in chain.translations.iter().enumerate() {
            let Some((_, name)) = components[k] else { continue };
            let Link { coordinate, velocity, .. } = self.tree.links[link];
            let place = if order == 0 { (0, coordinate) } else { (1, velocity) };
            if self.directions(order)[place.1].given {
                return Err(name);
            }
            self.give(place, own[k], name);
        }
        self.hold(turning, name);
        Ok(())
    }

    /// R r, or of order 1 ω × R r; `None` if that depends on what is not given.
    fn arm(
        &mut self,
        memory: &mut Memory,
        turning: Option<usize>,
        arm: Vector3,
        order: usize,
    ) -> Option<Vector3> {
        if turning.is_none() {
            return Some(if order == 0 { arm } else { vectors::zero(self.graph) });
        }
        let (rotation, mut given) = if self.planar {
            let (angle, given) = self.angle(memory, turning, 0);
            let settled = self.settled(memory, turning);
            let algebra = &Algebra::new(self.graph);
            let about = about_normal(algebra, algebra.expr(angle)) * algebra.matrix(&settled);
            (about.nodes(), given)
        } else {
            self.rotation(memory, turning)
        };
        let mut spin = vectors::zero(self.graph);
        if order == 1 {
            (spin, given) = if self.planar {
                let (rate, given) = self.angle(memory, turning, 1);
                ([spin[0], spin[1], rate], given)
            } else {
                self.spin(memory, turning)
            };
        }
        let algebra = &Algebra::new(self.graph);
        let reach = algebra.matrix(&rotation) * algebra.vector(&arm);
        let moved = if order == 0 { reach } else { algebra.vector(&spin).cross(reach) };
        given.then(|| moved.nodes())
    }

    fn directions(&self, order: usize) -> &[Direction] {
        if order == 0 { self.coordinates } else { self.velocities }
    }

    /// Gives a coordinate (order 0) or a velocity its value.
    fn give(&mut self, (order, number): (usize, usize), value: Node, name: &str) {
        let direction = if order == 0 { &mut self.coordinates[number] } else { &mut self.velocities[number] };
        (direction.start, direction.given) = (value, true);
        direction.basis.get_or_insert_with(|| name.into());
    }

    /// Notes that a value holds only with the rotations of these links.
    fn hold(&mut self, mut link: Option<usize>, name: &str) {
        while let Some(at) = link {
            let Link { coordinate, velocity, parent, ref motion, .. } = self.tree.links[at];
            if matches!(motion, Motion::Translation { .. }) {
                link = parent;
                continue;
            }
            let (coordinates, velocities) = motion.sizes();
            let mut new = false;
            let own = self.coordinates[coordinate..coordinate + coordinates].iter_mut();
            for direction in own.chain(&mut self.velocities[velocity..velocity + velocities]) {
                new |= direction.basis.is_none();
                direction.basis.get_or_insert_with(|| name.into());
            }
            link = parent.filter(|_| new);
        }
    }

    /// ±x, for a link that turns about the normal of the plane.
    fn signed(&mut self, link: usize, x: Node) -> Node {
        let link = &self.tree.links[link];
        let along = match &link.motion {
            Motion::Rotation { axis } => axis[2],
            _ => self.graph.one(),
        };
        let turned = self.graph.mul(along, x);
        if link.backwards() { self.graph.neg(turned) } else { turned }
    }

    /// The links from the first one that is not known to this one.
    fn unknown(&self, mut link: Option<usize>, known: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut all = Vec::new();
        while let Some(at) = link.filter(|&at| !known(at)) {
            all.push(at);
            link = self.tree.links[at].parent;
        }
        all.reverse();
        all
    }

    /// R at the start.
    fn rotation(&mut self, memory: &mut Memory, link: Option<usize>) -> Known<Matrix3> {
        for at in self.unknown(link, |at| memory.rotations.contains_key(&at)) {
            let own = &self.tree.links[at];
            let (count, _) = own.motion.sizes();
            let q = &self.coordinates[own.coordinate..own.coordinate + count];
            let turns = !matches!(own.motion, Motion::Translation { .. });
            let given = !turns || q.iter().all(|one| one.given);
            let start: Vec<Node> = q.iter().map(|one| own.moved(self.graph, 0, one.start)).collect();
            let (before, known) = self.at(own.parent, &memory.rotations, vectors::identity);
            let algebra = &Algebra::new(self.graph);
            let turned = Frame::moved(&own.motion, own.reversed, &algebra.exprs(&start)).rotation;
            let rotation = algebra.matrix(&before) * algebra.matrix(&own.offset.rotation) * turned;
            memory.rotations.insert(at, (rotation.share().nodes(), known && given));
        }
        self.at(link, &memory.rotations, vectors::identity)
    }

    /// ω at the start.
    fn spin(&mut self, memory: &mut Memory, link: Option<usize>) -> Known<Vector3> {
        for at in self.unknown(link, |at| memory.spins.contains_key(&at)) {
            let (axes, _) = self.rotation(memory, Some(at));
            let own = &self.tree.links[at];
            let (_, count) = own.motion.sizes();
            let v = &self.velocities[own.velocity..own.velocity + count];
            let given = matches!(own.motion, Motion::Translation { .. }) || v.iter().all(|one| one.given);
            let start: Vec<Node> = v.iter().map(|one| own.moved(self.graph, 1, one.start)).collect();
            let (before, known) = self.at(own.parent, &memory.spins, vectors::zero);
            let algebra = &Algebra::new(self.graph);
            let v = algebra.exprs(&start);
            let relative = match &own.motion {
                Motion::Rotation { axis } | Motion::Screw { axis, .. } => {
                    let rate = if own.backwards() { -v[0] } else { v[0] };
                    rate * algebra.vector(axis)
                }
                Motion::Quaternion => Vector([v[0], v[1], v[2]]),
                Motion::Translation { .. } => algebra.zero_vector(),
            };
            let spin = algebra.vector(&before) + algebra.matrix(&axes) * relative;
            memory.spins.insert(at, (spin.share().nodes(), known && given));
        }
        self.at(link, &memory.spins, vectors::zero)
    }

    /// In the plane: the sum of the angles on the way from the ground, or its rate.
    fn angle(&mut self, memory: &mut Memory, link: Option<usize>, order: usize) -> Known<Node> {
        for at in self.unknown(link, |at| memory.angles[order].contains_key(&at)) {
            let own = &self.tree.links[at];
            let direction = match order {
                0 => &self.coordinates[own.coordinate],
                _ => &self.velocities[own.velocity],
            };
            let turns = !matches!(own.motion, Motion::Translation { .. });
            let (start, given) = (own.moved(self.graph, order, direction.start), direction.given);
            let (before, known) = self.at(own.parent, &memory.angles[order], |graph| graph.zero());
            let whole = if turns {
                let turned = self.signed(at, start);
                self.graph.add(before, turned)
            } else {
                before
            };
            memory.angles[order].insert(at, (whole, known && (given || !turns)));
        }
        self.at(link, &memory.angles[order], |graph| graph.zero())
    }

    /// In the plane: the product of the rotations of all offsets on the way.
    fn settled(&mut self, memory: &mut Memory, link: Option<usize>) -> Matrix3 {
        for at in self.unknown(link, |at| memory.settled.contains_key(&at)) {
            let own = &self.tree.links[at];
            let before = own.parent.and_then(|parent| memory.settled.get(&parent).copied());
            let before = before.unwrap_or_else(|| vectors::identity(self.graph));
            let algebra = &Algebra::new(self.graph);
            let whole = algebra.matrix(&before) * algebra.matrix(&own.offset.rotation);
            memory.settled.insert(at, whole.share().nodes());
        }
        let known = link.and_then(|link| memory.settled.get(&link).copied());
        known.unwrap_or_else(|| vectors::identity(self.graph))
    }

    /// What is known of a link; of the ground everything is.
    fn at<V: Copy>(
        &self,
        link: Option<usize>,
        known: &BTreeMap<usize, Known<V>>,
        ground: impl Fn(&Graph) -> V,
    ) -> Known<V> {
        link.and_then(|link| known.get(&link).copied()).unwrap_or_else(|| (ground(self.graph), true))
    }
}

/// The rotation by an angle in the plane.
fn about_normal<'g>(algebra: &'g Algebra<'g>, angle: Expr<'g>) -> Matrix<'g> {
    crate::symbolic::rotations::about(algebra.unit_vector(2), angle.sin(), angle.cos())
}
