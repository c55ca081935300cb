//! Where every link is and how it moves, in the axes of the ground, and seen from other links.
//!
//! ```text
//! p = p_p + R_p d,      R = R_p R_offset R_motion        d: origin of the link from its parent's, in its axes (1)
//! ω = ω_p + R ω_rel,    v = v_p + ω_p × (p − p_p) + R_p R_offset ḋ_motion                             (2)
//! ```
//! In the plane R is a rotation by the sum of the angles on the way, so that no products of sines and
//! cosines arise; rotations that are fixed in the mechanism commute with it and are kept apart.

use super::poses::{compose, identity_pose, inverse, moved, transform};
use super::tree::{Link, Tree};
use super::vectors::{add, apply, cross, identity, multiply, rotation_about, scale, share, sub, unit, zero};
use super::{Motion, Pose, Twist};
use crate::model::{Matrix3, Mount, Vector3};
use crate::symbolic::{Graph, Node};

/// Poses and twists of all links.
pub struct MotionState {
    /// In the axes of the ground.
    pub poses: Vec<Pose>,
    /// The velocity of each link's origin, and its angular velocity, in the axes of the ground.
    pub twists: Vec<Twist>,
    /// In the plane: the sum of the joint angles on the way from the ground.
    pub angles: Vec<Node>,
    /// From each link's frame to its parent's.
    steps: Vec<Pose>,
}

impl MotionState {
    /// (1) and (2) for all links.
    pub fn new(
        graph: &mut Graph,
        planar: bool,
        tree: &Tree,
        positions: &[Node],
        velocities: &[Node],
    ) -> Self {
        let mut state = Self { poses: Vec::new(), twists: Vec::new(), angles: Vec::new(), steps: Vec::new() };
        let mut fixed: Vec<Matrix3> = Vec::new();
        for link in &tree.links {
            let q = &link.coordinates(graph, positions);
            let mut v = link.rates(graph, velocities);
            if link.backwards() {
                v.iter_mut().for_each(|v| *v = graph.neg(*v));
            }
            let step = moved(graph, &link.motion, link.reversed, q);
            let step = compose(graph, &link.offset, &step);
            let nowhere = identity_pose(graph);
            let still = Twist { velocity: zero(graph), angular_velocity: zero(graph) };
            let (parent, twist) = match link.parent {
                Some(p) => (state.poses[p].clone(), state.twists[p].clone()),
                None => (nowhere, still),
            };
            let pose = if planar {
                let zero = graph.zero();
                let before = link.parent.map_or(zero, |p| state.angles[p]);
                let turned = link.planar_angle(graph, q);
                let angle = graph.add(before, turned);
                let settled = link.parent.map_or(identity(graph), |p| fixed[p]);
                let settled = multiply(graph, &settled, &link.offset.rotation);
                let (sine, cosine) = (graph.sin(angle), graph.cos(angle));
                let z = unit(graph, 2);
                let rotation = rotation_about(graph, &z, sine, cosine);
                let rotation = multiply(graph, &rotation, &settled);
                state.angles.push(angle);
                fixed.push(settled);
                Pose { position: transform(graph, &parent, &step.position), rotation }
            } else {
                let pose = compose(graph, &parent, &step);
                Pose {
                    position: share(graph, &pose.position),
                    rotation: pose.rotation.map(|row| share(graph, &row)),
                }
            };
            let twist = link.twist(graph, (&parent, &twist), &pose, &v);
            state.twists.push(twist);
            state.poses.push(pose);
            state.steps.push(step);
        }
        state
    }

    /// Where a mount is.
    pub fn pose(&self, graph: &mut Graph, tree: &Tree, mount: &Mount) -> Pose {
        let (link, local) = local_pose(graph, tree, mount);
        match link {
            Some(link) => compose(graph, &self.poses[link], &local),
            None => local,
        }
    }

    /// How a mount moves.
    pub fn twist(&self, graph: &mut Graph, tree: &Tree, mount: &Mount) -> Twist {
        let (link, local) = local_pose(graph, tree, mount);
        let Some(link) = link else {
            return Twist { velocity: zero(graph), angular_velocity: zero(graph) };
        };
        let twist = &self.twists[link];
        let arm = apply(graph, &self.poses[link].rotation, &local.position);
        let swing = cross(graph, &twist.angular_velocity, &arm);
        Twist { velocity: add(graph, &twist.velocity, &swing), angular_velocity: twist.angular_velocity }
    }

