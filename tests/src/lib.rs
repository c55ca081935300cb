//! Rigid-body dynamics that are independent of the compiler, and user functions, as references for tests.

pub mod rigid_body;
pub mod user_function;
