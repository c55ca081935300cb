//! A link as the recursions see it: where it hangs, how it moves, what it weighs.
//!
//! Numbers are those of the equations in `recursion`. Invariant: a stage is made of expressions of the
//! coordinates alone, so that every recursion may share it.

use super::Motion;
use super::attributes::Scene;
use super::inertia::{self, Inertia};
use super::poses::moved;
use super::recursion::Wrench;
use super::tree::Owner;
use super::vectors::{
    add, apply, apply_transposed, cross, dot, identity, multiply, neg, rotation_about, scale, transposed,
    unit, zero,
};
use crate::model::{Matrix3, Vector3};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Node};

/// A link, ready for recursions.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    parent: Option<usize>,
    motion: Motion,
    /// −1 where the joint is passed backwards.
    sign: i64,
    velocity: usize,
    /// p.
    position: Vector3,
    /// R = first · second; both sparse where the geometry is.
    rotations: [Matrix3; 2],
    /// n in the link's axes.
    axis: Vector3,
    inertia: Inertia,
    /// R in closed form, where the rotation is about a coordinate direction.
    about: Option<(usize, Node, Node)>,
    /// What a rotor adds to the inertia along the link's velocity.
    rotor: Option<Node>,
    /// Its own rate over its velocity, where that is not the same.
    ratio: Option<Node>,
    /// Whether its velocity is that of another link.
    shares: bool,
}

impl Stage {
    /// The link of that number, with its mass properties about its origin.
    pub(super) fn new(graph: &mut Graph, scene: &Scene<'_>, number: usize, inertia: &Inertia) -> Self {
        let (link, planar) = (&scene.tree.links[number], scene.multibody.planar);
        let turned = |link: usize| scene.motion.poses[link].rotation;
        let q = link.coordinates(graph, &scene.positions);
        let step = moved(graph, &link.motion, link.reversed, &q);
        let before = apply(graph, &link.offset.rotation, &step.position);
        let mut position = add(graph, &link.offset.position, &before);
        let mut axis = match &link.motion {
            Motion::Rotation { axis } | Motion::Translation { axis } | Motion::Screw { axis, .. } => *axis,
            Motion::Quaternion => zero(graph),
        };
        let mut inertia = inertia.clone();
        let mut rotations = [link.offset.rotation, step.rotation];
        let mut about = None;
        if planar {
            if let Some(parent) = link.parent {
                position = apply(graph, &turned(parent), &position);
            }
            axis = apply(graph, &turned(number), &axis);
            inertia.moment = apply(graph, &turned(number), &inertia.moment);
            rotations = [identity(graph); 2];
        } else if let Motion::Rotation { axis } = &link.motion
            && let Some(k) = inertia::direction(graph, axis)
        {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            about = Some((k, step.rotation[j][i], step.rotation[i][i]));
        }
        let sign = if link.reversed && !matches!(link.motion, Motion::Quaternion) { -1 } else { 1 };
        let (motion, velocity) = (link.motion.clone(), link.velocity);
        let ratio = link.follows.map(|follows| follows.ratio).or(link.share);
        let shares = link.follows.is_some() || !link.own;
        let rotor = match link.owner {
            Owner::Joint(id) => scene.multibody.joints[id.0].along.rotor,
            Owner::Body(_) => None,
        };
        let rotor = rotor.map(|rotor| match ratio {
            Some(ratio) => graph.product(&[rotor, ratio, ratio]),
            None => rotor,
        });
        let parent = link.parent;
        Self {
            parent,
            motion,
            sign,
            velocity,
            position,
            rotations,
            axis,
            inertia,
            about,
            rotor,
            ratio,
            shares,
        }
    }

    /// Whether its velocity is that of another link.
    pub(super) fn follows(&self) -> bool {
        self.shares
    }

    /// n² J of a rotor that the link's motion turns.
    pub(super) fn rotor(&self) -> Option<Node> {
        self.rotor
    }

    pub(super) fn parent(&self) -> Option<usize> {
        self.parent
    }

    pub(super) fn motion(&self) -> &Motion {
        &self.motion
    }

    pub(super) fn axis(&self) -> &Vector3 {
        &self.axis
    }

    pub(super) fn position(&self) -> &Vector3 {
        &self.position
    }

    pub(super) fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    pub(super) fn backwards(&self) -> bool {
        self.sign < 0
    }

