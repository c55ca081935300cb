//! M a = r solved from the leaves to the root and back, in O(n): articulated bodies, on expressions.
//!
//! What a link and all it carries oppose to an acceleration (α, a) of the link's origin, their joints free:
//! ```text
//! τ = A α + B a,   f = Bᵀ α + C a                    rigid: A = tr(J) 1 − J,  B = [h]×,  C = m 1   (1)
//! ```
//! With S the direction of the link's motion, U = (U_τ, U_f) its wrench (1) and D = SᵀU:
//! ```text
//! u = r − Sᵀp                                                                                      (2)
//! A ← A − U_τ D⁻¹U_τᵀ,   B ← B − U_τ D⁻¹U_fᵀ,   C ← C − U_f D⁻¹U_fᵀ,   p ← p + U D⁻¹u               (3)
//! seen from the parent (d: the link's origin), after turning by R:
//!   A_p += A − B[d]× + [d]×Bᵀ − [d]×C[d]×,   B_p += B + [d]×C,   C_p += C                           (4)
//!   p_p += (p_τ + d × p_f, p_f)                                                                    (5)
//! outwards:   a' = (Rᵀα_p, Rᵀ(a_p + α_p × d)),   q̈ = D⁻¹(u − Uᵀa'),   (α, a) = a' + S q̈            (6)
//! ```
//! A rotor adds n² J to D, (9) of `recursion`.
//! (Featherstone, *Rigid Body Dynamics Algorithms*, 7.3, without velocities and gravity.)

use super::recursion::{Recursion, Wrench};
use super::stage::Stage;
use super::vectors::{
    add, add_matrices, apply, apply_transposed, cross, dot, neg, scale, share, skew, transposed, zero,
};
use super::{Motion, inertia};
use crate::model::{Matrix3, Vector3};
use crate::symbolic::{Graph, Node};

/// (1): A, B, C.
#[derive(Clone, Debug)]
struct Articulated {
    a: Matrix3,
    b: Matrix3,
    c: Matrix3,
}

/// What the way inwards leaves for the way outwards.
struct Factors {
    /// U, column by column.
    columns: Vec<Wrench>,
    /// D⁻¹.
    inverse: Vec<Vec<Node>>,
    /// What must be positive so that D is positive definite: its leading minors.
    minors: Vec<Node>,
}

/// a of M a = r, and what says that M is positive definite.
#[derive(Clone, Debug)]
pub struct Solution {
    /// a.
    pub accelerations: Vec<Node>,
    /// For each velocity the leading minor of D, and the minor before it times what the pivot would be if the
    /// joints beyond were locked. Their quotient is at most one; M is singular where it is zero.
    pub pivots: Vec<(Node, Node)>,
}

impl Recursion {
    /// a of M a = r.
    pub fn accelerations(&self, graph: &mut Graph, right: &[Node]) -> Solution {
        let count = self.stages().len();
        let mut bodies: Vec<Articulated> =
            self.stages().iter().map(|s| Articulated::rigid(graph, s)).collect();
        let nothing = Wrench { force: zero(graph), torque: zero(graph) };
        let mut opposing = vec![nothing; count];
        let mut factors = Vec::new();
        for (i, stage) in self.stages().iter().enumerate().rev() {
            bodies[i] = bodies[i].shared(graph);
            opposing[i] = opposing[i].shared(graph);
            let own = factor(graph, stage, &bodies[i]);
            // (2)
            let projected = project(graph, stage, &opposing[i]);
            let free: Vec<Node> = stage
                .velocities()
                .zip(projected)
                .map(|(j, p)| {
                    let difference = graph.sub(right[j], p);
                    graph.share(difference)
                })
                .collect();
            // (3)
            if let Some(parent) = stage.parent() {
                let left = bodies[i].without(graph, stage, &own);
                let solved = own.solve(graph, &free);
                let mut wrench = opposing[i].clone();
                for (column, &amount) in own.columns.iter().zip(&solved) {
                    let force = scale(graph, amount, &column.force);
                    let torque = scale(graph, amount, &column.torque);
                    wrench = wrench.plus(graph, &Wrench { force, torque });
                }
                let seen = left.turned(graph, stage).shifted(graph, stage);
                bodies[parent] = bodies[parent].plus(graph, &seen);
                let wrench = wrench.shared(graph);
                let seen = stage.inwards(graph, &wrench);
                opposing[parent] = opposing[parent].plus(graph, &seen);
            }
            factors.push((own, free));
        }
        factors.reverse();
        // (6)
        let mut result = vec![graph.zero(); right.len()];
        let mut motions: Vec<(Vector3, Vector3)> = Vec::new();
        for (stage, (own, free)) in self.stages().iter().zip(&factors) {
            let (alpha, a) = match stage.parent() {
                Some(parent) => {
                    let (alpha, a) = motions[parent];
                    let carried = cross(graph, &alpha, stage.position());
                    let a = add(graph, &a, &carried);
                    (stage.down(graph, &alpha), stage.down(graph, &a))
                }
                None => (zero(graph), zero(graph)),
            };
            let (alpha, a) = (share(graph, &alpha), share(graph, &a));
            let open: Vec<Node> = own
                .columns
                .iter()
                .zip(free)
                .map(|(column, &u)| {
                    let turning = dot(graph, &column.torque, &alpha);
                    let sliding = dot(graph, &column.force, &a);
                    let carried = graph.add(turning, sliding);
                    let difference = graph.sub(u, carried);
                    graph.share(difference)
                })
                .collect();
            let solved: Vec<Node> = own.solve(graph, &open).into_iter().map(|x| graph.share(x)).collect();
            for (j, &acceleration) in stage.velocities().zip(&solved) {
                result[j] = acceleration;
            }
            let (turning, sliding) = directions(graph, stage, &solved);
            motions.push((add(graph, &alpha, &turning), add(graph, &a, &sliding)));
        }
        let pivots = factors.into_iter().map(|(own, _)| own);
        let pivots = self.pivots(graph, &pivots.collect::<Vec<_>>());
        Solution { accelerations: result, pivots }
    }

