//! The structure of a tree, and its numbers.

use super::{FRAME, Kind, Link, Motion, Vector};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The numbers of a kind of links as one list: rotation by columns, position, axis, pitch, mass, moment, inertia by columns, rotor.
pub const NUMBERS: usize = 30;

/// The numbers of a tree, which parameters decide.
#[derive(Clone, Debug)]
pub struct Numbers<T> {
    /// The acceleration of free fall, in the axes of the ground.
    pub gravity: Vector<T>,
    /// The kinds of links.
    pub kinds: Vec<Kind<T>>,
    /// What signals and forces refer to.
    pub values: Vec<T>,
}

/// The structure of a tree of bodies.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Parents first, with coordinates and velocities of their own, which are numbered in the same order.
    pub links: Arc<[Link]>,
    /// The links that a coordinate of the mechanism moves together with others.
    pub shared: Vec<Shared>,
    /// The links whose coordinates constraints have.
    pub constrained: Vec<usize>,
    /// The velocities of each constraint, by their numbers among all of these links, ascending; none if constraints are not to be eliminated
    /// with the links.
    pub constraints: Vec<Vec<usize>>,
    /// The forces.
    pub laws: Vec<Members>,
    /// The operands of outputs.
    pub signals: Vec<Signal>,
}

/// A link whose coordinate x follows one that several links have in common: x = ratio·q + offset.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// The link.
    pub link: usize,
    /// The number of q among the coordinates of the mechanism.
    pub coordinate: usize,
    /// The number of its velocity.
    pub velocity: usize,
    /// The place of the ratio and of the offset among [`Numbers::values`].
    pub numbers: usize,
}

/// The joints across which the same law acts, the bodies on which it acts, or the pairs of bodies between which it acts.
///
/// What a law across joints calls coordinates q and velocities q̇ is the pose and the twist of its link for a law on bodies, and its efforts e are
/// a wrench. Between bodies there are two of each:
///
/// ```text
/// joint    q, q̇ → e, V;  ∂e/∂q, ∂e/∂q̇
/// body     (R row by row, p) in the axes of the ground, V → w, V;  ∂w/∂η, ∂w/∂V      w, V, η: (angular, linear) in the axes of the link
/// bodies   two of (R, p), two V → w₁, w₂, V;  ∂w₁/∂(η₁, η₂), ∂w₁/∂(V₁, V₂)           w₂ opposite to w₁ in the axes of the ground, or zero
/// ```
/// Loads are e and V, followed by what is [`watched`](Self::watched); slopes are e, V and the derivatives of e.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// The coordinates of each joint; [`FRAME`] on bodies, twice as many between bodies.
    pub coordinates: usize,
    /// The velocities of each joint; six on bodies, twelve between bodies.
    pub velocities: usize,
    /// The number of values of each member.
    pub own: usize,
    /// What a run watches of each member.
    pub watched: Watched,
    /// The members.
    pub members: Vec<Member>,
}

/// A joint, a body, or two bodies on which a law acts.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The link.
    pub link: usize,
    /// The second link of a law of two bodies.
    pub second: Option<usize>,
    /// Whether the second link bears the opposite wrench; otherwise it bears none.
    pub reacts: bool,
    /// Where its values begin among [`Numbers::values`].
    pub values: usize,
}

/// What a run watches of each member of a law.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// The number of switching functions, of which the first ones have sides: arguments of the law, after the values of the member.
    pub switches: usize,
    /// The number of sides.
    pub sides: usize,
    /// Whether d·d, d·ḋ and ḋ·ḋ of the vector between its ends follow.
    pub coincidence: bool,
    /// Whether a quantity follows with its lower and upper limit.
    pub range: bool,
    /// Whether the depth of a contact follows.
    pub contact: bool,
    /// The number of components that follow of what it exerts ([`Signal::Load`]).
    pub exerted: usize,
}

impl Watched {
    /// Nothing.
    pub const NOTHING: Self =
        Self { switches: 0, sides: 0, coincidence: false, range: false, contact: false, exerted: 0 };

    /// The number of results.
    pub fn results(&self) -> usize {
        self.switches
            + if self.coincidence { 3 } else { 0 }
            + if self.range { 3 } else { 0 }
            + usize::from(self.contact)
            + self.exerted
    }
}

impl Members {
    /// Whether it acts along the joints of links.
    pub fn along_joints(&self) -> bool {
        self.coordinates < FRAME
    }

    /// Whether it acts between two bodies each.
    pub fn between_bodies(&self) -> bool {
        self.coordinates == 2 * FRAME
    }

    /// The number of arguments of the law: coordinates, velocities, values and sides of the member.
    pub fn arguments(&self) -> usize {
        self.coordinates + self.velocities + self.own + self.watched.sides
    }