    /// The numbers of its velocities.
    pub(super) fn velocities(&self) -> core::ops::Range<usize> {
        self.velocity..self.velocity + self.motion.sizes().1
    }

    /// R X Rᵀ.
    pub(super) fn congruent(&self, graph: &mut Graph, x: &Matrix3, symmetric: bool) -> Matrix3 {
        let mut turned = *x;
        for rotation in self.rotations.iter().rev() {
            turned = if symmetric {
                congruent(graph, rotation, &turned)
            } else {
                let half = multiply(graph, rotation, &turned);
                multiply(graph, &half, &transposed(rotation))
            };
        }
        turned
    }

    /// Rᵀ x.
    pub(super) fn down(&self, graph: &mut Graph, x: &Vector3) -> Vector3 {
        let half = apply_transposed(graph, &self.rotations[0], x);
        apply_transposed(graph, &self.rotations[1], &half)
    }

    /// R x.
    pub(super) fn up(&self, graph: &mut Graph, x: &Vector3) -> Vector3 {
        let half = apply(graph, &self.rotations[1], x);
        apply(graph, &self.rotations[0], &half)
    }

    /// ± the link's own part of a velocity vector.
    pub(super) fn signed(&self, graph: &mut Graph, all: &[Node]) -> Vec<Node> {
        let (_, count) = self.motion.sizes();
        let own = &all[self.velocity..self.velocity + count];
        own.iter().map(|&x| self.own(graph, x)).collect()
    }

    /// ± the ratio, times a rate or an effort: a rate of the link, or an effort along its velocity.
    fn own(&self, graph: &mut Graph, x: Node) -> Node {
        let scaled = match self.ratio {
            Some(ratio) => graph.mul(ratio, x),
            None => x,
        };
        if self.sign < 0 { graph.neg(scaled) } else { scaled }
    }

    /// The angular velocity and acceleration of the motion itself.
    pub(super) fn turning(
        &self,
        graph: &mut Graph,
        rate: &[Node],
        second: &[Node],
    ) -> Option<(Vector3, Vector3)> {
        match self.motion {
            Motion::Rotation { .. } | Motion::Screw { .. } => {
                Some((scale(graph, rate[0], &self.axis), scale(graph, second[0], &self.axis)))
            }
            Motion::Quaternion => Some(([rate[0], rate[1], rate[2]], [second[0], second[1], second[2]])),
            Motion::Translation { .. } => None,
        }
    }

    /// The velocity and acceleration of the motion itself.
    pub(super) fn sliding(
        &self,
        graph: &mut Graph,
        rate: &[Node],
        second: &[Node],
    ) -> Option<(Vector3, Vector3)> {
        match self.motion {
            Motion::Translation { .. } => {
                Some((scale(graph, rate[0], &self.axis), scale(graph, second[0], &self.axis)))
            }
            Motion::Screw { pitch, .. } => {
                let along = scale(graph, pitch, &self.axis);
                Some((scale(graph, rate[0], &along), scale(graph, second[0], &along)))
            }
            Motion::Rotation { .. } | Motion::Quaternion => None,
        }
    }

    /// (4)
    pub(super) fn inwards(&self, graph: &mut Graph, wrench: &Wrench) -> Wrench {
        let force = self.up(graph, &wrench.force);
        let torque = self.up(graph, &wrench.torque);
        let lever = cross(graph, &self.position, &force);
        Wrench { force, torque: add(graph, &torque, &lever) }
    }

    /// (5), added to `efforts`.
    pub(super) fn project(&self, graph: &mut Graph, wrench: &Wrench, efforts: &mut [Node]) {
        let own = match self.motion {
            Motion::Rotation { .. } => vec![dot(graph, &self.axis, &wrench.torque)],
            Motion::Translation { .. } => vec![dot(graph, &self.axis, &wrench.force)],
            Motion::Screw { pitch, .. } => {
                let turning = dot(graph, &self.axis, &wrench.torque);
                let sliding = dot(graph, &self.axis, &wrench.force);
                let sliding = graph.mul(pitch, sliding);
                vec![graph.add(turning, sliding)]
            }
            Motion::Quaternion => wrench.torque.to_vec(),
        };
        for (k, &effort) in own.iter().enumerate() {
            let effort = self.own(graph, effort);
            let sum = &mut efforts[self.velocity + k];
            *sum = graph.add(*sum, effort);
        }
    }

