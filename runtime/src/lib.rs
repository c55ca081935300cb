//! Linkwork's runtime (documentation follows).
#![allow(missing_docs, unused)]

pub mod assemble;
pub mod conditionally_explicit;
mod driven;
mod emitted;
mod error;
pub mod exact_start;
pub mod mechanism;
mod real;
pub mod runge_kutta;
pub mod scalar;
pub mod prelude;
pub mod simulation;
pub mod solution;
pub mod stability;
pub mod stepper;
mod vector;

pub use conditionally_explicit::{
    CentralDifferences, ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree,
    Starting, ThirdDegree,
};
pub use driven::Driven;
pub use linkwork_macros::mechanism;
pub use error::{ControlError, Error, Gap, Row, StepError};
pub use mechanism::*;
pub use real::Real;
pub use vector::Vector;

// Emitted code says `::linkwork::…`, also inside this crate.
extern crate self as linkwork;

/// What emitted code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use crate::emitted::*;
}
