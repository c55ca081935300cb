//! [`Program`] → Rust: the parameter struct, `build()`, and an implementation of the contract.
//!
//! Invariant: equal programs give equal bytes; of the user's crate emitted code names the
//! functions that the description names, of ours `::linkwork::__private` and the series that differentiate them.

mod assembly;
mod body;
mod build;
mod contract;
mod expressions;
#[cfg(feature = "lines")]
mod extents;
mod interface;
mod manifold;
mod names;
mod parts;
mod routines;
mod solves;
mod tokens;
mod verification;

use crate::plan::Program;
use proc_macro2::TokenStream;
use quote::quote;

#[cfg(feature = "lines")]
pub use extents::{cost, text};
pub use names::{identifier, type_name};

/// The whole of a mechanism's code.
pub fn emit(program: &Program) -> TokenStream {
    let bodies = body::Bodies::new(program);
    let interface = interface::interface(program, &bodies);
    let contract = contract::contract(program, &bodies);
    let verification = verification::verification(program);
    quote! {
        #interface
        #contract
        #verification
    }
}
