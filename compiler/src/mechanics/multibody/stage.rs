//! A link for the recursions: its parent, its motion, its inertia.
//!
//! Numbers are those of the equations in `recursion`. Invariant: a stage consists of expressions of the
//! coordinates alone, so that every recursion may share it.

use super::Motion;
use super::attributes::Scene;
use super::axes::{Axes, Turned};
use super::inertia::{Inertia, Moments};
use super::poses::Frame;
use super::recursion::Wrench;
use super::tree::{Owner, Tree};
use crate::model::{Matrix3, Vector3};
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector};
use crate::symbolic::rotations::{self, direction};
use crate::symbolic::{Author, Graph, Node};

/// A link, prepared for the recursions.
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
    /// The contribution of a rotor to the inertia along the link's velocity.
    rotor: Option<Node>,
    /// The ratio of its rate to its velocity, where these differ.
    ratio: Option<Node>,
    /// Whether its velocity is that of another link.
    shares: bool,
    /// Author of its motion.
    author: Author,
    /// Author of its inertia.
    body: Author,
}

impl Stage {
    /// The link of that number, with its mass properties about its origin.
    pub(super) fn new(
        graph: &mut Graph,
        scene: &Scene<'_>,
        number: usize,
        inertia: &Inertia,
        axes: &Axes,
    ) -> Self {
        let (link, planar) = (&scene.tree.links[number], scene.multibody.planar);
        let before = graph.write_for(link.owner.author());
        let q = link.coordinates(graph, &scene.positions);
        let algebra = &Algebra::new(graph);
        let offset = Frame::of(algebra, &link.offset);
        let step = Frame::moved(&link.motion, link.reversed, &algebra.exprs(&q));
        let mut position = offset * step.position;
        let mut axis = match &link.motion {
            Motion::Rotation { axis } | Motion::Translation { axis } | Motion::Screw { axis, .. } => {
                algebra.vector(axis)
            }
            Motion::Quaternion => algebra.zero_vector(),
        };
        let mut inertia = inertia.clone();
        let mut rotations = [offset.rotation, step.rotation];
        let mut about = None;
        let carrier = link.parent.and_then(|parent| axes.turned(parent));
        if let Some(carrier) = carrier {
            let turned = algebra.matrix(&carrier.whole);
            position = turned * position;
            if axes.turned(number).is_none() {
                rotations[0] = turned * rotations[0];
            }
        }
        if let Some(own) = axes.turned(number) {
            let turned = algebra.matrix(&own.whole);
            axis = turned * axis;
            inertia.moment = (turned * algebra.vector(&inertia.moment)).nodes();
            // In the plane J is a multiple of 1.
            if !planar {
                inertia.second = turned_inertia(algebra, own, &inertia);
            }
            rotations = [algebra.identity(); 2];
        } else if let Motion::Rotation { axis } = &link.motion
            && let Some(k) = direction(algebra.vector(axis))
        {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            about = Some((k, step.rotation[(j, i)].node(), step.rotation[(i, i)].node()));
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
            Some(ratio) => algebra.product(&algebra.exprs(&[rotor, ratio, ratio])).node(),
            None => rotor,
        });
        algebra.with(|graph| graph.write_for(before));
        Self {
            parent: link.parent,
            motion,
            sign,
            velocity,
            position: position.nodes(),
            rotations: rotations.map(Matrix::nodes),
            axis: axis.nodes(),
            inertia,
            about,
            rotor,
            ratio,
            shares,
            author: link.owner.author(),
            body: body_of(&scene.tree, number),
        }
    }

    /// Author of its motion: its joint, or the body that moves freely.
    pub(super) fn author(&self) -> Author {
        self.author
    }

    /// Author of its inertia: the body that is fixed on it, none where there are several.
    pub(super) fn body(&self) -> Author {
        self.body
    }

    /// Whether its velocity is that of another link.
    pub(super) fn follows(&self) -> bool {
        self.shares
    }

    /// n² J of a rotor that the link's motion turns.
    pub(super) fn rotor<'g>(&self, algebra: &'g Algebra<'g>) -> Option<Expr<'g>> {
        self.rotor.map(|rotor| algebra.expr(rotor))
    }

    pub(super) fn parent(&self) -> Option<usize> {
        self.parent
    }

    pub(super) fn motion(&self) -> &Motion {
        &self.motion
    }

    /// n.
    pub(super) fn axis<'g>(&self, algebra: &'g Algebra<'g>) -> Vector<'g> {
        algebra.vector(&self.axis)
    }

    /// p.
    pub(super) fn position<'g>(&self, algebra: &'g Algebra<'g>) -> Vector<'g> {
        algebra.vector(&self.position)
    }

    /// m, h, J.
    pub(super) fn inertia<'g>(&self, algebra: &'g Algebra<'g>) -> Moments<'g> {
        self.inertia.expressions(algebra)
    }

    pub(super) fn backwards(&self) -> bool {
        self.sign < 0
    }

    /// The numbers of its velocities.
    pub(super) fn velocities(&self) -> core::ops::Range<usize> {
        self.velocity..self.velocity + self.motion.sizes().1
    }

    /// The two factors of R.
    fn rotations<'g>(&self, algebra: &'g Algebra<'g>) -> [Matrix<'g>; 2] {
        [algebra.matrix(&self.rotations[0]), algebra.matrix(&self.rotations[1])]
    }

    /// R X Rᵀ.
    pub(super) fn congruent<'g>(&self, x: Matrix<'g>, symmetric: bool) -> Matrix<'g> {
        let [first, second] = self.rotations(x.algebra());
        let turned = |r: Matrix<'g>, x| if symmetric { congruent(r, x) } else { r * x * r.transposed() };
        turned(first, turned(second, x))
    }

    /// Rᵀ x.
    pub(super) fn down<'g>(&self, x: Vector<'g>) -> Vector<'g> {
        let [first, second] = self.rotations(x.algebra());
        second.transposed() * (first.transposed() * x)
    }

    /// R x.
    pub(super) fn up<'g>(&self, x: Vector<'g>) -> Vector<'g> {
        let [first, second] = self.rotations(x.algebra());
        first * (second * x)
    }

    /// ± the link's own part of a velocity vector.
    pub(super) fn signed<'g>(&self, all: &[Expr<'g>]) -> Vec<Expr<'g>> {
        all[self.velocities()].iter().map(|&x| self.own(x)).collect()
    }

    /// ± the ratio, times a rate or an effort: a rate of the link, or an effort along its velocity.
    fn own<'g>(&self, x: Expr<'g>) -> Expr<'g> {
        let scaled = match self.ratio {
            Some(ratio) => x.algebra().expr(ratio) * x,
            None => x,
        };
        if self.sign < 0 { -scaled } else { scaled }
    }

    /// The angular velocity and acceleration of the motion itself: n ṙ and n r̈.
    pub(super) fn turning<'g>(
        &self,
        rate: &[Expr<'g>],
        second: &[Expr<'g>],
    ) -> Option<(Vector<'g>, Vector<'g>)> {
        match self.motion {
            Motion::Rotation { .. } | Motion::Screw { .. } => {
                let n = self.axis(rate[0].algebra());
                Some((rate[0] * n, second[0] * n))
            }
            Motion::Quaternion => {
                Some((Vector([rate[0], rate[1], rate[2]]), Vector([second[0], second[1], second[2]])))
            }
            Motion::Translation { .. } => None,
        }
    }

    /// The velocity and acceleration of the motion itself: n ṙ and n r̈, of a screw p n ṙ and p n r̈.
    pub(super) fn sliding<'g>(
        &self,
        rate: &[Expr<'g>],
        second: &[Expr<'g>],
    ) -> Option<(Vector<'g>, Vector<'g>)> {
        let algebra = rate[0].algebra();
        match self.motion {
            Motion::Translation { .. } => {
                let n = self.axis(algebra);
                Some((rate[0] * n, second[0] * n))
            }
            Motion::Screw { pitch, .. } => {
                let along = algebra.expr(pitch) * self.axis(algebra);
                Some((rate[0] * along, second[0] * along))
            }
            Motion::Rotation { .. } | Motion::Quaternion => None,
        }
    }

    /// (4)
    pub(super) fn inwards<'g>(&self, wrench: Wrench<Vector<'g>>) -> Wrench<Vector<'g>> {
        let (force, torque) = (self.up(wrench.force), self.up(wrench.torque));
        Wrench { force, torque: torque + self.position(force.algebra()).cross(force) }
    }

    /// (5), added to `efforts`.
    pub(super) fn project<'g>(&self, wrench: Wrench<Vector<'g>>, efforts: &mut [Expr<'g>]) {
        let Wrench { force, torque } = wrench;
        let algebra = force.algebra();
        let n = self.axis(algebra);
        let own = match self.motion {
            Motion::Rotation { .. } => vec![n.dot(torque)],
            Motion::Translation { .. } => vec![n.dot(force)],
            Motion::Screw { pitch, .. } => vec![n.dot(torque) + algebra.expr(pitch) * n.dot(force)],
            Motion::Quaternion => torque.0.to_vec(),
        };
        for (j, effort) in self.velocities().zip(own) {
            efforts[j] += self.own(effort);
        }
    }

    /// (6)
    pub(super) fn carried<'g>(&self, inertia: Moments<'g>) -> Moments<'g> {
        let Moments { mass, moment, second } = inertia;
        let algebra = mass.algebra();
        let rotations = self.rotations(algebra);
        let moment = self.up(moment);
        let second = match self.about {
            Some((k, sine, cosine)) => turned_about(k, algebra.expr(sine), algebra.expr(cosine), second),
            None => congruent(rotations[1], second),
        };
        let second = congruent(rotations[0], second);
        Moments { mass, moment, second }.shifted(self.position(algebra))
    }

    /// (7): for each of the link's velocities, the wrench of its unit acceleration.
    pub(super) fn columns<'g>(&self, whole: Moments<'g>) -> Vec<(usize, Wrench<Vector<'g>>)> {
        let Moments { mass: m, moment: h, second: j } = whole;
        let algebra = m.algebra();
        let turning = |n: Vector<'g>| {
            let trace = j.trace();
            let torque = Vector(core::array::from_fn(|i| {
                // tr(J) nᵢ − Jᵢₖ nₖ, the diagonal first so that it cancels in the sum
                let mut terms = vec![(trace - j[(i, i)]) * n[i]];
                terms.extend((0..3).filter(|&k| k != i).map(|k| -(j[(i, k)] * n[k])));
                algebra.sum(&terms)
            }));
            Wrench { force: n.cross(h), torque }
        };
        let sliding = |n: Vector<'g>| Wrench { force: m * n, torque: h.cross(n) };
        let n = self.axis(algebra);
        let mut columns = match self.motion {
            Motion::Rotation { .. } => vec![turning(n)],
            Motion::Translation { .. } => vec![sliding(n)],
            Motion::Screw { pitch, .. } => {
                let along = algebra.expr(pitch) * n;
                vec![turning(n) + sliding(along)]
            }
            Motion::Quaternion => (0..3).map(|k| turning(algebra.unit_vector(k))).collect(),
        };
        if let Some(ratio) = self.ratio {
            columns.iter_mut().for_each(|column| *column = algebra.expr(ratio) * *column);
        }
        if self.sign < 0 {
            columns.iter_mut().for_each(|column| *column = -*column);
        }
        self.velocities().zip(columns).collect()
    }
}

