//! What arguments of kinds are measured in: a unit as the documentation writes it, and its dimension.
//!
//! Some depend on a coordinate that the kind acts along: its dimension is known where the argument is read.

use crate::units::Dimension;

/// A quantity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantity {
    /// Its SI unit; along a coordinate that for an angle, then that for a length.
    pub unit: &'static str,
    /// Its dimension, along an angle.
    dimension: Dimension,
    /// The powers of the dimensions of two coordinates that it is multiplied by.
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
    /// F.
    pub const FORCE: Self = Self::new("N", Dimension::FORCE);
    /// F/ℓ.
    pub const STIFFNESS: Self = Self::new("N/m", Dimension::FORCE.over(Dimension::LENGTH));
    /// F/(ℓ/t).
    pub const DAMPING: Self =
        Self::new("N*s/m", Dimension::FORCE.over(Dimension::LENGTH).times(Dimension::TIME));
    /// Torque by angle.
    pub const TORSIONAL_STIFFNESS: Self = Self::new("N*m/rad", Dimension::ENERGY);
    /// Torque by angular velocity.
    pub const TORSIONAL_DAMPING: Self = Self::new("N*m*s/rad", Dimension::ENERGY.times(Dimension::TIME));

    /// A coordinate q.
    pub const COORDINATE: Self = Self::new("rad, m", Dimension::NONE).times_coordinates([1, 0]);
    /// The effort e along it: e q is an energy.
    pub const EFFORT: Self = Self::new("N*m, N", Dimension::ENERGY).times_coordinates([-1, 0]);
    /// e/q.
    pub const STIFFNESS_ALONG: Self = Self::new("N*m/rad, N/m", Dimension::ENERGY).times_coordinates([-2, 0]);
    /// e/(q/t).
    pub const DAMPING_ALONG: Self =
        Self::new("N*m*s/rad, N*s/m", Dimension::ENERGY.times(Dimension::TIME)).times_coordinates([-2, 0]);

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

    /// Its dimension along coordinates of these dimensions.
    pub fn dimension(&self, along: &[Dimension]) -> Dimension {
        let mut dimension = self.dimension;
        for (&of, power) in along.iter().zip(self.powers) {
            for _ in 0..power.abs() {
                dimension = if power > 0 { dimension.times(of) } else { dimension.over(of) };
            }
        }
        dimension
    }
}

#[cfg(test)]
mod tests {
    use super::Quantity;
    use crate::units::{Dimension, lookup};

    /// The dimension of a product of units by another one.
    fn dimension(text: &str) -> Dimension {
        let product = |text: &str| {
            let units = text.split('*').map(|name| lookup(name).expect("a unit").dimension);
            units.fold(Dimension::NONE, Dimension::times)
        };
        match text.split_once('/') {
            Some((above, below)) => product(above).over(product(below)),
            None => product(text),
        }
    }

    /// The unit that is written is one of the dimension, along an angle and along a length.
    #[test]
    fn units_have_their_dimensions() {
        for quantity in [
            Quantity::LENGTH,
            Quantity::FORCE,
            Quantity::STIFFNESS,
            Quantity::DAMPING,
            Quantity::TORSIONAL_STIFFNESS,
            Quantity::TORSIONAL_DAMPING,
            Quantity::COORDINATE,
            Quantity::EFFORT,
            Quantity::STIFFNESS_ALONG,
            Quantity::DAMPING_ALONG,
            Quantity::DRIVEN,
        ] {
            for (unit, of) in quantity.unit.split(", ").zip([Dimension::NONE, Dimension::LENGTH]) {
                assert_eq!(dimension(unit), quantity.dimension(&[of, of]), "{unit}");
            }
        }
    }
}
