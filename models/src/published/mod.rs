//! Published numbers, and the runs of the library's mechanisms that repeat them.
//!
//! Invariant: tests, the result tables and `linkwork reproduce` take mechanism, method and samples from here.

pub mod cells;
pub mod godunov;
pub mod half_implicit;
pub mod jay;
pub mod methods;
pub mod run;
pub mod tables;
pub mod top;
