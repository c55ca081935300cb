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
//!
//! A rotor of inertia J that turns n times as fast as its joint, on bearings of the joint's first end, adds
//! ```text
//! n² J q̈ to the effort of the joint itself,  n² J to M_ii                                      (9)
//! ```
//! Its mass, and its inertia as a body that does not spin, belong to the body that carries it. What (9) leaves out is
//! J n q̇ (u·ω) of the kinetic energy, with u its axis and ω the angular velocity of that body: the torque
//! −J n (q̈ u + q̇ ω × u) on it, gyroscopic in its second part, and −J n u·ω̇ along the joint, smaller than (9) by the
//! factor n.

use super::attributes::Scene;
use super::inertia::Inertia;
use super::stage::Stage;
use super::vectors::{add, apply, cross, dot, scale, share, skew, zero};
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

/// The tree, ready for recursions.
#[derive(Clone, Debug)]
pub struct Recursion {
    stages: Vec<Stage>,
    velocities: usize,
}

impl Recursion {
    /// The tree of a scene with these mass properties.
    pub fn new(graph: &mut Graph, scene: &Scene<'_>, inertias: &[Inertia]) -> Self {
        let links = inertias.iter().enumerate();
        let stages = links.map(|(i, inertia)| Stage::new(graph, scene, i, inertia)).collect();
        Self { stages, velocities: scene.tree.velocities }
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
        // (9)
        for stage in &self.stages {
            if let Some(rotor) = stage.rotor() {
                for j in stage.velocities() {
                    let own = graph.mul(rotor, a[j]);
                    efforts[j] = graph.add(efforts[j], own);
                }
            }
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
            let (w, alpha, gamma, acceleration) = match stage.parent() {
                Some(p) => (angular[p], angular_acceleration[p], gammas[p], accelerations[p]),
                None => (nothing, nothing, [nothing; 3], fall),
            };
            let mut w = stage.down(graph, &w);
            let mut alpha = stage.down(graph, &alpha);
            let carried = apply(graph, &gamma, stage.position());
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
            let body = stage.inertia();
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
            if let Some(parent) = stage.parent() {
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

    /// M: the entries (row, column, value), row ≥ column, that are not zero; (6) to (9).
    pub fn mass_matrix(&self, graph: &mut Graph) -> Vec<(usize, usize, Node)> {
        let mut composite: Vec<Inertia> = self.stages.iter().map(|stage| stage.inertia().clone()).collect();
        for i in (0..self.stages.len()).rev() {
            let stage = &self.stages[i];
            composite[i].moment = share(graph, &composite[i].moment);
            composite[i].second = composite[i].second.map(|row| share(graph, &row));
            if let Some(parent) = stage.parent() {
                let seen = stage.carried(graph, &composite[i]);
                composite[parent] = composite[parent].plus(graph, &seen);
            }
        }
        let mut entries = Vec::new();
        let shared = self.stages.iter().any(Stage::follows);
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
                            let at = (column.max(row), column.min(row));
                            // Links that share a velocity act on each other both ways in one entry.
                            let twice = i != j && row == column;
                            let entry = if twice { graph.add(effort, effort) } else { effort };
                            if shared {
                                add_entry(graph, &mut entries, at, entry);
                            } else {
                                entries.push((at.0, at.1, entry));
                            }
                        }
                    }
                    at = self.stages[i].parent();
                    if at.is_some() {
                        wrench = self.stages[i].inwards(graph, &wrench).shared(graph);
                    }
                }
            }
        }
        for stage in &self.stages {
            if let Some(rotor) = stage.rotor() {
                for j in stage.velocities() {
                    add_entry(graph, &mut entries, (j, j), rotor);
                }
            }
        }
        entries.sort_by_key(|&(i, j, _)| (i, j));
        entries
    }
}

/// Adds to an entry of a matrix.
pub(super) fn add_entry(
    graph: &mut Graph,
    entries: &mut Vec<(usize, usize, Node)>,
    at: (usize, usize),
    value: Node,
) {
    match entries.iter_mut().find(|(i, j, _)| (*i, *j) == at) {
        Some((_, _, entry)) => *entry = graph.add(*entry, value),
        None => entries.push((at.0, at.1, value)),
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
