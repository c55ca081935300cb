//! The constants of formulas that many parts have in common, as emitted code writes them.
//!
//! ```text
//! constant of part r:   (first + r · step) / 10^power                                                      (1)
//! ```

use super::decimals;
use crate::emitted::check_body;
use crate::{Error, Real};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use linkwork_numerics::two_product;

/// (first, step, power) of equation (1).
pub type Growing = (i64, i64, u32);

/// The constants of `count` parts, equation (1).
pub fn growing<T: Real, const N: usize>(
    count: usize,
    constants: [Growing; N],
) -> impl Iterator<Item = [T; N]> {
    (0..count)
        .map(move |part| constants.map(|(first, step, power)| scaled(first + step * part as i64, power)))
}

/// The constants of parts, from text: N numbers for each part, as in [`decimals`].
pub fn tabled<T: Real, const N: usize>(text: &str) -> impl Iterator<Item = [T; N]> {
    let all: Vec<T> = if text.is_empty() { Vec::new() } else { decimals(text) };
    (0..all.len() / N.max(1)).map(move |part| core::array::from_fn(|k| all[N * part + k]))
}

/// integer / 10^power: the nearest f64, and the rest.
fn scaled<T: Real>(integer: i64, power: u32) -> T {
    // Powers of ten up to 10²² and integers up to 2⁵³ are exact.
    let scale = (0..power).fold(1.0, |scale, _| scale * 10.0);
    let hi = integer as f64 / scale;
    if power == 0 {
        return T::exact(hi);
    }
    let (product, below) = two_product(hi, scale);
    // What a division leaves is exact.
    T::decimal(hi, ((integer as f64 - product) - below) / scale + 0.0)
}

/// A part of a body whose quantity is checked: texts with numbers (first, step) between them, and the number of the part.
pub type Checked<'a> = (&'a [&'a str], &'a [(usize, isize)], usize);

/// [`check_body`] of one of many parts.
///
/// # Errors
/// [`Error::Unphysical`] with the text as its reason.
pub fn check_part(
    mechanism: &str,
    (texts, numbers, part): Checked<'_>,
    value: f64,
    strict: bool,
) -> Result<(), Error> {
    let mut result = check_body(mechanism, "", value, strict);
    if let Err(Error::Unphysical { reason, .. }) = &mut result {
        let mut message = String::new();
        for (at, text) in texts.iter().enumerate() {
            if let Some((first, step)) = at.checked_sub(1).and_then(|at| numbers.get(at)) {
                let number = first.wrapping_add_signed(step.wrapping_mul(part as isize));
                // Writing to a string cannot fail.
                let _ = write!(message, "{number}");
            }
            message.push_str(text);
        }
        *reason = message;
    }
    result
}
