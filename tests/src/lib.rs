//! Rigid-body dynamics that are independent of the compiler, and functions of the user's: what tests of robots compare with.

pub mod rigid_body;
pub mod user_function;
