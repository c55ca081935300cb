//! M a = r solved from the leaves to the root and back, in O(n): articulated bodies, on expressions.
//!
//! The wrench that a link with all links beyond it opposes to an acceleration (α, a) of the link's origin, with free joints:
//! ```text
//! τ = A α + B a,   f = Bᵀ α + C a                    rigid: A = tr(J) 1 − J,  B = [h]×,  C = m 1   (1)
//! ```
//! With S the direction of the link's motion, U = (U_τ, U_f) its wrench (1) and D = SᵀU:
//! ```text
//! u = r − Sᵀp                                                                                      (2)
//! A ← A − U_τ D⁻¹U_τᵀ,   B ← B − U_τ D⁻¹U_fᵀ,   C ← C − U_f D⁻¹U_fᵀ,   p ← p + U D⁻¹u               (3)
//! relative to the parent (d: the link's origin), after rotation by R:
//!   A_p += A − B[d]× + [d]×Bᵀ − [d]×C[d]×,   B_p += B + [d]×C,   C_p += C                           (4)
//!   p_p += (p_τ + d × p_f, p_f)                                                                    (5)
//! outwards:   a' = (Rᵀα_p, Rᵀ(a_p + α_p × d)),   q̈ = D⁻¹(u − Uᵀa'),   (α, a) = a' + S q̈            (6)
//! ```
//! A rotor adds n² J to D, (9) of `recursion`.
//! (Featherstone, *Rigid Body Dynamics Algorithms*, 7.3, without velocities and gravity.)

use super::Motion;
use super::recursion::{Recursion, Wrench};
use super::stage::Stage;
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector, nodes};
use crate::symbolic::rotations::direction;
use crate::symbolic::{Author, Graph, Node};

/// (1): A, B, C.
#[derive(Clone, Copy)]
struct Articulated<'g> {
    a: Matrix<'g>,
    b: Matrix<'g>,
    c: Matrix<'g>,
}

/// Results of the inward pass that the outward pass needs.
struct Factors<'g> {
    /// U, column by column.
    columns: Vec<Wrench<Vector<'g>>>,
    /// D⁻¹.
    inverse: Vec<Vec<Expr<'g>>>,
    /// The leading minors of D, which are positive if D is positive definite.
    minors: Vec<Expr<'g>>,
}

/// a of M a = r, and the numbers that show that M is positive definite.
#[derive(Clone, Debug)]
pub struct Solution {
    /// a.
    pub accelerations: Vec<Node>,
    /// For each velocity the leading minor of D, and the minor before it times the pivot for the case that the
    /// joints beyond are locked. Their quotient is at most one; M is singular where it is zero.
    pub pivots: Vec<(Node, Node)>,
}

