//! Recursive Newton–Euler and composite rigid bodies, on expressions.
//!
//! Every link has axes in which its vectors are written: in space its own, in the plane those of the
//! ground (vectors that are fixed in a link are turned once, and no others). With p the origin of a link
//! relative to its parent's, R its axes in the parent's, n the axis of its motion and ṙ = ±q̇:
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
use super::axes::Axes;
use super::inertia::{Inertia, Moments};
use super::stage::Stage;
use crate::model::Vector3;
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector, nodes};
use crate::symbolic::{Author, Graph, Node};
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A force and its torque about the origin of a link, in its axes.
#[derive(Clone, Copy, Debug)]
pub struct Wrench<V = Vector3> {
    /// The force.
    pub force: V,
    /// The torque.
    pub torque: V,
}

/// The tree, prepared for the recursions.
#[derive(Clone, Debug)]
pub struct Recursion {
    stages: Vec<Stage>,
    velocities: usize,
}

impl Recursion {
    /// The tree of a scene with these mass properties.
    pub fn new(graph: &mut Graph, scene: &Scene<'_>, inertias: &[Inertia], axes: &Axes) -> Self {
        let links = inertias.iter().enumerate();
        let stages = links.map(|(i, inertia)| Stage::new(graph, scene, i, inertia, axes)).collect();
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
        let algebra = &Algebra::new(graph);
        let (v, a) = (algebra.exprs(v), algebra.exprs(a));
        let wrenches = self.wrenches(algebra.vector(gravity), &v, &a, loads);
        let mut efforts = vec![algebra.zero(); self.velocities];
        for (stage, &wrench) in self.stages.iter().zip(&wrenches) {
            algebra.written_for(stage.author(), || stage.project(wrench, &mut efforts));
        }
        // (9)
        for stage in &self.stages {
            if let Some(rotor) = stage.rotor(algebra) {
                algebra.written_for(stage.author(), || {
                    stage.velocities().for_each(|j| efforts[j] += rotor * a[j]);
                });
            }
        }
        nodes(&efforts)
    }

    /// The wrench that the joint of each link transmits to the link, about its origin: (1) to (4).
    pub(super) fn wrenches<'g>(
        &self,
        gravity: Vector<'g>,
        v: &[Expr<'g>],
        a: &[Expr<'g>],
        loads: &[Option<Wrench>],
    ) -> Vec<Wrench<Vector<'g>>> {
        let algebra = gravity.algebra();
        let nothing = algebra.zero_vector();
        let ground = Moving { w: nothing, alpha: nothing, gamma: algebra.zero_matrix(), a: -gravity };
        let mut moving: Vec<Moving<'g>> = Vec::new();
        let before = algebra.with(|graph| graph.write_for(Author::Nobody));
        for stage in &self.stages {
            algebra.with(|graph| graph.write_for(stage.author()));
            let parent = stage.parent().map_or(ground, |parent| moving[parent]);
            let mut w = stage.down(parent.w);
            let mut alpha = stage.down(parent.alpha);
            let mut acceleration = stage.down(parent.a + parent.gamma * stage.position(algebra));
            let (rate, second) = (stage.signed(v), stage.signed(a));
            if let Some((rate, second)) = stage.turning(&rate, &second) {
                // (1)
                let coriolis = w.cross(rate);
                w += rate;
                alpha = alpha + second + coriolis;
            }
            if let Some((rate, second)) = stage.sliding(&rate, &second) {
                // (2); a screw turns about the direction in which it slides, so ω may be taken after the motion.
                let coriolis = 2 * w.cross(rate);
                acceleration = acceleration + second + coriolis;
            }
            let (w, alpha) = (w.share(), alpha.share());
            let gamma = gamma_of(w, alpha).share();
            moving.push(Moving { w, alpha, gamma, a: acceleration.share() });
        }
        let mut wrenches: Vec<Wrench<Vector<'g>>> = Vec::new();
        for ((stage, &Moving { gamma, a, .. }), load) in self.stages.iter().zip(&moving).zip(loads) {
            // (3)
            algebra.with(|graph| graph.write_for(stage.body()));
            let Moments { mass: m, moment: h, second: j } = stage.inertia(algebra);
            let force = m * a + gamma * h;
            let torque = h.cross(a) + axial_of_product(gamma, j);
            let wrench = Wrench { force, torque };
            wrenches.push(match load {
                Some(load) => wrench - load.expressions(algebra),
                None => wrench,
            });
        }
        // (4)
        for (i, stage) in self.stages.iter().enumerate().rev() {
            algebra.with(|graph| graph.write_for(stage.author()));
            wrenches[i] = wrenches[i].share();
            if let Some(parent) = stage.parent() {
                let seen = stage.inwards(wrenches[i]);
                wrenches[parent] += seen;
            }
        }
        algebra.with(|graph| graph.write_for(before));
        wrenches
    }

    /// M a: (1) to (5) at rest, without gravity.
    pub fn mass_times(&self, graph: &mut Graph, a: &[Node]) -> Vec<Node> {
        let zero = graph.zero();
        let (weightless, still) = ([zero; 3], vec![zero; a.len()]);
        self.inverse_dynamics(graph, &weightless, &still, a, &vec![None; self.stages.len()])
    }

