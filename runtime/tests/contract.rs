//! The contract that every stepper keeps, checked for every stepper by the same functions.
//!
//! `contract/every.rs` lists the steppers once; each other file checks one promise.

mod bits;
mod energy;
mod erased;
mod every;
mod failures;
mod first_rows;
mod orders;
mod polynomials;
mod reversed;
mod short_steps;
