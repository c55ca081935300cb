//! Planar joint, in space: translation in a plane of `first` and rotation about its normal.
//!
//! ```text
//! d = x a₁ + y a₂      Q = R(a₃, θ)                                                                (1)
//! ```
//!
//! Three freedoms, three equations: the origin stays in the plane, and the normal does not tilt,
//!
//! ```text
//! a₃ · d = 0      −a₂ · (Q a₃) = 0      a₁ · (Q a₃) = 0                                            (2)
//! ```
//!
//! The multipliers are, with the opposite sign, the force along the normal and the torques about a₁ and a₂
//! at the origin of `second`. x = a₁ · d, y = a₂ · d, θ = atan2(a₂ · Q a₁, a₁ · Q a₁) in (−π, π].
//!
//! Singular cases: none of (2); *turned over*: Q a₃ = −a₃ solves (2) as well; a₃ · (Q a₃) > 0 excludes it.

use super::between::Between;
use super::law::{JointLaw, Slips, named};
use super::measure::Measure;
use super::point_on_plane::PointOnPlane;
use super::revolute;
use super::row::Row;
use super::word::{CUT, InPlane, Word, of_arguments};
use crate::kinds::Motion;
use crate::kinds::multibody::{JointKind, Vector3};
use crate::kinds::argument::axes_around;
use crate::kinds::{Given, fields};
use crate::symbolic::Graph;

fields! {
    /// Translation in the plane normal to `axes[2]` and rotation about it: `x` along `axes[0]`, `y` along `axes[1]`,
    /// `angle`. The axes are orthonormal and right-handed.
    pub struct Planar {}
    arguments {
        /// a₁, a₂, a₃.
        pub axes: [Vector3; 3] = axes_around().named("normal"),
    }
}

/// `planar(first, second, normal: …)`
pub(super) const WORDS: &[Word] = &[Word::between("planar", &[Planar::ARGUMENTS, CUT], of_arguments::<Planar>)
    .in_plane(InPlane::Instead("in the plane, write `free`"))
    .row("| `planar` | `normal:`; x is the first coordinate direction at more than 26° from the normal, projected normal to it | `x`, `y`, `angle` |")];

impl JointLaw for Planar {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        named(&[("x", false), ("y", false), ("angle", true)])
    }

    fn freedoms(&self, _: bool) -> usize {
        3
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        let [x, y, normal] = self.axes;
        Some(vec![
            Motion::Translation { axis: x },
            Motion::Translation { axis: y },
            Motion::Rotation { axis: normal },
        ])
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        let [x, y, normal] = between.axes(&self.axes);
        let mut rows = vec![Row::along(between, "plane", normal)];
        rows.extend(Row::tilts(between, x, y));
        rows
    }

    /// x, y, the angle.
    fn measure<'g>(&self, between: &Between<'g>, _: bool, index: usize) -> Measure<'g> {
        let [x, y, _] = between.axes(&self.axes);
        match index {
            0 => Measure::Number(between.along(x)),
            1 => Measure::Number(between.along(y)),
            _ => revolute::angle_between(between, x, y),
        }
    }

    /// Slips in the plane add up.
    fn slips(&self) -> Slips {
        Slips::Along(&[&[0, 1], &[2]])
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(PointOnPlane { normal: self.axes[2] }.into())
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}
