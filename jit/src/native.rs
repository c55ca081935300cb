//! A routine as native code, made when it runs for the first time.

use crate::machine::Function;
use core::sync::atomic::{AtomicBool, Ordering};
use linkwork_tape::{Code, Executor, Frame, Kind, Registers};
use std::sync::{Mutex, OnceLock};

/// How the routines of a mechanism run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// As native code, where the host allows it.
    #[default]
    Native,
    /// By the interpreter.
    Interpreted,
}

/// A routine as native code. What native code cannot be made of is interpreted.
#[derive(Debug)]
pub struct Native {
    code: Code<f64>,
    function: OnceLock<Result<Function, String>>,
    /// Has there been native code that did not fit what it was to run on?
    refused: AtomicBool,
}

/// What runs a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs<'a> {
    /// It has not run yet.
    NotYet,
    /// Native code.
    Native,
    /// The interpreter, for this reason.
    Interpreted(&'a str),
}

impl Native {
    /// What runs it.
    pub fn runs(&self) -> Runs<'_> {
        match self.function.get() {
            None => Runs::NotYet,
            Some(Ok(_)) if self.refused.load(Ordering::Relaxed) => Runs::Interpreted("a bank is too short"),
            Some(Ok(_)) => Runs::Native,
            Some(Err(reason)) => Runs::Interpreted(reason),
        }
    }
}

/// Why routines of this mechanism are interpreted, if some are: the first reason.
pub fn interpreted<K: Kind>(tape: &crate::Tape<K>) -> Option<String> {
    tape.executors().into_iter().find_map(|native| match native.runs() {
        Runs::Interpreted(reason) => Some(reason.to_owned()),
        _ => None,
    })
}

impl Executor for Native {
    type Scalar = f64;
    type Options = Mode;

    fn new(code: Code<f64>, mode: Mode) -> Self {
        let function = OnceLock::new();
        if mode == Mode::Interpreted {
            // A new cell is empty.
            let _ = function.set(Err("native code is switched off".to_owned()));
        }
        Self { code, function, refused: AtomicBool::new(false) }
    }

    fn code(&self) -> &Code<f64> {
        &self.code
    }

    fn run(
        &self,
        frame: &Frame<'_, f64>,
        registers: &Mutex<Registers<f64>>,
        first: &mut [f64],
        second: &mut [f64],
    ) {
        if let Ok(function) = self.function.get_or_init(|| Function::new(&self.code)) {
            let done = match function.handed() {
                0 => function.call(frame, first, second, &mut []),
                handed => Registers::lent(registers, |registers| {
                    function.call(frame, first, second, registers.room(handed))
                }),
            };
            if done {
                return;
            }
            self.refused.store(true, Ordering::Relaxed);
        }
        self.code.run(frame, registers, first, second);
    }
}
