//! The symbolic core against finite differences, closed forms, Taylor series, integer arithmetic
//! and another formula reader.

mod canonical;
mod constants;
mod derivatives;
mod printing;
mod random;
mod rules;
mod textbook;
