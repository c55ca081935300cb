//! One residual of a joint beside its derivatives: from the residuals come the joint's equations, from the
//! derivatives its reactions.
//!
//! A small motion of `second`, δp of its origin and δφ of its axes, both in the axes of `first`, changes
//!
//! ```text
//! δd = δp      δ(Q a) = δφ × Q a      δr = force · δp + torque · δφ                                 (1)
//! ```
//!
//! so a multiplier λ of r puts −λ·force and −λ·torque on `second` at its origin (M a + Gᵀλ = f). The
//! derivatives are those on the constraint, r = 0: away from it they differ by O(r).

use super::between::Between;
use crate::kinds::Equation;
use crate::kinds::multibody::Vector3;
use crate::symbolic::vectors::{add, cross, scale, sub, unit, zero};
use crate::symbolic::{Constant, Graph, Node};

/// A residual and its derivatives by the motion of `second`.
pub struct Row {
    /// What the joint hands out.
    pub equation: Equation,
    /// ∂r/∂p, in the axes of `first`.
    pub force: Vector3,
    /// ∂r/∂φ, in the axes of `first`.
    pub torque: Vector3,
}

impl Row {
    /// n · d = 0: `second` does not move along n. The multiplier is the force −λ along n.
    pub fn along(graph: &mut Graph, between: &Between<'_>, label: &'static str, n: &Vector3) -> Self {
        let residual = between.along(graph, n);
        Self { equation: Equation::position(label, residual), force: *n, torque: zero(graph) }
    }

    /// p₂ − p₁ = 0, in the plane without z: the origins coincide. In the axes of the common frame, where
    /// it costs nothing; a multiplier is the force −λ along an axis of that frame, −λ R₁ᵀ e_k seen from
    /// `first`.
    pub fn origins(graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Self> {
        let offset = between.offset(graph);
        let labels = ["x", "y", "z"].into_iter().take(if planar { 2 } else { 3 });
        labels
            .enumerate()
            .map(|(k, label)| Self {
                equation: Equation::position(label, offset[k]),
                force: between.first.rotation[k],
                torque: zero(graph),
            })
            .collect()
    }

    /// The axis a = u × v of `second` stays that of `first`: it does not tilt about u, nor about v,
    ///
    /// ```text
    /// −v · (Q a) = 0      δr = −v · (δφ × a) = u · δφ
    ///  u · (Q a) = 0      δr =  u · (δφ × a) = v · δφ
    /// ```
    ///
    /// Both are the sine of an angle. They also hold with the axis turned over, Q a = −a, which a · (Q a) > 0 excludes.
    pub fn tilts(graph: &mut Graph, between: &Between<'_>, u: &Vector3, v: &Vector3) -> [Self; 2] {
        let a = cross(graph, u, v);
        let across = between.product(graph, v, &a);
        let (first, second) = (graph.neg(across), between.product(graph, u, &a));
        let cosine = between.product(graph, &a, &a);
        [("tilt_1", first, u), ("tilt_2", second, v)].map(|(label, residual, axis)| Self {
            equation: Equation::direction(label, residual, cosine),
            force: zero(graph),
            torque: *axis,
        })
    }

    /// The axes stay parallel: ½(Q_kj − Q_jk) = n_i sin θ for the rotation by θ about n;
    /// δr = ½(tr Q 1 − Q) δφ = δφ where Q = 1. They also hold after half a turn about any axis, which
    /// cos θ = ½(tr Q − 1) > 0 excludes. In the plane the rotation about z alone: Q₂₁ = sin θ, Q₁₁ = cos θ.
    pub fn turns(graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Self> {
        let cosine = if planar {
            between.entry(graph, 0, 0)
        } else {
            let diagonal = [0, 1, 2].map(|i| between.entry(graph, i, i));
            let trace = graph.sum(&diagonal);
            let one = graph.one();
            let twice = graph.sub(trace, one);
            graph.scale(Constant::ratio(1, 2), twice)
        };
        let row = |graph: &Graph, label: &'static str, residual: Node, i: usize| Self {
            equation: Equation::direction(label, residual, cosine),
            force: zero(graph),
            torque: unit(graph, i),
        };
        if planar {
            let sine = between.entry(graph, 1, 0);
            return vec![row(graph, "turn", sine, 2)];
        }
        let half = Constant::ratio(1, 2);
        let labels = ["turn_x", "turn_y", "turn_z"].into_iter().enumerate();
        labels
            .map(|(i, label)| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (lower, upper) = (between.entry(graph, k, j), between.entry(graph, j, k));
                let skew = graph.sub(lower, upper);
                let sine = graph.scale(half, skew);
                row(graph, label, sine, i)
            })
            .collect()
    }
}

impl Equation {
    /// A length that vanishes.
    pub(super) fn position(label: &'static str, residual: Node) -> Self {
        Self { label, residual, holonomic: true, unit: "m", cosine: None }
    }

    /// The sine of an angle that vanishes, and its cosine.
    pub(super) fn direction(label: &'static str, residual: Node, cosine: Node) -> Self {
        Self { label, residual, holonomic: true, unit: "", cosine: Some(cosine) }
    }
}

/// −Σ λᵢ (forceᵢ, torqueᵢ): what the joint does to `second`, by equation (1).
pub(super) fn reaction(graph: &mut Graph, rows: &[Row], multipliers: &[Node]) -> (Vector3, Vector3) {
    let (mut force, mut torque) = (zero(graph), zero(graph));
    for (row, &multiplier) in rows.iter().zip(multipliers) {
        let (f, t) = (scale(graph, multiplier, &row.force), scale(graph, multiplier, &row.torque));
        (force, torque) = (sub(graph, &force, &f), sub(graph, &torque, &t));
    }
    (force, torque)
}

/// The velocity of the point of `second` at `arm` from its origin.
pub(super) fn velocity_at(graph: &mut Graph, velocity: &Vector3, spin: &Vector3, arm: &Vector3) -> Vector3 {
    let turned = cross(graph, spin, arm);
    add(graph, velocity, &turned)
}
