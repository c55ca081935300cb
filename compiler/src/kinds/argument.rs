//! An argument of a kind, declared once: its name or position, its unit, its default, whether it may vary, how it is read.
//!
//! | reading | possible values |
//! |---|---|
//! | [`moving`], [`moving_vector`] | a number or a vector that may change with the motion |
//! | [`fixed`], [`size`], [`positive`], [`list`] | a number of parameters, one that must not be negative, one that must be positive, several |
//! | [`moving_if_given`], [`fixed_if_given`], [`size_if_given`], [`positive_if_given`] | such a number, optional |
//! | [`each_axis`], [`about_each_axis`] | one number for all axes, or one for each |
//! | [`direction`], [`upwards`], [`axes_around`] | a unit vector, one with the default upwards, and one with right-handed axes around it |
//! | [`rotation`] | names of Euler angles; a unit quaternion without |
//! | [`needed`], [`may`] | a value that a function of the kind reads |
//!
//! `.or("0")` is the default of a number: an argument without one must be given, unless it is an `.alternative()`. `.not_negative()`
//! warns of negative values. `.placed(1, "a force")` is the second argument, without a name.
//!
//! Invariant: every mistake in an argument is reported when it is read; `None` means that there was one.

use super::multibody::{RotationCoordinates, Vector3};
use super::quantities::Quantity;
use super::{Arguments, Reader};
use crate::symbolic::vectors::unit;
use crate::symbolic::{Constant, Node};
use crate::syntax::Expression;
use crate::units::Dimension;
use std::fmt;

/// The dimensions of the coordinates along which a kind acts. Unknown dimensions are not checked.
pub(crate) type Coordinates<'a> = &'a [Option<Dimension>];

/// The declaration of an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its name; for a positional one, its name in messages.
    pub name: &'static str,
    /// Its position, if it has no name in descriptions.
    pub place: Option<usize>,
    /// Whether it must be given.
    pub required: bool,
    /// Its quantity.
    pub quantity: Quantity,
    /// Its default.
    pub default: Option<DefaultValue>,
    /// Whether a negative value causes a warning.
    warns: bool,
}

/// The default of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// A decimal number in SI units.
    Number(&'static str),
    /// The value of that argument.
    Argument(&'static str),
    /// In words.
    Words(&'static str),
}

/// An argument with its reading function.
pub(crate) struct Argument<T> {
    /// Its declaration.
    pub declared: Declared,
    read: Read<T>,
}

/// Reads an argument.
pub(crate) type Read<T> =
    for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, &Declared, Coordinates<'_>) -> Option<T>;

impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(text) | Self::Words(text) => f.write_str(text),
            Self::Argument(name) => write!(f, "as `{name}:`"),
        }
    }
}

impl Declared {
    /// Declared only by name: it is read elsewhere.
    pub const fn new(name: &'static str, required: bool) -> Self {
        Self { name, place: None, required, quantity: Quantity::NUMBER, default: None, warns: false }
    }

    /// Its quantity.
    pub const fn of(mut self, quantity: Quantity) -> Self {
        self.quantity = quantity;
        self
    }

    /// The given expression.
    pub fn given<'d>(&self, arguments: &Arguments<'d>) -> Option<&'d Expression> {
        match self.place {
            Some(place) => arguments.places.get(place).copied(),
            None => arguments.get(self.name),
        }
    }

    /// Its name in messages.
    pub fn what(&self) -> String {
        if self.place.is_some() { self.name.to_owned() } else { format!("`{}`", self.name) }
    }

    /// A number that may change with the motion, or its default.
    pub fn moving<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
    ) -> Option<Node> {
        let Some(expression) = self.given(arguments) else { return self.default_node(reader) };
        let expected = self.quantity.expected(along);
        let value = reader.moving_scalar(expression, arguments.scope, expected, &self.what());
        if self.warns {
            reader.warn_of_negative(arguments, self.name, value);
        }
        value
    }

    /// A number that depends only on parameters, or its default.
    fn fixed<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
    ) -> Option<Node> {
        let default = self.default_node(reader);
        let value = reader.fixed_number(arguments, self.name, self.quantity.expected(along), default);
        if self.warns {
            reader.warn_of_negative(arguments, self.name, value);
        }
        value
    }

    /// A nonnegative number that depends only on parameters, or its default.
    fn size<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
    ) -> Option<Node> {
        if self.given(arguments).is_none() {
            return self.default_node(reader);
        }
        reader.not_negative(arguments, self.name, self.quantity.expected(along))
    }

    /// One number for all axes, or one for each; `about` them.
    fn axes<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
        about: bool,
    ) -> Option<Vector3> {
        let values = reader.each_axis(arguments, self.name, self.quantity.expected(along), about)?;
        if self.warns {
            let mut each = values.to_vec();
            each.dedup();
            each.into_iter().for_each(|value| reader.warn_of_negative(arguments, self.name, Some(value)));
        }
        Some(values)
    }

    /// Its default, if that is a number.
    pub fn default_node(&self, reader: &mut dyn Reader<'_>) -> Option<Node> {
        let Some(DefaultValue::Number(text)) = self.default else { return None };
        Constant::decimal_literal(text).map(|value| reader.graph().constant(value))
    }
}

