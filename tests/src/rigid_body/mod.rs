//! Trees of rigid bodies, from numbers to numbers: what compiled mechanisms are measured against.
//!
//! Plain Newton–Euler in the axes of the ground. Nothing here uses the compiler, its expressions or its
//! recursions; only [`compare`] uses the contract of a compiled mechanism.
//!
//! | file | contents |
//! |---|---|
//! | `tree` | links, joints and where they are mounted |
//! | `dynamics` | motion of the links, inverse and forward dynamics, mass matrix, energy, momentum |
//! | `derivatives` | the derivatives of inverse and forward dynamics, by dual numbers |
//! | `steps` | a classical Runge–Kutta step on the configuration, for the checks of this module |
//! | `panda`, `solo12` | two published robots |
//! | `shared` | joints that follow others: the reduced equations of a tree |
//! | `urdf` | the tree of a robot described in URDF |
//! | `numbers` | repeatable states |
//! | `compare` | a compiled mechanism against a tree |
//!
//! Invariant: coordinates are those of the language: an angle, a displacement, a unit quaternion w, x, y, z
//! with the angular velocity in the axes of the moving body, a free joint's x, y, z in the axes of its mount.

pub mod compare;
mod derivatives;
mod dynamics;
mod numbers;
mod panda;
pub mod shared;
mod solo12;
mod steps;
mod tree;
mod urdf;

pub use derivatives::Linearisation;
pub use dynamics::Momentum;
pub use numbers::Numbers;
pub use panda::panda;
pub use solo12::solo12;
pub use tree::{JointKind, Link, Tree, rotation_about, rpy};
pub use urdf::tree_of_urdf;
