//! A joint seen from its first carrier: poses, velocities and efforts of the pair by (1) and (2) of the law of its forces.

use super::super::joints;
use super::super::places::Places;
use super::super::poses::{Frame, compose, identity_pose};
use super::super::tree::Tree;
use super::super::{Kinematics, Line, Load, Motion, Pose, Twist};
use super::Seen;
use super::stand_ins::StandIns;
use crate::kinds::Rates;
use crate::model::{Carrier, JointId, Mount, Vector3};
use crate::symbolic::algebra::{Algebra, Vector};
use crate::symbolic::{Constant, Graph, Node, Symbol};

/// A joint in the frame of its first carrier, for a force.
pub struct View<'g, 'm> {
    pub graph: &'g mut Graph,
    pub tree: &'m Tree,
    pub places: &'m Places<'m>,
    pub link: usize,
    pub carriers: &'m [Carrier],
    pub geometry: &'m [Node],
    pub stand_ins: &'m StandIns,
    /// Whether the force needs another quantity.
    pub foreign: bool,
}

impl View<'_, '_> {
    /// A mount in the frame of its link, and whether that is the second.
    fn local(&mut self, mount: &Mount) -> (Pose, bool) {
        let Some(number) = self.carriers.iter().position(|carrier| *carrier == mount.carrier) else {
            self.foreign = true;
            return (identity_pose(self.graph), false);
        };
        let own = Pose { position: mount.position, rotation: mount.rotation };
        let at = 16 + 12 * number;
        let placement = pose_of(&self.geometry[at..at + 12]);
        (compose(self.graph, &placement, &own), number == 1)
    }

    fn motion(&self) -> Motion {
        let axis = [self.geometry[12], self.geometry[13], self.geometry[14]];
        match self.tree.links[self.link].motion {
            Motion::Rotation { .. } => Motion::Rotation { axis },
            Motion::Translation { .. } => Motion::Translation { axis },
            Motion::Screw { .. } => Motion::Screw { axis, pitch: self.geometry[15] },
            Motion::Quaternion => Motion::Quaternion,
        }
    }

    /// (1)
    fn second(&mut self) -> Pose {
        let (motion, reversed) = (self.motion(), self.tree.links[self.link].reversed);
        let offset = pose_of(&self.geometry[..12]);
        let q: Vec<Node> = self.stand_ins.q.iter().map(|&q| self.graph.node(q)).collect();
        let algebra = &Algebra::new(self.graph);
        (Frame::of(algebra, &offset) * Frame::moved(&motion, reversed, &algebra.exprs(&q))).nodes()
    }

    /// The sign of a rate of the link.
    fn backwards(&self) -> bool {
        self.tree.links[self.link].backwards()
    }

    /// (2)
    fn along(&mut self, local: &Pose, force: &Vector3, torque: &Vector3) -> Vec<Node> {
        let (second, backwards, subspace) =
            (self.second(), self.backwards(), joints::motion::subspace(self.graph, &self.motion()));
        let algebra = &Algebra::new(self.graph);
        let back = algebra.matrix(&second.rotation).transposed();
        let force = back * algebra.vector(force);
        let torque = back * algebra.vector(torque) + algebra.vector(&local.position).cross(force);
        let effort = |direction: &Twist| {
            let Rates { v, w } = Rates::of(algebra, direction);
            let effort = w.dot(torque) + v.dot(force);
            if backwards { (-effort).node() } else { effort.node() }
        };
        subspace.iter().map(effort).collect()
    }
}

impl Seen for View<'_, '_> {
    fn foreign(&self) -> bool {
        self.foreign
    }

    fn rates(&self) -> &[Symbol] {
        &self.stand_ins.v
    }

    fn exert(&mut self, load: &Load, efforts: &mut [Node]) -> Result<(), &'static str> {
        match load {
            Load::OnJoint { effort, .. } => efforts[0] = self.graph.add(efforts[0], *effort),
            Load::OnMount { at, force, torque } => {
                let (local, second) = self.local(at);
                if second {
                    let own = self.along(&local, force, torque);
                    for (effort, own) in efforts.iter_mut().zip(own) {
                        *effort = self.graph.add(*effort, own);
                    }
                }
            }
            Load::OnSlip { .. } | Load::OnQuantity { .. } => return Err("which acts on an expression"),
        }
        Ok(())
    }

    fn on_ground(&self) -> bool {
        false
    }

    /// A sliding joint has its own line (`line`); where that is not seen in the law, it may be one by the numbers of a member.
    fn may_be_on_a_line(&self) -> bool {
        matches!(self.tree.links[self.link].motion, Motion::Translation { .. } | Motion::Screw { .. })
    }

    /// (3)
    fn directions(&mut self) -> Vec<Vec<(Symbol, Node)>> {
        match &self.stand_ins.q[..] {
            [one] => vec![vec![(*one, self.graph.one())]],
            q => (0..3).map(|k| quaternion_direction(self.graph, q, k)).collect(),
        }
    }
}

