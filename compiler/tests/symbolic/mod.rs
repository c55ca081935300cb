//! The symbolic core against finite differences, closed forms, Taylor series, integer arithmetic
//! and another parser of formulas.

mod canonical;
mod constants;
mod derivatives;
mod printing;
mod random;
mod rules;
mod textbook;
