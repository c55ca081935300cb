//! Gear: two coordinates in a constant ratio, between joints of one coordinate.
//!
//! ```text
//! i x₁ − x₂ − x₀ = 0                                                                               (1)
//! ```
//!
//! One equation between two joints: nothing between its own ends. With efforts τ₁ = −i λ and τ₂ = λ along
//! the two coordinates it does no work, i τ₂ + τ₁ = 0. The carrier of both joints takes the difference of
//! the torques through the joints' own reactions.
//!
//! Singular case: *no ratio*, i = 0, would hold the driven coordinate without the driver, and is an error. Angles
//! computed from poses count their turns, see `turns`: (1) does not jump.

use super::law::{Coupling, JointLaw};
use super::word::{SHARED, Word};
use crate::diagnostics::Diagnostic;
use crate::kinds::Equation;
use crate::kinds::multibody::{Check, JointCoordinate, JointKind};
use crate::kinds::argument::{Argument, fixed};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Node;
use crate::symbolic::algebra::Expr;
use crate::units::Dimension;

fields! {
    /// ratio·(coordinate of `driver`) = coordinate of `driven` + offset, between one-coordinate joints.
    pub struct Gear {
        /// x₁.
        pub driver: JointCoordinate,
        /// x₂.
        pub driven: JointCoordinate,
        /// i.
        pub ratio: Node,
    }
    arguments {
        /// x₀.
        pub offset: Node = fixed(Quantity::DRIVEN).or("0"),
    }
}

const RATIO: Argument<Node> = fixed(Quantity::RATIO).named("ratio");

/// `gear(a.angle, b.angle, ratio: 2)`
pub(super) const WORDS: &[Word] =
    &[Word::couples("gear", &[&[RATIO.declared], Gear::ARGUMENTS, SHARED], make)
        .row("| `gear(a.angle, b.angle)` | `ratio:`, `offset:`, `shared:` | ratio·a = b + offset |")];

fn make<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    [driver, driven]: [JointCoordinate; 2],
    dimensions: [Option<Dimension>; 2],
) -> Option<JointKind> {
    let ratio = RATIO.read(reader, arguments, &dimensions);
    let gear = Gear::read(reader, arguments, &dimensions, |reader| {
        let ratio = ratio?;
        joins(reader, arguments, ratio)?;
        Some((driver, driven, ratio))
    });
    Some(gear?.into())
}

/// The ratio is not zero.
fn joins(reader: &mut dyn Reader<'_>, arguments: &Arguments<'_>, ratio: Node) -> Option<()> {
    let square = reader.graph().mul(ratio, ratio);
    let message = format!("the ratio of {} is zero: it couples nothing", arguments.owner);
    let place = arguments.get("ratio")?.place;
    if reader.at_defaults(ratio) == Some(0.0) {
        let help = "remove the gear, or give the ratio of the second coordinate to the first";
        return reader.report(Diagnostic::error(place, message).help(help));
    }
    reader.check(Check { value: square, strict: true, message, span: place.ends().0 }, place)
}

impl JointLaw for Gear {
    fn freedoms(&self, planar: bool) -> usize {
        if planar { 3 } else { 6 }
    }

    fn coupling(&self) -> Option<Coupling> {
        let (driver, driven) = (self.driver, self.driven);
        Some(Coupling { driver, driven, ratio: self.ratio, offset: Some(self.offset) })
    }

    fn equation_of_coordinates<'g>(
        &self,
        driver: Expr<'g>,
        driven: Expr<'g>,
        unit: &'static str,
    ) -> Option<Equation> {
        let [ratio, offset] = driver.algebra().array([self.ratio, self.offset]);
        Some(gear(driver, driven, ratio, offset, unit))
    }
}

/// Equation (1): ratio·driver = driven + offset. The unit of the residual is that of the driven coordinate.
pub(super) fn gear<'g>(
    driver: Expr<'g>,
    driven: Expr<'g>,
    ratio: Expr<'g>,
    offset: Expr<'g>,
    unit: &'static str,
) -> Equation {
    let residual = (ratio * driver - driven - offset).node();
    Equation { label: "ratio", residual, holonomic: true, unit, cosine: None }
}
