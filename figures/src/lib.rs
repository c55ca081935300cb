//! What the programs of Linkwork have in common: pictures, files that are whole or not there, failures with their exit codes, values of
//! arguments, and methods judged on the test equation.
//!
//! Invariant: nothing here prints; text, pictures and failures are values until the program ends.

pub mod argument;
pub mod failure;
pub mod judged;
pub mod picture;
pub mod plane;
pub mod whole_file;
