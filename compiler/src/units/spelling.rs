//! SI units as text: `kg*m^2`, `rad/s`.
//!
//! Invariant: a symbol occurs once, in the order in which the user wrote the symbols.

use super::Exponent;
use super::dimension::WHOLE;
use std::fmt;
use std::sync::Arc;

/// A product of powers of unit symbols; the exponents are in parts, like those of
/// [`Dimension`](super::Dimension).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    factors: Arc<[(&'static str, i32)]>,
}

impl Spelling {
    /// One symbol.
    pub fn of(symbol: &'static str) -> Self {
        [(symbol, WHOLE)].into_iter().collect()
    }

    /// The product with a power of another unit.
    #[must_use]
    pub fn times(&self, other: &Self, exponent: Exponent) -> Self {
        let power = |e: i32| i64::from(e) * i64::from(exponent.parts()) / i64::from(WHOLE);
        let within = |e: i64| e.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let powers = other.factors.iter().map(|&(symbol, e)| (symbol, within(power(e))));
        self.factors.iter().copied().chain(powers).collect()
    }

    /// The unit of the rate of a quantity in this unit.
    #[must_use]
    pub fn per_second(&self) -> Self {
        self.times(&Self::of("s"), Exponent::ONE.negated())
    }
}

impl FromIterator<(&'static str, i32)> for Spelling {
    fn from_iter<I: IntoIterator<Item = (&'static str, i32)>>(powers: I) -> Self {
        let mut factors: Vec<(&str, i32)> = Vec::new();
        for (symbol, exponent) in powers {
            match factors.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, sum)) => *sum = sum.saturating_add(exponent),
                None => factors.push((symbol, exponent)),
            }
        }
        factors.retain(|&(_, exponent)| exponent != 0);
        Self { factors: factors.into() }
    }
}

impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = || self.factors.iter().filter(|(_, exponent)| *exponent > 0);
        for (i, &(symbol, exponent)) in above().enumerate() {
            let times = if i > 0 { "*" } else { "" };
            write!(f, "{times}{}", power(symbol, exponent))?;
        }
        if above().next().is_none() && !self.factors.is_empty() {
            f.write_str("1")?;
        }
        for &(symbol, exponent) in self.factors.iter().filter(|(_, exponent)| *exponent < 0) {
            write!(f, "/{}", power(symbol, -exponent))?;
        }
        Ok(())
    }
}

/// `m`, `m^2`, `m^(3/2)`, `m^2.2`
fn power(symbol: &str, parts: i32) -> String {
    if parts == WHOLE {
        return symbol.to_owned();
    }
    if parts % WHOLE == 0 {
        return format!("{symbol}^{}", parts / WHOLE);
    }
    let denominator = (2..=12).find(|d| (parts.unsigned_abs() as u64 * d).is_multiple_of(WHOLE as u64));
    match denominator {
        Some(denominator) if denominator != 5 && denominator != 10 => {
            format!("{symbol}^({}/{denominator})", i64::from(parts) * denominator as i64 / i64::from(WHOLE))
        }
        _ => format!("{symbol}^{}", f64::from(parts) / f64::from(WHOLE)),
    }
}
