//! Functions for programs with descriptions: load a description by the name of a model, from a file or from the file of a robot, set
//! its constants, compile it, explain the result, and report its runs.
//!
//! Invariant: nothing here prints. Warnings and notes go to the [`Reporter`] of a description; text and failures are values.

pub mod condition;
pub mod description;
pub mod explanation;
pub mod formula;
mod omissions;
pub mod report;
mod reporter;
pub mod robot;

pub use description::{Constants, Description};
pub use omissions::omissions;
pub use reporter::Reporter;
