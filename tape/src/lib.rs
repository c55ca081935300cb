//! The tape: runs a compiled [`Program`](linkwork_compiler::Program) without rustc, as the same
//! [`Mechanism`](linkwork::Mechanism) that emitted code is, over vectors whose sizes are known at run time.
//!
//! Invariant: every routine does the operations of the emitted code in the same order, and its flags
//! ([`Described::flags`](linkwork::Described::flags)) are those of the emitted code, so that routines and whole runs of the two agree bit
//! for bit in f64. The constants of its type are the safe ones (unless restricted by [`Tape::of_kind`]).

mod batches;
mod bodies;
mod closed;
mod code;
mod codes;
mod executor;
mod frame;
mod freedom;
mod functions;
#[cfg(debug_assertions)]
mod instances;
mod kind;
mod mechanism;
mod opening;
mod packs;
mod parameters;
#[doc(hidden)]
pub mod partials;
mod picture;
mod repeated;
mod schedule;
mod sparse;
mod start;
mod states;
mod tape;
mod unit_quaternions;

pub use batches::{Batch, Batches, Form, Operand};
pub use code::{Code, Registers, of_one, of_two};
pub use executor::Executor;
pub use frame::{BANKS, Frame, place_of};
pub use functions::{Functions, Pointer};
#[cfg(debug_assertions)]
#[doc(hidden)]
pub use instances::instances;
pub use kind::{Any, Checkable, Checked, Conservative, Flat, Free, Held, Kind, NotOfKind};
pub use packs::{Routines, joined, runs_in_packs};
pub use parameters::TapeParameters;
pub use picture::Poses;
pub use states::{TapeFactors, TapePositionCache, TapeTimeCache, TapeValues};
pub use tape::Tape;
