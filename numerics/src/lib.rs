//! What the compiler and the runtime of Linkwork share: numerical methods, because the compiler assembles a mechanism for
//! its default parameters, `build()` for the user's, and both find the same state; [`names`] of quantities, and [`RedundantSet`].
//!
//! Except for the [`elementary`] functions, everything here is in f64 and not used within steps.
//!
//! Without the feature `std` there is no standard library in it, only `alloc`.

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("without the feature `std`, the elementary functions come from `libm`: enable that feature");

pub mod closure;
pub mod complete_pivoting;
mod components;
pub mod elementary;
pub mod equilibration;
mod exact_product;
mod least_norm;
pub mod names;
mod redundant_set;
mod row_space;

pub use components::Components;
pub use exact_product::two_product;
pub use least_norm::LeastNorm;
pub use redundant_set::RedundantSet;
pub use row_space::{
    NormalEquations, NormalPattern, RowSpace, Scalar, SparseRow, free_part, shortest, sparse_rows,
    surely_independent,
};
