//! Mechanisms as functional mock-up units: [FMI 2.0 and 3.0](https://fmi-standard.org), co-simulation and model exchange.
//!
//! ```text
//! text → Unit (layout of variables) → modelDescription.xml, resources/, binaries/ → archive      `linkwork fmu`
//! resources/ → Unit → Instance (run, events, derivatives) ← entries of the standards             the shared library
//! ```
//!
//! The shared library is the same for all mechanisms: it compiles the text in the resources of the archive, to native code, when an instance
//! is created. So an archive is written without a toolchain.
//!
//! Invariant: numbers of variables are those of [`layout`], for the archive and for the library; the token of an archive is a hash of all
//! of its contents, and the library refuses an archive with another token.

pub mod archive;
mod bytes;
mod cosimulation;
mod departures;
mod description2;
mod description3;
mod evaluate;
mod exchange;
pub mod fault;
mod foreign;
mod instance;
pub mod layout;
mod messages;
mod partials;
mod serialised;
mod structure;
#[cfg(test)]
mod tests;
pub mod unit;
mod units;

pub use archive::{Loader, write};
pub use unit::{Unit, Version};
