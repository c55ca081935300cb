//! Mass properties of links: moments of the mass distribution about the origin of the link,
//! ```text
//! m = ∫dm,   h = ∫r dm,   J = ∫r rᵀ dm            I = tr(J) 1 − J,   J = ½ tr(I) 1 − I    (1)
//! ```
//! and their regrouping: what a motion leaves at rest in the parent's frame moves with the parent, so it is
//! counted there. That changes no kinetic energy and takes operations out of every recursion:
//! ```text
//! rotation about the axis u through p:   m, h·u and uᵀJu lie on the axis                    (2)
//! translation:                           J does not turn; p hᵀ + h pᵀ + m p pᵀ stay behind  (3)
//! any rotation about the point p:        m lies at p                                        (4)
//! ```
//! (Base inertial parameters; Khalil and Dombre, *Modeling, Identification and Control of Robots*, 9.4.)
//!
//! Invariant: all entries are made of parameters.

use super::poses::transform;
use super::tree::Tree;
use super::vectors::{add, apply, multiply, scale, transposed, zero};
use super::{Motion, Pose};
use crate::model::{Body, Matrix3, Multibody, Vector3};
use crate::symbolic::{Constant, Graph, Node};

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
    /// No mass.
    pub fn none(graph: &Graph) -> Self {
        let zero = zero(graph);
        Self { mass: graph.zero(), moment: zero, second: [zero; 3] }
    }

    /// A body whose frame has the given pose.
    pub fn of_body(graph: &mut Graph, body: &Body, pose: &Pose) -> Self {
        let com = transform(graph, pose, &body.com);
        let about_com = pseudo_inertia(graph, &body.inertia);
        let turned = multiply(graph, &pose.rotation, &about_com);
        let turned = multiply(graph, &turned, &transposed(&pose.rotation));
        let moment = scale(graph, body.mass, &com);
        let steiner = outer(graph, &moment, &com);
        Self { mass: body.mass, moment, second: super::vectors::add_matrices(graph, &turned, &steiner) }
    }

    /// Both together.
    pub fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        Self {
            mass: graph.add(self.mass, other.mass),
            moment: add(graph, &self.moment, &other.moment),
            second: super::vectors::add_matrices(graph, &self.second, &other.second),
        }
    }
}

/// J = ½ tr(I) 1 − I of (1).
fn pseudo_inertia(graph: &mut Graph, inertia: &Matrix3) -> Matrix3 {
    let trace = graph.sum(&[inertia[0][0], inertia[1][1], inertia[2][2]]);
    let half = graph.scale(Constant::ratio(1, 2), trace);
    core::array::from_fn(|i| {
        core::array::from_fn(
            |j| {
                if i == j { graph.sub(half, inertia[i][i]) } else { graph.neg(inertia[i][j]) }
            },
        )
    })
}

/// a bᵀ.
pub(super) fn outer(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Matrix3 {
    core::array::from_fn(|i| core::array::from_fn(|j| graph.mul(a[i], b[j])))
}

/// a bᵀ + b aᵀ.
pub(super) fn symmetric_outer(graph: &mut Graph, a: &Vector3, b: &Vector3) -> Matrix3 {
    let ab = outer(graph, a, b);
    core::array::from_fn(|i| core::array::from_fn(|j| graph.add(ab[i][j], ab[j][i])))
}

/// The mass properties of every link as they are.
pub fn of_links(graph: &mut Graph, multibody: &Multibody, tree: &Tree) -> Vec<Inertia> {
    let mut inertias = vec![Inertia::none(graph); tree.links.len()];
    for (body, placement) in multibody.bodies.iter().zip(&tree.placements) {
        if let Some(link) = placement.link {
            let own = Inertia::of_body(graph, body, &placement.pose);
            inertias[link] = inertias[link].plus(graph, &own);
        }
    }
    inertias
}

/// The mass properties after regrouping, (2) to (4). In the plane J is known by its trace alone.
pub fn regrouped(graph: &mut Graph, planar: bool, tree: &Tree, own: &[Inertia]) -> Vec<Inertia> {
    let mut inertias = own.to_vec();
    for i in (0..tree.links.len()).rev() {
        let link = &tree.links[i];
        let (left, moved) = split(graph, planar, &link.motion, &inertias[i]);
        inertias[i] = left;
        if let Some(parent) = link.parent {
            let seen = seen_from_parent(graph, &link.offset, &moved);
            inertias[parent] = inertias[parent].plus(graph, &seen);
        }
    }
    if planar {
        let o = graph.zero();
        for inertia in &mut inertias {
            let polar = graph.add(inertia.second[0][0], inertia.second[1][1]);
            let half = graph.scale(Constant::ratio(1, 2), polar);
            inertia.second = [[half, o, o], [o, half, o], [o, o, o]];
        }
    }
    inertias
}

/// What stays with the link, and what is at rest in the frame before its motion.
fn split(graph: &mut Graph, planar: bool, motion: &Motion, whole: &Inertia) -> (Inertia, Inertia) {
    let mut left = whole.clone();
    let mut moved = Inertia::none(graph);
    match motion {
        // (2), (4)
        Motion::Rotation { axis } => {
            core::mem::swap(&mut left.mass, &mut moved.mass);
            if let (Some(k), false) = (direction(graph, axis), planar) {
                core::mem::swap(&mut left.moment[k], &mut moved.moment[k]);
                core::mem::swap(&mut left.second[k][k], &mut moved.second[k][k]);
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

/// The coordinate direction of an axis, if it has one.
pub(super) fn direction(graph: &Graph, axis: &Vector3) -> Option<usize> {
    let along =
        |k: usize| graph.as_constant(axis[k]).and_then(|c| c.is_integer()).is_some_and(|c| c.abs() == 1);
    (0..3).find(|&k| along(k) && (0..3).all(|j| j == k || graph.is_zero(axis[j])))
}

/// Moments about the origin of another frame: with p + R r for r,
/// m, R h + m p, R J Rᵀ + p (R h)ᵀ + (R h) pᵀ + m p pᵀ.
fn seen_from_parent(graph: &mut Graph, pose: &Pose, inertia: &Inertia) -> Inertia {
    let p = pose.position;
    let h = apply(graph, &pose.rotation, &inertia.moment);
    let turned = multiply(graph, &pose.rotation, &inertia.second);
    let turned = multiply(graph, &turned, &transposed(&pose.rotation));
    shifted(graph, inertia.mass, &h, &turned, &p)
}

/// m, h + m p, J + p hᵀ + h pᵀ + m p pᵀ.
pub(super) fn shifted(graph: &mut Graph, mass: Node, h: &Vector3, j: &Matrix3, p: &Vector3) -> Inertia {
    let mp = scale(graph, mass, p);
    // p (h + ½ m p)ᵀ + its transpose
    let half = super::vectors::scale(graph, mass, p).map(|x| graph.scale(Constant::ratio(1, 2), x));
    let arm = add(graph, h, &half);
    let cross = symmetric_outer(graph, p, &arm);
    Inertia { mass, moment: add(graph, h, &mp), second: super::vectors::add_matrices(graph, j, &cross) }
}