    /// (6)
    pub(super) fn carried(&self, graph: &mut Graph, inertia: &Inertia) -> Inertia {
        let h = self.up(graph, &inertia.moment);
        let second = match self.about {
            Some((k, sine, cosine)) => turned_about(graph, k, sine, cosine, &inertia.second),
            None => congruent(graph, &self.rotations[1], &inertia.second),
        };
        let second = congruent(graph, &self.rotations[0], &second);
        inertia::shifted(graph, inertia.mass, &h, &second, &self.position)
    }

    /// (7): for each of the link's velocities, the wrench of its unit acceleration.
    pub(super) fn columns(&self, graph: &mut Graph, whole: &Inertia) -> Vec<(usize, Wrench)> {
        let turning = |graph: &mut Graph, n: &Vector3| {
            let trace = graph.sum(&[whole.second[0][0], whole.second[1][1], whole.second[2][2]]);
            let torque = core::array::from_fn(|i| {
                // tr(J) nᵢ − Jᵢⱼ nⱼ, the diagonal first so that it cancels in the sum
                let own = graph.sub(trace, whole.second[i][i]);
                let mut terms = vec![graph.mul(own, n[i])];
                for j in (0..3).filter(|&j| j != i) {
                    let product = graph.mul(whole.second[i][j], n[j]);
                    terms.push(graph.neg(product));
                }
                graph.sum(&terms)
            });
            Wrench { force: cross(graph, n, &whole.moment), torque }
        };
        let sliding = |graph: &mut Graph, n: &Vector3| Wrench {
            force: scale(graph, whole.mass, n),
            torque: cross(graph, &whole.moment, n),
        };
        let mut columns = match self.motion {
            Motion::Rotation { .. } => vec![turning(graph, &self.axis)],
            Motion::Translation { .. } => vec![sliding(graph, &self.axis)],
            Motion::Screw { pitch, .. } => {
                let along = scale(graph, pitch, &self.axis);
                let (turn, slide) = (turning(graph, &self.axis), sliding(graph, &along));
                vec![turn.plus(graph, &slide)]
            }
            Motion::Quaternion => (0..3)
                .map(|k| {
                    let axis = unit(graph, k);
                    turning(graph, &axis)
                })
                .collect(),
        };
        if let Some(ratio) = self.ratio {
            for Wrench { force, torque } in &mut columns {
                (*force, *torque) = (scale(graph, ratio, force), scale(graph, ratio, torque));
            }
        }
        if self.sign < 0 {
            for column in &mut columns {
                *column = Wrench { force: neg(graph, &column.force), torque: neg(graph, &column.torque) };
            }
        }
        columns.into_iter().enumerate().map(|(k, column)| (self.velocity + k, column)).collect()
    }
}

/// R J Rᵀ for symmetric J.
fn congruent(graph: &mut Graph, r: &Matrix3, j: &Matrix3) -> Matrix3 {
    let half = multiply(graph, r, j);
    let mut whole = [[graph.zero(); 3]; 3];
    for a in 0..3 {
        for b in 0..=a {
            let entry = dot(graph, &half[a], &r[b]);
            (whole[a][b], whole[b][a]) = (entry, entry);
        }
    }
    whole
}

/// R J Rᵀ for a rotation about the coordinate direction k, with x, y the other two and
/// u = c (J_xx − J_yy) − 2 s J_xy:
/// J_xx' = J_yy + c u,  J_yy' = J_xx − c u,  J_xy' = J_xy + s u.
fn turned_about(graph: &mut Graph, k: usize, sine: Node, cosine: Node, j: &Matrix3) -> Matrix3 {
    let (x, y) = ((k + 1) % 3, (k + 2) % 3);
    let mut turned = *j;
    {
        let algebra = &Algebra::new(graph);
        let (j, s, c) = (algebra.matrix(j), algebra.expr(sine), algebra.expr(cosine));
        let u = c * (j[(x, x)] - j[(y, y)]) - s * (2 * j[(x, y)]);
        let (cu, su) = (c * u, s * u);
        turned[x][x] = (j[(y, y)] + cu).node();
        turned[y][y] = (j[(x, x)] - cu).node();
        turned[x][y] = (j[(x, y)] + su).node();
    }
    turned[y][x] = turned[x][y];
    let rotation = {
        let axis = unit(graph, k);
        rotation_about(graph, &axis, sine, cosine)
    };
    let column = apply(graph, &rotation, &transposed(j)[k]);
    for i in [x, y] {
        turned[i][k] = column[i];
        turned[k][i] = column[i];
    }
    turned
}
