//! The force that makes a mechanism stiff.
//!
//! Invariant: it is determined only after a failed run, because every force needs a compilation.

use crate::subject::Subject;
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_descriptions::Description;
use linkwork_jit::Tape;

/// The largest number of forces for this search.
const MOST: usize = 50;
/// A force is the cause only if the fastest response without it is slower by this factor.
const CAUSE: f64 = 0.9;

/// The force without which the mechanism responds slowest at its start, if that is slower: of C and K it has most of the
/// stiffest motion.
pub fn stiffest(subject: &Subject, description: &Description, tape: &Tape) -> Option<String> {
    let forces = &tape.program().forces;
    let state = tape.initial_state().ok()?;
    let rate = tape.fastest_answer(&state)?.rate;
    if forces.len() > MOST {
        return None;
    }
    let start = Start { t: state.t, q: state.q, v: state.v, y: state.y };
    let without = |force: &String| {
        let other = subject.without(description, tape, force)?;
        // Another choice of coordinates cannot be compared.
        let same = other.names().velocities == tape.names().velocities;
        let state = other.motion(&start).ok().filter(|_| same)?;
        Some((other.fastest_answer(&state)?.rate, force.clone()))
    };
    let slowest = forces.iter().filter_map(without).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (slowest.0 < CAUSE * rate).then_some(slowest.1)
}
