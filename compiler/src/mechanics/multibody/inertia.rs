//! Mass properties of links: moments of the mass distribution about the origin of the link,
//! ```text
//! m = ∫dm,   h = ∫r dm,   J = ∫r rᵀ dm            I = tr(J) 1 − J,   J = ½ tr(I) 1 − I    (1)
//! ```
//! and their regrouping: inertia that a motion leaves at rest in the parent's frame moves with the parent, so it is
//! counted there. That does not change the kinetic energy and saves operations in every recursion:
//! ```text
//! rotation about the axis u through p:   m, h·u and uᵀJu lie on the axis                    (2)
//! translation:                           J does not turn; p hᵀ + h pᵀ + m p pᵀ stay behind  (3)
//! any rotation about the point p:        m lies at p                                        (4)
//! ```
//! (Base inertial parameters; Khalil and Dombre, *Modeling, Identification and Control of Robots*, 9.4.)
//!
//! Invariant: all entries contain only parameters.

use super::poses::Frame;
use super::tree::Tree;
use super::{Motion, Pose};
use crate::model::{Body, Matrix3, Multibody, Vector3};
use crate::symbolic::algebra::{Algebra, Expr, Matrix, Vector};
use crate::symbolic::rotations::direction;
use crate::symbolic::{Graph, Node};
use core::ops::{Add, AddAssign};

/// Moments of a mass distribution.
#[derive(Clone, Debug)]
pub struct Inertia {
    /// m.
    pub mass: Node,
    /// h = m c.
    pub moment: Vector3,
    /// J.
    pub second: Matrix3,
}

impl Inertia {
    /// As expressions.
    pub(super) fn expressions<'g>(&self, algebra: &'g Algebra<'g>) -> Moments<'g> {
        Moments {
            mass: algebra.expr(self.mass),
            moment: algebra.vector(&self.moment),
            second: algebra.matrix(&self.second),
        }
    }
}

/// An [`Inertia`] in equations.
#[derive(Clone, Copy)]
pub(super) struct Moments<'g> {
    /// m.
    pub mass: Expr<'g>,
    /// h = m c.
    pub moment: Vector<'g>,
    /// J.
    pub second: Matrix<'g>,
}

impl<'g> Moments<'g> {
    /// No mass.
    fn none(algebra: &'g Algebra<'g>) -> Self {
        Self { mass: algebra.zero(), moment: algebra.zero_vector(), second: algebra.zero_matrix() }
    }

    /// A body whose frame has the given pose.
    fn of_body(algebra: &'g Algebra<'g>, body: &Body, pose: &Pose) -> Self {
        let pose = Frame::of(algebra, pose);
        if let Some((moment, inertia)) = &body.moments {
            let moment = algebra.vector(moment);
            let second = pseudo_inertia(algebra.matrix(inertia));
            return Self { mass: algebra.expr(body.mass), moment, second }.seen_from_parent(pose);
        }
        let (mass, rotation) = (algebra.expr(body.mass), pose.rotation);
        let com = pose * algebra.vector(&body.com);
        let about_com = pseudo_inertia(algebra.matrix(&body.inertia));
        let turned = rotation * about_com * rotation.transposed();
        let moment = mass * com;
        Self { mass, moment, second: turned + outer(moment, com) }
    }

    /// Its places in the graph.
    pub fn nodes(self) -> Inertia {
        Inertia { mass: self.mass.node(), moment: self.moment.nodes(), second: self.second.nodes() }
    }

    /// m, h + m p, J + p hᵀ + h pᵀ + m p pᵀ.
    pub fn shifted(self, p: Vector<'g>) -> Self {
        let Self { mass, moment: h, second: j } = self;
        let mp = mass * p;
        // p (h + ½ m p)ᵀ + its transpose
        let arm = h + mp / 2;
        let cross = symmetric_outer(p, arm);
        Self { mass, moment: h + mp, second: j + cross }
    }

