//! What a value is expected to be: a dimension, and the unit in which the field writes it.
//!
//! A torque and an energy have one dimension, and different units in messages: `N*m` and `J`.
//!
//! Invariant: a written unit is shown only where it has the dimension.

use super::{Dimension, Spelling, lookup};
use std::fmt;

/// A dimension with its unit in messages.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The dimension.
    pub dimension: Dimension,
    written: Written,
}

/// Where the unit in messages comes from.
#[derive(Clone, Debug)]
enum Written {
    /// From the dimension.
    Derived,
    /// The one of these, separated by commas, that has the dimension.
    OneOf(&'static str),
    /// From a declaration.
    Declared(Spelling),
}

impl Expected {
    /// A dimension that is written as one of these units, separated by commas.
    pub fn in_one_of(dimension: Dimension, units: &'static str) -> Self {
        Self { dimension, written: Written::OneOf(units) }
    }

    /// A dimension in a unit as it was declared, if it was.
    pub fn as_declared(dimension: Dimension, unit: Option<&Spelling>) -> Self {
        let written = unit.map_or(Written::Derived, |unit| Written::Declared(unit.clone()));
        Self { dimension, written }
    }
}

impl From<Dimension> for Expected {
    fn from(dimension: Dimension) -> Self {
        Self { dimension, written: Written::Derived }
    }
}

/// The unit; nothing for a number without one.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = match &self.written {
            Written::Declared(unit) => return unit.fmt(f),
            Written::OneOf(units) => units,
            Written::Derived => "",
        };
        match units.split(", ").find(|unit| dimension_of(unit) == Some(self.dimension)) {
            Some(unit) => f.write_str(unit),
            None => self.dimension.spelling().fmt(f),
        }
    }
}

/// The dimension of a product of units and their whole powers by another one: `N*m/rad`.
fn dimension_of(text: &str) -> Option<Dimension> {
    let product = |text: &str| {
        let factors = text.split('*').filter(|factor| !factor.is_empty());
        factors.map(power).try_fold(Dimension::NONE, |of, factor| Some(of.times(factor?)))
    };
    match text.split_once('/') {
        Some((above, below)) => Some(product(above)?.over(product(below)?)),
        None => product(text),
    }
}

/// The dimension of a unit, or of a whole power of one.
fn power(text: &str) -> Option<Dimension> {
    let (name, exponent) = text.split_once('^').unwrap_or((text, "1"));
    let unit = lookup(name)?.dimension;
    let exponent: u8 = exponent.parse().ok()?;
    Some((0..exponent).fold(Dimension::NONE, |of, _| of.times(unit)))
}

#[cfg(test)]
mod tests {
    use super::{Dimension, Expected};

    /// One dimension is written in the unit of its quantity, and only in a unit that has the dimension.
    #[test]
    fn units_are_those_of_the_quantity() {
        let energy = Dimension::ENERGY;
        let written = |dimension, units| Expected::in_one_of(dimension, units).to_string();
        assert_eq!(Expected::from(energy).to_string(), "J");
        assert_eq!(written(energy, "N*m, N"), "N*m");
        assert_eq!(written(Dimension::FORCE, "N*m, N"), "N");
        assert_eq!(written(energy.times(Dimension::TIME), "N*m*s/rad, N*s/m"), "N*m*s/rad");
        assert_eq!(written(Dimension::NONE, "rad, m"), "rad");
        assert_eq!(written(Dimension::NONE, ""), "");
        // `N/m^e` of a contact is no unit, and the density of a rod is none per volume.
        assert_eq!(written(Dimension::FORCE, "N/m^e"), "N");
        assert_eq!(written(Dimension::MASS.over(Dimension::LENGTH), "kg/m^3"), "kg/m");
    }
}
