//! Published numbers, the runs of the library's mechanisms that repeat them, and the tables and pictures of papers made again.
//!
//! The JSON files in `reference/` hold every number together with the tolerance it is held to; tests read both from
//! there, so that no test can be looser than the file says.
//!
//! Invariant: tests, the result tables and [`reproduce`](mod@reproduce) take mechanism, method and samples from here.

pub mod benchmark;
pub mod cells;
pub mod convergence;
pub mod godunov;
pub mod half_implicit;
pub mod jay;
pub mod methods;
pub mod reference;
pub mod reproduce;
pub mod run;
pub mod tables;
pub mod top;
