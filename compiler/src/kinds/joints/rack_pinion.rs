//! Rack and pinion: an angle that moves a displacement.
//!
//! ```text
//! r θ − s = 0                                                                                      (1)
//! ```
//!
//! One equation between two joints: the gear of ratio r. The multiplier is the force between the teeth: it
//! puts −r λ on the angle and λ on the displacement. Singular case: *no radius*, r = 0, would hold the
//! rack, and is an error.

use super::gear::gear;
use super::law::{Coupling, JointLaw};
use super::word::{SHARED, Word};
use crate::diagnostics::Diagnostic;
use crate::kinds::Equation;
use crate::kinds::multibody::{JointCoordinate, JointKind};
use crate::kinds::argument::positive;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::Expr;
use crate::units::Dimension;

fields! {
    /// A pinion (an angle) that moves a rack (a displacement): displacement = radius·angle.
    pub struct RackPinion {
        /// θ.
        pub pinion: JointCoordinate,
        /// s.
        pub rack: JointCoordinate,
    }
    arguments {
        /// r.
        pub radius: Node = positive(Quantity::LENGTH),
    }
}

/// `rack_pinion(pinion.angle, rack.displacement, radius: …)`
pub(super) const WORDS: &[Word] = &[Word::couples("rack_pinion", &[RackPinion::ARGUMENTS, SHARED], make)
    .row("| `rack_pinion(pinion.angle, rack.displacement)` | `radius:`, `shared:` | displacement = radius·angle |")];

fn make<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    [pinion, rack]: [JointCoordinate; 2],
    dimensions: [Option<Dimension>; 2],
) -> Option<JointKind> {
    let wanted = [(Dimension::NONE, "an angle"), (Dimension::LENGTH, "a displacement")];
    for (k, (wanted, what)) in wanted.into_iter().enumerate() {
        if reader.checks_dimensions() && dimensions[k] != Some(wanted) {
            let place = arguments.places[k];
            return reader.report(
                Diagnostic::error(place.place, format!("`{place}` is not {what}"))
                    .help("write `rack_pinion(pinion.angle, rack.displacement, radius: 0.02 [m])`"),
            );
        }
    }
    Some(RackPinion::read(reader, arguments, &dimensions, |_| Some((pinion, rack)))?.into())
}

impl JointLaw for RackPinion {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 3 } else { 6 }
    }

    fn coupling(&self) -> Option<Coupling> {
        Some(Coupling { driver: self.pinion, driven: self.rack, ratio: self.radius, offset: None })
    }

    /// Equation (1).
    fn equation_of_coordinates<'g>(
        &self,
        pinion: Expr<'g>,
        rack: Expr<'g>,
        _: &'static str,
    ) -> Option<Equation> {
        let algebra = pinion.algebra();
        let equation = gear(pinion, rack, algebra.expr(self.radius), algebra.zero(), "m");
        Some(Equation { label: "mesh", ..equation })
    }
}