    /// Where a mount is as seen from a link that carries it (`None`: the ground).
    pub fn pose_from(&self, graph: &mut Graph, tree: &Tree, ancestor: Option<usize>, mount: &Mount) -> Pose {
        let (mut at, mut pose) = local_pose(graph, tree, mount);
        while let (Some(link), true) = (at, at != ancestor) {
            let whole = compose(graph, &self.steps[link], &pose);
            pose = Pose {
                position: share(graph, &whole.position),
                rotation: whole.rotation.map(|row| share(graph, &row)),
            };
            at = tree.links[link].parent;
        }
        pose
    }
}

/// The link that carries a mount, and the mount's pose in its frame.
pub fn local_pose(graph: &mut Graph, tree: &Tree, mount: &Mount) -> (Option<usize>, Pose) {
    let (link, placement) = tree.placement(graph, mount.carrier);
    let own = Pose { position: mount.position, rotation: mount.rotation };
    (link, compose(graph, &placement, &own))
}

/// The pose of `inner` as seen from `outer`.
pub fn relative(graph: &mut Graph, outer: &Pose, inner: &Pose) -> Pose {
    let back = inverse(graph, outer);
    compose(graph, &back, inner)
}

impl Link {
    /// Whether a positive rate moves the link backwards. A quaternion describes its link itself.
    pub fn backwards(&self) -> bool {
        self.reversed && !matches!(self.motion, Motion::Quaternion)
    }

    /// The angle by which a motion in the plane turns, anticlockwise.
    fn planar_angle(&self, graph: &mut Graph, q: &[Node]) -> Node {
        match &self.motion {
            Motion::Rotation { axis } | Motion::Screw { axis, .. } => {
                let angle = graph.mul(axis[2], q[0]);
                if self.reversed { graph.neg(angle) } else { angle }
            }
            Motion::Translation { .. } | Motion::Quaternion => graph.zero(),
        }
    }

    /// (2)
    fn twist(&self, graph: &mut Graph, parent: (&Pose, &Twist), pose: &Pose, v: &[Node]) -> Twist {
        let (parent_pose, parent_twist) = parent;
        let arm = sub(graph, &pose.position, &parent_pose.position);
        let carried = cross(graph, &parent_twist.angular_velocity, &arm);
        let mut velocity = add(graph, &parent_twist.velocity, &carried);
        let mut angular_velocity = parent_twist.angular_velocity;
        let turning = match &self.motion {
            Motion::Rotation { axis } | Motion::Screw { axis, .. } => Some(scale(graph, v[0], axis)),
            Motion::Quaternion => Some([v[0], v[1], v[2]]),
            Motion::Translation { .. } => None,
        };
        let sliding = match &self.motion {
            Motion::Translation { axis } => Some(scale(graph, v[0], axis)),
            Motion::Screw { axis, pitch } => {
                let rate = graph.mul(*pitch, v[0]);
                Some(scale(graph, rate, axis))
            }
            Motion::Rotation { .. } | Motion::Quaternion => None,
        };
        if let Some(turning) = turning {
            let turning = apply(graph, &pose.rotation, &turning);
            angular_velocity = add(graph, &angular_velocity, &turning);
        }
        // A translation does not turn, and a screw leaves its axis: R of the link serves for R before.
        if let Some(sliding) = sliding {
            let sliding = apply(graph, &pose.rotation, &sliding);
            velocity = add(graph, &velocity, &sliding);
        }
        Twist { velocity: share(graph, &velocity), angular_velocity: share(graph, &angular_velocity) }
    }
}

/// x moved by the velocity of a rigid frame: v + ω × (x − origin).
pub fn velocity_of(graph: &mut Graph, pose: &Pose, twist: &Twist, point: &Vector3) -> Vector3 {
    let arm = sub(graph, point, &pose.position);
    let swing = cross(graph, &twist.angular_velocity, &arm);
    add(graph, &twist.velocity, &swing)
}
