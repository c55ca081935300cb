//! The messages of the package, side by side; those of the compiler and of runs are theirs.
//!
//! Invariant: the first line states the fact, `help:` says what to do; what is in backticks is text of the user or an argument.

use linkwork::Clock;
use linkwork_sweep::BadDesign;
use std::fmt::Display;

/// `about` of a linearisation.
pub fn about(given: &str) -> String {
    format!("`about` must be \"equilibrium\" (near the initial state) or \"start\", not \"{given}\"")
}

/// An argument that must be numbers.
pub fn not_numbers(what: &str, error: impl Display) -> String {
    format!("`{what}` is not an array of numbers: {error}")
}

/// An array of another type.
pub fn of_type(what: &str, kind: impl Display) -> String {
    format!("`{what}` is not an array of numbers: its entries have the type {kind}")
}

/// An entry of an array of objects.
pub fn no_number(what: &str, entry: impl Display) -> String {
    format!("`{what}` is not an array of numbers: one of its entries is {entry}")
}

/// A masked array.
pub fn masked(what: &str) -> String {
    format!("`{what}` has masked entries\nhelp: fill them, or leave them out")
}

/// A whole number below the least one, or beyond 64 bits.
pub fn whole(what: &str, least: u64, given: i128) -> String {
    format!("`{what}` must be at least {least} and below 2^64, not {given}")
}

/// An argument that must be a mapping.
pub fn by_name(what: &str, found: impl Display) -> String {
    format!("`{what}` must be values by name, not {found}\nhelp: give a mapping: {{\"name\": value}}")
}

/// A named value that must be a number: `the parameter`.
pub fn named_number(what: &str, name: &str, given: impl Display) -> String {
    format!("{what} `{name}` must be a number, not {given}")
}

/// A named value that must be finite.
pub fn named_finite(what: &str, name: &str, x: f64) -> String {
    format!("{what} `{name}` must be finite, not {x}")
}

/// Several vectors for one.
pub fn one_vector(what: &str, count: usize) -> String {
    format!("`{what}` must be one vector, not {count}")
}

/// A matrix for a vector.
pub fn one_dimension(what: &str, dimensions: usize) -> String {
    format!("`{what}` must have one dimension, not {dimensions}")
}

/// An array of states of another shape.
pub fn shape(what: &str, shape: &[usize], width: usize) -> String {
    format!(
        "`{what}` has the shape {shape:?}\nhelp: the shape is [{width}] for one state and [n, {width}] for n states"
    )
}

/// An entry of an array.
pub fn entry_not_finite(what: &str, at: usize) -> String {
    format!("entry {at} of `{what}` is not finite")
}

/// Arrays of different lengths.
pub fn lengths(first: &str, n: usize, what: &str, count: usize) -> String {
    format!("`{first}` has {n} states but `{what}` has {count}")
}

/// A note on an exception: which state of arrays.
pub fn at_state(i: usize) -> String {
    format!("at state {i} of the arrays")
}

/// A number that must be finite.
pub fn finite(what: &str, x: f64) -> String {
    format!("`{what}` must be finite, not {x}")
}

/// A number that must be positive.
pub fn positive(what: &str, x: f64) -> String {
    format!("`{what}` must be positive and finite, not {x}")
}

/// The relative tolerance.
pub fn relative_tolerance(x: f64) -> String {
    format!("the relative tolerance must be in [0, 1), not {x}")
}

/// `simulate(every=…, interval=…)`.
pub const SAMPLING: &str = "`every` and `interval` cannot be given together";

/// An end before the start.
pub fn until(until: f64, from: f64) -> String {
    format!("`until` is {until} s but `start` is at {from} s")
}

/// The other types of `start`.
pub const START: &str = "`start` must be a State or values by name\nhelp: give a State (`stepper.state`, `model.initial_state`, `solution.state()`) or a dictionary: {\"angle\": 0.3, \"der(angle)\": 1.0}";

/// Forces that are too fast for the method, as help.
pub fn use_implicit(longest: f64) -> String {
    format!("help: use generalized-alpha, or steps below {longest:.1e} s")
}

/// The same, with the force and its rate; a method for such forces needs smaller steps.
pub fn too_stiff(stiff: impl Display, longest: f64, implicit: bool) -> String {
    let method = if implicit { "" } else { "generalized-alpha, or " };
    format!("help: {stiff}: use {method}steps below {longest:.1e} s")
}

/// A contact that the steps do not resolve.
pub fn unresolved(found: impl Display, longest: f64) -> String {
    format!("{found}\nhelp: use steps below {longest:.1e} s")
}

/// A rate at the start that the steps do not resolve.
pub fn stiff_at_start(rate: impl Display, step: f64, longest: f64) -> String {
    format!("{rate} at the start: steps of {step:.1e} s do not resolve it\n{}", use_implicit(longest))
}

