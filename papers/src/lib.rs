//! Published numbers, the runs of the library's mechanisms that reproduce them, and reproduced tables and figures of papers.
//!
//! The JSON files in `reference/` hold every number with its tolerance; tests read both from these files.
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
