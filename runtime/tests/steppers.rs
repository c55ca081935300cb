//! The conditionally explicit methods and the stability module against published and reference numbers.

mod support;

#[path = "steppers/reference.rs"]
mod reference;
#[path = "steppers/tables.rs"]
mod tables;
#[path = "steppers/stability.rs"]
mod stability;
