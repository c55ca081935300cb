//! Values of arguments of the programs.

use std::str::FromStr;

/// A positive number, or a message.
pub fn positive(text: &str) -> Result<f64, String> {
    match f64::from_str(text.trim()) {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("it must be a positive number".into()),
    }
}

/// A name, without the blanks around it.
///
/// # Errors
/// Never.
pub fn name(text: &str) -> Result<String, core::convert::Infallible> {
    Ok(text.trim().to_owned())
}
