//! Errors of Linkwork as Python exceptions, and warnings of the compiler as Python warnings.
//!
//! Invariant: the message is the full text of the error, as on the command line.

use crate::phrases::{in_python, of_a_state, of_values};
use linkwork::{ControlError, Error};
use linkwork_compiler::diagnostics::nearest;
use linkwork_descriptions::Reporter;
use linkwork_figures::failure::{Failure, Reason};
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use std::cell::RefCell;

thread_local! {
    /// Warnings that were reported without the global interpreter lock.
    static REPORTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// A warning before a compilation that is an error.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

fn report(text: &str) {
    REPORTED.with_borrow_mut(|reported| reported.push(text.trim_end().to_owned()));
}

/// Shows a warning before a long compilation, which has released the global interpreter lock. Where warnings are errors, it ends there.
fn announce(text: &str) -> bool {
    let shown = Python::attach(|py| warn(py, "CompileWarning", text));
    let goes_on = shown.is_ok();
    if let Err(raised) = shown {
        RAISED.set(Some(raised));
    }
    goes_on
}

/// The result of a compilation without the global interpreter lock; raises a warning before it that is an error.
pub fn compiling<R: Send>(py: Python<'_>, compile: impl FnOnce() -> R + Send) -> PyResult<R> {
    RAISED.set(None);
    let compiled = py.detach(compile);
    RAISED.take().map_or(Ok(compiled), Err)
}

/// Keeps warnings until Python can show them.
pub const REPORTER: Reporter = Reporter { report, announce, colour: false, option: "`mechanism=`" };

/// Takes the warnings that were reported in this thread.
pub fn take() -> Vec<String> {
    REPORTED.take()
}

/// Shows the warnings that were reported in this thread.
pub fn warn_of_description(py: Python<'_>) -> PyResult<()> {
    for text in take() {
        warn(py, "CompileWarning", &text)?;
    }
    Ok(())
}

/// Shows a warning of this class.
pub fn warn(py: Python<'_>, class: &str, text: &str) -> PyResult<()> {
    let class = py.import("linkwork.errors")?.getattr(class)?;
    py.import("warnings")?.call_method1("warn", (text, class, 1))?;
    Ok(())
}

fn exception(py: Python<'_>, class: &str, arguments: impl for<'p> pyo3::call::PyCallArgs<'p>) -> PyErr {
    let made = py
        .import("linkwork.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// There is no `what` called `name`.
pub fn unknown<'a>(
    py: Python<'_>,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> PyErr {
    let help = match nearest_or_all(name, known) {
        Ok(nearest) => format!("did you mean `{nearest}`?"),
        Err(all) if all.is_empty() => format!("no {what} is defined"),
        Err(all) => format!("there are {}", all.join(", ")),
    };
    exception(py, "UnknownNameError", (format!("there is no {what} `{name}`\nhelp: {help}"),))
}

fn nearest_or_all<'a>(
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Result<&'a str, Vec<String>> {
    nearest(name, known.clone()).ok_or_else(|| known.map(|name| format!("`{name}`")).collect())
}

/// A ValueError.
pub fn value(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A failure of the compiler or of an argument.
pub fn of_failure(py: Python<'_>, failure: &Failure) -> PyErr {
    let text = failure.to_string();
    let plain = text.strip_prefix("error: ").unwrap_or(&text).to_owned();
    match failure.reason() {
        Reason::Mistakes => exception(py, "CompileError", (text,)),
        Reason::Run => exception(py, "SimulationError", (plain,)),
        Reason::Input if plain.starts_with("there is no ") => exception(py, "UnknownNameError", (plain,)),
        Reason::Input if plain.starts_with("cannot read ") && plain.contains("(os error 2)") => {
            PyFileNotFoundError::new_err(plain)
        }
        Reason::Input => value(plain),
    }
}

/// An error of the runtime.
pub fn of_error(py: Python<'_>, error: &Error) -> PyErr {
    raised(py, error, in_python(with_causes(error)))
}

/// The same of a run or a step that began at a given state.
pub fn of_given_state(py: Python<'_>, error: &Error) -> PyErr {
    raised(py, error, of_a_state(with_causes(error)))
}

/// The same of an assembly with given values.
pub fn of_given_values(py: Python<'_>, error: &Error) -> PyErr {
    raised(py, error, of_values(with_causes(error)))
}

fn with_causes(error: &Error) -> String {
    format!("{error:?}")
}

fn raised(py: Python<'_>, error: &Error, text: String) -> PyErr {
    match error {
        Error::Unknown { what, name, known } => unknown(py, what, name, known.iter().map(String::as_str)),
        Error::Setting { .. } | Error::Parameter { .. } | Error::Unphysical { .. } => value(text),
        Error::Step(failed) => exception(py, "SimulationError", (text, failed.time, failed.step)),
        Error::Control(control) => exception(py, "SimulationError", (text, time_of(control))),
        Error::Coincidence { time, .. } | Error::Paradox { time, .. } | Error::HeldTwice { time, .. } => {
            exception(py, "SimulationError", (text, *time))
        }
        _ => exception(py, "SimulationError", (text,)),
    }
}

fn time_of(control: &ControlError) -> Option<f64> {
    match control {
        ControlError::StepTooSmall { time, .. }
        | ControlError::TooManySteps { time, .. }
        | ControlError::TurnedOver { time, .. }
        | ControlError::EventNotANumber { time, .. }
        | ControlError::EndlessEvents { time, .. }
        | ControlError::TooManyPeriods { time, .. }
        | ControlError::JumpingConstraint { time, .. }
        | ControlError::StartOnCorner { time, .. }
        | ControlError::HeldInCorner { time, .. }
        | ControlError::ViolatedConstraint { time, .. }
        | ControlError::EndlessSwitches { time, .. } => Some(*time),
        _ => None,
    }
}
