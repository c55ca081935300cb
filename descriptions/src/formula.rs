//! `--set name=formula` and `--input name=formula`: formulas to numbers, or to functions of time.
//!
//! Invariant: a formula may use the constants `pi` and `e`, and every parameter with its value when
//! the formula is read; parameters shadow constants of the same name. The formula of an input may also use `time`.

use linkwork_figures::failure::Failure;
use meval::tokenizer::{Operation, Token};
use meval::{Context, ContextProvider, Expr, FuncEvalError};
use std::str::FromStr;
use std::sync::Arc;

/// The time, in the formula of an input.
const TIME: &str = "time";

/// The argument of `--set` or `--input`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The parameter, constant or input.
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

/// Checks that no name has two formulas, of which one would be ignored.
///
/// # Errors
/// The name.
pub fn given_once(option: &str, settings: &[Setting]) -> Result<(), Failure> {
    let twice = settings
        .iter()
        .enumerate()
        .find(|(k, one)| settings[..*k].iter().any(|other| other.name == one.name));
    match twice {
        Some((_, Setting { name, .. })) => Err(Failure::input(format_args!(
            "`{option} {name}=…` is given twice\nhelp: remove one of the two"
        ))),
        None => Ok(()),
    }
}

/// Names and values, in the order in which they were set.
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

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The value of a formula.
    pub fn evaluate(&self, setting: &Setting) -> Result<f64, Failure> {
        let value = self.read(setting)?.eval_with_context(self.names_and_functions(None));
        self.finite(setting, value, "parameter", &["pi", "e"])
    }

    /// The function of time of a formula; it is not finite where the formula has no value.
    pub fn function(self: &Arc<Self>, setting: &Setting) -> Result<TimeFunction, Failure> {
        let expression = self.read(setting)?;
        let at_start = expression.eval_with_context(self.names_and_functions(Some(0.0)));
        self.finite(setting, at_start, "parameter", &["pi", "e", TIME])?;
        let constant = !expression.iter().any(|token| matches!(token, Token::Var(name) if name == TIME));
        Ok(TimeFunction { expression, values: self.clone(), constant })
    }

    fn read(&self, setting: &Setting) -> Result<Expr, Failure> {
        Expr::from_str(&self.spelled(&setting.formula))
            .map_err(|error| unreadable(setting, &error.to_string().to_lowercase()))
    }

    fn finite(
        &self,
        setting: &Setting,
        value: Result<f64, meval::Error>,
        what: &str,
        constants: &[&str],
    ) -> Result<f64, Failure> {
        match value {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(value) => Err(unreadable(setting, &format!("it is {value}"))),
            Err(meval::Error::UnknownVariable(unknown)) => {
                Err(Failure::unknown(what, &unknown, self.names().chain(constants.iter().copied())))
            }
            Err(meval::Error::Function(name, FuncEvalError::UnknownFunction)) => {
                Err(unreadable(setting, &unknown_function(&name)))
            }
            Err(meval::Error::Function(name, FuncEvalError::NumberArgs(count))) => {
                let plural = if count == 1 { "" } else { "s" };
                Err(unreadable(setting, &format!("the function `{name}` has {count} argument{plural}")))
            }
            Err(error) => Err(unreadable(setting, &error.to_string().to_lowercase())),
        }
    }

    fn names_and_functions(&self, time: Option<f64>) -> Known<'_> {
        Known { values: self, time }
    }

    /// The formula for the parser of formulas: indexed names, `stiffness[2]`, replaced by identifiers, and `.5` by `0.5`.
    fn spelled(&self, formula: &str) -> String {
        let indexed = self.names().filter(|name| name.contains('['));
        with_zeros(&indexed.fold(formula.to_owned(), |text, name| text.replace(name, &plain(name))))
    }
}

/// The functions of formulas.
pub const FUNCTIONS: [&str; 25] = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "cos", "cosh", "exp", "floor",
    "hypot", "ln", "max", "min", "round", "sign", "signum", "sin", "sinh", "sqrt", "tan", "tanh",
];

/// Those with jumps or kinks; `%` has jumps too.
const NOT_SMOOTH: [&str; 8] = ["abs", "ceil", "floor", "max", "min", "round", "sign", "signum"];

/// The message for a function that does not exist.
fn unknown_function(name: &str) -> String {
    let all: Vec<String> = FUNCTIONS.iter().map(|function| format!("`{function}`")).collect();
    format!(
        "there is no function `{name}`\nhelp: there are {}; `^` is a power and `%` the remainder",
        all.join(", ")
    )
}

fn unreadable(setting: &Setting, reason: &str) -> Failure {
    let Setting { name, formula } = setting;
    Failure::input(format_args!("cannot read `{formula}` as a value of `{name}`: {reason}"))
}

/// The formula of an input.
#[derive(Clone, Debug)]
pub struct TimeFunction {
    expression: Expr,
    values: Arc<Values>,
    /// Whether it does not depend on time.
    pub constant: bool,
}