impl Recursion {
    /// a of M a = r.
    pub fn accelerations(&self, graph: &mut Graph, right: &[Node]) -> Solution {
        let algebra = &Algebra::new(graph);
        let right = algebra.exprs(right);
        let zero = algebra.zero_vector();
        let mut bodies: Vec<Articulated<'_>> =
            self.stages().iter().map(|stage| Articulated::rigid(algebra, stage)).collect();
        let mut opposing = vec![Wrench { force: zero, torque: zero }; bodies.len()];
        let mut factors = Vec::new();
        let before = algebra.with(|graph| graph.write_for(Author::Nobody));
        for (i, stage) in self.stages().iter().enumerate().rev() {
            algebra.with(|graph| graph.write_for(stage.author()));
            let body = bodies[i].share();
            let p = opposing[i].share();
            let own = factor(stage, body);
            // (2)
            let projected = project(stage, p);
            let free: Vec<Expr<'_>> =
                stage.velocities().zip(projected).map(|(j, p)| (right[j] - p).share()).collect();
            // (3)
            if let Some(parent) = stage.parent() {
                let left = body.without(stage, &own);
                let mut wrench = p;
                for (&column, amount) in own.columns.iter().zip(own.solve(&free)) {
                    wrench += amount * column;
                }
                bodies[parent] = bodies[parent].plus(left.turned(stage).shifted(stage.position(algebra)));
                opposing[parent] += stage.inwards(wrench.share());
            }
            factors.push((own, free));
        }
        factors.reverse();
        // (6)
        let mut result = vec![algebra.zero(); right.len()];
        let mut motions: Vec<(Vector<'_>, Vector<'_>)> = Vec::new();
        for (stage, (own, free)) in self.stages().iter().zip(&factors) {
            algebra.with(|graph| graph.write_for(stage.author()));
            let (alpha, a) = match stage.parent() {
                Some(parent) => {
                    let (alpha, a) = motions[parent];
                    let a = a + alpha.cross(stage.position(algebra));
                    (stage.down(alpha), stage.down(a))
                }
                None => (zero, zero),
            };
            let (alpha, a) = (alpha.share(), a.share());
            let open = own.columns.iter().zip(free);
            let open: Vec<Expr<'_>> = open
                .map(|(column, &u)| (u - (column.torque.dot(alpha) + column.force.dot(a))).share())
                .collect();
            let solved: Vec<Expr<'_>> = own.solve(&open).into_iter().map(Expr::share).collect();
            for (j, &acceleration) in stage.velocities().zip(&solved) {
                result[j] = acceleration;
            }
            let (turning, sliding) = directions(stage, &solved);
            motions.push((alpha + turning, a + sliding));
        }
        algebra.with(|graph| graph.write_for(before));
        let factors: Vec<Factors<'_>> = factors.into_iter().map(|(own, _)| own).collect();
        Solution { accelerations: nodes(&result), pivots: self.pivots(algebra, &factors) }
    }

    /// The leading minors of every D with their scales, velocity by velocity.
    fn pivots<'g>(&self, algebra: &'g Algebra<'g>, factors: &[Factors<'g>]) -> Vec<(Node, Node)> {
        let locked = self.locked(algebra);
        let one = algebra.one();
        let mut pivots = vec![(one.node(), one.node()); self.velocities()];
        for ((stage, own), locked) in self.stages().iter().zip(factors).zip(locked) {
            let mut before = one;
            for (j, &minor) in stage.velocities().zip(&own.minors) {
                pivots[j] = (minor.node(), (before * locked).node());
                before = minor;
            }
        }
        pivots
    }

    /// For each link the inertia of its motion with all joints beyond locked: the mass for
    /// a translation, at least the moment of inertia for a rotation. Composite bodies by their mass, first moment and
    /// trace of J alone:
    /// tr J_p += tr J + 2 p·Rh + m p·p.
    fn locked<'g>(&self, algebra: &'g Algebra<'g>) -> Vec<Expr<'g>> {
        let start = |stage: &Stage| {
            let body = stage.inertia(algebra);
            (body.mass, body.moment, body.second.trace())
        };
        let mut composite: Vec<_> = self.stages().iter().map(start).collect();
        for (i, stage) in self.stages().iter().enumerate().rev() {
            let (mass, moment, trace) = composite[i];
            let (moment, trace) = (moment.share(), trace.share());
            composite[i] = (mass, moment, trace);
            let Some(parent) = stage.parent() else { continue };
            let p = stage.position(algebra);
            let turned = stage.up(moment);
            let both = turned + mass * p;
            let steiner = p.dot(both + turned);
            let (m, h, t) = composite[parent];
            composite[parent] = (m + mass, h + both, algebra.sum(&[t, trace, steiner]));
        }
        let of = |(stage, (mass, _, trace)): (&Stage, (Expr<'g>, Vector<'g>, Expr<'g>))| {
            let own = match stage.motion() {
                Motion::Translation { .. } => mass,
                Motion::Screw { pitch, .. } => {
                    let pitch = algebra.expr(*pitch);
                    trace + algebra.product(&[pitch, pitch, mass])
                }
                Motion::Rotation { .. } | Motion::Quaternion => trace,
            };
            with_rotor(stage, own)
        };
        self.stages().iter().zip(composite).map(of).collect()
    }
}

