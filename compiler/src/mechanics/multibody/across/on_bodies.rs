//! A body, or two of them, by their poses and twists: (4) to (6) of the laws of forces.
//!
//! Stand-ins are R row by row and p in the axes of the ground of each body, then ω and v of each link's origin in the axes of the link.

use super::super::places::Places;
use super::super::poses::{Frame, compose, identity_pose};
use super::super::tree::Tree;
use super::super::{Kinematics, Line, Load, Pose, Twist};
use super::stand_ins::StandIns;
use super::view::pose_of;
use super::{OF_A_BODY, Seen};
use crate::kinds::Rates;
use crate::model::{Carrier, JointId, Mount, Quantity, Vector3};
use crate::symbolic::algebra::{Algebra, Vector};
use crate::symbolic::{Graph, Node, Symbol};

/// Numbers of a pose and of a twist.
const POSE: usize = OF_A_BODY.0;
const TWIST: usize = OF_A_BODY.1;

/// Bodies, for a force between the ground and one of them, or between both.
pub struct OnBodies<'g, 'm> {
    pub graph: &'g mut Graph,
    pub tree: &'m Tree,
    /// Those of the bodies.
    pub links: &'m [usize],
    pub carriers: &'m [Carrier],
    /// The frames of the carriers in those of their links.
    pub geometry: &'m [Node],
    pub stand_ins: &'m StandIns,
    /// Whether sliding joints keep the ends on a line.
    pub on_a_line: bool,
    /// Whether the force needs another quantity.
    pub foreign: bool,
}

impl OnBodies<'_, '_> {
    /// A mount in the frame of its link or of the ground, and the number of the body that it is on.
    fn local(&mut self, mount: &Mount) -> (Pose, Option<usize>) {
        let Some(number) = self.carriers.iter().position(|carrier| *carrier == mount.carrier) else {
            self.foreign = true;
            return (identity_pose(self.graph), None);
        };
        let link = self.tree.placement(self.graph, mount.carrier).0;
        let body = link.and_then(|link| self.links.iter().position(|&of| of == link));
        let own = Pose { position: mount.position, rotation: mount.rotation };
        let placement = pose_of(&self.geometry[12 * number..12 * number + 12]);
        (compose(self.graph, &placement, &own), body)
    }
}

/// R and p of a body.
fn frame<'g>(algebra: &'g Algebra<'g>, stand_ins: &StandIns, body: usize) -> Frame<'g> {
    let q = &stand_ins.q[POSE * body..POSE * (body + 1)];
    let q: Vec<Node> = q.iter().map(|&q| algebra.with(|graph| graph.node(q))).collect();
    Frame::of(algebra, &pose_of(&q))
}

/// V of a body, in the axes of its link.
fn rates<'g>(algebra: &'g Algebra<'g>, stand_ins: &StandIns, body: usize) -> Rates<'g> {
    let v = &stand_ins.v[TWIST * body..TWIST * (body + 1)];
    let v: Vec<Node> = v.iter().map(|&v| algebra.with(|graph| graph.node(v))).collect();
    Rates { w: algebra.vector(&[v[0], v[1], v[2]]), v: algebra.vector(&[v[3], v[4], v[5]]) }
}

/// The link that carries a quantity, and the mount of the quantity in its frame.
pub fn place(graph: &mut Graph, places: &Places<'_>, quantity: &Quantity) -> Option<(Option<usize>, Pose)> {
    match quantity {
        Quantity::Position(mount, _) | Quantity::Rotation(mount, ..) => Some(places.placed(graph, mount)),
        Quantity::AngularVelocity(carrier, _) | Quantity::Angle(carrier) => {
            Some((places.carried(graph, *carrier), identity_pose(graph)))
        }
        _ => None,
    }
}