impl<T> Argument<T> {
    const fn new(required: bool, read: Read<T>) -> Self {
        Self { declared: Declared::new("", required), read }
    }

    /// Sets its name if it has none: a field and its argument have the same name.
    pub const fn named(mut self, name: &'static str) -> Self {
        if self.declared.name.is_empty() {
            self.declared.name = name;
        }
        self
    }

    /// Makes it positional, without a name; messages call it `what`.
    pub const fn placed(mut self, place: usize, what: &'static str) -> Self {
        self.declared.place = Some(place);
        self.declared.name = what;
        self
    }

    /// Its quantity.
    pub const fn of(mut self, quantity: Quantity) -> Self {
        self.declared.quantity = quantity;
        self
    }

    /// One of several, of which one must be given: the kind checks this.
    pub const fn alternative(mut self) -> Self {
        self.declared.required = false;
        self
    }

    /// Its default, in words.
    pub const fn by_default(mut self, words: &'static str) -> Self {
        self.declared.default = Some(DefaultValue::Words(words));
        self.declared.required = false;
        self
    }

    /// Its default is another argument: the kind sets it.
    pub const fn same_as(mut self, name: &'static str) -> Self {
        self.declared.default = Some(DefaultValue::Argument(name));
        self
    }

    /// Its value.
    pub fn read<'d>(
        &self,
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
    ) -> Option<T> {
        (self.read)(reader, arguments, &self.declared, along)
    }
}

impl Argument<Node> {
    /// Its default: a decimal number in SI units.
    pub const fn or(mut self, default: &'static str) -> Self {
        self.declared.default = Some(DefaultValue::Number(default));
        self.declared.required = false;
        self
    }
}

/// Numbers.
impl<T> Argument<T> {
    /// Warns of a negative value, which is possible but unusual.
    pub const fn not_negative(mut self) -> Self {
        self.declared.warns = true;
        self
    }
}

/// A number that may change with the motion.
pub(crate) const fn moving(quantity: Quantity) -> Argument<Node> {
    needed(|reader, arguments, declared, along| declared.moving(reader, arguments, along)).of(quantity)
}

/// A vector that may change with the motion.
pub(crate) const fn moving_vector(quantity: Quantity) -> Argument<Vector3> {
    needed(|reader, arguments, declared, along| {
        let (expression, expected) = (declared.given(arguments)?, declared.quantity.expected(along));
        reader.moving_vector(expression, arguments.scope, expected, &declared.what())
    })
    .of(quantity)
}

/// The same, optional.
pub(crate) const fn moving_if_given(quantity: Quantity) -> Argument<Option<Node>> {
    may(|reader, arguments, declared, along| match declared.given(arguments) {
        Some(_) => declared.moving(reader, arguments, along).map(Some),
        None => Some(None),
    })
    .of(quantity)
}

/// A number that depends only on parameters.
pub(crate) const fn fixed(quantity: Quantity) -> Argument<Node> {
    needed(|reader, arguments, declared, along| declared.fixed(reader, arguments, along)).of(quantity)
}

/// The same, optional.
pub(crate) const fn fixed_if_given(quantity: Quantity) -> Argument<Option<Node>> {
    may(|reader, arguments, declared, along| match declared.given(arguments) {
        Some(_) => declared.fixed(reader, arguments, along).map(Some),
        None => Some(None),
    })
    .of(quantity)
}

