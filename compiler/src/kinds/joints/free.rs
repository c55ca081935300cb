//! Free joint: all motion, no equations, no reaction.
//!
//! ```text
//! d = (x, y, z)      Q = R(q) or R_i(α) R_j(β) R_k(γ)      in the plane d = (x, y), Q = R(e_z, θ)
//! ```
//!
//! Six freedoms (in the plane three), for a particle the three (two) translations alone: three translations along the axes of `first`, then the rotation, with
//! the angular velocity in the axes of `second` if it is a unit quaternion. Singular cases: those of the
//! description of the rotation, see `orientation`.

use super::between::Between;
use super::law::{JointLaw, named, turned};
use super::measure::Measure;
use super::word::{CUT, InPlane, Word, of_arguments};
use super::{orientation, revolute};
use crate::diagnostics::Diagnostic;
use crate::kinds::Motion;
use crate::symbolic::vectors::unit;
use crate::kinds::multibody::{Carrier, JointKind, Mount, RotationCoordinates};
use crate::kinds::argument::rotation;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Graph;

fields! {
    /// All motion: `x`, `y`, `z` in the axes of `first`, then the rotation; in the plane `x`, `y`, `angle`.
    pub struct Free {}
    arguments {
        /// How the rotation is described.
        pub rotation: RotationCoordinates = rotation(),
    }
}

fields! {
    /// All translations and no rotation, the free joint of a particle: `x`, `y`, `z` in the axes of `first` (`x`, `y` in
    /// the plane).
    pub struct Point {}
}

impl Default for Free {
    fn default() -> Self {
        Self { rotation: RotationCoordinates::Group }
    }
}

/// `free(first, second, rotation: …)`
pub(super) const WORDS: &[Word] = &[Word::between("free", &[Free::ARGUMENTS, CUT], make)
    .in_plane(InPlane::Without("rotation"))
    .row("| `free` | `rotation:` optional | `x`, `y`, `z` and the rotation; `x`, `y`, `angle` in the plane; no rotation of particles |")];

fn make<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    ends: [&Mount; 2],
) -> Option<JointKind> {
    let [first, second] = ends;
    let moves_particle =
        reader.is_particle(second) || (reader.is_particle(first) && second.carrier == Carrier::Ground);
    if !moves_particle {
        return of_arguments::<Free>(reader, arguments, ends);
    }
    match arguments.get("rotation") {
        None => Some(Point {}.into()),
        Some(rotation) => reader.report(
            Diagnostic::error(rotation.place, "a particle does not rotate")
                .help("remove `rotation:`, or declare a `body`"),
        ),
    }
}

fn dimension(planar: bool) -> usize {
    if planar { 2 } else { 3 }
}

fn translations(graph: &Graph, planar: bool) -> Vec<Motion> {
    (0..dimension(planar)).map(|k| Motion::Translation { axis: unit(graph, k) }).collect()
}

/// A component of d.
fn component<'g>(between: &Between<'g>, index: usize) -> Measure<'g> {
    Measure::Number(between.along(between.algebra().unit_vector(index)))
}

fn lengths(planar: bool) -> Vec<(String, bool)> {
    named(&[("x", false), ("y", false), ("z", false)][..dimension(planar)])
}

impl JointLaw for Free {
    fn coordinates(&self, planar: bool) -> Vec<(String, bool)> {
        let mut all = lengths(planar);
        all.extend(if planar { named(&[("angle", true)]) } else { turned(&self.rotation) });
        all
    }

    fn freedoms(&self, planar: bool) -> usize {
        if planar { 3 } else { 6 }
    }

    fn motions(&self, graph: &mut Graph, planar: bool) -> Option<Vec<Motion>> {
        let mut motions = translations(graph, planar);
        if planar {
            motions.push(Motion::Rotation { axis: unit(graph, 2) });
        } else {
            motions.extend(orientation::motions(graph, &self.rotation));
        }
        Some(motions)
    }

    /// A component of d, or a coordinate of the rotation.
    fn measure<'g>(&self, between: &Between<'g>, planar: bool, index: usize) -> Measure<'g> {
        if index < dimension(planar) {
            return component(between, index);
        }
        if planar {
            return revolute::angle(between, between.algebra().unit_vector(2));
        }
        orientation::coordinate(between, &self.rotation, index - 3)
    }

    fn rotation(&self) -> Option<&RotationCoordinates> {
        Some(&self.rotation)
    }

    /// The angle in the middle stays between its singular values.
    fn angle_is_unique(&self, planar: bool, index: usize) -> bool {
        matches!(self.rotation, RotationCoordinates::Euler { .. }) && !planar && index == 4
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}

impl JointLaw for Point {
    fn coordinates(&self, planar: bool) -> Vec<(String, bool)> {
        lengths(planar)
    }

    fn freedoms(&self, planar: bool) -> usize {
        dimension(planar)
    }

    fn motions(&self, graph: &mut Graph, planar: bool) -> Option<Vec<Motion>> {
        Some(translations(graph, planar))
    }

    fn measure<'g>(&self, between: &Between<'g>, planar: bool, index: usize) -> Measure<'g> {
        if index < dimension(planar) {
            return component(between, index);
        }
        Measure::Number(between.algebra().zero())
    }

    fn uses_axes_of_first(&self) -> bool {
        true
    }
}
