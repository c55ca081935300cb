//! Exponents of units: whole numbers, fractions and decimals.
//!
//! Invariant: an exponent is exact.

use super::dimension::WHOLE;
use crate::symbolic::Constant;

/// Larger exponents are not those of units, and factors overflow.
const LARGEST: i64 = 48;

/// The exponent of a unit or a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exponent(i32);

impl Exponent {
    /// Message for exponents without exact parts.
    pub const HELP: &'static str = "write a whole number, a fraction with a denominator up to 10 like `(3/2)`, or at most two decimals, up to 48";

    /// One.
    pub const ONE: Self = Self(WHOLE);

    /// One half.
    pub const HALF: Self = Self(WHOLE / 2);

    /// A constant, where it is a whole number of parts.
    pub fn of(value: Constant) -> Option<Self> {
        let parts = value.mul(Constant::integer(i64::from(WHOLE)))?.is_integer()?;
        i32::try_from(parts).ok().map(Self)
    }

    /// Whether a unit may have it.
    pub(crate) fn is_usual(&self) -> bool {
        i64::from(self.0).abs() <= LARGEST * i64::from(WHOLE)
    }

    /// The reciprocal power.
    #[must_use]
    pub fn negated(self) -> Self {
        Self(-self.0)
    }

    /// As a whole number, if it is one.
    pub fn whole(self) -> Option<i32> {
        (self.0 % WHOLE == 0).then_some(self.0 / WHOLE)
    }

    /// In parts of one.
    pub(super) fn parts(self) -> i32 {
        self.0
    }
}
