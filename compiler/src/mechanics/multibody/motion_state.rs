//! The pose and motion of every link, in the axes of the ground and relative to other links.
//!
//! ```text
//! p = p_p + R_p d,      R = R_p R_offset R_motion        d: origin of the link from its parent's, in its axes (1)
//! ω = ω_p + R ω_rel,    v = v_p + ω_p × (p − p_p) + R_p R_offset ḋ_motion                             (2)
//! ```
//! In the plane R is a rotation by the sum of the angles on the way, so that no products of sines and
//! cosines arise; rotations that are fixed in the mechanism commute with it and are kept apart.

use super::axes::Axes;
use super::poses::{Frame, compose};
use super::tree::{Link, Tree};
use super::{Motion, Pose, Twist};
use crate::kinds::Rates;
use crate::model::Mount;
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector, nodes};
use crate::symbolic::{Author, Graph, Node, rotations};

/// Poses and twists of all links.
pub struct MotionState {
    /// In the axes of the ground.
    pub poses: Vec<Pose>,
    /// The velocity of each link's origin, and its angular velocity, in the axes of the ground.
    pub twists: Vec<Twist>,
    /// In the plane: the sum of the joint angles on the way from the ground.
    pub angles: Vec<Node>,
    /// In the plane: the angle by which each link turns on its parent.
    turns: Vec<Node>,
    /// From each link's frame to its parent's.
    steps: Vec<Pose>,
}

/// A frame in the plane, whose rotation is one by the sum of the angles on the way, after those that are fixed.
#[derive(Clone, Copy)]
struct Merged<'g> {
    frame: Frame<'g>,
    angle: Expr<'g>,
    fixed: Matrix<'g>,
}

impl<'g> Merged<'g> {
    fn start(algebra: &'g Algebra<'g>) -> Self {
        Self { frame: Frame::identity(algebra), angle: algebra.zero(), fixed: algebra.identity() }
    }

    /// (1) of a link that turns by an angle, with its origin seen from its parent.
    fn then(self, offset: Matrix<'g>, angle: Expr<'g>, origin: Vector<'g>) -> Self {
        let (angle, fixed) = (self.angle + angle, self.fixed * offset);
        let axis = angle.algebra().unit_vector(2);
        let rotation = rotations::about(axis, angle.sin(), angle.cos()) * fixed;
        Self { frame: Frame { position: self.frame * origin, rotation }, angle, fixed }
    }
}

impl MotionState {
    /// (1) and (2) for all links; where `axes` merge rotations about parallel axes, R is one rotation after that of their axes.
    pub fn new(
        graph: &mut Graph,
        planar: bool,
        tree: &Tree,
        (positions, velocities): (&[Node], &[Node]),
        axes: Option<&Axes>,
    ) -> Self {
        let algebra = &Algebra::new(graph);
        let (mut frames, mut rates): (Vec<Frame<'_>>, Vec<Rates<'_>>) = (Vec::new(), Vec::new());
        let (mut turns, mut steps) = (Vec::new(), Vec::new());
        let mut merged: Vec<Merged<'_>> = Vec::new();
        let before = algebra.with(|graph| graph.write_for(Author::Nobody));
        for link in &tree.links {
            algebra.with(|graph| graph.write_for(link.owner.author()));
            let q = algebra.exprs(&algebra.with(|graph| link.coordinates(graph, positions)));
            let mut v = algebra.exprs(&algebra.with(|graph| link.rates(graph, velocities)));
            if link.backwards() {
                v.iter_mut().for_each(|v| *v = -*v);
            }
            let offset = Frame::of(algebra, &link.offset);
            let step = offset * Frame::moved(&link.motion, link.reversed, &q);
            let (parent, carried) = match link.parent {
                Some(parent) => (frames[parent], rates[parent]),
                None => (Frame::identity(algebra), Rates::zero(algebra)),
            };
            // (1)
            let frame = if planar {
                let before = link.parent.map_or(Merged::start(algebra), |parent| merged[parent]);
                let turn = link.planar_angle(&q);
                let own = before.then(offset.rotation, turn, step.position);
                turns.push(turn);
                merged.push(own);
                own.frame
            } else if let Some((axes, turned)) =
                axes.and_then(|axes| Some((axes, axes.turned(frames.len())?)))
            {
                let carrier = axes.carrier(tree, frames.len());
                let carrier = carrier.map_or(algebra.identity(), |carrier| frames[carrier].rotation);
                let rotation = carrier * algebra.matrix(&turned.whole);
                Frame { position: parent * step.position, rotation }.share()
            } else {
                (parent * step).share()
            };
            rates.push(link.twist(parent, carried, frame, &v));
            frames.push(frame);
            steps.push(step);
        }
        algebra.with(|graph| graph.write_for(before));
        Self {
            poses: frames.into_iter().map(Frame::nodes).collect(),
            twists: rates.into_iter().map(Rates::nodes).collect(),
            angles: merged.iter().map(|own| own.angle.node()).collect(),
            turns: nodes(&turns),
            steps: steps.into_iter().map(Frame::nodes).collect(),
        }
    }