    /// The leading minors of every D with what they are compared to, velocity by velocity.
    fn pivots(&self, graph: &mut Graph, factors: &[Factors]) -> Vec<(Node, Node)> {
        let locked = self.locked(graph);
        let mut pivots = vec![(graph.one(), graph.one()); self.velocities()];
        for ((stage, own), locked) in self.stages().iter().zip(factors).zip(locked) {
            let mut before = graph.one();
            for (j, &minor) in stage.velocities().zip(&own.minors) {
                pivots[j] = (minor, graph.mul(before, locked));
                before = minor;
            }
        }
        pivots
    }

    /// For each link what its motion would have to accelerate if all joints beyond were locked: the mass for
    /// a translation, at least the moment of inertia for a rotation. Composite bodies by their mass, first moment and
    /// trace of J alone:
    /// tr J_p += tr J + 2 p·Rh + m p·p.
    fn locked(&self, graph: &mut Graph) -> Vec<Node> {
        let start = |stage: &Stage, graph: &mut Graph| {
            let body = stage.inertia();
            let trace = graph.sum(&[body.second[0][0], body.second[1][1], body.second[2][2]]);
            (body.mass, body.moment, trace)
        };
        let mut composite: Vec<(Node, Vector3, Node)> =
            self.stages().iter().map(|stage| start(stage, graph)).collect();
        for (i, stage) in self.stages().iter().enumerate().rev() {
            let (mass, moment, trace) = composite[i];
            let (moment, trace) = (share(graph, &moment), graph.share(trace));
            composite[i] = (mass, moment, trace);
            let Some(parent) = stage.parent() else { continue };
            let turned = stage.up(graph, &moment);
            let carried = scale(graph, mass, stage.position());
            let both = add(graph, &turned, &carried);
            let arm = add(graph, &both, &turned);
            let steiner = dot(graph, stage.position(), &arm);
            let (m, h, t) = composite[parent];
            composite[parent] = (graph.add(m, mass), add(graph, &h, &both), graph.sum(&[t, trace, steiner]));
        }
        let of = |(stage, (mass, _, trace)): (&Stage, (Node, Vector3, Node))| {
            let own = match stage.motion() {
                Motion::Translation { .. } => mass,
                Motion::Screw { pitch, .. } => {
                    let along = graph.product(&[*pitch, *pitch, mass]);
                    graph.add(trace, along)
                }
                Motion::Rotation { .. } | Motion::Quaternion => trace,
            };
            with_rotor(graph, stage, own)
        };
        self.stages().iter().zip(composite).map(of).collect()
    }
}

