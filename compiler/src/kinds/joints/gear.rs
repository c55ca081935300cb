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
//! Singular case: *no ratio*, i = 0, which holds the driven coordinate and leaves the driver alone. Angles that are
//! read off poses count their turns, see `turns`: (1) does not jump.

use super::law::{Coupling, JointLaw};
use super::word::Word;
use crate::diagnostics::Diagnostic;
use crate::kinds::Equation;
use crate::kinds::multibody::{Check, JointCoordinate, JointKind};
use crate::kinds::{Arguments, Reader};
use crate::symbolic::{Graph, Node};
use crate::units::Dimension;

/// ratio·(coordinate of `driver`) = coordinate of `driven` + offset, between one-coordinate joints.
#[derive(Clone, Debug)]
pub struct Gear {
    /// x₁.
    pub driver: JointCoordinate,
    /// x₂.
    pub driven: JointCoordinate,
    /// i.
    pub ratio: Node,
    /// x₀.
    pub offset: Node,
}

/// `gear(a.angle, b.angle, ratio: 2)`
pub(super) const WORDS: &[Word] =
    &[Word::couples("gear", &["ratio"], &["offset", "shared", "cut"], make)
        .row("| `gear(a.angle, b.angle)` | `ratio:`, `offset:`, `shared:` | ratio·a = b + offset |")];

fn make<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    [driver, driven]: [JointCoordinate; 2],
    [of_driver, of_driven]: [Dimension; 2],
) -> Option<JointKind> {
    let zero = reader.graph().zero();
    let ratio = reader.fixed_number(arguments, "ratio", of_driven.over(of_driver), None);
    let offset = reader.fixed_number(arguments, "offset", of_driven, Some(zero));
    let ratio = ratio?;
    let square = reader.graph().mul(ratio, ratio);
    let message = "the ratio of `gear` is zero: it joins nothing".to_owned();
    let place = arguments.get("ratio")?.place;
    if reader.at_defaults(ratio) == Some(0.0) {
        let help = "leave the gear out, or give by how much the second turns when the first does";
        return reader.report(Diagnostic::error(place, message).help(help));
    }
    reader.check(Check { value: square, strict: true, message, span: place.ends().0 }, place)?;
    Some(Gear { driver, driven, ratio, offset: offset? }.into())
}

impl JointLaw for Gear {
    fn nodes(&self, nodes: &mut Vec<Node>) {
        nodes.extend([self.ratio, self.offset]);
    }

    fn freedoms(&self, planar: bool) -> usize {
        if planar { 3 } else { 6 }
    }

    fn coupling(&self) -> Option<Coupling> {
        let (driver, driven) = (self.driver, self.driven);
        Some(Coupling { driver, driven, ratio: self.ratio, offset: Some(self.offset) })
    }

    fn equation_of_coordinates(
        &self,
        graph: &mut Graph,
        driver: Node,
        driven: Node,
        unit: &'static str,
    ) -> Option<Equation> {
        Some(gear(graph, driver, driven, self.ratio, self.offset, unit))
    }
}

/// Equation (1): ratio·driver = driven + offset. The unit of the residual is that of the driven coordinate.
pub(super) fn gear(
    graph: &mut Graph,
    driver: Node,
    driven: Node,
    ratio: Node,
    offset: Node,
    unit: &'static str,
) -> Equation {
    let wanted = graph.mul(ratio, driver);
    let error = graph.sub(wanted, driven);
    let residual = graph.sub(error, offset);
    Equation { label: "ratio", residual, holonomic: true, unit, cosine: None }
}