    /// M: the entries (row, column, value), row ≥ column, that are not zero; (6) to (9).
    pub fn mass_matrix(&self, graph: &mut Graph) -> Vec<(usize, usize, Node)> {
        let algebra = &Algebra::new(graph);
        let mut composite: Vec<Moments<'_>> =
            self.stages.iter().map(|stage| stage.inertia(algebra)).collect();
        let before = algebra.with(|graph| graph.write_for(Author::Nobody));
        for (i, stage) in self.stages.iter().enumerate().rev() {
            algebra.with(|graph| graph.write_for(stage.author()));
            composite[i].moment = composite[i].moment.share();
            composite[i].second = composite[i].second.share();
            if let Some(parent) = stage.parent() {
                let seen = stage.carried(composite[i]);
                composite[parent] += seen;
            }
        }
        let mut entries = Vec::new();
        let add = |entries: &mut _, at, value: Expr<'_>| {
            algebra.with(|graph| add_entry(graph, entries, at, value.node()));
        };
        let shared = self.stages.iter().any(Stage::follows);
        for (j, stage) in self.stages.iter().enumerate() {
            algebra.with(|graph| graph.write_for(stage.author()));
            for (column, wrench) in stage.columns(composite[j]) {
                let mut wrench = wrench;
                let mut at = Some(j);
                while let Some(i) = at {
                    let mut efforts = vec![algebra.zero(); self.velocities];
                    self.stages[i].project(wrench, &mut efforts);
                    for (row, &effort) in efforts.iter().enumerate() {
                        // On its own link a quaternion gives the whole block; half of it is enough.
                        if !effort.is_zero() && (i != j || row <= column) {
                            let at = (column.max(row), column.min(row));
                            // Links that share a velocity act on each other both ways in one entry.
                            let twice = i != j && row == column;
                            let entry = if twice { effort + effort } else { effort };
                            if shared {
                                add(&mut entries, at, entry);
                            } else {
                                entries.push((at.0, at.1, entry.node()));
                            }
                        }
                    }
                    at = self.stages[i].parent();
                    if at.is_some() {
                        wrench = self.stages[i].inwards(wrench).share();
                    }
                }
            }
        }
        for stage in &self.stages {
            if let Some(rotor) = stage.rotor(algebra) {
                algebra.with(|graph| graph.write_for(stage.author()));
                stage.velocities().for_each(|j| add(&mut entries, (j, j), rotor));
            }
        }
        algebra.with(|graph| graph.write_for(before));
        entries.sort_by_key(|&(i, j, _)| (i, j));
        entries
    }
}

/// ω, α, Γ and a of (1) and (2).
#[derive(Clone, Copy)]
struct Moving<'g> {
    w: Vector<'g>,
    alpha: Vector<'g>,
    gamma: Matrix<'g>,
    a: Vector<'g>,
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
    /// As expressions.
    pub(super) fn expressions<'g>(&self, algebra: &'g Algebra<'g>) -> Wrench<Vector<'g>> {
        Wrench { force: algebra.vector(&self.force), torque: algebra.vector(&self.torque) }
    }
}

impl Wrench<Vector<'_>> {
    /// Its places in the graph.
    pub(super) fn nodes(self) -> Wrench {
        Wrench { force: self.force.nodes(), torque: self.torque.nodes() }
    }

    /// Each component as one value, see [`Graph::share`].
    pub(super) fn share(self) -> Self {
        Self { force: self.force.share(), torque: self.torque.share() }
    }
}

impl<V: Add<Output = V>> Add for Wrench<V> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { force: self.force + other.force, torque: self.torque + other.torque }
    }
}

impl<V: Copy + Add<Output = V>> AddAssign for Wrench<V> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<V: Sub<Output = V>> Sub for Wrench<V> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { force: self.force - other.force, torque: self.torque - other.torque }
    }
}

impl<V: Neg<Output = V>> Neg for Wrench<V> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { force: -self.force, torque: -self.torque }
    }
}

/// s (f, τ).
impl<'g> Mul<Wrench<Vector<'g>>> for Expr<'g> {
    type Output = Wrench<Vector<'g>>;

    fn mul(self, wrench: Wrench<Vector<'g>>) -> Wrench<Vector<'g>> {
        Wrench { force: self * wrench.force, torque: self * wrench.torque }
    }
}

/// Γ = [α]× + ω ωᵀ − |ω|² 1 of (2).
fn gamma_of<'g>(w: Vector<'g>, alpha: Vector<'g>) -> Matrix<'g> {
    let squares = w.0.map(|x| x * x);
    let turning = alpha.skew();
    Matrix::from_fn(|i, j| {
        if i == j { -(squares[(i + 1) % 3] + squares[(i + 2) % 3]) } else { w[i] * w[j] + turning[(i, j)] }
    })
}

/// axial(Γ J) of (3).
fn axial_of_product<'g>(gamma: Matrix<'g>, j: Matrix<'g>) -> Vector<'g> {
    Vector(core::array::from_fn(|i| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        // (ΓJ)_ba − (ΓJ)_ab; J is symmetric
        gamma.row(b).dot(j.row(a)) - gamma.row(a).dot(j.row(b))
    }))
}
