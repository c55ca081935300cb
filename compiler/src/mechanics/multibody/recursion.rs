//! Recursive Newton–Euler and composite rigid bodies, on expressions.
//!
//! Every link has axes in which its vectors are written: in space its own, in the plane those of the
//! ground (vectors that are fixed in a link are turned once, and no others). With p the origin of a link
//! seen from its parent's, R its axes in the parent's, n the axis of its motion and ṙ = ±q̇:
//!
//! ```text
//! outwards  ω = Rᵀω_p + n ṙ                     α = Rᵀα_p + n r̈ + Rᵀω_p × n ṙ               (1)
//!           a = Rᵀ(a_p + Γ_p p) [+ n r̈ + 2 Rᵀω_p × n ṙ]   Γ = [α]× + [ω]×[ω]×                 (2)
//! inertia   f = m a + Γ h                       τ = h × a + axial(Γ J)                        (3)
//! inwards   f_p += R f                          τ_p += R τ + p × R f                          (4)
//! effort    ±n·τ (rotation), ±n·f (translation), τ (quaternion)                               (5)
//! ```
//! where the bracket in (2) is for translations, a of the ground is −g, and
//! axial(A) = (A₃₂ − A₂₃, A₁₃ − A₃₁, A₂₁ − A₁₂). (3) uses J instead of I: both terms of Euler's equation
//! are one product.
//!
//! Composite bodies (m, h, J of a link and all it carries, about its origin):
//! ```text
//! m_p += m,   h_p += R h + m p,   J_p += R J Rᵀ + p(Rh)ᵀ + (Rh)pᵀ + m p pᵀ                     (6)
//! column of a rotation: f = n × h, τ = tr(J) n − J n;   of a translation: f = m n, τ = h × n   (7)
//! M_ij = the effort (5) of link i under the column of j, carried inwards by (4)                (8)
//! ```

use super::Motion;
use super::attributes::Scene;
use super::inertia::{self, Inertia};
use super::poses::moved;
use super::vectors::{
    add, apply, apply_transposed, cross, dot, identity, multiply, rotation_about, scale, share, skew,
    transposed, unit, zero,
};
use crate::model::{Matrix3, Vector3};
use crate::symbolic::{Graph, Node};

/// A force and its torque about the origin of a link, in its axes.
#[derive(Clone, Debug)]
pub struct Wrench {
    /// The force.
    pub force: Vector3,
    /// The torque.
    pub torque: Vector3,
}

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
}

/// The tree, ready for recursions.
#[derive(Clone, Debug)]
pub struct Recursion {
    stages: Vec<Stage>,
    velocities: usize,
}

impl Recursion {
    /// The tree of a scene with these mass properties.
    pub fn new(graph: &mut Graph, scene: &Scene<'_>, inertias: &[Inertia]) -> Self {
        let (tree, planar) = (&scene.tree, scene.multibody.planar);
        let turned = |link: usize| scene.motion.poses[link].rotation;
        let mut stages = Vec::new();
        for (i, link) in tree.links.iter().enumerate() {
            let (count, _) = link.motion.sizes();
            let q = &scene.positions[link.coordinate..link.coordinate + count];
            let step = moved(graph, &link.motion, link.reversed, q);
            let before = apply(graph, &link.offset.rotation, &step.position);
            let mut position = add(graph, &link.offset.position, &before);
            let mut axis = match &link.motion {
                Motion::Rotation { axis } | Motion::Translation { axis } | Motion::Screw { axis, .. } => {
                    *axis
                }
                Motion::Quaternion => zero(graph),
            };
            let mut inertia = inertias[i].clone();
            let one = identity(graph);
            let mut rotations = [link.offset.rotation, step.rotation];
            let mut about = None;
            if planar {
                if let Some(parent) = link.parent {
                    position = apply(graph, &turned(parent), &position);
                }
                axis = apply(graph, &turned(i), &axis);
                inertia.moment = apply(graph, &turned(i), &inertia.moment);
                rotations = [one, one];
            } else if let Motion::Rotation { axis } = &link.motion
                && let Some(k) = inertia::direction(graph, axis)
            {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                about = Some((k, step.rotation[j][i], step.rotation[i][i]));
            }
            let sign = if link.reversed && !matches!(link.motion, Motion::Quaternion) { -1 } else { 1 };
            stages.push(Stage {
                parent: link.parent,
                motion: link.motion.clone(),
                sign,
                velocity: link.velocity,
                position,
                rotations,
                axis,
                inertia,
                about,
            });
        }
        Self { stages, velocities: tree.velocities }
    }

    pub(super) fn stages(&self) -> &[Stage] {
        &self.stages
    }

    pub(super) fn velocities(&self) -> usize {
        self.velocities
    }

    /// The efforts that the motion (v, a) needs against gravity and loads: M a − f.
    /// `loads` are the wrenches that act on each link from outside.
    pub fn inverse_dynamics(
        &self,
        graph: &mut Graph,
        gravity: &Vector3,
        v: &[Node],
        a: &[Node],
        loads: &[Option<Wrench>],
    ) -> Vec<Node> {
        let wrenches = self.wrenches(graph, gravity, v, a, loads);
        let mut efforts = vec![graph.zero(); self.velocities];
        for (stage, wrench) in self.stages.iter().zip(&wrenches) {
            stage.project(graph, wrench, &mut efforts);
        }
        efforts
    }

