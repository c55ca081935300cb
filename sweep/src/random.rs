//! Random values: `mass~normal(1,0.1)`.
//!
//! A value is the quantile F⁻¹(u) of a number u between 0 and 1, so that Latin hypercubes and independent draws use the same distributions.

use crate::axis::finite;
use crate::messages::RANDOM;
use statrs::distribution::{ContinuousCDF, LogNormal, Normal, Triangular, Uniform};
use std::str::FromStr;

/// A parameter with its distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Random {
    /// The parameter.
    pub name: String,
    law: Law,
}

#[derive(Clone, Debug, PartialEq)]
enum Law {
    Uniform(Uniform),
    Normal(Normal),
    LogNormal(LogNormal),
    Triangular(Triangular),
}

impl Random {
    /// The quantile F⁻¹(share).
    pub fn quantile(&self, share: f64) -> f64 {
        match &self.law {
            Law::Uniform(law) => law.inverse_cdf(share),
            Law::Normal(law) => law.inverse_cdf(share),
            Law::LogNormal(law) => law.inverse_cdf(share),
            Law::Triangular(law) => law.inverse_cdf(share),
        }
    }
}

impl FromStr for Random {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, law) = text.split_once('~').ok_or(RANDOM)?;
        let (word, numbers) = law.trim().split_once('(').ok_or(RANDOM)?;
        let numbers = numbers.strip_suffix(')').ok_or(RANDOM)?;
        let numbers = numbers.split(',').map(finite).collect::<Result<Vec<f64>, _>>().map_err(|why| {
            let why = why.split(';').next().unwrap_or_default().to_owned();
            format!("{why}; {RANDOM}")
        })?;
        let wrong = |why: String| format!("`{}`: {why}; {RANDOM}", law.trim());
        let law = match (word.trim(), &numbers[..]) {
            ("uniform", &[a, b]) => {
                Uniform::new(a, b).map(Law::Uniform).map_err(|why| wrong(why.to_string()))?
            }
            ("normal", &[m, s]) => {
                Normal::new(m, s).map(Law::Normal).map_err(|why| wrong(why.to_string()))?
            }
            ("lognormal", &[m, s]) => {
                LogNormal::new(m, s).map(Law::LogNormal).map_err(|why| wrong(why.to_string()))?
            }
            ("triangular", &[a, b, c]) => {
                Triangular::new(a, b, c).map(Law::Triangular).map_err(|why| wrong(why.to_string()))?
            }
            _ => return Err(RANDOM.to_owned()),
        };
        match name.trim() {
            "" => Err(RANDOM.to_owned()),
            name => Ok(Self { name: name.to_owned(), law }),
        }
    }
}
