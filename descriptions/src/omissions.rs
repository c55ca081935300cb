//! What analyses of one state leave out of the equations.

use linkwork::solution::State;
use linkwork::{Clock, Described, Grip};
use linkwork_jit::Tape;

/// Slips below this, in SI units, are at rest.
const AT_REST: f64 = 1e-9;

/// What an equilibrium, a linearisation or modes leave out at a state, a sentence each: the time where the equations or inputs depend on it,
/// and friction that sticks there.
pub fn omissions(tape: &Tape, state: &State<Tape>) -> Vec<String> {
    let mut all = Vec::new();
    if tape.program().flags.depends_on_time || tape.is_driven() {
        all.push(format!("the equations depend on time, which is held at t = {} s", Clock(state.t)));
    }
    let names = tape.names();
    let rests = |grip: &&Grip| state.v.rows(grip.velocity, grip.count).iter().all(|v| v.abs() <= AT_REST);
    let name = |grip: &Grip| names.outputs[grip.limit].name.trim_end_matches(".limit").to_owned();
    let resting: Vec<String> = tape.grips().iter().filter(rests).map(name).collect();
    if !resting.is_empty() {
        all.push(format!("friction that sticks here is left out: `{}`", resting.join("`, `")));
    }
    all
}