/// A nonnegative number that depends only on parameters.
pub(crate) const fn size(quantity: Quantity) -> Argument<Node> {
    needed(|reader, arguments, declared, along| declared.size(reader, arguments, along)).of(quantity)
}

/// The same, optional.
pub(crate) const fn size_if_given(quantity: Quantity) -> Argument<Option<Node>> {
    may(|reader, arguments, declared, along| match declared.given(arguments) {
        Some(_) => declared.size(reader, arguments, along).map(Some),
        None => Some(None),
    })
    .of(quantity)
}

/// A positive number that depends only on parameters.
pub(crate) const fn positive(quantity: Quantity) -> Argument<Node> {
    needed(|reader, arguments, declared, along| {
        if declared.given(arguments).is_none() && declared.default.is_some() {
            return declared.default_node(reader);
        }
        reader.positive(arguments, declared.name, declared.quantity.expected(along))
    })
    .of(quantity)
}

/// The same, optional.
pub(crate) const fn positive_if_given(quantity: Quantity) -> Argument<Option<Node>> {
    may(|reader, arguments, declared, along| match declared.given(arguments) {
        Some(_) => reader.positive(arguments, declared.name, declared.quantity.expected(along)).map(Some),
        None => Some(None),
    })
    .of(quantity)
}

/// Any number of values that depend only on parameters.
pub(crate) const fn list(quantity: Quantity) -> Argument<Vec<Node>> {
    needed(|reader, arguments, declared, along| {
        reader.fixed_list(arguments, declared.name, declared.quantity.expected(along))
    })
    .of(quantity)
}

/// One number for all axes, or one for each; zero by default.
pub(crate) const fn each_axis(quantity: Quantity) -> Argument<Vector3> {
    may(|reader, arguments, declared, along| declared.axes(reader, arguments, along, false)).of(quantity)
}

/// The same about axes: about z only in the plane.
pub(crate) const fn about_each_axis(quantity: Quantity) -> Argument<Vector3> {
    may(|reader, arguments, declared, along| declared.axes(reader, arguments, along, true)).of(quantity)
}

/// A unit vector.
pub(crate) const fn direction() -> Argument<Vector3> {
    needed(|reader, arguments, declared, _| reader.direction(arguments, declared.name))
}

/// A unit vector; by default z, in the plane y.
pub(crate) const fn upwards() -> Argument<Vector3> {
    let read: Read<Vector3> = |reader, arguments, declared, _| {
        if declared.given(arguments).is_some() {
            return reader.direction(arguments, declared.name);
        }
        let up = if reader.is_planar() { 1 } else { 2 };
        Some(unit(reader.graph(), up))
    };
    may(read).by_default("z, in the plane y")
}

/// Right-handed orthonormal axes from the third one.
pub(crate) const fn axes_around() -> Argument<[Vector3; 3]> {
    needed(|reader, arguments, declared, _| {
        let third = reader.direction(arguments, declared.name)?;
        Some(reader.axes_around(&third))
    })
}

/// The coordinates of a rotation in space.
pub(crate) const fn rotation() -> Argument<RotationCoordinates> {
    may(|reader, arguments, declared, _| reader.rotation_coordinates(arguments.get(declared.name)))
}

/// A required argument, read by a function.
pub(crate) const fn needed<T>(read: Read<T>) -> Argument<T> {
    Argument::new(true, read)
}

/// An optional argument, read by a function.
pub(crate) const fn may<T>(read: Read<T>) -> Argument<T> {
    Argument::new(false, read)
}

#[cfg(test)]
mod tests {
    use super::DefaultValue;
    use crate::kinds::shapes::SHAPES;
    use crate::kinds::{forces, joints};
    use crate::symbolic::Constant;

    /// Every default is a valid number, or an argument of the same word.
    #[test]
    fn defaults_are_numbers_or_arguments() {
        let all = joints::words()
            .map(|word| word.signature)
            .chain(forces::words().map(|word| word.signature))
            .chain(SHAPES.map(|word| word.signature));
        for signature in all {
            for declared in signature.declared() {
                match declared.default {
                    Some(DefaultValue::Number(text)) => {
                        assert!(Constant::decimal_literal(text).is_some(), "`{text}` of `{}`", declared.name);
                    }
                    Some(DefaultValue::Argument(name)) => {
                        assert!(signature.names().any(|known| known == name), "`{name}`");
                    }
                    Some(DefaultValue::Words(_)) | None => {}
                }
            }
        }
    }
}
