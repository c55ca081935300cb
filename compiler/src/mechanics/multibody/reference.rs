//! Poses of freely moving bodies before the loops are closed: those that the joints' given (or zero)
//! coordinates lead to along a spanning tree of all joints.
//!
//! Invariant: expressions of parameters and constants alone.

use super::joints::quaternion;
use super::motion_state::MotionState;
use super::particles;
use super::poses::Frame;
use super::tree::{self, Basis, Owner, Tree};
use crate::model::{BodyId, JointId, Multibody, Turned};
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::vectors::Vector3;
use crate::symbolic::{Function, Graph, Node, rotations};

/// Poses and velocities of all bodies in the reference configuration.
pub struct Reference {
    tree: Tree,
    motion: MotionState,
}

/// A given coordinate of a joint and its rate, where there are any.
pub type Given<'a> = &'a dyn Fn(Owner, usize) -> (Option<Node>, Option<Node>);

impl Reference {
    /// `given` returns the entry of `initial` for each coordinate (by its index in the joint).
    pub fn new(
        graph: &mut Graph,
        multibody: &Multibody,
        given: Given<'_>,
        turning: &dyn Fn(Owner, usize) -> Option<Node>,
    ) -> Self {
        let tree = tree::build(graph, multibody, &Basis::Standing);
        let mut positions = vec![graph.zero(); tree.coordinates];
        let mut velocities = vec![graph.zero(); tree.velocities];
        for link in &tree.links {
            let (coordinates, rates) = link.motion.sizes();
            for k in 0..if rates == 3 { 3 } else { 0 } {
                // A joint that is passed backwards turns the other way, near rest at least.
                let spin = turning(link.owner, k).unwrap_or(graph.zero());
                velocities[link.velocity + k] = if link.reversed { graph.neg(spin) } else { spin };
            }
            for k in 0..coordinates {
                // A quaternion begins at (1, 0, 0, 0).
                let rest = if coordinates == 4 && k == 0 { graph.one() } else { graph.zero() };
                let known = given(link.owner, link.component + k).0.unwrap_or(rest);
                let conjugate = coordinates == 4 && k > 0 && link.reversed;
                positions[link.coordinate + k] = if conjugate { graph.neg(known) } else { known };
            }
            if rates == 1 {
                velocities[link.velocity] = given(link.owner, link.component).1.unwrap_or(graph.zero());
            }
        }
        let motion = MotionState::new(graph, multibody.planar, &tree, (&positions, &velocities), None);
        Self { tree, motion }
    }

    /// Whether a joint rotates one of its ends relative to the other.
    pub fn rotates(&self, multibody: &Multibody, joint: JointId) -> bool {
        particles::rotates(multibody, &self.tree, joint)
    }

    /// The spanning tree's links.
    pub fn links(&self) -> &[super::tree::Link] {
        &self.tree.links
    }

    /// What moves a body together with everything that it hangs on, from the ground: the owner of the first link of its branch.
    pub fn root(&self, id: BodyId) -> Option<&tree::Link> {
        let mut link = &self.tree.links[self.tree.placements[id.0].link?];
        while let Some(parent) = link.parent {
            link = &self.tree.links[parent];
        }
        Some(link)
    }

    /// Where a point p of a body is, and its velocity, if a rotation R that is given moves the body about its point a:
    ///
    /// ```text
    /// r_a + R (p − a),   v_a + ω × R (p − a)
    /// ```
    pub fn point(
        &self,
        graph: &mut Graph,
        id: BodyId,
        (point, about): (&Vector3, &Vector3),
        turned: Option<&Turned>,
    ) -> (Vector3, Vector3) {
        let placement = &self.tree.placements[id.0];
        let algebra = &Algebra::new(graph);
        let [point, about] = [point, about].map(|at| algebra.vector(at));
        let start = self.frame(algebra, id, None) * about;
        let arm = self.frame(algebra, id, turned).rotation * (point - about);
        let velocity = match placement.link {
            None => algebra.zero_vector(),
            Some(link) => {
                let twist = &self.motion.twists[link];
                super::motion_state::velocity_of(algebra, &self.motion.poses[link], twist, start)
                    + algebra.vector(&twist.angular_velocity).cross(arm)
            }
        };
        ((start + arm).nodes(), velocity.nodes())
    }

