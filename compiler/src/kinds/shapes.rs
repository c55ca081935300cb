//! Shapes of bodies: their words, and their arguments with units, defaults and readings.
//!
//! The density of a shape is mass per extent: a volume, an area (disk without thickness, box in the plane) or a length (rod
//! without radius).

use super::argument::{Argument, Declared, may, needed, positive, positive_if_given};
use super::multibody::Vector3;
use super::quantities::Quantity;
use super::{Arguments, Reader, Signature};
use crate::symbolic::Node;
use crate::symbolic::vectors::{unit, zero};
use crate::units::Dimension;

/// A shape in descriptions.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    /// Its keyword.
    pub name: &'static str,
    /// Its arguments.
    pub signature: Signature,
    /// Its line in the documentation of the language.
    pub row: &'static str,
}

/// All shapes.
pub(crate) const SHAPES: [Word; 5] = [
    Word {
        name: "rod",
        signature: shape(&[&[
            LENGTH.declared,
            RADIUS_OF_ROD.declared,
            ALONG_X.declared,
            CENTER.declared,
            MASS,
            DENSITY_OF_ROD,
        ]]),
        row: "| `rod(length:)` | a thin rod, with `radius:` a cylinder; `along:` (x) is the axis |",
    },
    Word {
        name: "box",
        signature: shape(&[&[
            SIZE.declared,
            ALONG_OF_BOX.declared,
            CENTER.declared,
            MASS,
            DENSITY_OR_BY_AREA,
        ]]),
        row: "| `box(size: [a, b, c])`, in the plane `[a, b]` | `along:` (z, in the plane x) is the direction of the third side, in the plane of the first side; in space the first side is along x, or along y if the third is within 26° of x, projected normal to it |",
    },
    Word {
        name: "cylinder",
        signature: shape(&[&[
            RADIUS.declared,
            LENGTH.declared,
            ALONG_Z.declared,
            CENTER.declared,
            MASS,
            DENSITY,
        ]]),
        row: "| `cylinder(radius:, length:)` | `along:` (z) is the axis |",
    },
    Word {
        name: "sphere",
        signature: shape(&[&[RADIUS.declared, CENTER.declared, MASS, DENSITY]]),
        row: "| `sphere(radius:)` | |",
    },
    Word {
        name: "disk",
        signature: shape(&[&[
            RADIUS.declared,
            THICKNESS.declared,
            ALONG_Z.declared,
            CENTER.declared,
            MASS,
            DENSITY_OR_BY_AREA,
        ]]),
        row: "| `disk(radius:)` | a thin disk, with `thickness:` a cylinder; `along:` (z) is the axis |",
    },
];

/// `length:`, of rods and cylinders.
pub(crate) const LENGTH: Argument<Node> = positive(Quantity::LENGTH).named("length");
/// `radius:`, of cylinders, spheres and disks.
pub(crate) const RADIUS: Argument<Node> = positive(Quantity::LENGTH).named("radius");
/// `radius:` of a rod, zero by default.
pub(crate) const RADIUS_OF_ROD: Argument<Option<Node>> = positive_if_given(Quantity::LENGTH).named("radius");
/// `thickness:` of a disk, zero by default.
pub(crate) const THICKNESS: Argument<Option<Node>> = positive_if_given(Quantity::LENGTH).named("thickness");
/// `size:`, the sides of a box.
pub(crate) const SIZE: Argument<Vector3> = needed(|reader, arguments, declared, along| {
    let (given, expected) = (declared.given(arguments)?, declared.quantity.expected(along)?);
    reader.fixed_vector(given, arguments.scope, expected, &declared.what())
})
.of(Quantity::LENGTH)
.named("size");
/// `center:`.
pub(crate) const CENTER: Argument<Vector3> =
    may(|reader, arguments, declared, along| match declared.given(arguments) {
        Some(given) => {
            let expected = declared.quantity.expected(along)?;
            reader.fixed_vector(given, arguments.scope, expected, &declared.what())
        }
        None => Some(zero(reader.graph())),
    })
    .of(Quantity::LENGTH)
    .named("center")
    .by_default("the origin");
/// `along:` of rods.
pub(crate) const ALONG_X: Argument<Vector3> =
    may(|reader, arguments, declared, _| axis(reader, arguments, declared, 0)).named("along").by_default("x");
/// `along:` of cylinders and disks.
pub(crate) const ALONG_Z: Argument<Vector3> =
    may(|reader, arguments, declared, _| axis(reader, arguments, declared, 2)).named("along").by_default("z");
/// `along:` of boxes.
pub(crate) const ALONG_OF_BOX: Argument<Vector3> = may(|reader, arguments, declared, _| {
    let default = if reader.is_planar() { 0 } else { 2 };
    axis(reader, arguments, declared, default)
})
.named("along")
.by_default("z, in the plane x");
/// `mass:`, also of bodies: the resolver reads both.
pub(crate) const MASS: Declared = Declared::new("mass", false).of(Quantity::MASS);
/// `density:`, also of bodies.
const DENSITY: Declared = Declared::new("density", false).of(Quantity::DENSITY);
const DENSITY_OR_BY_AREA: Declared = Declared::new("density", false).of(Quantity::DENSITY_OR_BY_AREA);
const DENSITY_OF_ROD: Declared = Declared::new("density", false).of(Quantity::DENSITY_OR_BY_LENGTH);

const fn shape(named: &'static [&'static [Declared]]) -> Signature {
    Signature::new(&[], named)
}

fn axis<'d>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    declared: &Declared,
    default: usize,
) -> Option<Vector3> {
    match declared.given(arguments) {
        Some(given) => reader.unit_vector(given, arguments.scope, &declared.what()),
        None => Some(unit(reader.graph(), default)),
    }
}

/// The dimension of a density, for shapes that extend in this many dimensions.
pub(crate) fn density(dimensions: usize) -> Option<Dimension> {
    let extent = (0..dimensions).fold(Dimension::NONE, |of, _| of.times(Dimension::LENGTH));
    Quantity::DENSITY.dimension(&[Some(extent)])
}