/// Energy that work does not explain.
pub fn unexplained(what: impl Display) -> String {
    format!("{what}\nhelp: use method=\"generalized-alpha\", or smaller steps")
}

/// A sample that a solution does not have.
pub fn sample(sample: isize, count: usize) -> String {
    format!("sample {sample} is out of range: there are {count} samples")
}

/// A column that NumPy cannot borrow.
pub const NO_VIEW: &str = "the column cannot be shared with NumPy";
/// Work whose thread ended without a result.
pub const NO_RESULT: &str = "the run ended without a result";

/// `regressor(complete=True)`.
pub const COMPLETE: &str = "`complete` requires `independent`, the coordinates that determine all others";

/// A note on an exception that an input raised.
pub fn raised_by(name: &str, time: f64, last: Option<f64>) -> String {
    let last = last.map_or_else(String::new, |t| format!("; the last valid state is at t = {} s", Clock(t)));
    format!("raised by the input `{name}` at t = {} s{last}", Clock(time))
}

/// A value that is not an input.
pub fn input(name: &str, kind: impl Display) -> String {
    format!(
        "the input `{name}` has an unsupported type: {kind}\nhelp: give a number, a function of time in s, a formula such as \"2*sin(time)\", \
         an array of values at the steps, or a tuple (times, values)"
    )
}

/// An input that is not finite.
pub fn input_not_finite(name: &str, x: f64) -> String {
    format!("the input `{name}` must be finite, not {x}")
}

/// Values without times where steps vary.
pub fn input_without_times(name: &str) -> String {
    format!(
        "the values of the input `{name}` need times, because steps vary with a tolerance\nhelp: give (times, values)"
    )
}

/// Values at other times than those of the steps; `uneven`: the last two steps are shorter.
pub fn input_length(name: &str, values: usize, times: u64, uneven: bool) -> String {
    let last = if uneven { ", because its last two steps share what is left of `until`" } else { "" };
    format!(
        "the input `{name}` has {values} values but the run has {times} times{last}\nhelp: give one value for each time, or (times, values)"
    )
}

/// Times and values of different lengths.
pub fn input_pair(name: &str, times: usize, values: usize) -> String {
    format!("the input `{name}` has {times} times and {values} values")
}

/// Times that are not in order.
pub fn input_order(name: &str) -> String {
    format!("the times of the input `{name}` must increase")
}

/// A time or a value that is not finite.
pub fn input_samples(name: &str) -> String {
    format!("the input `{name}` has a time or a value that is not finite")
}

/// A formula with a name that varies between runs.
pub fn formula(input: &str, name: &str, what: &str) -> String {
    format!(
        "the input `{input}` depends on `{name}`, which is {what}, but formulas are evaluated once, before the runs\nhelp: make it a `let` or an expression of the description"
    )
}

/// A Python function as an input of runs on all cores.
pub fn function(of: &str) -> String {
    format!(
        "Python functions cannot be inputs of `{of}`, whose runs use all cores\nhelp: give a formula, or samples as (times, values)"
    )
}

/// Derivatives of a run with switches.
pub fn switches(times: &str) -> String {
    format!(
        "forces switch at t = {times} s, and derivatives lack a part there: friction along a resultant begins and ends along a direction without derivatives, and so does a motion along a switch"
    )
}

/// The number of runs in a file.
pub fn chunk(most: u64, chunk: u64) -> String {
    format!("`chunk` must be a number of runs from 1 to {most}, not {chunk}")
}

/// `sweep(shard=…)` without a folder.
pub const SHARD: &str = "`shard` requires `into`, the folder of the tables";
/// A list without values.
pub const EMPTY_LIST: &str = "`list` has no values";

/// A parameter with values from two arguments.
pub fn varied_and_set(name: &str) -> String {
    format!("the parameter `{name}` is both varied and set\nhelp: remove one of the two")
}

/// A constant that is varied.
pub fn constant(name: &str) -> String {
    format!(
        "`{name}` is a `const`, whose value is compiled in\nhelp: declare it as `param`, or compile a model for each value with `constants`"
    )
}

/// Columns of different lengths.
pub fn list(first: &str, count: usize, other: &str, others: usize) -> String {
    format!("`{first}` has {count} values in `list` but `{other}` has {others}")
}

/// An argument without values.
pub fn no_values(name: &str) -> String {
    format!("`{name}` has no values")
}

/// Runs that cannot be made, in terms of arguments.
pub fn design(bad: &BadDesign) -> String {
    match bad {
        BadDesign::Empty => {
            "no parameter is varied\nhelp: vary={\"length\": [0.1, 0.2]}, random={\"mass\": \"normal(1,0.1)\"} with samples=1000, or list={\"length\": …}".to_owned()
        }
        BadDesign::Samples => "`random` and `samples` must be given together".to_owned(),
        _ => bad.to_string(),
    }
}
