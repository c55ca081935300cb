//! Small mechanisms written by hand, generic over the scalar, for tests of steppers.
//!
//! Each mechanism states its equations through [`Plain`] with dense arrays; `hand_written!` adds the
//! members of the contract that are the same for all of them. Linear solves are a dense pivoted LU.
#![allow(dead_code, unused_imports)] // every test binary uses its own selection

mod anchored;
mod constrained;
pub mod counts;
pub mod dense;
mod free_body;
pub mod hand_written;
mod nonlinear;
pub mod plain;
mod redundant;
mod unconstrained;
mod velocity;

pub use anchored::{Anchored, AnchoredModel};
pub use constrained::{RigidPendulum, Skate, SkateInBowl};
pub use dense::Lu;
pub use free_body::FreeBody;
pub use nonlinear::{Nonlinear, bent};
pub use plain::Plain;
pub use redundant::RepeatedRod;
pub use unconstrained::{DampedOscillator, MotorPendulum, Pendulum, VanDerPol};
pub use velocity::{Kepler, Top};
