//! The quantities of arguments of kinds: a unit as written in the documentation, and its dimension.
//!
//! Some depend on the coordinate along which the kind acts: its dimension is known when the argument is read.

use super::argument::Coordinates;
use crate::units::{Dimension, Expected};

/// A quantity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantity {
    /// Its SI unit; along a coordinate that for an angle, then that for a length.
    pub unit: &'static str,
    /// Its dimension for coordinates without dimension, such as angles.
    dimension: Dimension,
    /// The powers of the dimensions of two coordinates as its factors.
    powers: [i32; 2],
}

impl Quantity {
    const fn new(unit: &'static str, dimension: Dimension) -> Self {
        Self { unit, dimension, powers: [0; 2] }
    }

    const fn times_coordinates(mut self, powers: [i32; 2]) -> Self {
        self.powers = powers;
        self
    }

    /// A number without a unit.
    pub const NUMBER: Self = Self::new("", Dimension::NONE);
    /// ℓ.
    pub const LENGTH: Self = Self::new("m", Dimension::LENGTH);
    /// ℓ/t.
    pub const SPEED: Self = Self::new("m/s", Dimension::LENGTH.over(Dimension::TIME));
    /// t/ℓ.
    pub const BY_SPEED: Self = Self::new("s/m", Dimension::TIME.over(Dimension::LENGTH));
    /// F.
    pub const FORCE: Self = Self::new("N", Dimension::FORCE);
    /// F/ℓ.
    pub const STIFFNESS: Self = Self::new("N/m", Dimension::FORCE.over(Dimension::LENGTH));
    /// F/(ℓ/t).
    pub const DAMPING: Self =
        Self::new("N*s/m", Dimension::FORCE.over(Dimension::LENGTH).times(Dimension::TIME));
    /// F/ℓ^e, with the power ℓ^e as the coordinate.
    pub const STIFFNESS_BY_POWER: Self = Self::new("N/m^e", Dimension::FORCE).times_coordinates([-1, 0]);
    /// Torque.
    pub const TORQUE: Self = Self::new("N*m", Dimension::ENERGY);
    /// Torque per angle.
    pub const TORSIONAL_STIFFNESS: Self = Self::new("N*m/rad", Dimension::ENERGY);
    /// Torque per angular velocity.
    pub const TORSIONAL_DAMPING: Self = Self::new("N*m*s/rad", Dimension::ENERGY.times(Dimension::TIME));

    /// m.
    pub const MASS: Self = Self::new("kg", Dimension::MASS);
    /// m/ℓ³, with the extent ℓ³ as the coordinate.
    pub const DENSITY: Self = Self::new("kg/m^3", Dimension::MASS).times_coordinates([-1, 0]);
    /// The same, per area for extents of two dimensions.
    pub const DENSITY_OR_BY_AREA: Self =
        Self::new("kg/m^3, kg/m^2", Dimension::MASS).times_coordinates([-1, 0]);
    /// The same, per length for extents of one dimension.
    pub const DENSITY_OR_BY_LENGTH: Self =
        Self::new("kg/m^3, kg/m", Dimension::MASS).times_coordinates([-1, 0]);

    /// A coordinate q.
    pub const COORDINATE: Self = Self::new("rad, m", Dimension::NONE).times_coordinates([1, 0]);
    /// q/t.
    pub const RATE: Self =
        Self::new("rad/s, m/s", Dimension::NONE.over(Dimension::TIME)).times_coordinates([1, 0]);
    /// t/q.
    pub const BY_RATE: Self = Self::new("s/rad, s/m", Dimension::TIME).times_coordinates([-1, 0]);
    /// The effort e along it: e q is an energy.
    pub const EFFORT: Self = Self::new("N*m, N", Dimension::ENERGY).times_coordinates([-1, 0]);
    /// e/q.
    pub const STIFFNESS_ALONG: Self = Self::new("N*m/rad, N/m", Dimension::ENERGY).times_coordinates([-2, 0]);
    /// e/(q/t).
    pub const DAMPING_ALONG: Self =
        Self::new("N*m*s/rad, N*s/m", Dimension::ENERGY.times(Dimension::TIME)).times_coordinates([-2, 0]);

    /// e/(q/t²).
    pub const INERTIA_ALONG: Self =
        Self::new("kg*m^2, kg", Dimension::ENERGY.times(Dimension::TIME).times(Dimension::TIME))
            .times_coordinates([-2, 0]);
    /// Angle per coordinate.
    pub const REDUCTION: Self = Self::new(", rad/m", Dimension::NONE).times_coordinates([-1, 0]);

    /// The second coordinate of two.
    pub const DRIVEN: Self = Self::new("rad, m", Dimension::NONE).times_coordinates([0, 1]);
    /// The second by the first.
    pub const RATIO: Self = Self::new("", Dimension::NONE).times_coordinates([-1, 1]);

    /// Its unit along an angle, or along a length.
    pub fn unit_along(&self, length: bool) -> &'static str {
        let mut units = self.unit.split(", ");
        let of_angle = units.next().unwrap_or_default();
        if length { units.next().unwrap_or(of_angle) } else { of_angle }
    }

    /// Its dimension along coordinates of these dimensions; `None` if it depends on an unknown one.
    pub fn dimension(&self, along: Coordinates<'_>) -> Option<Dimension> {
        let mut dimension = self.dimension;
        for (of, power) in along.iter().zip(self.powers) {
            for _ in 0..power.abs() {
                dimension = if power > 0 { dimension.times((*of)?) } else { dimension.over((*of)?) };
            }
        }
        Some(dimension)
    }

    /// What a value of it is expected to be, where its dimension is known.
    pub fn expected(&self, along: Coordinates<'_>) -> Option<Expected> {
        self.dimension(along).map(|dimension| Expected::in_one_of(dimension, self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::Quantity;
    use crate::units::{Dimension, lookup};

    /// The dimension of a product of units by another one.
    fn dimension(text: &str) -> Dimension {
        let product = |text: &str| {
            let factors = text.split('*').filter(|name| !name.is_empty());
            let of = |name: &str| match name.split_once('^') {
                Some((name, "2")) => [name; 2].map(|name| lookup(name).expect("a unit").dimension),
                _ => [lookup(name).expect("a unit").dimension, Dimension::NONE],
            };
            factors.flat_map(of).fold(Dimension::NONE, Dimension::times)
        };
        match text.split_once('/') {
            Some((above, below)) => product(above).over(product(below)),
            None => product(text),
        }
    }

    /// The written unit has the dimension, along an angle and along a length.
    #[test]
    fn units_have_their_dimensions() {
        for quantity in [
            Quantity::MASS,
            Quantity::LENGTH,
            Quantity::SPEED,
            Quantity::BY_SPEED,
            Quantity::FORCE,
            Quantity::TORQUE,
            Quantity::STIFFNESS,
            Quantity::DAMPING,
            Quantity::TORSIONAL_STIFFNESS,
            Quantity::TORSIONAL_DAMPING,
            Quantity::COORDINATE,
            Quantity::RATE,
            Quantity::BY_RATE,
            Quantity::REDUCTION,
            Quantity::EFFORT,
            Quantity::STIFFNESS_ALONG,
            Quantity::DAMPING_ALONG,
            Quantity::INERTIA_ALONG,
            Quantity::DRIVEN,
        ] {
            for (unit, of) in quantity.unit.split(", ").zip([Dimension::NONE, Dimension::LENGTH]) {
                assert_eq!(Some(dimension(unit)), quantity.dimension(&[Some(of); 2]), "{unit}");
            }
        }
    }
}
