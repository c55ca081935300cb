//! A routine as native code, generated when it runs for the first time, or repeatedly.

use crate::machine::Function;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use linkwork::Real;
#[cfg(feature = "packs")]
use linkwork::scalar::Pack;
use linkwork_tape::{Code, Executor, Frame, Kind, Registers};
use std::sync::{Mutex, OnceLock};

/// The execution mode of the routines of a mechanism.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Native code from the first run of a routine on, if the host supports it.
    #[default]
    Native,
    /// Native code of a routine after [`FIRST_RUNS`] runs, if the host supports it: many routines run only at the start of a simulation, and take
    /// less time than to compile them. For programs that must not wait later.
    IfRepeated,
    /// Native code of a routine that has run for as long as its compilation takes, if the host supports it: a simulation takes at most some twice as
    /// long as with the better one of native code and the interpreter.
    WherePaid,
    /// The interpreter.
    Interpreted,
}

/// The runs of a routine that are interpreted with [`Mode::IfRepeated`]: as many as the start of a simulation may make.
pub const FIRST_RUNS: u32 = 16;
/// The largest number of instructions of a routine that is faster in native code: more code does not stay in the cache of a core.
const LARGEST: usize = 50_000;

/// The runs of a routine of at most [`LARGEST`] instructions that take as long as its compilation, by what native code saves of them: 60 µs and 4.5 µs an
/// instruction, for 30 ns and 0.3 ns an instruction (measured for five mechanisms, with routines of 10 to 4000 instructions).
fn paying(instructions: usize) -> u32 {
    let instructions = instructions as u32;
    (600_000 + 45_000 * instructions) / (300 + 3 * instructions)
}

impl Mode {
    /// The first runs of a routine, which are interpreted.
    fn interpreted(self, instructions: usize) -> u32 {
        match self {
            Self::Native => 0,
            Self::IfRepeated => FIRST_RUNS,
            Self::WherePaid if instructions <= LARGEST => paying(instructions),
            Self::WherePaid | Self::Interpreted => u32::MAX,
        }
    }
}

/// A number with native code: f64, and packs of four of them.
///
/// Safety of what calls native code: the type is as many f64, one after the other, as it has [lanes](Real::LANES), and aligned as two of
/// them where there are several. The trait cannot be implemented elsewhere.
pub trait Number: Real + sealed::Sealed {
    /// Its type in a register.
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[doc(hidden)]
    const FORM: sealed::Form;
}

mod sealed {
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub use crate::lower::Form;

    pub trait Sealed {}
    impl Sealed for f64 {}
    #[cfg(feature = "packs")]
    impl Sealed for linkwork::scalar::Pack {}
}

impl Number for f64 {
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    const FORM: sealed::Form = sealed::Form::One;
}

#[cfg(feature = "packs")]
impl Number for Pack {
    #[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
    const FORM: sealed::Form = {
        assert!(size_of::<Self>() == 4 * size_of::<f64>() && align_of::<Self>() >= 16, "four f64 in a row");
        sealed::Form::Two
    };
}

/// A routine as native code, or interpreted if native code is not possible.
#[derive(Debug)]
pub struct Native<T: Real = f64> {
    code: Code<T>,
    function: OnceLock<Result<Function<T>, String>>,
    /// Runs before there is native code, and the number of those that are interpreted.
    runs: AtomicU32,
    interpreted: u32,
    /// Whether native code has been rejected for its arguments.
    refused: AtomicBool,
}

/// The executor of a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs<'a> {
    /// It has no native code yet: it has not run, or not often enough.
    NotYet,
    /// Native code.
    Native,
    /// The interpreter, for this reason.
    Interpreted(&'a str),
}

impl<T: Number> Native<T> {
    /// Its executor.
    pub fn runs(&self) -> Runs<'_> {
        match self.function.get() {
            None => Runs::NotYet,
            Some(Ok(_)) if self.refused.load(Ordering::Relaxed) => Runs::Interpreted("a bank is too short"),
            Some(Ok(_)) => Runs::Native,
            Some(Err(reason)) => Runs::Interpreted(reason),
        }
    }
}

/// The first reason why routines of this mechanism are interpreted, if some are.
pub fn interpreted<K: Kind>(tape: &crate::Tape<K>) -> Option<String> {
    tape.executors().into_iter().find_map(|native| match native.runs() {
        Runs::Interpreted(reason) => Some(reason.to_owned()),
        _ => None,
    })
}

impl<T: Number> Native<T> {
    /// Runs a routine before it has native code, one that passes values on between its parts, or one that is interpreted.
    #[cold]
    fn run_otherwise(
        &self,
        frame: &Frame<'_, T>,
        registers: &Mutex<Registers<T>>,
        first: &mut [T],
        second: &mut [T],
    ) {
        // No data are synchronised through the count: no ordering is needed.
        if self.function.get().is_none() && self.runs.fetch_add(1, Ordering::Relaxed) < self.interpreted {
            return self.code.run(frame, registers, first, second);
        }
        if let Ok(function) = self.function.get_or_init(|| Function::new(&self.code)) {
            let done = Registers::lent(registers, |registers| {
                function.call(frame, first, second, registers.room(function.handed()))
            });
            if done {
                return;
            }
            self.refused.store(true, Ordering::Relaxed);
        }
        self.code.run(frame, registers, first, second);
    }
}

impl<T: Number> Executor for Native<T> {
    type Scalar = T;
    type Options = Mode;

    fn new(code: Code<T>, mode: Mode) -> Self {
        let function = OnceLock::new();
        if mode == Mode::Interpreted {
            // A new cell is empty.
            let _ = function.set(Err("native code is disabled".to_owned()));
        }
        let interpreted = mode.interpreted(code.instructions().len());
        Self { code, function, runs: AtomicU32::new(0), interpreted, refused: AtomicBool::new(false) }
    }

    fn code(&self) -> &Code<T> {
        &self.code
    }

    fn run(&self, frame: &Frame<'_, T>, registers: &Mutex<Registers<T>>, first: &mut [T], second: &mut [T]) {
        // Most calls end here: everything else is kept out of the way.
        if let Some(Ok(function)) = self.function.get()
            && function.handed() == 0
            && function.call(frame, first, second, &mut [])
        {
            return;
        }
        self.run_otherwise(frame, registers, first, second);
    }
}
