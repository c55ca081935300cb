//! Variants of a method: weights, and the treatment of constraints.
//!
//! Invariant: unstable weights are run, and are recognised ([`Weights::instability`]).

use super::erased::Erased;
use super::kinds_of_rows::{checked_for, of_kind, run};
use linkwork::conditionally_explicit::{
    EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree,
};
use linkwork::runge_kutta::Constraints;
use linkwork::stability::{FixedStep, stability_limit};
use linkwork::{Described, Error};
use linkwork_jit::Tape;
use linkwork_models::{RunOptions, Trajectory};
use linkwork_tape::{Any, Free, NotOfKind};

/// The variants that a method has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variants {
    /// None.
    None,
    /// Other weights of a degree.
    Weights(usize),
    /// Treatments of constraints.
    Constraints,
}

/// A variant of a method.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variant {
    /// The method with other weights.
    pub weights: Option<Weights>,
    /// The treatment of constraints.
    pub constraints: Option<Constraints>,
}

/// The message for a number of weights that belongs to no degree.
fn no_degree(count: usize) -> String {
    format!("{count} weights do not define a method\nhelp: degree 3 has two weights, degree 8 has seven")
}

/// A conditionally explicit method of some degree.
#[derive(Clone, Copy, Debug)]
pub enum Weights {
    /// Degree 3.
    Third(ThirdDegree),
    /// Degree 4.
    Fourth(FourthDegree),
    /// Degree 5.
    Fifth(FifthDegree),
    /// Degree 6.
    Sixth(SixthDegree),
    /// Degree 7.
    Seventh(SeventhDegree),
    /// Degree 8.
    Eighth(EighthDegree),
}