/// A quantity of a mount of a body; accelerations are none, nor are angles, which count turns.
pub fn quantity(
    graph: &mut Graph,
    stand_ins: &StandIns,
    local: &Pose,
    (quantity, order, body): (&Quantity, u8, usize),
) -> Option<Node> {
    let algebra = &Algebra::new(graph);
    let (frame, rates) = (frame(algebra, stand_ins, body), rates(algebra, stand_ins, body));
    let arm = algebra.vector(&local.position);
    let value = match (quantity, order) {
        (Quantity::Position(_, k), 0) => (frame * arm).0[*k],
        (Quantity::Position(_, k), 1) => (frame.rotation * rates.at(arm)).0[*k],
        (Quantity::AngularVelocity(_, k), 1) => (frame.rotation * rates.w).0[*k],
        (Quantity::Angle(_), 1) => (frame.rotation * rates.w).0[2],
        (Quantity::Rotation(_, i, j), 0) => (frame.rotation * algebra.matrix(&local.rotation))[(*i, *j)],
        _ => return None,
    };
    Some(value.node())
}

impl Seen for OnBodies<'_, '_> {
    fn foreign(&self) -> bool {
        self.foreign
    }

    fn rates(&self) -> &[Symbol] {
        &self.stand_ins.v
    }

    /// (4)
    fn exert(&mut self, load: &Load, efforts: &mut [Node]) -> Result<(), &'static str> {
        let Load::OnMount { at, force, torque } = load else {
            return Err("which acts on a coordinate or an expression");
        };
        let (local, Some(body)) = self.local(at) else { return Ok(()) };
        let algebra = &Algebra::new(self.graph);
        let back = frame(algebra, self.stand_ins, body).rotation.transposed();
        let force = back * algebra.vector(force);
        let torque = back * algebra.vector(torque) + algebra.vector(&local.position).cross(force);
        for (effort, own) in efforts[TWIST * body..].iter_mut().zip(torque.0.into_iter().chain(force.0)) {
            *effort = (algebra.expr(*effort) + own).node();
        }
        Ok(())
    }

    fn on_ground(&self) -> bool {
        true
    }

    fn may_be_on_a_line(&self) -> bool {
        self.on_a_line
    }

    /// (5): δR e_j = R (e_k × e_j), δp = R e_k.
    fn directions(&mut self) -> Vec<Vec<(Symbol, Node)>> {
        let mut all = Vec::with_capacity(self.stand_ins.v.len());
        for q in self.stand_ins.q.chunks_exact(POSE) {
            for k in 0..3 {
                let (after, last) = ((k + 1) % 3, (k + 2) % 3);
                let mut direction = Vec::with_capacity(TWIST);
                for row in 0..3 {
                    let of = |column: usize| q[3 * row + column];
                    let back = self.graph.node(of(after));
                    direction.push((of(after), self.graph.node(of(last))));
                    direction.push((of(last), self.graph.neg(back)));
                }
                all.push(direction);
            }
            for k in 0..3 {
                all.push((0..3).map(|row| (q[9 + row], self.graph.node(q[3 * row + k]))).collect());
            }
        }
        all
    }

    /// (6)
    fn independent(&self) -> usize {
        TWIST
    }
}

impl Kinematics for OnBodies<'_, '_> {
    fn graph(&mut self) -> &mut Graph {
        self.graph
    }

    fn pose(&mut self, mount: &Mount) -> Pose {
        let (local, body) = self.local(mount);
        let Some(body) = body else { return local };
        let algebra = &Algebra::new(self.graph);
        (frame(algebra, self.stand_ins, body) * Frame::of(algebra, &local)).nodes()
    }

    fn twist(&mut self, mount: &Mount) -> Twist {
        let (local, body) = self.local(mount);
        let algebra = &Algebra::new(self.graph);
        let Some(body) = body else { return Rates::zero(algebra).nodes() };
        let axes = frame(algebra, self.stand_ins, body).rotation;
        let own = rates(algebra, self.stand_ins, body);
        let arm: Vector<'_> = algebra.vector(&local.position);
        Rates { v: axes * own.at(arm), w: axes * own.w }.nodes()
    }

    fn joint_coordinate(&mut self, _: JointId, _: usize) -> (Node, Node) {
        self.foreign = true;
        (self.graph.zero(), self.graph.zero())
    }

    fn reaction(&mut self, _: JointId) -> (Vector3, Vector3) {
        self.foreign = true;
        let zero = self.graph.zero();
        ([zero; 3], [zero; 3])
    }

    fn line(&mut self, _: &[Mount; 2]) -> Option<Line> {
        None
    }
}
