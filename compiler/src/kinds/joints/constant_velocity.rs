//! Constant-velocity joint: two shafts that meet in a point, bend there and turn together.
//!
//! ```text
//! Q = R(u, θ₁/2) R(v, θ₂) R(u, θ₁/2)      d = 0      u, v, a right-handed and orthonormal          (1)
//! ```
//!
//! a is the shaft of both mounts. As a unit quaternion Q is (cos θ₁/2 + u sin θ₁/2) cos θ₂/2 + v sin θ₂/2: for any
//! angles, it turns about an axis in the plane of u and v. So `second` is bent and not twisted about its shaft.
//!
//! Two freedoms, four equations: the origins coincide, and there is no twist,
//!
//! ```text
//! p₂ − p₁ = 0      ½ (v · Q u − u · Q v) = 0      δr = ½ (a + Q a) · δφ                            (2)
//! ```
//!
//! The multiplier of the last is, with the opposite sign, a torque along the bisector a + Q a of the shafts, whose length
//! in (2) is the cosine of half the bend. The relative angular velocity ω is in the plane that bisects the shafts: if
//! bearings hold them, ω = Ω₂ Q a − Ω₁ a, and by (2) for any bend β = ∠(a, Q a) below 180°
//!
//! ```text
//! 0 = (a + Q a) · ω = (Ω₂ − Ω₁)(1 + cos β)      ⇒      Ω₂ = Ω₁                                     (3)
//! ```
//!
//! (a cross has Ω₂ = Ω₁ cos β/(1 − sin²β cos²φ), φ its angle on the first shaft). With 4w² = 1 + tr Q,
//! 4wx = a · Q v − v · Q a and 4wy = u · Q a − a · Q u
//!
//! ```text
//! θ₁ = atan2(4wx, v · Q v + a · Q a)      θ₂ = 2 atan2(4wy, √((4w²)² + (4wx)²))      cos β/2 = cos θ₁/2 cos θ₂/2   (4)
//! ```
//!
//! both in (−π, π).
//!
//! Singular cases: *folded*, β = 180°, where the shafts coincide in opposite directions: (2) has no derivative and (4) no
//! values. *Twisted by half a turn*: Q also solves (2) if it is a half turn; ½ (u · Q u + v · Q v) > 0, which is
//! cos²(β/2) cos of the twist, excludes it.

use super::between::Between;
use super::law::{JointLaw, Slips, named};
use super::measure::Measure;
use super::row::Row;
use super::spherical::Spherical;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::kinds::{Equation, Motion};
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::axes_around;
use crate::kinds::{Given, fields};
use crate::symbolic::algebra::{Expr, Vector};
use crate::symbolic::Graph;

fields! {
    /// Two shafts that bend by `first_angle` and `second_angle` and turn at the same speed.
    pub struct ConstantVelocity {}
    arguments {
        /// u, v, and the shaft a: orthonormal and right-handed.
        pub axes: [Vector3; 3] = axes_around().named("axis"),
    }
}

/// `constant_velocity(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("constant_velocity", &[ConstantVelocity::ARGUMENTS, CUT], of_arguments::<ConstantVelocity>)
    .in_plane(InPlane::Instead("in the plane, write `fixed`"))
    .row("| `constant_velocity` | `axis:`, the shaft of both ends; they bend about x, which is that of `planar`, and y = axis × x | `first_angle`, `second_angle` |")];

/// u · Q u, v · Q v, a · Q a.
fn diagonal<'g>(between: &Between<'g>, axes: [Vector<'g>; 3]) -> [Expr<'g>; 3] {
    axes.map(|axis| between.product(axis, axis))
}

impl JointLaw for ConstantVelocity {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("first_angle", true), ("second_angle", true)])
    }

    fn freedoms(&self, _: bool) -> usize {
        2
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        let [u, v, _] = self.axes;
        Some([u, v, u].map(|axis| Motion::Rotation { axis }).to_vec())
    }

    /// Equation (1).
    fn moved_by(&self) -> Option<&'static [(usize, (i64, i64))]> {
        Some(&[(0, (1, 2)), (1, (1, 1)), (0, (1, 2))])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        let algebra = between.algebra();
        let axes @ [u, v, a] = between.axes(&self.axes);
        let mut rows = Row::origins(between, false);
        let twist = (between.product(v, u) - between.product(u, v)) / 2;
        let [uu, vv, _] = diagonal(between, axes);
        let cosine = (uu + vv) / 2;
        rows.push(Row {
            equation: Equation::direction("twist", twist, cosine),
            force: algebra.zero_vector(),
            torque: (a + between.seen(a)) / 2,
        });
        rows
    }

    /// Equations (4).
    fn measure<'g>(&self, between: &Between<'g>, _: bool, index: usize) -> Measure<'g> {
        let algebra = between.algebra();
        let axes @ [u, v, a] = between.axes(&self.axes);
        // 4wx and 4wy
        let x = between.product(a, v) - between.product(v, a);
        let y = between.product(u, a) - between.product(a, u);
        let [uu, vv, aa] = diagonal(between, axes);
        if index == 0 {
            return Measure::Angle { sine: x, cosine: vv + aa };
        }
        // Sine and cosine of half the angle are proportional to 4wy and the root r, those of the angle to 2 (4wy) r and r² − (4wy)².
        let w = algebra.sum(&[algebra.one(), uu, vv, aa]);
        let square = w * w + x * x;
        Measure::Angle { sine: 2 * (y * square.sqrt()), cosine: square - y * y }
    }

    /// A bend is less than half a turn.
    fn angle_is_unique(&self, _: bool, _: usize) -> bool {
        true
    }

    fn slips(&self) -> Slips {
        Slips::Along(&[&[0], &[1]])
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(Spherical::default().into())
    }
}
