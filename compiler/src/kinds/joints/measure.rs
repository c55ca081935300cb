//! Coordinates computed from two poses: numbers, and angles as the pair of their sine and cosine.
//!
//! Two poses determine an angle only up to whole turns: [`Measure::value`] is
//! in (−π, π], and jumps at half a turn. The difference from a known value, [`Measure::deviation`], has no jump
//! for any number of turns.

use crate::symbolic::algebra::Expr;

/// A computed coordinate.
pub enum Measure<'g> {
    /// A number.
    Number(Expr<'g>),
    /// The angle of the direction (cosine, sine), which need not be of unit length.
    Angle {
        /// ∝ sin.
        sine: Expr<'g>,
        /// ∝ cos.
        cosine: Expr<'g>,
    },
}

impl<'g> Measure<'g> {
    /// The number; an angle as atan2(sine, cosine) in (−π, π].
    pub fn value(self) -> Expr<'g> {
        match self {
            Self::Number(value) => value,
            Self::Angle { sine, cosine } => sine.atan2(cosine),
        }
    }

    /// The coordinate minus a value; for angles the difference in (−π, π], for any turns in the value θ:
    ///
    /// ```text
    /// atan2(s cos θ − c sin θ, c cos θ + s sin θ)
    /// ```
    pub fn deviation(self, value: Expr<'g>) -> Expr<'g> {
        match self {
            Self::Number(measured) => measured - value,
            Self::Angle { sine, cosine } => {
                let (s, c) = (value.sin(), value.cos());
                (sine * c - cosine * s).atan2(cosine * c + sine * s)
            }
        }
    }
}
