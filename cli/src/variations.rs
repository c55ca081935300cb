//! Variants of a method: `--weights` and `--constraints`.
//!
//! Invariant: an unsupported variant of a method is an error; unstable weights are run, with a warning.

use crate::failure::Failure;
use crate::methods::{self, METHODS, Method, Variant, Variants, Weights};
use linkwork::runge_kutta::Constraints;
use linkwork_jit::Tape;

/// The options for variants of a method.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Variations {
    /// Weights of a conditionally explicit method: w0,w1,… (two for degree 3, up to seven for degree 8; numbers or fractions), or a
    /// published set by name: central-differences, stormer, four-thirds and two of degree 3; gear, three-fifths, three-quarters,
    /// three-halves, two, paper-quarter, paper-three-quarters and paper-five-quarters of degree 4; a, b, c, d, e, f, gear, paper,
    /// all-ones and paper-top of degree 5; a and gear of degrees 6 and 7; three-tenths of degree 8
    #[arg(long, value_name = "W,W…|SET", allow_hyphen_values = true)]
    weights: Option<String>,
    /// How a Runge–Kutta or multistep method treats constraints: `projected` projects position and velocity after every step,
    /// `index-1` lets them drift, `baumgarte=ALPHA[,BETA]` (in 1/s) stabilises them as g'' + 2 ALPHA g' + BETA² g = 0, `position`
    /// projects the position alone orthogonally [default: projected]
    #[arg(long, value_name = "TREATMENT", value_parser = treatment)]
    constraints: Option<Constraints>,
}

/// A treatment of constraints, or a message with the known ones.
fn treatment(text: &str) -> Result<Constraints, String> {
    let (name, values) = text.split_once('=').map_or((text, None), |(name, values)| (name, Some(values)));
    let positive = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|x| *x > 0.0 && x.is_finite());
        value.ok_or_else(|| format!("`{text}` is not a positive number: baumgarte=ALPHA[,BETA] in 1/s"))
    };
    match (name, values) {
        ("projected", None) => Ok(Constraints::Projected),
        ("index-1", None) => Ok(Constraints::Index1),
        ("position", None) => Ok(Constraints::EuclideanPosition),
        ("baumgarte", Some(values)) => {
            let (alpha, beta) = values.split_once(',').unwrap_or((values, values));
            Ok(Constraints::Baumgarte { alpha: positive(alpha)?, beta: positive(beta)? })
        }
        _ => Err("expected `projected`, `index-1`, `baumgarte=ALPHA[,BETA]` or `position`".into()),
    }
}

impl Variations {
    /// Whether no variant is requested.
    pub fn is_empty(&self) -> bool {
        self.weights.is_none() && self.constraints.is_none()
    }

    /// The default method for weights: the one of their degree.
    pub fn method(&self) -> Result<&'static Method, Failure> {
        let degree = match self.weights.as_deref().and_then(numbers) {
            Some(weights) => weights.len() + 1,
            None => return Ok(methods::default()),
        };
        let found = METHODS.iter().find(|method| method.variants == Variants::Weights(degree));
        found.ok_or_else(|| Failure::input(Weights::of(&vec![1.0; degree - 1]).err().unwrap_or_default()))
    }

    /// The variant of a method; an error if the method does not support it.
    pub fn of(&self, method: &Method) -> Result<Variant, Failure> {
        let name = method.name;
        let weights = match (&self.weights, method.variants) {
            (None, _) => None,
            (Some(text), Variants::Weights(degree)) => Some(weights(text, degree, name)?),
            (Some(_), _) => {
                return Err(Failure::input(format_args!(
                    "the method `{name}` has no weights\nhelp: --weights applies to {}",
                    those(|variants| matches!(variants, Variants::Weights(_)))
                )));
            }
        };
        if self.constraints.is_some() && method.variants != Variants::Constraints {
            return Err(Failure::input(format_args!(
                "the method `{name}` has only one treatment of constraints, so --constraints does not apply\nhelp: --constraints applies to {}",
                those(|variants| variants == Variants::Constraints)
            )));
        }
        Ok(Variant { weights, constraints: self.constraints })
    }

    /// The same for a comparison of several methods: unsupported variants are omitted.
    pub fn among(&self, method: &Method) -> Result<Variant, Failure> {
        let part = match method.variants {
            Variants::None => Self::default(),
            Variants::Weights(degree) => {
                let count = self.weights.as_deref().and_then(numbers).map(|weights| weights.len());
                let fits = count.is_none_or(|count| count + 1 == degree);
                Self { weights: self.weights.clone().filter(|_| fits), constraints: None }
            }
            Variants::Constraints => Self { weights: None, constraints: self.constraints },
        };
        part.of(method)
    }
}