impl Articulated {
    fn rigid(graph: &mut Graph, stage: &Stage) -> Self {
        let body = stage.inertia();
        let trace = graph.sum(&[body.second[0][0], body.second[1][1], body.second[2][2]]);
        let a = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                if i == j { graph.sub(trace, body.second[i][i]) } else { graph.neg(body.second[i][j]) }
            })
        });
        let zero = graph.zero();
        let c = core::array::from_fn(|i| core::array::from_fn(|j| if i == j { body.mass } else { zero }));
        Self { a, b: skew(graph, &body.moment), c }
    }

    fn shared(&self, graph: &mut Graph) -> Self {
        let mut of = |m: &Matrix3| m.map(|row| share(graph, &row));
        Self { a: of(&self.a), b: of(&self.b), c: of(&self.c) }
    }

    fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        Self {
            a: add_matrices(graph, &self.a, &other.a),
            b: add_matrices(graph, &self.b, &other.b),
            c: add_matrices(graph, &self.c, &other.c),
        }
    }

    /// (3). Rows that vanish identically are zero in the result: Sᵀ of it is nothing.
    fn without(&self, graph: &mut Graph, stage: &Stage, factors: &Factors) -> Self {
        let mut left = self.clone();
        for (u, row) in factors.columns.iter().zip(&factors.inverse) {
            for (w, &weight) in factors.columns.iter().zip(row) {
                for i in 0..3 {
                    for j in 0..3 {
                        let take = |graph: &mut Graph, entry: &mut Node, x: Node, y: Node| {
                            let product = graph.product(&[x, weight, y]);
                            *entry = graph.sub(*entry, product);
                        };
                        take(graph, &mut left.a[i][j], u.torque[i], w.torque[j]);
                        take(graph, &mut left.b[i][j], u.torque[i], w.force[j]);
                        take(graph, &mut left.c[i][j], u.force[i], w.force[j]);
                    }
                }
            }
        }
        let o = graph.zero();
        match stage.motion() {
            // Sᵀ of it is D⁻¹ n² J Sᵀ of what was there.
            _ if stage.rotor().is_some() => {}
            Motion::Quaternion => {
                left.a = [[o; 3]; 3];
                left.b = [[o; 3]; 3];
            }
            Motion::Rotation { .. } => {
                if let Some(k) = inertia::direction(graph, stage.axis()) {
                    for i in 0..3 {
                        (left.a[k][i], left.a[i][k], left.b[k][i]) = (o, o, o);
                    }
                }
            }
            Motion::Translation { .. } => {
                if let Some(k) = inertia::direction(graph, stage.axis()) {
                    for i in 0..3 {
                        (left.c[k][i], left.c[i][k], left.b[i][k]) = (o, o, o);
                    }
                }
            }
            Motion::Screw { .. } => {}
        }
        // A and C are symmetric: one of each pair is computed.
        for i in 0..3 {
            for j in 0..i {
                left.a[i][j] = left.a[j][i];
                left.c[i][j] = left.c[j][i];
            }
        }
        left
    }

    fn turned(&self, graph: &mut Graph, stage: &Stage) -> Self {
        Self {
            a: stage.congruent(graph, &self.a, true),
            b: stage.congruent(graph, &self.b, false),
            c: stage.congruent(graph, &self.c, true),
        }
    }

    /// (4)
    fn shifted(&self, graph: &mut Graph, stage: &Stage) -> Self {
        let d = stage.position();
        // [d]× X: d × each column.
        let crossed = |graph: &mut Graph, x: &Matrix3| -> Matrix3 {
            let columns = transposed(x).map(|column| cross(graph, d, &column));
            transposed(&columns)
        };
        let dc = crossed(graph, &self.c);
        let b = add_matrices(graph, &self.b, &dc);
        // −B[d]× = ([d]×Bᵀ)ᵀ, and −[d]×C[d]× = ([d]×([d]×C)ᵀ)ᵀ
        let db = crossed(graph, &transposed(&self.b));
        let ddc = crossed(graph, &transposed(&dc));
        let mut a = self.a;
        for i in 0..3 {
            for j in i..3 {
                let entry = graph.sum(&[self.a[i][j], db[i][j], db[j][i], ddc[j][i]]);
                (a[i][j], a[j][i]) = (entry, entry);
            }
        }
        Self { a, b, c: self.c }
    }
}

impl Factors {
    /// D⁻¹ x.
    fn solve(&self, graph: &mut Graph, x: &[Node]) -> Vec<Node> {
        self.inverse.iter().map(|row| graph.dot(row, x)).collect()
    }
}

