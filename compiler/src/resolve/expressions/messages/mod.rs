//! Messages about expressions, side by side, by their subject.
//!
//! Invariant: what is in backticks is text of the user.

mod calls;
mod names;
mod rates;
mod spatial;
mod units;
mod values;

pub(in crate::resolve) use crate::diagnostics::messages::{circular, number_of_arguments};
pub(in crate::resolve) use calls::*;
pub(in crate::resolve) use names::*;
pub(in crate::resolve) use rates::*;
pub(in crate::resolve) use spatial::*;
pub(in crate::resolve) use units::*;
pub(in crate::resolve) use values::*;
