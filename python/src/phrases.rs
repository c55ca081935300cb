//! Advice in the terms of the package: messages of the runtime and of sweeps name functions in Rust and options of the command line.
//!
//! Invariant: a text without these phrases is unchanged.

/// Phrases, with those that take their places.
const PHRASES: [(&str, &str); 10] = [
    (
        "there, loosen the tolerance, or let steps keep the smallest size (`clamp_to_smallest_step`, `--clamp`), whose errors are then larger",
        "there, or loosen the tolerance",
    ),
    ("(`tolerance`, `--tolerance`)", "(`tolerance`)"),
    ("(`sensitivities`, on the command line without `--adjoint`)", "(`adjoint=False`)"),
    (
        "use `motion` to solve with constraints, and `linearize` for derivatives with constraints",
        "`model.stepper().reset(q=…, v=…).a` are accelerations with constraints, and `linearize` has derivatives with constraints",
    ),
    ("(`--threads`)", "(`threads`)"),
    ("run the same command again to continue", "call `sweep` with the same arguments to continue"),
    ("`length=0.1..0.5:50`", "`0.1..0.5:50`"),
    ("or `length=0.1,0.2,0.4`", "or give an array"),
    ("`mass~", "`"),
    ("begin with its `Start::initial`", "begin with its `initial_state`"),
];

/// Phrases of errors of a state that was given as such, for which there are no guesses.
const OF_STATES: [(&str, &str); 2] = [
    ("the initial values given for", "the state given for"),
    (
        "remove initial values that follow from others, or make them guesses: `~value`",
        "give coordinates and velocities that satisfy the constraints to about five digits",
    ),
];

/// Where the advice of a guess begins, which the values of `start` cannot be.
const GUESS: &str = ", or make it a guess: ";

fn replaced(text: String, phrases: &[(&str, &str)]) -> String {
    phrases
        .iter()
        .fold(text, |text, (from, to)| if text.contains(from) { text.replace(from, to) } else { text })
}

/// A message of the runtime or of a sweep.
pub fn in_python(text: String) -> String {
    replaced(text, &PHRASES)
}

/// The same of a run or a step that began at a given state.
pub fn of_a_state(text: String) -> String {
    replaced(in_python(text), &OF_STATES)
}

/// The same of values by name, `start={…}`.
pub fn of_values(text: String) -> String {
    let mut text = in_python(text);
    if let Some(end) = text.find(GUESS) {
        text.truncate(end);
        text += ", here or in `initial` of the description";
    }
    text
}
