//! The force that makes a mechanism stiff.
//!
//! ```text
//! M a = f_g + Σ w_i f_i        the force i with the slowest response of the mechanism at w_i = 0, w_k = 1 for k ≠ i         (1)
//! ```
//!
//! Invariant: one compilation, whose coordinates, constraints and states are the same for all w, and only after a run that needs the answer.

use crate::subject::Subject;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_descriptions::Description;
use linkwork_jit::Tape;
use linkwork_tape::{Code, Routines};

/// The largest number of forces for this search.
const MOST: usize = 50;
/// A force is the cause only if the fastest response without it is slower by this factor.
const CAUSE: f64 = 0.9;

/// The force without which the mechanism responds slowest at its start, if that is slower: of C and K it has most of the
/// stiffest motion.
pub fn stiffest(subject: &Subject, description: &Description, tape: &Tape) -> Option<String> {
    let forces = &tape.program().forces;
    if forces.is_empty() || forces.len() > MOST {
        return None;
    }
    let (parameters, inputs) = subject.weighted(description, tape)?;
    let routines = Routines::<Code<f64>>::of(&parameters, ());
    let with = |values: &[f64]| {
        let mut built = parameters.build_lifted_of(&routines, values, |_, _, _| ()).ok()?;
        built.set_inputs(inputs.clone());
        Some(built)
    };
    let whole = with(parameters.values())?;
    let state = whole.initial_state().ok()?;
    let rate = whole.fastest_answer(&state)?.rate;
    let start = Start { t: state.t, q: state.q, v: state.v, y: state.y };
    let mut values = parameters.values().to_vec();
    let mut without = |number: usize| {
        let place = parameters.program().weight(number);
        let weight = std::mem::replace(&mut values[place], 0.0);
        let found = with(&values).and_then(|other| {
            let state = other.motion(&start).ok()?;
            Some((other.fastest_answer(&state)?.rate, number))
        });
        values[place] = weight;
        found
    };
    let slowest = (0..forces.len()).filter_map(&mut without).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (slowest.0 < CAUSE * rate).then(|| forces[slowest.1].clone())
}