/// ∂q/∂δ of q ⊗ (0, δ)/2, as `Formulated::tangent` has it.
fn quaternion_direction(graph: &mut Graph, q: &[Symbol], k: usize) -> Vec<(Symbol, Node)> {
    let rows = [
        [(1, -1), (0, 1), (3, 1), (2, -1)],
        [(2, -1), (3, -1), (0, 1), (1, 1)],
        [(3, -1), (2, 1), (1, -1), (0, 1)],
    ];
    let entries = rows[k].iter().enumerate().map(|(i, &(from, sign))| {
        let node = graph.node(q[from]);
        (q[i], graph.scale(Constant::ratio(sign, 2), node))
    });
    entries.collect()
}

impl Kinematics for View<'_, '_> {
    fn graph(&mut self) -> &mut Graph {
        self.graph
    }

    fn pose(&mut self, mount: &Mount) -> Pose {
        match self.local(mount) {
            (local, true) => {
                let second = self.second();
                compose(self.graph, &second, &local)
            }
            (local, false) => local,
        }
    }

    fn twist(&mut self, mount: &Mount) -> Twist {
        let (local, second) = self.local(mount);
        let (pose, backwards, subspace) =
            (self.second(), self.backwards(), joints::motion::subspace(self.graph, &self.motion()));
        let v: Vec<Node> = self.stand_ins.v.iter().map(|&v| self.graph.node(v)).collect();
        let algebra = &Algebra::new(self.graph);
        let nothing = Rates::zero(algebra);
        if !second {
            return nothing.nodes();
        }
        let own = algebra.exprs(&v).into_iter().zip(&subspace).fold(nothing, |sum, (rate, direction)| {
            let rate = if backwards { -rate } else { rate };
            let direction = Rates::of(algebra, direction);
            Rates { v: sum.v + rate * direction.v, w: sum.w + rate * direction.w }
        });
        let axes = algebra.matrix(&pose.rotation);
        let arm: Vector<'_> = algebra.vector(&local.position);
        Rates { v: axes * own.at(arm), w: axes * own.w }.nodes()
    }

    fn joint_coordinate(&mut self, joint: JointId, coordinate: usize) -> (Node, Node) {
        match self.places.link_of(joint, coordinate) {
            Some((link, 0)) if link == self.link && self.stand_ins.v.len() == 1 => {
                (self.graph.node(self.stand_ins.q[0]), self.graph.node(self.stand_ins.v[0]))
            }
            _ => {
                self.foreign = true;
                (self.graph.zero(), self.graph.zero())
            }
        }
    }

    fn reaction(&mut self, _: JointId) -> (Vector3, Vector3) {
        self.foreign = true;
        let zero = self.graph.zero();
        ([zero; 3], [zero; 3])
    }

    /// Of a sliding joint, in the axes of the first carrier: d = d₀ + q u with d₀ parallel to the unit vector u.
    fn line(&mut self, ends: &[Mount; 2]) -> Option<Line> {
        let Motion::Translation { .. } = self.motion() else { return None };
        let [first, second] = ends.each_ref().map(|end| self.pose(end).position);
        let (q, rate) = (self.stand_ins.q[0], self.graph.node(self.stand_ins.v[0]));
        let zero = self.graph.zero();
        let d: Vector3 = core::array::from_fn(|k| self.graph.sub(second[k], first[k]));
        let u = d.map(|component| self.graph.derivative(component, q));
        let start =
            d.map(|component| self.graph.substitute(component, &|symbol| (symbol == q).then_some(zero)));
        let algebra = &Algebra::new(self.graph);
        let (direction, start) = (algebra.vector(&u), algebra.vector(&start));
        if direction.is_zero() || !direction.cross(start).is_zero() {
            return None;
        }
        let along = direction.dot(start) + algebra.symbol(q);
        Some(Line { direction: u, along: along.share().node(), rate })
    }
}

/// A pose from its numbers: R row by row, p.
pub fn pose_of(nodes: &[Node]) -> Pose {
    let three = |at: usize| [nodes[at], nodes[at + 1], nodes[at + 2]];
    Pose { rotation: [three(0), three(3), three(6)], position: three(9) }
}
