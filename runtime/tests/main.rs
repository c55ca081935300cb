//! Steppers, simulations, analyses and scalars, on mechanisms written by hand and small ones of the macro.

mod contract;
mod exact_start;
mod language;
mod runge_kutta;
mod scalars;
mod simulation;
mod steppers;
mod support;
mod trees;