/// The methods that were run as variants.
#[derive(Debug, Default)]
pub struct Notes(Vec<String>);

impl Notes {
    /// Lines below a table.
    pub fn text(&self) -> String {
        self.0.iter().map(|line| format!("\n{line}\n")).collect()
    }

    /// The same in one line.
    pub fn subtitle(&self) -> String {
        self.0.iter().map(|line| format!("; {line}")).collect()
    }
}

impl Variations {
    /// The variants supported by some methods; an error if there are none.
    pub fn notes(&self, methods: &[&Method], tape: &Tape) -> Result<Notes, Failure> {
        let mut lines = Vec::new();
        let mut taken = [Vec::new(), Vec::new()];
        let mut warnings = Vec::new();
        for method in methods {
            let variant = self.among(method)?;
            if let Some(weights) = variant.weights {
                taken[0].push(format!("`{}`", method.name));
                warnings.extend(
                    weights.instability(tape).map(|why| format!("warning: `{}`: {why}", method.name)),
                );
            }
            if variant.constraints.is_some() {
                taken[1].push(format!("`{}`", method.name));
            }
        }
        let constraints = self.constraints.map(words);
        let requested = [("weights", self.weights.as_deref()), ("constraints", constraints.as_deref())];
        for ((what, value), names) in requested.into_iter().zip(&taken) {
            let Some(value) = value else { continue };
            if names.is_empty() {
                return Err(Failure::input(format_args!("none of the methods supports --{what} {value}")));
            }
            lines.push(format!("with --{what} {value}: {}", names.join(", ")));
        }
        lines.extend(warnings);
        Ok(Notes(lines))
    }
}

/// The syntax of [`treatment`].
fn words(constraints: Constraints) -> String {
    match constraints {
        Constraints::Projected => "projected".into(),
        Constraints::Index1 => "index-1".into(),
        Constraints::Baumgarte { alpha, beta } => format!("baumgarte={alpha},{beta}"),
        Constraints::EuclideanPosition => "position".into(),
    }
}

/// The names of the methods that support a variant.
fn those(supported: impl Fn(Variants) -> bool) -> String {
    let names =
        METHODS.iter().filter(|method| supported(method.variants)).map(|method| format!("`{}`", method.name));
    names.collect::<Vec<_>>().join(", ")
}

/// Numbers and fractions between commas; `None` if one is neither.
pub fn numbers(text: &str) -> Option<Vec<f64>> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    text.split(',')
        .map(|one| match one.split_once('/') {
            Some((above, below)) => Some(number(above)? / number(below)?),
            None => number(one),
        })
        .collect()
}

/// Weights of a degree.
fn weights(text: &str, degree: usize, method: &str) -> Result<Weights, Failure> {
    let Some(numbers) = numbers(text) else {
        return Weights::named(degree, text).ok_or_else(|| {
            let known: Vec<String> = Weights::names(degree).map(|name| format!("`{name}`")).collect();
            Failure::input(format_args!(
                "there is no set of weights `{text}` of degree {degree}\nhelp: give one of {}, or {} numbers",
                known.join(", "),
                degree - 1
            ))
        });
    };
    let set = Weights::of(&numbers).map_err(Failure::input)?;
    if numbers.len() + 1 == degree {
        Ok(set)
    } else {
        Err(Failure::input(format_args!(
            "{} weights define degree {}, but `{method}` has degree {degree}\nhelp: omit --method, or give {} weights",
            numbers.len(),
            numbers.len() + 1,
            degree - 1
        )))
    }
}
