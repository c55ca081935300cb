//! Exact derivatives of a run with respect to parameters and initial values.
//!
//! A run is a function of its parameters p: assembly, start and every step of fixed size are differentiable. With dual numbers
//!
//! ```text
//! x + (∂x/∂p_i) ε,  ε² = 0                                                                              (1)
//! ```
//!
//! in place of numbers, the same program computes x and ∂x/∂p_i: the derivative of the numerical solution, exact up to rounding. Iterations
//! (assembly, constraints, implicit steps) converge in both parts. There is one run for each p_i; the runs use all cores.
//!
//! | file | contents |
//! |---|---|
//! | `quantity` | the quantities: `piston at 1` |
//! | `variable` | the variables: parameters and values of `initial` |
//! | `choice` | the use of native code |
//! | `run` | one run with dual numbers |
//! | [`adjoint`] | the gradient of one number with respect to all variables, by the adjoint method |
//! | `messages` | all messages |
//!
//! Invariant: values have the bits of a run in f64 with the same method and step, as long as Newton's iterations take the same number of steps.
//! Times at which forces switch depend on the variables, too: if a force jumps, the derivative of the motion jumps there, and runs contain
//! that. What they do not contain is said by [`Sensitivities::is_partial`].

pub mod adjoint;
mod choice;
mod messages;
mod quantity;
mod run;
mod variable;

pub use choice::Native;
/// A method by name, of `linkwork list`: [`find`](linkwork_methods::find), [`METHODS`](linkwork_methods::METHODS).
pub use linkwork_methods::Method;
pub use quantity::Quantity;

use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use variable::Variable;

/// Inputs as a function of time, in the order of their names.
pub type Inputs = Arc<dyn Fn(f64) -> Vec<f64> + Send + Sync>;

/// The request for derivatives, and the options of the run.
#[derive(Clone)]
pub struct Request {
    /// The quantities, each at a time.
    pub of: Vec<Quantity>,
    /// Names of parameters, of coordinates and their rates (`der(angle)`) that `initial` gives, and of first-order states.
    pub by: Vec<String>,
    /// The method: any, with steps of fixed size.
    pub method: &'static Method,
    /// Size of the steps, in s.
    pub step: f64,
    /// The inputs; `None`: all are zero.
    pub inputs: Option<Inputs>,
    /// The use of native code by adjoints; forward derivatives are interpreted.
    pub native: Native,
    /// Ends the runs with an error when it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// Quantities with their derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivities {
    /// The quantities in the order of the request, with their units.
    pub of: Vec<(Quantity, String)>,
    /// The variables, with their units.
    pub by: Vec<Named>,
    /// The values of the variables ([`by`](Self::by)) in the run.
    pub at: Vec<f64>,
    /// The quantities.
    pub values: Vec<f64>,
    /// ∂quantity/∂variable: a row for each quantity, an entry for each variable.
    pub derivatives: Vec<Vec<f64>>,
    /// The times at which forces switched from one smooth piece to another, in s. Derivatives at later times include the changes of these
    /// times, with the error of the method.
    pub switches: Vec<f64>,
    /// Whether derivatives lack a part after a switch: friction along a resultant begins or ends along a direction without derivatives,
    /// and steps that cross a switch without a side that is held end at no root.
    pub is_partial: bool,
}

/// Computes the derivatives of a request.
///
/// # Errors
/// Unknown names; an initial value that `initial` does not give, or a component of a unit quaternion; a time that is negative or not finite; errors
/// of the run; functions in Rust without pointers for `num_dual::Dual64` ([`Functions`](linkwork_tape::Functions)).
pub fn sensitivities(parameters: &TapeParameters, request: &Request) -> Result<Sensitivities, Error> {
    if request.of.is_empty() || request.by.is_empty() {
        return Err(messages::nothing());
    }
    let names = request.by.iter();
    let variables: Vec<Variable> =
        names.map(|name| variable::find(parameters, name)).collect::<Result<_, _>>()?;
    let routines = run::routines(parameters);
    let runs: Vec<run::Outcome> = variables
        .par_iter()
        .map(|variable| run::run((parameters, &routines), request, variable))
        .collect::<Result<_, _>>()?;
    let Some(first) = runs.first() else { unreachable!("there is a variable") };
    let rows = 0..request.of.len();
    Ok(Sensitivities {
        of: request.of.iter().cloned().zip(first.units.iter().cloned()).collect(),
        by: variables.iter().map(|variable| variable.named.clone()).collect(),
        at: runs.iter().map(|run| run.at).collect(),
        values: first.values.clone(),
        derivatives: rows.map(|row| runs.iter().map(|run| run.derivatives[row]).collect()).collect(),
        switches: first.switches.clone(),
        is_partial: first.is_partial,
    })
}