/// Degree, name, and the method.
type Set = (usize, &'static str, fn() -> Weights);

/// The sets by degree and name.
const SETS: &[Set] = &[
    (3, "stormer", || Weights::Third(ThirdDegree::stormer())),
    (3, "central-differences", || Weights::Third(ThirdDegree::central_differences())),
    (3, "four-thirds", || Weights::Third(ThirdDegree::four_thirds())),
    (3, "two", || Weights::Third(ThirdDegree::two())),
    (4, "gear", || Weights::Fourth(FourthDegree::gear4())),
    (4, "three-fifths", || Weights::Fourth(FourthDegree::three_fifths())),
    (4, "three-quarters", || Weights::Fourth(FourthDegree::three_quarters())),
    (4, "three-halves", || Weights::Fourth(FourthDegree::three_halves())),
    (4, "two", || Weights::Fourth(FourthDegree::two())),
    (4, "paper-quarter", || Weights::Fourth(FourthDegree::paper_quarter())),
    (4, "paper-three-quarters", || Weights::Fourth(FourthDegree::paper_three_quarters())),
    (4, "paper-five-quarters", || Weights::Fourth(FourthDegree::paper_five_quarters())),
    (5, "e", || Weights::Fifth(FifthDegree::e())),
    (5, "a", || Weights::Fifth(FifthDegree::a())),
    (5, "b", || Weights::Fifth(FifthDegree::b())),
    (5, "c", || Weights::Fifth(FifthDegree::c())),
    (5, "d", || Weights::Fifth(FifthDegree::d())),
    (5, "f", || Weights::Fifth(FifthDegree::f())),
    (5, "gear", || Weights::Fifth(FifthDegree::gear5())),
    (5, "paper", || Weights::Fifth(FifthDegree::paper())),
    (5, "all-ones", || Weights::Fifth(FifthDegree::all_ones())),
    (5, "paper-top", || Weights::Fifth(FifthDegree::paper_top())),
    (6, "a", || Weights::Sixth(SixthDegree::a())),
    (6, "gear", || Weights::Sixth(SixthDegree::gear6())),
    (7, "a", || Weights::Seventh(SeventhDegree::a())),
    (7, "gear", || Weights::Seventh(SeventhDegree::gear7())),
    (8, "three-tenths", || Weights::Eighth(EighthDegree::three_tenths())),
];

/// An expression for the method of any degree.
macro_rules! each {
    ($set:expr, $method:ident => $value:expr) => {
        match $set {
            Weights::Third($method) => $value,
            Weights::Fourth($method) => $value,
            Weights::Fifth($method) => $value,
            Weights::Sixth($method) => $value,
            Weights::Seventh($method) => $value,
            Weights::Eighth($method) => $value,
        }
    };
}

impl Weights {
    /// The published set of that name.
    pub fn named(degree: usize, name: &str) -> Option<Self> {
        SETS.iter().find(|set| set.0 == degree && set.1 == name).map(|(.., set)| set())
    }

    /// The names of the published sets of a degree.
    pub fn names(degree: usize) -> impl Iterator<Item = &'static str> {
        SETS.iter().filter(move |set| set.0 == degree).map(|(_, name, _)| *name)
    }

    /// The method with these weights; their number determines the degree.
    ///
    /// # Errors
    /// There is no such method; the message says what is wrong with the weights.
    pub fn of(weights: &[f64]) -> Result<Self, String> {
        if weights.iter().any(|w| !w.is_finite()) {
            return Err("a weight must be a number".into());
        }
        // The equations are divided by w₂ (except for w₁ and w₂ of degree 3): it must not be zero.
        if weights.len() > 2 && weights[2] == 0.0 {
            return Err("the third weight must not be zero: accelerations are divided by it".into());
        }
        Ok(match *weights {
            [a, b] => Self::Third(ThirdDegree::with_weights([a, b])),
            [a, b, c] => Self::Fourth(FourthDegree::with_weights([a, b, c])),
            [a, b, c, d] => Self::Fifth(FifthDegree::with_weights([a, b, c, d])),
            [a, b, c, d, e] => Self::Sixth(SixthDegree::with_weights([a, b, c, d, e])),
            [a, b, c, d, e, f] => Self::Seventh(SeventhDegree::with_weights([a, b, c, d, e, f])),
            [a, b, c, d, e, f, g] => Self::Eighth(EighthDegree::with_weights([a, b, c, d, e, f, g])),
            _ => return Err(no_degree(weights.len())),
        })
    }

    /// Its step on the test equation.
    pub fn fixed_step(self) -> Box<dyn FixedStep> {
        each!(self, method => Box::new(method))
    }

    /// Whether it supports this mechanism.
    ///
    /// # Errors
    /// The property of the mechanism that is not supported.
    pub fn fits(self, tape: &Tape) -> Result<(), NotOfKind> {
        match self {
            Self::Eighth(_) => tape.is_of_kind::<Free>(),
            _ => Ok(()),
        }
    }

    /// Runs a mechanism.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run(self, tape: &Tape, method: &str, options: RunOptions<'_>) -> Result<Trajectory, Error> {
        macro_rules! on {
            ($set:expr, $kind:ident) => {{
                let tape = &checked_for::<$kind, _>(tape, method)?;
                run(tape, Erased::estimating(of_kind::<$kind, _>($set)), options)
            }};
        }
        match self {
            Self::Third(set) => on!(set, Any),
            Self::Fourth(set) => on!(set, Any),
            Self::Fifth(set) => on!(set, Any),
            Self::Sixth(set) => on!(set, Any),
            Self::Seventh(set) => on!(set, Any),
            Self::Eighth(set) => on!(set, Free),
        }
    }

    /// Why a run with it cannot be trusted: a limit of zero, or a root that grows on constraints.
    pub fn instability(self, tape: &Tape) -> Option<String> {
        let sizes = tape.sizes();
        let constrained = sizes.holonomic + sizes.nonholonomic > 0;
        let (parasitic, sigma) =
            each!(self, method => (method.max_parasitic_root(), method.max_sigma_root()));
        let limit = stability_limit(&*self.fixed_step(), 0.0).unwrap_or(0.0);
        if parasitic > 1.0 + ROUNDING || limit == 0.0 {
            Some("these weights are unstable for every step size: long runs diverge".into())
        } else if constrained && sigma > 1.0 + ROUNDING {
            Some(format!(
                "these weights are unstable with constraints: errors grow by the factor {sigma:.3} per step"
            ))
        } else {
            None
        }
    }
}

/// The accuracy to which a double root on the unit circle is known.
const ROUNDING: f64 = 1e-7;