impl<'g> Articulated<'g> {
    /// (1)
    fn rigid(algebra: &'g Algebra<'g>, stage: &Stage) -> Self {
        let body = stage.inertia(algebra);
        let (trace, zero) = (body.second.trace(), algebra.zero());
        let a = Matrix::from_fn(|i, j| {
            let entry = body.second[(i, j)];
            if i == j { trace - entry } else { -entry }
        });
        let c = Matrix::from_fn(|i, j| if i == j { body.mass } else { zero });
        Self { a, b: body.moment.skew(), c }
    }

    fn share(self) -> Self {
        Self { a: self.a.share(), b: self.b.share(), c: self.c.share() }
    }

    fn plus(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b, c: self.c + other.c }
    }

    /// (3). Rows that vanish identically are zero in the result: Sᵀ of it is zero.
    fn without(self, stage: &Stage, factors: &Factors<'g>) -> Self {
        let algebra = self.a.algebra();
        let Self { mut a, mut b, mut c } = self;
        for (u, row) in factors.columns.iter().zip(&factors.inverse) {
            for (w, &weight) in factors.columns.iter().zip(row) {
                for i in 0..3 {
                    for j in 0..3 {
                        a[(i, j)] -= algebra.product(&[u.torque[i], weight, w.torque[j]]);
                        b[(i, j)] -= algebra.product(&[u.torque[i], weight, w.force[j]]);
                        c[(i, j)] -= algebra.product(&[u.force[i], weight, w.force[j]]);
                    }
                }
            }
        }
        let o = algebra.zero();
        match stage.motion() {
            // Sᵀ of it is D⁻¹ n² J Sᵀ of the original.
            _ if stage.rotor(algebra).is_some() => {}
            Motion::Quaternion => (a, b) = (algebra.zero_matrix(), algebra.zero_matrix()),
            Motion::Rotation { .. } => {
                if let Some(k) = direction(stage.axis(algebra)) {
                    for i in 0..3 {
                        (a[(k, i)], a[(i, k)], b[(k, i)]) = (o, o, o);
                    }
                }
            }
            Motion::Translation { .. } => {
                if let Some(k) = direction(stage.axis(algebra)) {
                    for i in 0..3 {
                        (c[(k, i)], c[(i, k)], b[(i, k)]) = (o, o, o);
                    }
                }
            }
            Motion::Screw { .. } => {}
        }
        // A and C are symmetric: one of each pair is computed.
        for i in 0..3 {
            for j in 0..i {
                (a[(i, j)], c[(i, j)]) = (a[(j, i)], c[(j, i)]);
            }
        }
        Self { a, b, c }
    }

    fn turned(self, stage: &Stage) -> Self {
        Self {
            a: stage.congruent(self.a, true),
            b: stage.congruent(self.b, false),
            c: stage.congruent(self.c, true),
        }
    }

    /// (4)
    fn shifted(self, d: Vector<'g>) -> Self {
        // [d]× X: d × each column.
        let crossed =
            |x: Matrix<'g>| Matrix(x.transposed().0.map(|column| d.cross(Vector(column)).0)).transposed();
        let dc = crossed(self.c);
        let b = self.b + dc;
        // −B[d]× = ([d]×Bᵀ)ᵀ, and −[d]×C[d]× = ([d]×([d]×C)ᵀ)ᵀ
        let db = crossed(self.b.transposed());
        let ddc = crossed(dc.transposed());
        let mut a = self.a;
        for i in 0..3 {
            for j in i..3 {
                let entry = d.algebra().sum(&[self.a[(i, j)], db[(i, j)], db[(j, i)], ddc[(j, i)]]);
                (a[(i, j)], a[(j, i)]) = (entry, entry);
            }
        }
        Self { a, b, c: self.c }
    }
}

