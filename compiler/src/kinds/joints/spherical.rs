//! Spherical joint: rotation about a point.
//!
//! ```text
//! p₂ − p₁ = 0                                                                                      (1)
//! ```
//!
//! Three freedoms, three equations, which are (1) in the axes of the common frame; the multipliers are, with
//! the opposite sign, the force in those axes. Q is a unit quaternion, with the angular velocity of `second`
//! relative to `first` in the axes of `second` as the velocity, or three rotations by Euler angles; their
//! values from Q, and their singular cases, are in `orientation`.
//!
//! Singular cases of (1): none.

use super::between::Between;
use super::law::{JointLaw, Slips, turned};
use super::measure::Measure;
use super::orientation;
use super::row::Row;
use super::along::ROTOR_INERTIA;
use super::word::{CUT, AlongCoordinate, InPlane, Word, of_arguments};
use crate::kinds::Motion;
use crate::kinds::multibody::RotationCoordinates;
use crate::kinds::argument::rotation;
use crate::kinds::{Given, fields};
use crate::symbolic::Graph;

fields! {
    /// Rotation about a point.
    pub struct Spherical {}
    arguments {
        /// How the rotation is described.
        pub rotation: RotationCoordinates = rotation(),
    }
}

impl Default for Spherical {
    fn default() -> Self {
        Self { rotation: RotationCoordinates::Group }
    }
}

/// `spherical(first, second, rotation: …)`
pub(super) const WORDS: &[Word] = &[Word::between("spherical", &[Spherical::ARGUMENTS, &[ROTOR_INERTIA.declared], CUT], of_arguments::<Spherical>)
    .in_plane(InPlane::Instead("in the plane, write `revolute`"))
    .along(AlongCoordinate::Ball)
    .row("| `spherical` | `rotation:` optional; `rotor_inertia:`, about every axis, with a quaternion | unit quaternion `rotation.w` …, or the named angles |")];

impl JointLaw for Spherical {
    fn coordinates(&self, _: bool) -> Vec<(String, bool)> {
        turned(&self.rotation)
    }

    fn freedoms(&self, planar: bool) -> usize {
        if planar { 1 } else { 3 }
    }

    fn motions(&self, graph: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(orientation::motions(graph, &self.rotation))
    }

    /// Equations (1); in the plane, for joints to particles, the first two.
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        Row::origins(between, planar)
    }

    fn measure<'g>(&self, between: &Between<'g>, _: bool, index: usize) -> Measure<'g> {
        orientation::coordinate(between, &self.rotation, index)
    }

    fn rotation(&self) -> Option<&RotationCoordinates> {
        Some(&self.rotation)
    }

    /// The angle in the middle stays between its singular values.
    fn angle_is_unique(&self, _: bool, index: usize) -> bool {
        matches!(self.rotation, RotationCoordinates::Euler { .. }) && index == 1
    }

    fn slips(&self) -> Slips {
        Slips::Ball
    }
}
