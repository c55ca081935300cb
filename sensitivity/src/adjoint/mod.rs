//! The gradient of one number of a run with respect to any number of parameters and initial values, by the adjoint method.
//!
//! A run with N steps of fixed size h is a chain. w_n is everything that determines the following steps (the state, the history of the method),
//! and c(p) are the constants of the mechanism:
//!
//! ```text
//! (c, w_0) = B(p),   w_{n+1} = Φ(w_n, c),   J = Σ_n φ_n(w_n, c)                                                  (1)
//! w̄_n = (∂Φ/∂w)ᵀ w̄_{n+1} + ∂φ_n/∂w,   c̄ += (∂Φ/∂c)ᵀ w̄_{n+1} + ∂φ_n/∂c,   ∂J/∂p = (∂B/∂p)ᵀ (c̄, w̄_0)                (2)
//! ```
//!
//! Φ and B (which includes assembly and start) run in numbers that record their operations (`recorded`), and (2) is a reverse sweep through
//! the record. Routines of the mechanism, where most of the time goes, are recorded as one operation with their values, and reversed instruction by
//! instruction. The result is the exact adjoint of the numerical method, including its solves, projections and iterations.
//!
//! Memory: the run goes forward once and stores w at the beginnings of S segments. Then each segment, from the last to the first, is recorded
//! and swept. With S = √N, both grow as √N. There are more segments if the record of √N steps would exceed the cache of a core, as long as their
//! beginnings take at most `KEPT` bytes (`run`).
//!
//! With native code, (1) runs with routines in native code, and most segments are not recorded: the steps of a segment are repeated by
//! programs (`native`).
//!
//! | file | contents |
//! |---|---|
//! | `objective` | J, as terms at the ends of steps |
//! | `record`, `recorded` | operations, and the numbers that record them |
//! | `routine` | routines of the mechanism, recorded as a whole |
//! | `lines`, `line` | their instructions, forward and in reverse |
//! | `partials` | derivatives of functions |
//! | `run` | (1) and (2) |
//! | `forward` | (1) |
//! | `native` | steps in native code, forward and in reverse |
//! | `numbers` | the numbers of a stored w |
//! | `chain` | the steps of a run |
//! | `kept` | what gradients of one mechanism share |
//! | `lifted` | the mechanism in the numbers of a run |
//! | `watch`, `other` | whether a simulation makes the same steps |
//! | `several` | gradients of several quantities |
//!
//! Invariant: every gradient g is checked by the tangent of J along one direction d of all variables, which is computed forward. g·d must equal it;
//! a difference above `ALARM` is an error. It is relative ([`Gradient::apart`]) to
//!
//! ```text
//! max(Σ |g_i d_i|, |J̇|, σ S, 10⁻⁶ SI),   S = max(|J|, max_n Σ_k |w̄_nk| max(|w_nk|, 1))                                     (3)
//! ```
//!
//! over the beginnings of segments: S is what J would change by if numbers of the state changed by their own size, or by an SI unit where they
//! are smaller (an angle that remains zero); the last one is for J that is a difference of equal numbers. Where J does not depend on the variables
//! (an angle of a pendulum on its mass), g·d and J̇ are two roundings of zero, of the size of the rounding error of S.

mod back;
mod chain;
mod forward;
mod kept;
mod lifted;
mod lines;
mod native;
mod numbers;
mod objective;
mod other;
mod partials;
mod record;
mod recorded;
mod routine;
mod run;
mod several;
mod watch;

pub use kept::Kept;
pub(crate) use native::tangent::{Tangent, Use};
pub use objective::{Measured, Objective};
pub use several::{Computed, gradients, gradients_with};

use crate::messages;
use crate::variable::{self, Variable};
use crate::{Inputs, Method, Native};
use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The largest difference of gradient and tangent, relative to (3); rounding in chaotic runs stays below it.
const ALARM: f64 = 1e-6;
/// σ of (3): derivatives whose differences are below `ALARM` times this share of S are zero but for rounding.
const NEGLIGIBLE: f64 = 1e-4;
/// The last term of (3): far above the rounding of numbers of the size of an SI unit.
const NOTHING: f64 = 1e-6;

/// The request for derivatives, and the options of the run.
#[derive(Clone)]
pub struct GradientRequest {
    /// The number J.
    pub of: Objective,
    /// Names of parameters, of coordinates and their rates (`der(angle)`) that `initial` gives, and of first-order states.
    pub by: Vec<String>,
    /// The method: any, with steps of fixed size.
    pub method: &'static Method,
    /// Size of the steps, in s.
    pub step: f64,
    /// The inputs; `None`: all are zero.
    pub inputs: Option<Inputs>,
    /// The number of segments; `None`: at least the square root of the number of steps, and more for large mechanisms (see the module).
    pub segments: Option<usize>,
    /// The use of native code.
    pub native: Native,
    /// Ends the run with an error when it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// A number of a run with its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// J.
    pub value: f64,
    /// The variables, with their units.
    pub by: Vec<Named>,
    /// The values of the variables ([`by`](Self::by)) in the run.
    pub at: Vec<f64>,
    /// ∂J/∂variable.
    pub gradient: Vec<f64>,
    /// The unit of J if it is a quantity; empty for sums of squares.
    pub unit: String,
    /// |g·d − tangent|, relative to Σ |g_i d_i| or, where that is negligible, to a share of J and of what it depends on.
    pub apart: f64,
    /// Steps of the run.
    pub steps: u64,
    /// Segments of the run.
    pub segments: usize,
    /// The largest number of operations recorded at a time (16 bytes each in routines of the mechanism and for each number that they load,
    /// otherwise 24, and 8 for the sweep;
    /// 8 in steps in native code).
    pub recorded: usize,
    /// Steps that were repeated and reversed in native code; all others were recorded.
    pub native: u64,
    /// Why more steps than the first two and the last one were recorded, or why native code was interpreted: the first reason.
    pub interpreted: Option<String>,
}

/// Computes the gradient of a request.
///
/// # Errors
/// Functions in Rust; friction that sticks; a run in which forces switch, or whose steps are not those of a simulation; times at which no step ends; unknown
/// names; errors of the run;
/// a gradient that differs from the tangent.
pub fn gradient(parameters: &TapeParameters, request: &GradientRequest) -> Result<Gradient, Error> {
    gradient_with(parameters, request, &mut Kept::once())
}

/// The same with code of earlier gradients, to which its own is added; the result differs at most by rounding. The code of steps is taken where
/// method, step, variables and the decisions of the steps are the same; parameters and initial values that are variables may differ.
///
/// # Errors
/// Those of [`gradient`].
pub fn gradient_with(
    parameters: &TapeParameters,
    request: &GradientRequest,
    code: &mut Kept,
) -> Result<Gradient, Error> {
    if !parameters.program().grips.is_empty() {
        return Err(messages::friction());
    }
    if request.by.is_empty() {
        return Err(messages::no_variables());
    }
    let names = request.by.iter();
    let variables: Vec<Variable> =
        names.map(|name| variable::find(parameters, name)).collect::<Result<_, _>>()?;
    for (i, variable) in variables.iter().enumerate() {
        if variables[..i].iter().any(|other| other.place == variable.place) {
            return Err(messages::twice(&variable.named.name));
        }
    }
    let found = run::run(parameters, request, &variables, code)?;
    // NaN fails, too.
    if found.apart <= ALARM { Ok(found) } else { Err(messages::apart(found.apart)) }
}
