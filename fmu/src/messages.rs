//! The messages of units, except those of the compiler and of runs.
//!
//! Invariant: the first line states the fact, `help:` says what to do.

use crate::fault::Fault;
use crate::instance::Phase;
use linkwork::{Clock, Gap};
use std::fmt::{Debug, Display};
use std::path::Path;

/// A call in the wrong phase.
pub fn phase(call: &str, phase: Phase) -> Fault {
    let phase = match phase {
        Phase::Made => "the instance has not been initialized",
        Phase::Initializing => "the instance is in initialization mode",
        Phase::Stepping => "the co-simulation is running",
        Phase::Events => "the instance is in event mode",
        Phase::Continuous => "the instance is in continuous-time mode",
        Phase::Terminated => "the instance has been terminated; reset it",
        Phase::Failed => "a call has failed; reset the instance, or restore a saved state",
    };
    Fault::refused(format_args!("{call} is not allowed: {phase}"))
}

/// A mechanism without model exchange.
pub fn not_exchangeable(name: &str, reason: &str) -> Fault {
    Fault::failed(format_args!("`{name}` supports co-simulation only: {reason}"))
}

/// Why a mechanism with friction that sticks has no model exchange.
pub const STICKS: &str = "friction that sticks changes the number of degrees of freedom";

/// A switch on which the forces themselves hold the motion.
pub fn held_on_switch(switch: &str, time: f64) -> Fault {
    Fault::failed(format_args!(
        "the forces hold the motion on the switch of `{switch}` at t = {} s, as `sign(der(x))` does at rest: it has no derivatives there\n\
         help: use co-simulation, or a force that is continuous there (`velocity` of friction)",
        Clock(time)
    ))
}

/// A time that is not finite.
pub fn time(what: &str, time: f64) -> Fault {
    Fault::refused(format_args!("{what} must be finite, not {time}"))
}

/// A stop time that is earlier than the start time, or not a number.
pub fn stop_before_start(start: f64, stop: f64) -> Fault {
    Fault::refused(format_args!(
        "the stop time cannot be before the start time of {start:?} s: it is {stop:?} s"
    ))
}

/// A communication step that ends after the stop time.
pub fn past_stop(until: f64, stop: f64) -> Fault {
    Fault::refused(format_args!(
        "the step ends at t = {} s, and the stop time of the experiment is {} s\nhelp: end the step there, or set up the experiment \
         with a later stop time or without one",
        Clock(until),
        Clock(stop)
    ))
}

/// A number of continuous states or event indicators.
pub fn count(what: &str, own: usize, count: usize) -> Fault {
    Fault::refused(format_args!("the unit has {own} {what}, not {count}"))
}

/// A value that is not finite.
pub fn value(name: &str, value: f64) -> Fault {
    Fault::refused(format_args!("`{name}` cannot be {value}"))
}

/// A variable that cannot be set.
pub fn calculated(name: &str) -> Fault {
    Fault::refused(format_args!(
        "`{name}` is calculated and cannot be set\nhelp: set parameters, inputs or, before the run, variables with a `start` attribute"
    ))
}

/// A variable without a value.
pub fn no_value() -> Fault {
    Fault::refused("the variable has no value")
}

/// A value reference that no variable of this type has.
pub fn unknown(number: u32, sort: &str) -> Fault {
    Fault::refused(format_args!(
        "there is no variable of type {sort} with the value reference {number}\nhelp: `modelDescription.xml` lists all variables"
    ))
}

/// A communication step that is not positive and finite.
pub fn step_size(size: f64) -> Fault {
    Fault::refused(format_args!("a communication step must be positive and finite, not {size:?} s"))
}

/// A communication step that does not begin at the current time.
pub fn step_begin(from: f64, at: f64) -> Fault {
    Fault::refused(format_args!(
        "a step cannot begin at t = {} s: the unit is at t = {} s\nhelp: to go back, restore a state that was saved there",
        Clock(from),
        Clock(at)
    ))
}

/// Violated constraints in a message: the first ones of many.
const GAPS: usize = 3;

/// A state of the run that does not satisfy the constraints; parameters that were `changed` are named elsewhere.
pub fn state_violates(time: f64, gaps: &[Gap], changed: bool) -> Fault {
    let named: Vec<String> = gaps.iter().take(GAPS).map(ToString::to_string).collect();
    let more = if gaps.len() > GAPS { ", …" } else { "" };
    let help = match changed {
        true => {
            "a parameter that changes during a run must keep the constraints satisfied; set others before the run"
        }
        false => "use smaller steps, or a method that projects the state onto the constraints",
    };
    Fault::failed(format_args!(
        "the state at t = {} s violates {}{more}\nhelp: {help}",
        Clock(time),
        named.join(", ")
    ))
}

/// A fault of the assembly at a start time.
pub fn at_start(fault: Fault, time: f64) -> Fault {
    let text =
        format!("{}\nhelp: the mechanism is assembled at the start time, t = {} s", fault.text, Clock(time));
    Fault { text, ..fault }
}

/// A fault after some parameters were set.
pub fn with_parameters(fault: Fault, set: &[(&str, f64)]) -> Fault {
    let named: Vec<String> = set.iter().map(|(name, value)| format!("`{name}` = {value:?}")).collect();
    let what = match named.len() {
        0 => return fault,
        1 => "this parameter was",
        _ => "these parameters were",
    };
    Fault { text: format!("{}\nhelp: {what} set last: {}", fault.text, named.join(", ")), ..fault }
}

