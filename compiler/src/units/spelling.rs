//! SI units as text: `kg*m^2`, `rad/s`.
//!
//! Invariant: a symbol occurs once, in the order in which the user wrote the symbols.

use std::fmt;

/// A product of powers of unit symbols; the exponents are in twelfths, like those of
/// [`Dimension`](super::Dimension).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    factors: Vec<(&'static str, i32)>,
}

impl Spelling {
    /// One symbol to the power `twelfths`/12.
    pub fn of(symbol: &'static str, twelfths: i32) -> Self {
        [(symbol, twelfths)].into_iter().collect()
    }

    /// The product with another unit to the power `twelfths`/12.
    #[must_use]
    pub fn times(&self, other: &Self, twelfths: i32) -> Self {
        let powers = other.factors.iter().map(|&(symbol, e)| (symbol, e.saturating_mul(twelfths) / 12));
        self.factors.iter().copied().chain(powers).collect()
    }

    /// Of the rate of a quantity in this unit.
    #[must_use]
    pub fn per_second(&self) -> Self {
        self.times(&Self::of("s", 12), -12)
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
        Self { factors }
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

/// `m`, `m^2`, `m^(3/2)`
fn power(symbol: &str, twelfths: i32) -> String {
    if twelfths == 12 {
        return symbol.to_owned();
    }
    if twelfths % 12 == 0 {
        return format!("{symbol}^{}", twelfths / 12);
    }
    let common = [6, 4, 3, 2].into_iter().find(|d| twelfths % d == 0).unwrap_or(1);
    format!("{symbol}^({}/{})", twelfths / common, 12 / common)
}