    /// What each link's joint transmits to the link, about its origin: (1) to (4).
    pub fn wrenches(
        &self,
        graph: &mut Graph,
        gravity: &Vector3,
        v: &[Node],
        a: &[Node],
        loads: &[Option<Wrench>],
    ) -> Vec<Wrench> {
        let mut angular: Vec<Vector3> = Vec::new();
        let mut angular_acceleration: Vec<Vector3> = Vec::new();
        let mut gammas: Vec<Matrix3> = Vec::new();
        let mut accelerations: Vec<Vector3> = Vec::new();
        let fall = super::vectors::neg(graph, gravity);
        for stage in &self.stages {
            let nothing = zero(graph);
            let (w, alpha, gamma, acceleration) = match stage.parent {
                Some(p) => (angular[p], angular_acceleration[p], gammas[p], accelerations[p]),
                None => (nothing, nothing, [nothing; 3], fall),
            };
            let mut w = stage.down(graph, &w);
            let mut alpha = stage.down(graph, &alpha);
            let carried = apply(graph, &gamma, &stage.position);
            let total = add(graph, &acceleration, &carried);
            let mut acceleration = stage.down(graph, &total);
            let rate = stage.signed(graph, v);
            let second = stage.signed(graph, a);
            if let Some((rate, second)) = stage.turning(graph, &rate, &second) {
                // (1)
                let coriolis = cross(graph, &w, &rate);
                w = add(graph, &w, &rate);
                alpha = add(graph, &alpha, &second);
                alpha = add(graph, &alpha, &coriolis);
            }
            if let Some((rate, second)) = stage.sliding(graph, &rate, &second) {
                // (2); a screw turns about the direction in which it slides, so ω may be taken after the motion.
                let coriolis = cross(graph, &w, &rate);
                let two = graph.integer(2);
                let coriolis = scale(graph, two, &coriolis);
                acceleration = add(graph, &acceleration, &second);
                acceleration = add(graph, &acceleration, &coriolis);
            }
            let (w, alpha) = (share(graph, &w), share(graph, &alpha));
            let gamma = gamma_of(graph, &w, &alpha);
            gammas.push(gamma.map(|row| share(graph, &row)));
            angular.push(w);
            angular_acceleration.push(alpha);
            accelerations.push(share(graph, &acceleration));
        }
        // (3)
        let mut wrenches: Vec<Wrench> = Vec::new();
        for (i, stage) in self.stages.iter().enumerate() {
            let body = &stage.inertia;
            let (gamma, acceleration) = (&gammas[i], &accelerations[i]);
            let weight = scale(graph, body.mass, acceleration);
            let swing = apply(graph, gamma, &body.moment);
            let force = add(graph, &weight, &swing);
            let lever = cross(graph, &body.moment, acceleration);
            let spin = axial_of_product(graph, gamma, &body.second);
            let torque = add(graph, &lever, &spin);
            let wrench = Wrench { force, torque };
            let wrench = match &loads[i] {
                Some(load) => wrench.minus(graph, load),
                None => wrench,
            };
            wrenches.push(wrench);
        }
        // (4)
        for i in (0..self.stages.len()).rev() {
            let stage = &self.stages[i];
            wrenches[i] = wrenches[i].shared(graph);
            if let Some(parent) = stage.parent {
                let seen = stage.inwards(graph, &wrenches[i]);
                wrenches[parent] = wrenches[parent].plus(graph, &seen);
            }
        }
        wrenches
    }

    /// M a: (1) to (5) at rest, without gravity.
    pub fn mass_times(&self, graph: &mut Graph, a: &[Node]) -> Vec<Node> {
        let still = vec![graph.zero(); a.len()];
        let weightless = zero(graph);
        self.inverse_dynamics(graph, &weightless, &still, a, &vec![None; self.stages.len()])
    }

    /// M: the entries (row, column, value), row ≥ column, that are not zero; (6) to (8).
    pub fn mass_matrix(&self, graph: &mut Graph) -> Vec<(usize, usize, Node)> {
        let mut composite: Vec<Inertia> = self.stages.iter().map(|stage| stage.inertia.clone()).collect();
        for i in (0..self.stages.len()).rev() {
            let stage = &self.stages[i];
            composite[i].moment = share(graph, &composite[i].moment);
            composite[i].second = composite[i].second.map(|row| share(graph, &row));
            if let Some(parent) = stage.parent {
                let seen = stage.carried(graph, &composite[i]);
                composite[parent] = composite[parent].plus(graph, &seen);
            }
        }
        let mut entries = Vec::new();
        for (j, stage) in self.stages.iter().enumerate() {
            for (column, wrench) in stage.columns(graph, &composite[j]) {
                let mut wrench = wrench;
                let mut at = Some(j);
                while let Some(i) = at {
                    let mut efforts = vec![graph.zero(); self.velocities];
                    self.stages[i].project(graph, &wrench, &mut efforts);
                    for (row, &effort) in efforts.iter().enumerate() {
                        // On its own link a quaternion gives the whole block; half of it is enough.
                        if !graph.is_zero(effort) && (i != j || row <= column) {
                            entries.push((column.max(row), column.min(row), effort));
                        }
                    }
                    at = self.stages[i].parent;
                    if at.is_some() {
                        wrench = self.stages[i].inwards(graph, &wrench).shared(graph);
                    }
                }
            }
        }
        entries.sort_by_key(|&(i, j, _)| (i, j));
        entries
    }
}