impl<'g> Factors<'g> {
    /// D⁻¹ x.
    fn solve(&self, x: &[Expr<'g>]) -> Vec<Expr<'g>> {
        self.inverse.iter().map(|row| x[0].algebra().dot(row, x)).collect()
    }
}

/// U and D⁻¹ of a link.
fn factor<'g>(stage: &Stage, body: Articulated<'g>) -> Factors<'g> {
    let Articulated { a, b, c } = body;
    let algebra = a.algebra();
    let turning = |n: Vector<'g>| Wrench { torque: a * n, force: b.transposed() * n };
    let sliding = |n: Vector<'g>| Wrench { torque: b * n, force: c * n };
    let n = stage.axis(algebra);
    let mut columns = match stage.motion() {
        Motion::Rotation { .. } => vec![turning(n)],
        Motion::Translation { .. } => vec![sliding(n)],
        Motion::Screw { pitch, .. } => {
            let along = algebra.expr(*pitch) * n;
            vec![turning(n) + sliding(along)]
        }
        Motion::Quaternion => (0..3).map(|k| Wrench { torque: a.column(k), force: b.row(k) }).collect(),
    };
    if stage.backwards() {
        columns.iter_mut().for_each(|column| *column = -*column);
    }
    columns.iter_mut().for_each(|column| *column = column.share());
    if columns.len() == 1 {
        let pivot = project(stage, columns[0])[0];
        let pivot = with_rotor(stage, pivot).share();
        let reciprocal = pivot.powi(-1).share();
        Factors { columns, inverse: vec![vec![reciprocal]], minors: vec![pivot] }
    } else {
        let mut whole = a;
        for k in 0..3 {
            whole[(k, k)] = with_rotor(stage, whole[(k, k)]);
        }
        let (inverse, minors) = symmetric_inverse(whole);
        Factors { columns, inverse, minors }
    }
}

/// D of a single motion.
fn with_rotor<'g>(stage: &Stage, pivot: Expr<'g>) -> Expr<'g> {
    match stage.rotor(pivot.algebra()) {
        Some(rotor) => pivot + rotor,
        None => pivot,
    }
}

/// Sᵀ of a wrench.
fn project<'g>(stage: &Stage, wrench: Wrench<Vector<'g>>) -> Vec<Expr<'g>> {
    let mut efforts = vec![wrench.force.algebra().zero(); stage.velocities().end];
    stage.project(wrench, &mut efforts);
    efforts[stage.velocities()].to_vec()
}

/// S q̈: the angular and the linear acceleration of the motion.
fn directions<'g>(stage: &Stage, own: &[Expr<'g>]) -> (Vector<'g>, Vector<'g>) {
    let own: Vec<Expr<'g>> = own.iter().map(|&x| if stage.backwards() { -x } else { x }).collect();
    let algebra = own[0].algebra();
    let (n, zero) = (stage.axis(algebra), algebra.zero_vector());
    match stage.motion() {
        Motion::Rotation { .. } => (own[0] * n, zero),
        Motion::Translation { .. } => (zero, own[0] * n),
        Motion::Screw { pitch, .. } => {
            let along = algebra.expr(*pitch) * own[0];
            (own[0] * n, along * n)
        }
        Motion::Quaternion => (Vector([own[0], own[1], own[2]]), zero),
    }
}

/// The inverse of a symmetric positive definite matrix by cofactors, and its leading minors.
fn symmetric_inverse<'g>(a: Matrix<'g>) -> (Vec<Vec<Expr<'g>>>, Vec<Expr<'g>>) {
    let cofactors = Matrix(core::array::from_fn(|i| a.row((i + 1) % 3).cross(a.row((i + 2) % 3)).share().0));
    let determinant = a.row(0).dot(cofactors.row(0)).share();
    let reciprocal = determinant.powi(-1).share();
    let minors = vec![a[(0, 0)], cofactors[(2, 2)], determinant];
    let entry = |i: usize, j: usize| (cofactors[(i.min(j), i.max(j))] * reciprocal).share();
    let inverse = (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect();
    (inverse, minors)
}
