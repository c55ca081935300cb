//! The common parts of the programs of Linkwork: pictures, files that are complete or absent, failures with their exit codes, values of
//! arguments, and methods analysed on the test equation.
//!
//! Invariant: nothing here prints; text, pictures and failures are values until the program ends.

pub mod argument;
pub mod failure;
pub mod picture;
pub mod plane;
pub mod stability;
pub mod whole_file;