    /// Moments about the origin of another frame: with p + R r for r,
    /// m, R h + m p, R J Rᵀ + p (R h)ᵀ + (R h) pᵀ + m p pᵀ.
    fn seen_from_parent(self, pose: Frame<'g>) -> Self {
        let r = pose.rotation;
        let (moment, second) = (r * self.moment, r * self.second * r.transposed());
        Self { mass: self.mass, moment, second }.shifted(pose.position)
    }

    /// The part that stays with the link, and the part that is at rest in the frame before its motion.
    fn split(self, planar: bool, motion: &Motion) -> (Self, Self) {
        let algebra = self.mass.algebra();
        let mut left = self;
        let mut moved = Self::none(algebra);
        match motion {
            // (2), (4)
            Motion::Rotation { axis } => {
                core::mem::swap(&mut left.mass, &mut moved.mass);
                if let (Some(k), false) = (direction(algebra.vector(axis)), planar) {
                    core::mem::swap(&mut left.moment.0[k], &mut moved.moment.0[k]);
                    core::mem::swap(&mut left.second[(k, k)], &mut moved.second[(k, k)]);
                }
            }
            // (4)
            Motion::Quaternion => core::mem::swap(&mut left.mass, &mut moved.mass),
            // (3)
            Motion::Translation { .. } => core::mem::swap(&mut left.second, &mut moved.second),
            Motion::Screw { .. } => {}
        }
        (left, moved)
    }
}

/// Both together.
impl Add for Moments<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            mass: self.mass + other.mass,
            moment: self.moment + other.moment,
            second: self.second + other.second,
        }
    }
}

impl AddAssign for Moments<'_> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// J = ½ tr(I) 1 − I of (1).
fn pseudo_inertia(inertia: Matrix<'_>) -> Matrix<'_> {
    let half = inertia.trace() / 2;
    Matrix::from_fn(|i, j| if i == j { half - inertia[(i, i)] } else { -inertia[(i, j)] })
}

/// a bᵀ.
fn outer<'g>(a: Vector<'g>, b: Vector<'g>) -> Matrix<'g> {
    Matrix::from_fn(|i, j| a[i] * b[j])
}

/// a bᵀ + b aᵀ.
fn symmetric_outer<'g>(a: Vector<'g>, b: Vector<'g>) -> Matrix<'g> {
    let ab = outer(a, b);
    ab + ab.transposed()
}

/// The true mass properties of every link.
pub fn of_links(graph: &mut Graph, multibody: &Multibody, tree: &Tree) -> Vec<Inertia> {
    let algebra = &Algebra::new(graph);
    let mut inertias = vec![Moments::none(algebra); tree.links.len()];
    for (body, placement) in multibody.bodies.iter().zip(&tree.placements) {
        if let Some(link) = placement.link {
            inertias[link] += Moments::of_body(algebra, body, &placement.pose);
        }
    }
    inertias.into_iter().map(Moments::nodes).collect()
}

/// The mass properties after regrouping, (2) to (4). In the plane J is known by its trace alone.
pub fn regrouped(graph: &mut Graph, planar: bool, tree: &Tree, own: &[Inertia]) -> Vec<Inertia> {
    let algebra = &Algebra::new(graph);
    let mut inertias: Vec<Moments<'_>> = own.iter().map(|inertia| inertia.expressions(algebra)).collect();
    for (i, link) in tree.links.iter().enumerate().rev() {
        let (left, moved) = inertias[i].split(planar, &link.motion);
        inertias[i] = left;
        if let Some(parent) = link.parent {
            inertias[parent] += moved.seen_from_parent(Frame::of(algebra, &link.offset));
        }
    }
    if planar {
        let o = algebra.zero();
        for inertia in &mut inertias {
            let half = (inertia.second[(0, 0)] + inertia.second[(1, 1)]) / 2;
            inertia.second = Matrix([[half, o, o], [o, half, o], [o, o, o]]);
        }
    }
    inertias.into_iter().map(Moments::nodes).collect()
}
