//! Native f64 code for the routines of a compiled mechanism, generated at run time.
//!
//! A [`Tape`] of this crate is that of [`linkwork_tape`] with another [`Executor`](linkwork_tape::Executor): names, parameters, assembly, fallbacks of
//! solves and the operations of the configuration manifold are the tape's own; what a routine computes is native code.
//!
//! ```text
//! Routine of the plan → Code (tape) → parts (cut) → Cranelift's IR (lower) → machine code (machine) → call
//! ```
//!
//! A routine is compiled when it runs for the first time, or repeatedly ([`Mode`]). It is cut into parts of at most some thousand operations (Cranelift
//! takes more than linear time for longer straight lines); each part is a function
//!
//! ```text
//! extern "C" fn(banks: *const &[f64], first: *mut f64, second: *mut f64, handed: *mut f64, lanes: usize)
//! ```
//!
//! `banks` points to the slices of a [`Frame`](linkwork_tape::Frame) (parameters, constants, q, v, … as
//! [`Bank`](linkwork_compiler::plan::Bank) lists them), whose first words are the pointers to their numbers; outputs are stored to `first` and, after the split of the code, to
//! `second`; values that one part computes and a later one reads are passed on in `handed`.
//!
//! [Packs](linkwork::scalar::Pack) have routines of the same form, in which a register holds two lanes of four: a call makes two
//! passes, the second one with all pointers two numbers further (for banks `lanes`, in bytes).
//!
//! Invariant: the bits are those of the interpreter, except for the bits of NaN. Each operation of the plan is one IEEE 754
//! operation in its order: nothing is contracted (no fused multiply-add), reassociated or folded, and functions are those of
//! the interpreter. Without native code (on other processors, on systems that forbid it, without the
//! feature `native`, with [`Mode::Interpreted`]) the interpreter runs, and [`host`] returns the reason. Scalars other than f64 and its packs
//! are always interpreted.

#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod banks;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod functions;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod lower;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod machine;
#[cfg(not(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[path = "no_machine.rs"]
mod machine;
mod native;
#[cfg(all(feature = "native", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod parts;

pub use machine::host;
pub use native::{FIRST_RUNS, Mode, Native, Number, Runs, interpreted};

use linkwork_tape::Any;

/// A mechanism whose routines run as native code in f64.
pub type Tape<K = Any> = linkwork_tape::Tape<f64, K, Native>;

/// Builds a mechanism, as [`TapeParameters::build`](linkwork_tape::TapeParameters::build) does.
///
/// # Errors
/// The same errors.
pub fn build(parameters: linkwork_tape::TapeParameters, mode: Mode) -> Result<Tape, linkwork::Error> {
    parameters.build_with::<Native>(mode)
}

/// [`Tape::closures`](linkwork_tape::Tape::closures), compiled with this crate: the search makes thousands of evaluations, which take several times as
/// long where a caller that is not optimised compiles them.
///
/// # Errors
/// The same errors.
pub fn closures(tape: &Tape) -> Result<linkwork::assemble::Reachable, linkwork::Error> {
    tape.closures()
}