/// S J Sᵀ.
fn turned_inertia<'g>(algebra: &'g Algebra<'g>, own: &Turned, inertia: &Inertia) -> Matrix3 {
    let settled = congruent(algebra.matrix(&own.settled), algebra.matrix(&inertia.second));
    let turned = match own.about {
        Some((k, sine, cosine)) => turned_about(k, algebra.expr(sine), algebra.expr(cosine), settled),
        None => settled,
    };
    turned.share().nodes()
}

/// The one body that is fixed on a link.
fn body_of(tree: &Tree, link: usize) -> Author {
    let mut on = (0..tree.placements.len()).filter(|&body| tree.placements[body].link == Some(link));
    match (on.next(), on.next()) {
        (Some(body), None) => Author::body(body),
        _ => Author::Nobody,
    }
}

/// R J Rᵀ for symmetric J.
fn congruent<'g>(r: Matrix<'g>, j: Matrix<'g>) -> Matrix<'g> {
    let half = r * j;
    let mut whole = r.algebra().zero_matrix();
    for a in 0..3 {
        for b in 0..=a {
            let entry = half.row(a).dot(r.row(b));
            (whole[(a, b)], whole[(b, a)]) = (entry, entry);
        }
    }
    whole
}

/// R J Rᵀ for a rotation about the coordinate direction k, with x, y the other two and
/// u = c (J_xx − J_yy) − 2 s J_xy:
/// J_xx' = J_yy + c u,  J_yy' = J_xx − c u,  J_xy' = J_xy + s u.
fn turned_about<'g>(k: usize, s: Expr<'g>, c: Expr<'g>, j: Matrix<'g>) -> Matrix<'g> {
    let (x, y) = ((k + 1) % 3, (k + 2) % 3);
    let mut turned = j;
    let u = c * (j[(x, x)] - j[(y, y)]) - s * (2 * j[(x, y)]);
    let (cu, su) = (c * u, s * u);
    turned[(x, x)] = j[(y, y)] + cu;
    turned[(y, y)] = j[(x, x)] - cu;
    turned[(x, y)] = j[(x, y)] + su;
    turned[(y, x)] = turned[(x, y)];
    let column = rotations::about(j.algebra().unit_vector(k), s, c) * j.column(k);
    for i in [x, y] {
        (turned[(i, k)], turned[(k, i)]) = (column[i], column[i]);
    }
    turned
}
