//! Published numbers and the means to compare runs with them.
//!
//! The JSON files in `reference/` hold every number together with the tolerance it is held to; tests
//! read both from there, so that no test can be looser than the file says.

pub mod benchmark;
pub mod convergence;
pub mod reference;
pub mod rigid_body;
pub mod user_function;
