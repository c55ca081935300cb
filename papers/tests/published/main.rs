//! Compiled mechanisms against published numbers, closed forms and the theory of the methods.
//!
//! Every mechanism here went through the compiler, half of them as `mechanism!`, half as `.mech` files.

mod adaptive;
mod allocations;
mod analyses;
mod benchmarks;
mod half_implicit;
mod jay;
mod long_runs;
mod orders;
mod tables;
mod top;