    /// The number of its loads: e, V, what is watched.
    pub fn loads(&self) -> usize {
        self.velocities + 1 + self.watched.results()
    }

    /// The number of its slopes: e, V, ∂e/∂q, ∂e/∂q̇ (row by row); between bodies the derivatives of w₁.
    pub fn slopes(&self) -> usize {
        let rows = if self.between_bodies() { self.velocities / 2 } else { self.velocities };
        self.velocities + 1 + 2 * rows * self.velocities
    }
}

/// An operand of outputs. `at` and `direction` are places of three of [`Numbers::values`], in the axes of the link (of the ground
/// without one); `order` is 0 for positions, 1 for velocities, 2 for accelerations. A load is a component of what a force exerts, by its number
/// among those of all members, law by law. Coordinates, velocities and accelerations are those of links. A reaction is that of a joint.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Signal {
    Coordinate { number: usize, negative: bool },
    Velocity(usize),
    Acceleration(usize),
    Point { link: Option<usize>, at: usize, component: usize, order: u8 },
    Axis { link: Option<usize>, direction: usize, component: usize },
    Spin { link: Option<usize>, component: usize, order: u8 },
    Load(usize),
    Reaction(Reaction),
}

/// A component of the force or torque that a joint exerts on its second end, about the origin of that end, in the axes of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// The last link of the joint.
    pub link: usize,
    /// The number of its links, which follow each other.
    pub motions: usize,
    /// Whether the last link carries the first end.
    pub reversed: bool,
    /// Whether the axis is one of the ground, otherwise of the link that carries the first end.
    pub ground_axes: bool,
    /// Whether it is a component of the torque.
    pub torque: bool,
    /// The place of three of [`Numbers::values`], the axis of the component, and of the three after them, the origin of the second end in
    /// the frame of the link that carries it.
    pub at: usize,
}

impl Layout {
    /// The number among those of the mechanism of every coordinate and of every velocity of links: those that no link shares are numbered
    /// in the order of links.
    pub fn places(&self) -> [Vec<usize>; 2] {
        let (q, v) = self.of_links();
        let (mut coordinates, mut velocities) = (vec![None; q], vec![None; v]);
        for shared in &self.shared {
            let link = &self.links[shared.link];
            coordinates[link.coordinate as usize] = Some(shared.coordinate);
            velocities[link.velocity as usize] = Some(shared.velocity);
        }
        [coordinates, velocities].map(|all| {
            let mut taken: Vec<usize> = all.iter().copied().flatten().collect();
            taken.sort_unstable();
            taken.dedup();
            let mut free = (0..).filter(|number| taken.binary_search(number).is_err());
            all.into_iter().map(|place| place.or_else(|| free.next()).unwrap_or(0)).collect()
        })
    }

    /// (coordinate, velocity) of each link that turns by a quaternion.
    pub fn rotations(&self) -> Vec<(usize, usize)> {
        let turning = self.links.iter().filter(|link| link.motion == Motion::Quaternion);
        let turning = turning.map(|link| (link.coordinate as usize, link.velocity as usize));
        let mut all: Vec<_> = if self.shared.is_empty() {
            turning.collect()
        } else {
            let [coordinates, velocities] = self.places();
            turning.map(|(q, v)| (coordinates[q], velocities[v])).collect()
        };
        all.sort_unstable();
        all
    }

    /// (coordinate, velocity, count) of the coordinates between [`rotations`](Self::rotations), each of which is moved by one velocity.
    pub fn plain_runs(&self) -> Vec<(usize, usize, usize)> {
        let (coordinates, _) = self.sizes();
        let mut runs = Vec::new();
        let (mut q, mut v) = (0, 0);
        for (coordinate, velocity) in self.rotations() {
            if coordinate > q {
                runs.push((q, v, coordinate - q));
            }
            (q, v) = (coordinate + 4, velocity + 3);
        }
        if coordinates > q {
            runs.push((q, v, coordinates - q));
        }
        runs
    }

    /// The numbers of coordinates and of velocities of the mechanism.
    pub fn sizes(&self) -> (usize, usize) {
        let mut common: Vec<usize> = self.shared.iter().map(|shared| shared.velocity).collect();
        common.sort_unstable();
        common.dedup();
        let fewer = self.shared.len() - common.len();
        let (q, v) = self.of_links();
        (q - fewer, v - fewer)
    }

    /// Those of links.
    fn of_links(&self) -> (usize, usize) {
        let each = self.links.iter().map(|link| (link.motion.coordinates(), link.motion.freedoms()));
        each.fold((0, 0), |(q, v), (coordinates, freedoms)| (q + coordinates, v + freedoms))
    }
}
