//! Coefficients of methods, exact: fractions, surds and long decimals.
//!
//! Invariant: a coefficient is converted to a number once, at the start of a run, with all digits of the scalar.

use crate::Real;
use crate::scalar::DoubleDouble;

/// A coefficient as published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// n/d, both below 2⁵³ in size.
    Ratio(i64, i64),
    /// (a + b√5)/d.
    Golden(i32, i32, i32),
    /// m·10^e with |m| < 10³⁰ and e ≤ 0.
    Decimal(i128, i32),
}

impl Coefficient {
    /// The coefficient in the arithmetic of `T`.
    #[inline]
    pub fn to<T: Real>(self) -> T {
        match self {
            Self::Ratio(n, d) => T::exact(n as f64) / T::exact(d as f64),
            Self::Golden(..) | Self::Decimal(..) => {
                let x = self.wide();
                T::decimal(x.high(), x.low())
            }
        }
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        matches!(self, Self::Ratio(0, _) | Self::Golden(0, 0, _) | Self::Decimal(0, _))
    }

    /// With 106 bits.
    pub(super) fn wide(self) -> DoubleDouble {
        let exact = |x: f64| DoubleDouble::from(x);
        match self {
            Self::Ratio(n, d) => exact(n as f64) / exact(d as f64),
            Self::Golden(a, b, d) => {
                (exact(a.into()) + exact(b.into()) * Real::sqrt(exact(5.0))) / exact(d.into())
            }
            Self::Decimal(m, e) => {
                // Both halves of the mantissa are integers below 2⁵³.
                const HALF: i128 = 1_000_000_000_000_000;
                let mantissa = exact((m / HALF) as f64) * exact(HALF as f64) + exact((m % HALF) as f64);
                (e..0).fold(mantissa, |x, _| x / exact(10.0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Coefficient;
    use std::prelude::v1::*;

    #[test]
    fn all_digits_are_kept() {
        assert_eq!(
            Coefficient::Decimal(-123_456_789_012_345_678, -10).to::<f64>(),
            "-12345678.9012345678".parse().unwrap()
        );
        let golden = Coefficient::Golden(1, 1, 2).wide();
        let gap = golden * golden - golden - Coefficient::Ratio(1, 1).wide();
        assert!(crate::Real::magnitude(gap) < 1e-30, "φ² = φ + 1");
        assert_eq!(Coefficient::Ratio(1, 3).to::<f64>(), 1.0 / 3.0);
    }
}
