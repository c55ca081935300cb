//! One residual of a joint with its derivatives: the residuals are the joint's equations, the
//! derivatives give its reactions.
//!
//! A small motion of `second`, δp of its origin and δφ of its axes, both in the axes of `first`, changes
//!
//! ```text
//! δd = δp      δ(Q a) = δφ × Q a      δr = force · δp + torque · δφ                                 (1)
//! ```
//!
//! so a multiplier λ of r exerts −λ·force and −λ·torque on `second` at its origin (M a + Gᵀλ = f). The
//! derivatives are those on the constraint, r = 0: off the constraint they differ by O(r).

use super::between::Between;
use crate::kinds::Equation;
use crate::symbolic::algebra::{Algebra, Expr, Vector};

/// A residual and its derivatives with respect to the motion of `second`.
pub struct Row<'g> {
    /// The equation.
    pub equation: Equation,
    /// ∂r/∂p, in the axes of `first`.
    pub force: Vector<'g>,
    /// ∂r/∂φ, in the axes of `first`.
    pub torque: Vector<'g>,
}

impl<'g> Row<'g> {
    /// n · d = 0: `second` does not move along n. The multiplier is the force −λ along n.
    pub fn along(between: &Between<'g>, label: &'static str, n: Vector<'g>) -> Self {
        let equation = Equation::position(label, between.along(n));
        Self { equation, force: n, torque: n.algebra().zero_vector() }
    }

    /// p₂ − p₁ = 0, in the plane without z: the origins coincide. In the axes of the common frame, without
    /// any products; a multiplier is the force −λ along an axis of that frame, −λ R₁ᵀ e_k in the axes of
    /// `first`.
    pub fn origins(between: &Between<'g>, planar: bool) -> Vec<Self> {
        let offset = between.offset();
        let labels = ["x", "y", "z"].into_iter().take(if planar { 2 } else { 3 });
        labels
            .enumerate()
            .map(|(k, label)| Self {
                equation: Equation::position(label, offset[k]),
                force: between.first.rotation.row(k),
                torque: between.algebra().zero_vector(),
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
    pub fn tilts(between: &Between<'g>, u: Vector<'g>, v: Vector<'g>) -> [Self; 2] {
        let a = u.cross(v);
        let (first, second) = (-between.product(v, a), between.product(u, a));
        let cosine = between.product(a, a);
        [("tilt_1", first, u), ("tilt_2", second, v)].map(|(label, residual, axis)| Self {
            equation: Equation::direction(label, residual, cosine),
            force: between.algebra().zero_vector(),
            torque: axis,
        })
    }

    /// The axes stay parallel: ½(Q_kj − Q_jk) = n_i sin θ for the rotation by θ about n;
    /// δr = ½(tr Q 1 − Q) δφ = δφ where Q = 1. They also hold after half a turn about any axis, which
    /// cos θ = ½(tr Q − 1) > 0 excludes. In the plane the rotation about z alone: Q₂₁ = sin θ, Q₁₁ = cos θ.
    pub fn turns(between: &Between<'g>, planar: bool) -> Vec<Self> {
        let algebra = between.algebra();
        let cosine = if planar {
            between.entry(0, 0)
        } else {
            let trace = algebra.sum(&[0, 1, 2].map(|i| between.entry(i, i)));
            (trace - algebra.one()) / 2
        };
        let row = |label: &'static str, sine: Expr<'g>, i: usize| Self {
            equation: Equation::direction(label, sine, cosine),
            force: algebra.zero_vector(),
            torque: algebra.unit_vector(i),
        };
        if planar {
            return vec![row("turn", between.entry(1, 0), 2)];
        }
        let labels = ["turn_x", "turn_y", "turn_z"].into_iter().enumerate();
        labels
            .map(|(i, label)| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                row(label, (between.entry(k, j) - between.entry(j, k)) / 2, i)
            })
            .collect()
    }
}

impl Equation {
    /// A length that vanishes.
    pub(super) fn position(label: &'static str, residual: Expr<'_>) -> Self {
        Self { label, residual: residual.node(), holonomic: true, unit: "m", cosine: None }
    }

    /// The sine of an angle that vanishes, and its cosine.
    pub(super) fn direction(label: &'static str, sine: Expr<'_>, cosine: Expr<'_>) -> Self {
        Self { label, residual: sine.node(), holonomic: true, unit: "", cosine: Some(cosine.node()) }
    }
}

/// −Σ λᵢ (forceᵢ, torqueᵢ): the action of the joint on `second`, by equation (1).
pub(super) fn reaction<'g>(
    algebra: &'g Algebra<'g>,
    rows: &[Row<'g>],
    multipliers: &[Expr<'g>],
) -> (Vector<'g>, Vector<'g>) {
    let (mut force, mut torque) = (algebra.zero_vector(), algebra.zero_vector());
    for (row, &multiplier) in rows.iter().zip(multipliers) {
        let (f, t) = (multiplier * row.force, multiplier * row.torque);
        force -= f;
        torque -= t;
    }
    (force, torque)
}