impl TimeFunction {
    /// The value at time t, in s; NaN if there is none.
    pub fn at(&self, t: f64) -> f64 {
        self.expression.eval_with_context(self.values.names_and_functions(Some(t))).unwrap_or(f64::NAN)
    }

    /// A function with jumps or kinks in a formula that depends on time.
    pub fn not_smooth(&self) -> Option<&str> {
        let mut tokens = self.expression.iter().filter(|_| !self.constant);
        tokens.find_map(|token| match token {
            Token::Func(name, _) => NOT_SMOOTH.contains(&name.as_str()).then_some(name.as_str()),
            Token::Binary(Operation::Rem) => Some("%"),
            _ => None,
        })
    }
}

/// The names that a formula may use.
struct Known<'a> {
    values: &'a Values,
    time: Option<f64>,
}

thread_local! {
    /// meval's own functions and constants.
    static BUILT_IN: Context<'static> = Context::new();
}

impl ContextProvider for Known<'_> {
    fn get_var(&self, name: &str) -> Option<f64> {
        let known = self.values.0.iter().find(|(known, _)| plain(known) == name);
        known
            .map(|(_, value)| *value)
            .or(self.time.filter(|_| name == TIME))
            .or_else(|| BUILT_IN.with(|built_in| built_in.get_var(name)))
    }

    fn eval_func(&self, name: &str, arguments: &[f64]) -> Result<f64, FuncEvalError> {
        match (name, arguments) {
            ("sign", [x]) => Ok(if *x == 0.0 { 0.0 } else { x.signum() }),
            ("hypot", [x, y]) => Ok(x.hypot(*y)),
            ("sign" | "hypot", _) => Err(FuncEvalError::NumberArgs(if name == "sign" { 1 } else { 2 })),
            _ => BUILT_IN.with(|built_in| built_in.eval_func(name, arguments)),
        }
    }
}

/// A formula with a zero before every number that begins with a point.
fn with_zeros(formula: &str) -> String {
    let mut out = String::with_capacity(formula.len());
    let mut letters = formula.chars().peekable();
    while let Some(letter) = letters.next() {
        let within = out.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | '.' | ')'));
        if letter == '.' && !within && letters.peek().is_some_and(char::is_ascii_digit) {
            out.push('0');
        }
        out.push(letter);
    }
    out
}

/// A name without brackets.
fn plain(name: &str) -> String {
    name.replace(['[', ']'], "__")
}

#[cfg(test)]
mod tests {
    use super::{Setting, Values};
    use std::sync::Arc;

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
        assert_eq!(evaluate(&values, "x=.5"), Ok(0.5));
        assert_eq!(evaluate(&values, "x=-.5*(.25+ .25) + length/.5"), Ok(3.75));
        assert!(evaluate(&values, "x=length.5").is_err() && evaluate(&values, "x=1..5").is_err());
        assert_eq!(evaluate(&values, "x=hypot(3, 4)*sign(-2)*k[0]"), Ok(-25.0));
        values.set("e", 7.0);
        assert_eq!(evaluate(&values, "x=e"), Ok(7.0));
    }

    #[test]
    fn inputs_are_functions_of_time() {
        let mut values = Values::default();
        values.set("amplitude", 2.0);
        let values = Arc::new(values);
        let function = |text: &str| {
            let setting: Setting = text.parse()?;
            values.function(&setting).map_err(|failure| failure.to_string())
        };
        let wave = function("drive=amplitude*sin(pi*time)").unwrap();
        assert!(!wave.constant && (wave.at(0.5) - 2.0).abs() < 1e-15 && wave.at(0.0) == 0.0);
        let held = function("drive=amplitude/4").unwrap();
        assert!(held.constant && held.at(3.0) == 0.5);
        assert!(
            function("drive=amplitud*time").is_err_and(|text| text.contains("did you mean `amplitude`?"))
        );
        assert!(function("drive=tme").is_err_and(|text| text.contains("did you mean `time`?")));
        for text in ["drive=log(2)", "drive=mod(time, 1)", "drive=time*foo(time)"] {
            assert!(function(text).is_err_and(|text| text.contains("there is no function")), "{text}");
        }
        assert!(function("drive=sin(time, 2)").is_err_and(|text| text.contains("function `sin`")));
        assert_eq!(function("drive=time%1").unwrap().at(1.25), 0.25);
        assert!(function("drive=1/time").is_err_and(|text| text.contains("it is inf")));
    }

    #[test]
    fn listed_functions_exist() {
        for name in super::FUNCTIONS {
            let one = evaluate(&Values::default(), &format!("x={name}(1)/2"));
            let two = evaluate(&Values::default(), &format!("x={name}(1, 2)/2"));
            let known = |result: &Result<f64, String>| {
                !result.as_ref().is_err_and(|text| text.contains("no function"))
            };
            assert!(known(&one) && known(&two) && (one.is_ok() || two.is_ok() || name == "atanh"), "{name}");
        }
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
