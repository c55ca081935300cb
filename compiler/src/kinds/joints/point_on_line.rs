//! Point on a line: the origin of `second` stays on the line through the origin of `first` along a.
//!
//! ```text
//! u · d = 0      v · d = 0      in the plane (e_z × a) · d = 0                                     (1)
//! ```
//!
//! with u, v, a right-handed and orthonormal. Two equations, which leave four velocities (in the plane one,
//! which leaves two). The multipliers are, with the opposite sign, the forces along u and v. Linear in d:
//! no singular case, no other branch.

use super::between::Between;
use super::law::JointLaw;
use super::prismatic;
use super::row::Row;
use super::word::Word;
use crate::kinds::multibody::{JointKind, Mount, Vector3};
use crate::kinds::{Arguments, Reader};
use crate::symbolic::{Graph, Node};

/// The origin of `second` stays on the line through the origin of `first` along the axis.
#[derive(Clone, Debug)]
pub struct PointOnLine {
    /// A unit vector in the axes of `first`.
    pub axis: Vector3,
}

/// `point_on_line(first, second, axis: …)`
pub(super) const WORDS: &[Word] = &[Word::between("point_on_line", &["axis"], &["cut"], make)
    .row("| `point_on_line` | `axis:` | the point `second` on a line through `first` |")];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, _: &Mount) -> Option<JointKind> {
    Some(PointOnLine { axis: reader.direction(arguments, "axis")? }.into())
}

impl JointLaw for PointOnLine {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        nodes.extend(self.axis);
    }

    fn freedoms(&self, planar: bool) -> usize {
        if planar { 2 } else { 4 }
    }

    /// Equations (1).
    fn rows(&self, graph: &mut Graph, between: &Between<'_>, planar: bool) -> Vec<Row> {
        prismatic::across(graph, between, &self.axis, planar)
    }
}
