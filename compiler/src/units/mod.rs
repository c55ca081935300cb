//! Units → exact factors to SI and dimensions.
//!
//! Invariant: a factor is exact, an integer ratio times powers of ten and π; nothing is rounded
//! before a number becomes an `f64`.

mod dimension;
mod expected;
mod exponent;
mod spelling;
mod table;

pub use dimension::Dimension;
pub use expected::Expected;
pub use exponent::Exponent;
pub use spelling::Spelling;
pub use table::{lookup, suggestion};

use crate::symbolic::Constant;

/// A unit: value in SI = factor · value in this unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The value of one unit in SI.
    pub factor: Constant,
    /// Its dimension.
    pub dimension: Dimension,
    /// The SI unit it is converted to, as the user would write that.
    pub spelling: Spelling,
}

/// The exact value of the digits of a literal.
///
/// # Errors
/// The reason why the number is invalid: more digits than an exact conversion allows, or a value that
/// `f64` rounds to infinity or to zero.
pub fn number(digits: &str) -> Result<Constant, String> {
    let Some(value) = Constant::decimal_literal(digits) else {
        let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
        if mantissa.bytes().filter(u8::is_ascii_digit).count() <= 38 {
            return Err(format!("`{digits}` is outside the range of floating-point numbers"));
        }
        return Err(format!("`{digits}` has more than the 38 digits that can be converted exactly"));
    };
    let rounded = value.to_f64();
    if !rounded.is_finite() {
        return Err(format!("`{digits}` is too large for a floating-point number"));
    }
    if rounded == 0.0 && !value.is_zero() {
        return Err(format!("`{digits}` is too small for a floating-point number"));
    }
    Ok(value)
}