    /// The pose of a mount.
    pub fn pose(&self, graph: &mut Graph, tree: &Tree, mount: &Mount) -> Pose {
        let (link, local) = local_pose(graph, tree, mount);
        match link {
            Some(link) => compose(graph, &self.poses[link], &local),
            None => local,
        }
    }

    /// The motion of a mount.
    pub fn twist(&self, graph: &mut Graph, tree: &Tree, mount: &Mount) -> Twist {
        let (link, local) = local_pose(graph, tree, mount);
        let algebra = &Algebra::new(graph);
        let Some(link) = link else { return Rates::zero(algebra).nodes() };
        let Rates { v, w } = Rates::of(algebra, &self.twists[link]);
        let arm = algebra.matrix(&self.poses[link].rotation) * algebra.vector(&local.position);
        Rates { v: v + w.cross(arm), w }.nodes()
    }

    /// The pose of a mount relative to a link that carries it (`None`: the ground).
    pub fn pose_from(&self, graph: &mut Graph, tree: &Tree, ancestor: Option<usize>, mount: &Mount) -> Pose {
        let planar = !self.turns.is_empty();
        if planar && ancestor.is_none() {
            return self.pose(graph, tree, mount);
        }
        let (carrier, local) = local_pose(graph, tree, mount);
        let way = tree.way(ancestor, carrier);
        let algebra = &Algebra::new(graph);
        let (step, local) = (|link: usize| Frame::of(algebra, &self.steps[link]), Frame::of(algebra, &local));
        let frame = if planar {
            let moved = way.into_iter().rev().fold(Merged::start(algebra), |before, link| {
                let offset = algebra.matrix(&tree.links[link].offset.rotation);
                before.then(offset, algebra.expr(self.turns[link]), step(link).position)
            });
            moved.frame * local
        } else {
            way.into_iter().fold(local, |frame, link| (step(link) * frame).share())
        };
        frame.nodes()
    }
}

/// The link that carries a mount, and the mount's pose in its frame.
pub fn local_pose(graph: &mut Graph, tree: &Tree, mount: &Mount) -> (Option<usize>, Pose) {
    let (link, placement) = tree.placement(graph, mount.carrier);
    let own = Pose { position: mount.position, rotation: mount.rotation };
    (link, compose(graph, &placement, &own))
}

/// The pose of `inner` relative to `outer`.
pub fn relative(graph: &mut Graph, outer: &Pose, inner: &Pose) -> Pose {
    let algebra = &Algebra::new(graph);
    (Frame::of(algebra, outer).inverse() * Frame::of(algebra, inner)).nodes()
}

impl Link {
    /// Whether a positive rate moves the link backwards. A quaternion describes its link itself.
    pub fn backwards(&self) -> bool {
        self.reversed && !matches!(self.motion, Motion::Quaternion)
    }

    /// The angle by which a motion in the plane turns, anticlockwise.
    fn planar_angle<'g>(&self, q: &[Expr<'g>]) -> Expr<'g> {
        let algebra = q[0].algebra();
        match &self.motion {
            Motion::Rotation { axis } | Motion::Screw { axis, .. } => {
                let angle = algebra.expr(axis[2]) * q[0];
                if self.reversed { -angle } else { angle }
            }
            Motion::Translation { .. } | Motion::Quaternion => algebra.zero(),
        }
    }

    /// (2)
    fn twist<'g>(
        &self,
        parent: Frame<'g>,
        carried: Rates<'g>,
        frame: Frame<'g>,
        rate: &[Expr<'g>],
    ) -> Rates<'g> {
        let algebra = rate[0].algebra();
        let Rates { v, mut w } = carried;
        let mut v = v + w.cross(frame.position - parent.position);
        let turning = match &self.motion {
            Motion::Rotation { axis } | Motion::Screw { axis, .. } => Some(rate[0] * algebra.vector(axis)),
            Motion::Quaternion => Some(Vector([rate[0], rate[1], rate[2]])),
            Motion::Translation { .. } => None,
        };
        let sliding = match &self.motion {
            Motion::Translation { axis } => Some(rate[0] * algebra.vector(axis)),
            Motion::Screw { axis, pitch } => Some(algebra.expr(*pitch) * rate[0] * algebra.vector(axis)),
            Motion::Rotation { .. } | Motion::Quaternion => None,
        };
        if let Some(turning) = turning {
            w += frame.rotation * turning;
        }
        // A translation does not turn, and a screw leaves its axis: R of the link serves for R before.
        if let Some(sliding) = sliding {
            v += frame.rotation * sliding;
        }
        Rates { v: v.share(), w: w.share() }
    }
}

/// x moved by the velocity of a rigid frame: v + ω × (x − origin).
pub fn velocity_of<'g>(algebra: &'g Algebra<'g>, pose: &Pose, twist: &Twist, x: Vector<'g>) -> Vector<'g> {
    let Rates { v, w } = Rates::of(algebra, twist);
    v + w.cross(x - algebra.vector(&pose.position))
}
