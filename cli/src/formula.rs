//! `--set name=formula`: formulas to numbers.
//!
//! Invariant: a formula sees the constants `pi` and `e`, and every parameter by the value it has when
//! the formula is read; parameters hide constants of the same name.

use crate::failure::Failure;
use meval::Expr;
use std::str::FromStr;

/// What the user wrote behind `--set`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The parameter or constant.
    pub name: String,
    /// Its value, to be read.
    pub formula: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, formula)) if !name.trim().is_empty() && !formula.trim().is_empty() => {
                Ok(Self { name: name.trim().into(), formula: formula.trim().into() })
            }
            _ => Err("write `name=formula`, for instance `length=0.5*sqrt(2)`".into()),
        }
    }
}

/// Names and values, in the order in which they became known.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(String, f64)>);

impl Values {
    /// Sets a name, known or not.
    pub fn set(&mut self, name: &str, value: f64) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.into(), value)),
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The number that a formula stands for.
    pub fn evaluate(&self, setting: &Setting) -> Result<f64, Failure> {
        let Setting { name, formula } = setting;
        let wrong = |reason: String| {
            Failure::input(format_args!("cannot read `{formula}` as a value of `{name}`: {reason}"))
        };
        let expression = Expr::from_str(&self.spelled(formula))
            .map_err(|error| wrong(error.to_string().to_lowercase()))?;
        let mut context = meval::Context::new();
        context.func("sign", |x| if x == 0.0 { 0.0 } else { x.signum() });
        context.func2("hypot", f64::hypot);
        for (known, value) in &self.0 {
            context.var(plain(known), *value);
        }
        match expression.eval_with_context(&context) {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(value) => Err(wrong(format!("it is {value}"))),
            Err(meval::Error::UnknownVariable(unknown)) => {
                let constants = ["pi", "e"].into_iter();
                Err(Failure::unknown("parameter", &unknown, self.names().chain(constants)))
            }
            Err(error) => Err(wrong(error.to_string().to_lowercase())),
        }
    }

    /// The formula with indexed names, `stiffness[2]`, as words that the reader of formulas knows.
    fn spelled(&self, formula: &str) -> String {
        let indexed = self.names().filter(|name| name.contains('['));
        indexed.fold(formula.to_owned(), |text, name| text.replace(name, &plain(name)))
    }
}

/// A name without brackets.
fn plain(name: &str) -> String {
    name.replace(['[', ']'], "__")
}

#[cfg(test)]
mod tests {
    use super::{Setting, Values};

    fn evaluate(values: &Values, text: &str) -> Result<f64, String> {
        let setting: Setting = text.parse()?;
        values.evaluate(&setting).map_err(|failure| failure.to_string())
    }

    #[test]
    fn formulas_use_constants_functions_and_parameters() {
        let mut values = Values::default();
        values.set("length", 2.0);
        values.set("k[0]", 5.0);
        assert_eq!(evaluate(&values, "x=0.5*sqrt(2)"), Ok(0.5 * 2.0_f64.sqrt()));
        assert_eq!(evaluate(&values, "x = -2*pi"), Ok(-std::f64::consts::TAU));
        assert_eq!(evaluate(&values, "x=length^2 + 1e-3"), Ok(4.001));
        assert_eq!(evaluate(&values, "x=hypot(3, 4)*sign(-2)*k[0]"), Ok(-25.0));
        values.set("e", 7.0);
        assert_eq!(evaluate(&values, "x=e"), Ok(7.0));
    }

    #[test]
    fn mistakes_are_explained() {
        let mut values = Values::default();
        values.set("length", 2.0);
        assert!(evaluate(&values, "x").is_err_and(|text| text.contains("name=formula")));
        assert!(evaluate(&values, "x=lenght").is_err_and(|text| text.contains("did you mean `length`?")));
        assert!(evaluate(&values, "x=1/0").is_err_and(|text| text.contains("it is inf")));
        assert!(
            evaluate(&values, "x=2*").is_err_and(|text| text.contains("cannot read `2*` as a value of `x`"))
        );
    }
}