/// A communication step of too many steps.
pub fn too_many_steps(size: f64, parts: f64, own: f64, most: f64) -> Fault {
    Fault::refused(format_args!(
        "a communication step of {size:?} s needs {parts:e} steps of {own:?} s, and the limit is {most:e}"
    ))
}

/// Equations of motion without a solution.
pub fn singular(time: f64, row: impl Debug) -> Fault {
    Fault::failed(format_args!("the equations of motion are singular at t = {time} s ({row:?})"))
}

/// Reactions that cannot be computed.
pub fn not_converged(time: f64) -> Fault {
    Fault::failed(format_args!("Newton's iteration for the reactions does not converge at t = {time} s"))
}

/// A motion that is not finite.
pub fn motion_not_finite(time: f64) -> Fault {
    Fault::failed(format_args!(
        "the motion is not finite at t = {time} s\nhelp: check the states, inputs and parameters that were set last"
    ))
}

/// A seed of a derivative that is not finite.
pub fn seed(name: &str, seed: f64) -> Fault {
    Fault::refused(format_args!("the seed of `{name}` is {seed}, and seeds must be finite"))
}

/// Knowns of derivatives.
pub fn knowns() -> Fault {
    Fault::refused(
        "derivatives are available with respect to inputs, continuous states, parameters and time only",
    )
}

/// Unknowns of derivatives.
pub fn unknowns() -> Fault {
    Fault::refused(
        "derivatives are available of outputs, derivatives of states, multipliers and event indicators only",
    )
}

/// Derivatives where friction may stick.
pub fn derivatives_at_rest(friction: &str) -> Fault {
    Fault::refused(format_args!(
        "derivatives of outputs, accelerations and multipliers are not available while friction is at rest (`{friction}`): it sticks, or begins to slide"
    ))
}

/// Bytes that are not a state.
pub fn not_a_state() -> Fault {
    Fault::refused(
        "the bytes are not a state of this unit\nhelp: restore states only into the same archive, written by the same version of Linkwork",
    )
}

/// A file that cannot be read.
pub fn cannot_read(path: &Path, error: impl Display) -> String {
    format!("cannot read `{}`: {error}", path.display())
}

/// An archive that cannot be written.
pub fn cannot_write(error: impl Display) -> String {
    format!("cannot write the archive: {error}")
}

/// Settings that are not JSON.
pub fn damaged(settings: &str, error: impl Display) -> Fault {
    Fault::failed(format_args!("`{settings}` in the resources is damaged: {error}"))
}

/// Settings of another version.
pub fn other_version(settings: &str) -> Fault {
    Fault::failed(format_args!(
        "`{settings}` in the resources was written by another version of Linkwork\nhelp: write the archive again with `linkwork fmu`"
    ))
}

/// An archive of the other standard.
pub fn other_standard() -> Fault {
    Fault::failed("the archive is for another version of FMI")
}

/// An archive that was modified.
pub fn token(description: &str, resources: &str) -> Fault {
    Fault::failed(format_args!(
        "the token of the description is {description}, that of the resources {resources}\nhelp: the archive has been modified; write it again with `linkwork fmu`"
    ))
}

/// A name that does not exist.
pub fn no_such(what: &str, name: &str) -> Fault {
    Fault::failed(format_args!("there is no {what} `{name}`"))
}

/// A setting that is not positive and finite.
pub fn positive(what: &str, value: f64) -> Fault {
    Fault::failed(format_args!("the {what} must be positive and finite, not {value:?}"))
}

/// A library that does not exist at the given path.
pub fn no_library(path: &Path) -> String {
    format!("there is no shared library `{}`", path.display())
}

/// A file that is not the library.
pub fn other_library(path: &Path) -> String {
    format!(
        "`{}` is not the shared library of archives for this platform ({} on {})\nhelp: `cargo build --profile dist -p linkwork-fmu` \
         builds it in a checkout",
        path.display(),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

/// A library that was not found.
pub fn library_not_found(name: &str) -> String {
    format!(
        "cannot find the shared library `{name}` of archives\nhelp: build it with `cargo build --profile dist -p linkwork-fmu` \
         in a checkout; give its path with `--library`, or copy it next to `linkwork`"
    )
}

/// A panic.
pub fn internal(text: &str) -> String {
    format!("internal error of Linkwork: {text}; please report it")
}

/// A null pointer for an array.
pub const NULL_ARRAY: &str = "an array is null";
/// A null pointer to the place of a state.
pub const NULL_PLACE: &str = "the pointer to the state is null";
/// A null state.
pub const NULL_STATE: &str = "the state is null";

/// A buffer that is too short for a state.
pub fn buffer(bytes: usize, size: usize) -> Fault {
    Fault::refused(format_args!("the state has {bytes} bytes, the buffer {size}"))
}

/// Values of arrays.
pub fn scalar_values(count: usize, length: usize) -> Fault {
    Fault::refused(format_args!("{count} scalar variables have {count} values, not {length}"))
}

/// Functions of the standards that units do not have.
pub const INPUT_DERIVATIVES: &str =
    "derivatives of inputs are not supported: inputs are constant during a step";
/// The same.
pub const OUTPUT_DERIVATIVES: &str = "derivatives of outputs with respect to time are not supported";
/// The same.
pub const CANCEL: &str = "steps are synchronous: there is none to cancel";
/// The same.
pub const SCHEDULED: &str = "scheduled execution is not supported: a mechanism has no clocks";
/// The same.
pub const DEPENDENCIES: &str = "dependencies are fixed: every unknown may depend on every known";
/// The same.
pub const CONFIGURATION: &str = "there are no structural parameters to configure";
/// The same.
pub const NO_EVENT_MODE: &str = "co-simulation has no event mode to leave";
