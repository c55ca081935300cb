//! Dimensions: exponents of the seven base units.
//!
//! Invariant: exponents are exact; they are integers in units of a fraction of which 1/2 to 1/10 and 0.01 are multiples,
//! so that roots and the powers of contact laws (3/2, 2.2) have a dimension.

use super::{Exponent, Spelling};

/// Parts in one: a multiple of 1 to 10, 12 and 100.
pub(super) const WHOLE: i32 = 12_600;

/// Symbols of the base units in the order of the exponents.
const BASE: [&str; 7] = ["kg", "m", "s", "A", "K", "mol", "cd"];

/// Named units a dimension is written with.
const NAMED: [(&str, [i32; 7]); 9] = [
    ("N", [1, 1, -2, 0, 0, 0, 0]),
    ("J", [1, 2, -2, 0, 0, 0, 0]),
    ("W", [1, 2, -3, 0, 0, 0, 0]),
    ("Pa", [1, -1, -2, 0, 0, 0, 0]),
    ("V", [1, 2, -3, -1, 0, 0, 0]),
    ("ohm", [1, 2, -3, -2, 0, 0, 0]),
    ("Wb", [1, 2, -2, -1, 0, 0, 0]),
    ("H", [1, 2, -2, -2, 0, 0, 0]),
    ("C", [0, 0, 1, 1, 0, 0, 0]),
];

/// Exponents of kg, m, s, A, K, mol and cd. Angles have no dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dimension {
    parts: [i32; 7],
}

impl Dimension {
    /// Of a number.
    pub const NONE: Self = Self::new([0; 7]);
    /// Of a time.
    pub const TIME: Self = Self::new([0, 0, 1, 0, 0, 0, 0]);
    /// Of a length.
    pub const LENGTH: Self = Self::new([0, 1, 0, 0, 0, 0, 0]);
    /// Of a mass.
    pub const MASS: Self = Self::new([1, 0, 0, 0, 0, 0, 0]);
    /// Of a force.
    pub const FORCE: Self = Self::new([1, 1, -2, 0, 0, 0, 0]);
    /// Of an energy.
    pub const ENERGY: Self = Self::new([1, 2, -2, 0, 0, 0, 0]);
    /// Of a power.
    pub const POWER: Self = Self::new([1, 2, -3, 0, 0, 0, 0]);

    /// From exponents of kg, m, s, A, K, mol and cd.
    pub const fn new(exponents: [i32; 7]) -> Self {
        let mut parts = [0; 7];
        let mut i = 0;
        while i < 7 {
            parts[i] = exponents[i] * WHOLE;
            i += 1;
        }
        Self { parts }
    }

    /// Whether it is that of a number.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Of a product.
    #[must_use]
    pub const fn times(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < 7 {
            self.parts[i] = self.parts[i].saturating_add(other.parts[i]);
            i += 1;
        }
        self
    }

    /// Of a quotient.
    #[must_use]
    pub const fn over(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < 7 {
            self.parts[i] = self.parts[i].saturating_sub(other.parts[i]);
            i += 1;
        }
        self
    }

    /// Of a power; `None` where the result has no exact exponents.
    pub fn power(mut self, exponent: Exponent) -> Option<Self> {
        let parts = i64::from(exponent.parts());
        for exponent in &mut self.parts {
            let product = i64::from(*exponent).checked_mul(parts)?;
            if product % i64::from(WHOLE) != 0 {
                return None;
            }
            *exponent = i32::try_from(product / i64::from(WHOLE)).ok()?;
        }
        Some(self)
    }

    /// As a unit: a named one where there is one, else the product of base units.
    pub fn spelling(self) -> Spelling {
        let named = NAMED.into_iter().find(|&(_, exponents)| Self::new(exponents) == self);
        match named {
            Some((name, _)) => Spelling::of(name),
            None => BASE.into_iter().zip(self.parts).collect(),
        }
    }
}
