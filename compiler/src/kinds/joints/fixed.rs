//! Fixed joint: no motion.
//!
//! ```text
//! d = 0      Q = 1                                                                                 (1)
//! ```
//!
//! No freedom, six equations (in the plane three): the origins coincide and the axes stay parallel,
//!
//! ```text
//! p₂ − p₁ = 0      ½(Q₃₂ − Q₂₃) = 0      ½(Q₁₃ − Q₃₁) = 0      ½(Q₂₁ − Q₁₂) = 0                          (2)
//! ```
//!
//! in the plane the first two and Q₂₁ = 0. The last three are n sin θ for the rotation by θ about n. The
//! multipliers are, with the opposite sign, the force in the axes of the common frame and the torque in those
//! of `first`.
//!
//! Singular cases: none on (1); *half a turn*: rotations by 180° solve (2) as well; cos θ > 0 excludes them.

use super::between::Between;
use super::law::JointLaw;
use super::row::Row;
use super::spherical::Spherical;
use super::word::Word;
use crate::kinds::Motion;
use crate::kinds::multibody::{JointKind, Mount};
use crate::kinds::{Arguments, Reader, fields, named};
use crate::symbolic::Graph;
use crate::symbolic::algebra::Algebra;

fields! {
    /// No motion.
    pub struct Fixed {}
}

/// `fixed(first, second, rotation: …)`
pub(super) const WORDS: &[Word] =
    &[Word::between("fixed", &[named![; "rotation", "cut"]], |_, _, _| Some(Fixed {}.into()))
        .second(turned_back)
        .row("| `fixed` | `rotation:` optional, of `second` in `first` | |")];

/// first·R = second is first = second·Rᵀ: the axes of `first`, in which reactions are given, are unchanged.
fn turned_back<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, second: Mount) -> Option<Mount> {
    let Some(rotation) = arguments.get("rotation") else { return Some(second) };
    let rotation = reader.rotation_matrix(rotation, arguments.scope)?;
    let algebra = &Algebra::new(reader.graph());
    let back = algebra.matrix(&rotation).transposed();
    let rotation = (algebra.matrix(&second.rotation) * back).nodes();
    Some(Mount { rotation, ..second })
}

impl JointLaw for Fixed {
    fn freedoms(&self, _: bool) -> usize {
        0
    }

    fn motions(&self, _: &mut Graph, _: bool) -> Option<Vec<Motion>> {
        Some(Vec::new())
    }

    /// Equations (2).
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        let mut rows = Row::origins(between, planar);
        rows.extend(Row::turns(between, planar));
        rows
    }

    fn keeps_lines(&self) -> bool {
        true
    }

    fn on_a_particle(&self) -> Option<JointKind> {
        Some(Spherical::default().into())
    }
}
