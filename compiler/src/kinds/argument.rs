//! An argument of a kind, declared once: its name, its unit, its default, whether it may move, how it is read.
//!
//! | reading | what may be given |
//! |---|---|
//! | [`moving`] | a number that may change with the motion |
//! | [`fixed`], [`positive`], [`list`] | a number of parameters, one that must be positive, several |
//! | [`each_axis`], [`about_each_axis`] | a number for all axes, or one for each |
//! | [`direction`], [`axes_around`] | a unit vector, and with right-handed axes around it |
//! | [`rotation`] | names of Euler angles; a unit quaternion without |
//! | [`needed`], [`may`] | what a function of the kind's own reads |
//!
//! `.or(0)` is the default of a number: an argument without one must be given. `.not_negative()` warns of negative values.
//!
//! Invariant: every mistake in an argument is reported where it is read; `None` says that there was one.

use super::multibody::{RotationCoordinates, Vector3};
use super::quantities::Quantity;
use super::{Arguments, Reader};
use crate::symbolic::{Constant, Node};
use crate::units::Dimension;

/// What is known of an argument without reading it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// What it is measured in.
    pub quantity: Quantity,
    /// What it is where it is not given, if that is a number.
    pub default: Option<i64>,
    /// Whether a negative value is warned of.
    warns: bool,
}

/// An argument and how it is read.
pub(crate) struct Argument<T> {
    /// What is known of it.
    pub declared: Declared,
    read: Read<T>,
}

/// Reads an argument; the dimensions are those of the coordinates that its kind acts along.
pub(crate) type Read<T> =
    for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, &Declared, &[Dimension]) -> Option<T>;

impl Declared {
    /// Declared by its name alone: something else reads it.
    pub const fn new(name: &'static str, required: bool) -> Self {
        Self { name, required, quantity: Quantity::NUMBER, default: None, warns: false }
    }

    fn node_by_default(&self, reader: &mut dyn Reader<'_>) -> Option<Node> {
        self.default.map(|value| reader.graph().constant(Constant::integer(value)))
    }
}

impl<T> Argument<T> {
    const fn new(quantity: Quantity, required: bool, read: Read<T>) -> Self {
        Self { declared: Declared { quantity, ..Declared::new("", required) }, read }
    }

    /// Its name, if it has none yet: a field and its argument have the same.
    pub const fn named(mut self, name: &'static str) -> Self {
        if self.declared.name.is_empty() {
            self.declared.name = name;
        }
        self
    }

    /// Its value.
    pub fn read<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: &[Dimension],
    ) -> Option<T> {
        (self.read)(reader, arguments, &self.declared, along)
    }
}

impl Argument<Node> {
    /// What it is where it is not given.
    pub const fn or(mut self, default: i64) -> Self {
        self.declared.default = Some(default);
        self.declared.required = false;
        self
    }

    /// A negative value may be meant, and seldom is: it is warned of.
    pub const fn not_negative(mut self) -> Self {
        self.declared.warns = true;
        self
    }
}

/// A number that may change with the motion.
pub(crate) const fn moving(quantity: Quantity) -> Argument<Node> {
    Argument::new(quantity, true, |reader, arguments, declared, along| {
        let dimension = Some(declared.quantity.dimension(along));
        let default = declared.node_by_default(reader);
        let value = reader.moving_number(arguments, declared.name, dimension, default);
        if declared.warns {
            reader.warn_of_negative(arguments, declared.name, value);
        }
        value
    })
}

/// A number made of parameters.
pub(crate) const fn fixed(quantity: Quantity) -> Argument<Node> {
    Argument::new(quantity, true, |reader, arguments, declared, along| {
        let default = declared.node_by_default(reader);
        reader.fixed_number(arguments, declared.name, declared.quantity.dimension(along), default)
    })
}

/// A positive number made of parameters.
pub(crate) const fn positive(quantity: Quantity) -> Argument<Node> {
    Argument::new(quantity, true, |reader, arguments, declared, along| {
        reader.positive(arguments, declared.name, declared.quantity.dimension(along))
    })
}

/// Numbers made of parameters, as many as are given.
pub(crate) const fn list(quantity: Quantity) -> Argument<Vec<Node>> {
    Argument::new(quantity, true, |reader, arguments, declared, along| {
        reader.fixed_list(arguments, declared.name, declared.quantity.dimension(along))
    })
}

/// A number for all axes, or one for each; zero where it is not given.
pub(crate) const fn each_axis(quantity: Quantity) -> Argument<Vector3> {
    Argument::new(quantity, false, |reader, arguments, declared, along| {
        reader.each_axis(arguments, declared.name, declared.quantity.dimension(along), false)
    })
}

/// The same about axes: about z alone in the plane.
pub(crate) const fn about_each_axis(quantity: Quantity) -> Argument<Vector3> {
    Argument::new(quantity, false, |reader, arguments, declared, along| {
        reader.each_axis(arguments, declared.name, declared.quantity.dimension(along), true)
    })
}

/// A unit vector.
pub(crate) const fn direction() -> Argument<Vector3> {
    needed(|reader, arguments, declared, _| reader.direction(arguments, declared.name))
}

/// Right-handed orthonormal axes, of which the third is given.
pub(crate) const fn axes_around() -> Argument<[Vector3; 3]> {
    needed(|reader, arguments, declared, _| {
        let third = reader.direction(arguments, declared.name)?;
        Some(reader.axes_around(&third))
    })
}

/// How a rotation in space is described.
pub(crate) const fn rotation() -> Argument<RotationCoordinates> {
    may(|reader, arguments, declared, _| reader.rotation_coordinates(arguments.get(declared.name)))
}

/// What must be given, read by a function.
pub(crate) const fn needed<T>(read: Read<T>) -> Argument<T> {
    Argument::new(Quantity::NUMBER, true, read)
}

/// What may be given, read by a function.
pub(crate) const fn may<T>(read: Read<T>) -> Argument<T> {
    Argument::new(Quantity::NUMBER, false, read)
}
