//! Numerical methods that the compiler and the runtime of Linkwork share: the compiler assembles a mechanism for
//! its default parameters, `build()` for the user's, and both find the same state.
//!
//! Everything here is dense, in f64, and outside of steps, but for the [`elementary`] functions.

pub mod closure;
pub mod elementary;
mod row_space;

pub use row_space::{RowSpace, Scalar};