    /// The frame of a body.
    fn frame<'g>(&self, algebra: &'g Algebra<'g>, id: BodyId, turned: Option<&Turned>) -> Frame<'g> {
        let placement = &self.tree.placements[id.0];
        let own = Frame::of(algebra, &placement.pose);
        let mut frame = match placement.link {
            Some(link) => Frame::of(algebra, &self.motion.poses[link]) * own,
            None => own,
        };
        if let Some(turned) = turned {
            let mount = algebra.matrix(&turned.mount.rotation);
            frame.rotation = algebra.matrix(&turned.rotation) * mount.transposed();
        }
        frame
    }

    /// The coordinates of a body that moves freely: its centre of mass and its rotation, in the order of the
    /// links of such a body (x, y, z, then the quaternion; in the plane x, y, angle).
    /// `turned` is the entry of `initial` for its rotation, or for that of a frame on it.
    pub fn coordinates(
        &self,
        graph: &mut Graph,
        multibody: &Multibody,
        id: BodyId,
        turned: Option<&Turned>,
    ) -> Vec<Node> {
        let body = &multibody.bodies[id.0];
        let placement = &self.tree.placements[id.0];
        let algebra = &Algebra::new(graph);
        let frame = self.frame(algebra, id, turned);
        let (com, pose) = ((frame * algebra.vector(&body.com)).nodes(), frame.nodes());
        if multibody.planar {
            // The sum of the angles, so that whole turns are kept, and the constant part.
            let turned = placement.link.map_or(graph.zero(), |link| self.motion.angles[link]);
            let fixed = self.settled(graph, placement.link, &pose);
            vec![com[0], com[1], graph.add(turned, fixed)]
        } else {
            let mut all = com.to_vec();
            let algebra = &Algebra::new(graph);
            all.extend(quaternion(algebra.matrix(&pose.rotation)).map(Expr::node));
            all
        }
    }

    /// The velocities of a body that moves freely: of its centre of mass, and its angular velocity in its
    /// own axes (in the plane: about z).
    pub fn velocities(&self, graph: &mut Graph, multibody: &Multibody, id: BodyId) -> Vec<Node> {
        let body = &multibody.bodies[id.0];
        let placement = &self.tree.placements[id.0];
        let Some(link) = placement.link else { return vec![graph.zero(); 6] };
        let algebra = &Algebra::new(graph);
        let pose = &self.motion.poses[link];
        let frame = Frame::of(algebra, pose) * Frame::of(algebra, &placement.pose);
        let com = frame * algebra.vector(&body.com);
        let twist = &self.motion.twists[link];
        let velocity = super::motion_state::velocity_of(algebra, pose, twist, com).nodes();
        if multibody.planar {
            vec![velocity[0], velocity[1], twist.angular_velocity[2]]
        } else {
            let turning = frame.rotation.transposed() * algebra.vector(&twist.angular_velocity);
            velocity.into_iter().chain(turning.nodes()).collect()
        }
    }

    /// The angle between a body and its link in the plane: of rotation(−angles)·R.
    fn settled(&self, graph: &mut Graph, link: Option<usize>, pose: &super::Pose) -> Node {
        let angle = link.map_or(graph.zero(), |link| self.motion.angles[link]);
        let algebra = &Algebra::new(graph);
        let back = -algebra.expr(angle);
        let back = rotations::about(algebra.unit_vector(2), back.sin(), back.cos());
        let fixed = (back * algebra.matrix(&pose.rotation)).nodes();
        graph.call(Function::Atan2, &[fixed[1][0], fixed[0][0]])
    }
}
