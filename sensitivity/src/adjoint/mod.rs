//! The gradient of one number of a run by any number of parameters and initial values, backwards.
//!
//! A run with N steps of fixed size h is a chain, with everything that decides the following steps in w_n (states, what a method remembers)
//! and the constants c(p) of the mechanism:
//!
//! ```text
//! (c, w_0) = B(p),   w_{n+1} = Φ(w_n, c),   J = Σ_n φ_n(w_n, c)                                                  (1)
//! w̄_n = (∂Φ/∂w)ᵀ w̄_{n+1} + ∂φ_n/∂w,   c̄ += (∂Φ/∂c)ᵀ w̄_{n+1} + ∂φ_n/∂c,   ∂J/∂p = (∂B/∂p)ᵀ (c̄, w̄_0)                (2)
//! ```
//!
//! Φ and B (assembly and start included) run in numbers that record their operations (`recorded`), and (2) is a sweep backwards through
//! the record. Routines of the mechanism, which are most of it, are recorded as a whole, by their values alone, and gone through backwards instruction by
//! instruction (`lines`). So it is the exact adjoint of what the method computes, with its solves, projections and iterations.
//!
//! Memory: the run goes forward once and keeps w at the beginnings of S segments; from the last to the first, each segment is recorded
//! and swept. With S = √N, both grow as √N.
//!
//! | file | what it holds |
//! |---|---|
//! | `objective` | J, by the ends of steps |
//! | `record`, `recorded` | operations, and the numbers that record them |
//! | `lines` | routines of the mechanism forward and backward |
//! | `partials` | derivatives of functions |
//! | `chain` | (1) and (2) |
//! | `several` | gradients of several quantities |
//!
//! Invariant: beside the gradient g goes a tangent along a direction d of all variables, forward from p to J. g·d must be it
//! ([`Gradient::apart`]); where they are apart by more than `ALARM`, there is no gradient but an error.

mod chain;
mod lines;
mod objective;
mod partials;
mod record;
mod recorded;
mod several;

pub use objective::{Measured, Objective};
pub use several::gradients;

use crate::variable::{self, Variable};
use crate::{Inputs, Method};
use linkwork::conditionally_explicit::{FifthDegree, Starting};
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::runge_kutta::{DormandPrince8, RungeKutta4};
use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Gradient and tangent that are further apart than this, relative to Σ |g_i d_i|, do not belong to one function: rounding of chaotic
/// runs stays below.
const ALARM: f64 = 1e-6;

/// What to differentiate, and how to run.
#[derive(Clone)]
pub struct GradientRequest {
    /// The number.
    pub of: Objective,
    /// Names of parameters, of coordinates and their rates (`der(angle)`) that `initial` gives, and of first-order states.
    pub by: Vec<String>,
    /// The method.
    pub method: Method,
    /// Size of the steps, in s.
    pub step: f64,
    /// The inputs; none are zero.
    pub inputs: Option<Inputs>,
    /// How many segments the run is cut into; `None`: as many as the root of the number of steps.
    pub segments: Option<usize>,
    /// What ends the run, with an error, when it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// A number of a run with its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// J.
    pub value: f64,
    /// By what, with units.
    pub by: Vec<Named>,
    /// The values of [`by`](Self::by) in the run.
    pub at: Vec<f64>,
    /// ∂J/∂variable.
    pub gradient: Vec<f64>,
    /// The unit of J, where it is a quantity; empty for sums of squares.
    pub unit: String,
    /// |g·d − tangent| relative to Σ |g_i d_i|.
    pub apart: f64,
    /// Steps of the run.
    pub steps: u64,
    /// Segments that it was cut into.
    pub segments: usize,
    /// The most operations that were recorded at a time (16 bytes each in routines of the mechanism, elsewhere 24, and 8 for the sweep).
    pub recorded: usize,
}

/// The gradient that is asked for.
///
/// # Errors
/// Friction that sticks; a run in which forces pass from one piece to another, or steps are shortened; times at which no step ends; unknown
/// names; what the run itself comes to; a gradient that its own tangent contradicts.
pub fn gradient(parameters: &TapeParameters, request: &GradientRequest) -> Result<Gradient, Error> {
    let refused = |value: String, reason: String| Err(Error::Setting { what: "adjoint", value, reason });
    if !parameters.program().grips.is_empty() {
        let reason = "friction that sticks begins and ends at instants, which have no adjoint\nhelp: use forward derivatives (`sensitivities`, on the command line without `--adjoint`), or give friction a `velocity` below which it is regularised";
        return refused("of a mechanism with friction".to_owned(), reason.to_owned());
    }
    if request.by.is_empty() {
        return refused("by nothing".to_owned(), "name at least one parameter or initial value".to_owned());
    }
    let names = request.by.iter();
    let variables: Vec<Variable> =
        names.map(|name| variable::find(parameters, name)).collect::<Result<_, _>>()?;
    for (i, variable) in variables.iter().enumerate() {
        if variables[..i].iter().any(|other| other.place == variable.place) {
            return refused(format!("by `{}` twice", variable.named.name), "name it once".to_owned());
        }
    }
    let found = match request.method {
        Method::FifthDegree => {
            let driven = request.inputs.is_some();
            let starting = if driven { Starting::FromAccelerations } else { Starting::Exact };
            chain::run(parameters, request, &variables, &FifthDegree::default().starting(starting))
        }
        Method::GeneralizedAlpha => chain::run(parameters, request, &variables, &GeneralizedAlpha::default()),
        Method::RungeKutta4 => chain::run(parameters, request, &variables, &RungeKutta4::projected()),
        Method::DormandPrince8 => chain::run(parameters, request, &variables, &DormandPrince8::projected()),
    }?;
    // A NaN is an alarm, too.
    if found.apart <= ALARM {
        return Ok(found);
    }
    refused(
        format!("{:.1e} apart from its tangent", found.apart),
        "the gradient is not the derivative of this run\nhelp: use forward derivatives; where the run is chaotic, a shorter one".to_owned(),
    )
}