/// U and D⁻¹ of a link.
fn factor(graph: &mut Graph, stage: &Stage, body: &Articulated) -> Factors {
    let turning = |graph: &mut Graph, n: &Vector3| Wrench {
        torque: apply(graph, &body.a, n),
        force: apply_transposed(graph, &body.b, n),
    };
    let sliding = |graph: &mut Graph, n: &Vector3| Wrench {
        torque: apply(graph, &body.b, n),
        force: apply(graph, &body.c, n),
    };
    let mut columns = match stage.motion() {
        Motion::Rotation { .. } => vec![turning(graph, stage.axis())],
        Motion::Translation { .. } => vec![sliding(graph, stage.axis())],
        Motion::Screw { pitch, .. } => {
            let along = scale(graph, *pitch, stage.axis());
            let (turn, slide) = (turning(graph, stage.axis()), sliding(graph, &along));
            vec![turn.plus(graph, &slide)]
        }
        Motion::Quaternion => {
            let at = |k: usize| Wrench { torque: core::array::from_fn(|i| body.a[i][k]), force: body.b[k] };
            (0..3).map(at).collect()
        }
    };
    if stage.backwards() {
        for column in &mut columns {
            *column = Wrench { force: neg(graph, &column.force), torque: neg(graph, &column.torque) };
        }
    }
    let columns: Vec<Wrench> = columns.into_iter().map(|column| column.shared(graph)).collect();
    if columns.len() == 1 {
        let pivot = project(graph, stage, &columns[0])[0];
        let pivot = with_rotor(graph, stage, pivot);
        let pivot = graph.share(pivot);
        let reciprocal = graph.powi(pivot, -1);
        let reciprocal = graph.share(reciprocal);
        Factors { columns, inverse: vec![vec![reciprocal]], minors: vec![pivot] }
    } else {
        let mut whole = body.a;
        for (k, row) in whole.iter_mut().enumerate() {
            row[k] = with_rotor(graph, stage, row[k]);
        }
        let (inverse, minors) = symmetric_inverse(graph, &whole);
        Factors { columns, inverse, minors }
    }
}

/// D of a single motion.
fn with_rotor(graph: &mut Graph, stage: &Stage, pivot: Node) -> Node {
    match stage.rotor() {
        Some(rotor) => graph.add(pivot, rotor),
        None => pivot,
    }
}

/// Sᵀ of a wrench.
fn project(graph: &mut Graph, stage: &Stage, wrench: &Wrench) -> Vec<Node> {
    let last = stage.velocities().end;
    let mut efforts = vec![graph.zero(); last];
    stage.project(graph, wrench, &mut efforts);
    stage.velocities().map(|j| efforts[j]).collect()
}

/// S q̈: the angular and the linear acceleration of the motion itself.
fn directions(graph: &mut Graph, stage: &Stage, own: &[Node]) -> (Vector3, Vector3) {
    let own: Vec<Node> = own.iter().map(|&x| if stage.backwards() { graph.neg(x) } else { x }).collect();
    match stage.motion() {
        Motion::Rotation { .. } => (scale(graph, own[0], stage.axis()), zero(graph)),
        Motion::Translation { .. } => (zero(graph), scale(graph, own[0], stage.axis())),
        Motion::Screw { pitch, .. } => {
            let along = graph.mul(*pitch, own[0]);
            (scale(graph, own[0], stage.axis()), scale(graph, along, stage.axis()))
        }
        Motion::Quaternion => ([own[0], own[1], own[2]], zero(graph)),
    }
}

/// The inverse of a symmetric positive definite matrix by cofactors, and its leading minors.
fn symmetric_inverse(graph: &mut Graph, a: &Matrix3) -> (Vec<Vec<Node>>, Vec<Node>) {
    let cofactors: Matrix3 = core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let row = cross(graph, &a[j], &a[k]);
        share(graph, &row)
    });
    let determinant = dot(graph, &a[0], &cofactors[0]);
    let determinant = graph.share(determinant);
    let reciprocal = graph.powi(determinant, -1);
    let reciprocal = graph.share(reciprocal);
    let minors = vec![a[0][0], cofactors[2][2], determinant];
    let inverse = (0..3)
        .map(|i| {
            (0..3)
                .map(|j| {
                    let entry = graph.mul(cofactors[i.min(j)][i.max(j)], reciprocal);
                    graph.share(entry)
                })
                .collect()
        })
        .collect();
    (inverse, minors)
}