impl Stage {
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
    fn signed(&self, graph: &mut Graph, all: &[Node]) -> Vec<Node> {
        let (_, count) = self.motion.sizes();
        let own = &all[self.velocity..self.velocity + count];
        own.iter().map(|&x| if self.sign < 0 { graph.neg(x) } else { x }).collect()
    }

    /// The angular velocity and acceleration of the motion itself.
    fn turning(&self, graph: &mut Graph, rate: &[Node], second: &[Node]) -> Option<(Vector3, Vector3)> {
        match self.motion {
            Motion::Rotation { .. } | Motion::Screw { .. } => {
                Some((scale(graph, rate[0], &self.axis), scale(graph, second[0], &self.axis)))
            }
            Motion::Quaternion => Some(([rate[0], rate[1], rate[2]], [second[0], second[1], second[2]])),
            Motion::Translation { .. } => None,
        }
    }

    /// The velocity and acceleration of the motion itself.
    fn sliding(&self, graph: &mut Graph, rate: &[Node], second: &[Node]) -> Option<(Vector3, Vector3)> {
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
            let effort = if self.sign < 0 { graph.neg(effort) } else { effort };
            efforts[self.velocity + k] = effort;
        }
    }

    /// (6)
    fn carried(&self, graph: &mut Graph, inertia: &Inertia) -> Inertia {
        let h = self.up(graph, &inertia.moment);
        let second = match self.about {
            Some((k, sine, cosine)) => turned_about(graph, k, sine, cosine, &inertia.second),
            None => congruent(graph, &self.rotations[1], &inertia.second),
        };
        let second = congruent(graph, &self.rotations[0], &second);
        inertia::shifted(graph, inertia.mass, &h, &second, &self.position)
    }

    /// (7): for each of the link's velocities, the wrench of its unit acceleration.
    fn columns(&self, graph: &mut Graph, whole: &Inertia) -> Vec<(usize, Wrench)> {
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
        if self.sign < 0 {
            for column in &mut columns {
                *column = Wrench {
                    force: super::vectors::neg(graph, &column.force),
                    torque: super::vectors::neg(graph, &column.torque),
                };
            }
        }
        columns.into_iter().enumerate().map(|(k, column)| (self.velocity + k, column)).collect()
    }
}

impl Wrench {
    /// Both together.
    pub fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        Self { force: add(graph, &self.force, &other.force), torque: add(graph, &self.torque, &other.torque) }
    }

    pub(super) fn shared(&self, graph: &mut Graph) -> Self {
        Self { force: share(graph, &self.force), torque: share(graph, &self.torque) }
    }

    fn minus(&self, graph: &mut Graph, other: &Self) -> Self {
        Self {
            force: super::vectors::sub(graph, &self.force, &other.force),
            torque: super::vectors::sub(graph, &self.torque, &other.torque),
        }
    }
}

/// Γ = [α]× + ω ωᵀ − |ω|² 1 of (2).
fn gamma_of(graph: &mut Graph, w: &Vector3, alpha: &Vector3) -> Matrix3 {
    let squares: Vec<Node> = w.iter().map(|&x| graph.mul(x, x)).collect();
    let turning = skew(graph, alpha);
    core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            if i == j {
                let sum = graph.add(squares[(i + 1) % 3], squares[(i + 2) % 3]);
                graph.neg(sum)
            } else {
                let product = graph.mul(w[i], w[j]);
                graph.add(product, turning[i][j])
            }
        })
    })
}

/// axial(Γ J) of (3).
fn axial_of_product(graph: &mut Graph, gamma: &Matrix3, j: &Matrix3) -> Vector3 {
    core::array::from_fn(|i| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        // (ΓJ)_ba − (ΓJ)_ab; J is symmetric
        let plus = dot(graph, &gamma[b], &j[a]);
        let minus = dot(graph, &gamma[a], &j[b]);
        graph.sub(plus, minus)
    })
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
    let difference = graph.sub(j[x][x], j[y][y]);
    let first = graph.mul(cosine, difference);
    let two = graph.integer(2);
    let doubled = graph.mul(two, j[x][y]);
    let second = graph.mul(sine, doubled);
    let u = graph.sub(first, second);
    let (cu, su) = (graph.mul(cosine, u), graph.mul(sine, u));
    let mut turned = *j;
    turned[x][x] = graph.add(j[y][y], cu);
    turned[y][y] = graph.sub(j[x][x], cu);
    turned[x][y] = graph.add(j[x][y], su);
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
