//! Exact derivatives of a run by parameters and initial values.
//!
//! A run is a function of its parameters p: assembly, start and every step of fixed size are. With dual numbers
//!
//! ```text
//! x + (∂x/∂p_i) ε,  ε² = 0                                                                              (1)
//! ```
//!
//! in place of numbers, the same program gives x and ∂x/∂p_i: the derivative of what the method computes, with no error but rounding. Iterations
//! (closing loops, constraints, implicit steps) converge on both parts. One run for each p_i, on all cores.
//!
//! | file | what it holds |
//! |---|---|
//! | `quantity` | what is asked for: `piston at 1` |
//! | `variable` | by what: a parameter, or a value of `initial` |
//! | `method` | methods that run in dual numbers |
//! | `run` | one run with dual numbers |
//! | [`adjoint`] | the gradient of one number by all variables at once, backwards |
//!
//! Invariant: values are the bits of a run in f64 with the same method and step, as long as Newton's iterations take as many turns.
//! Instants at which forces pass from one piece to another are numbers of the run, too, but without derivatives: a run in which that takes
//! place says so ([`Sensitivities::switches`]), since the derivative of the motion jumps there if the force does.

pub mod adjoint;
mod method;
mod quantity;
mod run;
mod variable;

pub use method::Method;
pub use quantity::Quantity;

use linkwork::{Error, Named};
use linkwork_tape::TapeParameters;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use variable::Variable;

/// Inputs as a function of time, in the order of their names.
pub type Inputs = Arc<dyn Fn(f64) -> Vec<f64> + Send + Sync>;

/// What to differentiate, and how to run.
#[derive(Clone)]
pub struct Request {
    /// The quantities, each at a time.
    pub of: Vec<Quantity>,
    /// Names of parameters, of coordinates and their rates (`der(angle)`) that `initial` gives, and of first-order states.
    pub by: Vec<String>,
    /// The method.
    pub method: Method,
    /// Size of the steps, in s.
    pub step: f64,
    /// The inputs; none are zero.
    pub inputs: Option<Inputs>,
    /// What ends the runs, with an error, when it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// Quantities with their derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivities {
    /// The quantities in the order of the request, with their units.
    pub of: Vec<(Quantity, String)>,
    /// By what, with units.
    pub by: Vec<Named>,
    /// The values of [`by`](Self::by) in the run.
    pub at: Vec<f64>,
    /// The quantities.
    pub values: Vec<f64>,
    /// ∂quantity/∂variable: a row for each quantity, an entry for each variable.
    pub derivatives: Vec<Vec<f64>>,
    /// When forces passed from one smooth piece to another, in s. Where the force jumps there, derivatives behind that time leave out
    /// that the instant moves.
    pub switches: Vec<f64>,
}

/// The derivatives that are asked for.
///
/// # Errors
/// Unknown names; a value that `initial` does not give, or of a unit quaternion; a time that is negative or not finite; what the run itself comes to.
pub fn sensitivities(parameters: &TapeParameters, request: &Request) -> Result<Sensitivities, Error> {
    if request.of.is_empty() || request.by.is_empty() {
        let reason = "name at least one quantity with a time, and one parameter or initial value".to_owned();
        return Err(Error::Setting { what: "sensitivities", value: "nothing".to_owned(), reason });
    }
    let names = request.by.iter();
    let variables: Vec<Variable> =
        names.map(|name| variable::find(parameters, name)).collect::<Result<_, _>>()?;
    let runs: Vec<run::Outcome> = variables
        .par_iter()
        .map(|variable| run::run(parameters, request, variable))
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
    })
}
