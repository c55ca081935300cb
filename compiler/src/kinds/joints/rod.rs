//! Rod: constant distance L between two points.
//!
//! ```text
//! (|d|² − L²) / (2L) = 0                                                                           (1)
//! ```
//!
//! One equation, with five free velocities (in the plane two). It is a polynomial, is equal to the
//! error of the length, |d| − L, to first order, and has the derivative d/L, a unit vector on (1): the
//! multiplier is the tension of the rod, and the force on `second` is −λ d/L. No torque: the points are the
//! origins of the mounts.
//!
//! Singular case: *no length*, L = 0: (1) divides by zero. Points that coincide are a spherical joint.

use super::between::Between;
use super::law::JointLaw;
use super::row::Row;
use super::word::{CUT, Word, of_arguments};
use crate::kinds::Equation;
use crate::kinds::argument::positive;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Given, fields};
use crate::symbolic::Node;

fields! {
    /// Constant distance between the two origins.
    pub struct Rod {}
    arguments {
        /// L.
        pub length: Node = positive(Quantity::LENGTH),
    }
}

/// `rod(first, second, length: …)`
pub(super) const WORDS: &[Word] = &[Word::between("rod", &[Rod::ARGUMENTS, CUT], of_arguments::<Rod>)
    .row("| `rod` | `length:` | constant distance between the two points |")];

impl JointLaw for Rod {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 2 } else { 5 }
    }

    /// Equation (1).
    fn rows<'g>(&self, between: &Between<'g>, _: bool) -> Vec<Row<'g>> {
        let algebra = between.algebra();
        let length = algebra.expr(self.length);
        let offset = between.offset();
        let residual = (offset.dot(offset) - length * length) / length / 2;
        let force = between.first.rotation.transposed() * (offset / length);
        vec![Row { equation: Equation::position("length", residual), force, torque: algebra.zero_vector() }]
    }

    fn length(&self) -> Option<Node> {
        Some(self.length)
    }
}
