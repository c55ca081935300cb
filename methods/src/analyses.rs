//! Analyses of mechanisms on the tape, compiled here, where code is optimised: they evaluate all equations over dual numbers.
//!
//! Each function is the method of [`Analyse`] of its name, with its errors.

use linkwork::Error;
use linkwork::analysis::{Analyse, Equilibrium, Linearization, SteadyMotion};
use linkwork::solution::State;
use linkwork_jit::Tape;

/// The equilibrium near the initial state.
///
/// # Errors
/// Those of [`Analyse::equilibrium`].
pub fn equilibrium(tape: &Tape) -> Result<Equilibrium<Tape>, Error> {
    tape.equilibrium()
}

/// The axes that rotate with the motion through a state.
///
/// # Errors
/// Those of [`Analyse::steady_motion`].
pub fn steady_motion(tape: &Tape, state: &State<Tape>) -> Result<SteadyMotion, Error> {
    tape.steady_motion(state)
}

/// The equations of motion about a state, with held inputs.
///
/// # Errors
/// Those of [`Analyse::linearize`].
pub fn linearize(tape: &Tape, state: &State<Tape>) -> Result<Linearization, Error> {
    tape.linearize(state)
}

/// The same, also with respect to the inputs.
///
/// # Errors
/// Those of [`Analyse::linearize_inputs`].
pub fn linearize_inputs(tape: &Tape, state: &State<Tape>) -> Result<Linearization, Error> {
    tape.linearize_inputs(state)
}
