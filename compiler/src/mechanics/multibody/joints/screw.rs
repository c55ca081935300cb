//! Screw: rotation about an axis that moves along it, p of length by angle.
//!
//! ```text
//! Q = R(a, θ)      d = p θ a                                                                       (1)
//! ```
//!
//! One freedom, five equations: the four of the cylindrical joint, and one that ties the two motions. The
//! displacement knows the turns that the rotation has forgotten, so the tie compares sines: with
//! φ = a · d / p and (cos θ, sin θ) = (u · Q u, v · Q u),
//!
//! ```text
//! u · d = 0   v · d = 0   −v · (Q a) = 0   u · (Q a) = 0   p (sin φ cos θ − cos φ sin θ) = 0       (2)
//! ```
//!
//! the last being p sin(φ − θ), a length, smooth through any number of turns, with the derivative
//! a · δd − p a · δφ on (1): its multiplier is, with the opposite sign, the axial force, and −p times that
//! is the torque. The angle is read with its turns,
//!
//! ```text
//! θ = φ + atan2(sin θ cos φ − cos θ sin φ, cos θ cos φ + sin θ sin φ)                              (3)
//! ```
//!
//! Singular cases: *no pitch*, p = 0: (2) and (3) divide by zero; that is a revolute joint. *Another
//! thread*: (2) also holds half a turn away (φ − θ = π), which cos(φ − θ) > 0 excludes, and on every other thread
//! (φ − θ = 2πk, which is the same screw with another number of turns). *Turned over*: as for the cylindrical joint.

use super::between::Between;
use super::directions::perpendiculars;
use super::measure::Measure;
use super::row::Row;
use super::{cylindrical, revolute};
use crate::mechanics::multibody::vectors::scale;
use crate::mechanics::multibody::{Equation, Motion};
use crate::model::Vector3;
use crate::symbolic::{Graph, Node};

pub(super) fn motions(axis: &Vector3, pitch: Node) -> Vec<Motion> {
    vec![Motion::Screw { axis: *axis, pitch }]
}

/// Equations (2).
pub(super) fn rows(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, pitch: Node) -> Vec<Row> {
    let mut rows = cylindrical::rows(graph, between, axis);
    let (_, sine, cosine) = thread(graph, between, axis, pitch);
    let [u, v] = perpendiculars(graph, axis);
    let (c, s) = (between.product(graph, &u, &u), between.product(graph, &v, &u));
    let minus = graph.neg(s);
    let difference = graph.dot(&[sine, cosine], &[c, minus]);
    let residual = graph.mul(pitch, difference);
    let lever = graph.neg(pitch);
    let cosine = graph.dot(&[sine, cosine], &[s, c]);
    rows.push(Row {
        equation: Equation { cosine: Some(cosine), ..Equation::position("lead", residual) },
        force: *axis,
        torque: scale(graph, lever, axis),
    });
    rows
}

/// Equation (3).
pub(super) fn angle(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, pitch: Node) -> Measure {
    let (phi, _, _) = thread(graph, between, axis, pitch);
    let rest = revolute::angle(graph, between, axis).deviation(graph, phi);
    Measure::Number(graph.add(phi, rest))
}

/// φ, sin φ, cos φ.
fn thread(graph: &mut Graph, between: &Between<'_>, axis: &Vector3, pitch: Node) -> (Node, Node, Node) {
    let displacement = between.along(graph, axis);
    let phi = graph.div(displacement, pitch);
    (phi, graph.sin(phi), graph.cos(phi))
}
