//! [`Program`] → Rust: the parameter struct, `build()`, and an implementation of the contract.
//!
//! Invariant: equal programs give equal bytes; emitted code refers only to those functions of the user's crate that
//! the description names, and of ours to `::linkwork::__private` and the series that differentiate them.

mod assembly;
mod body;
mod build;
mod contract;
mod expressions;
#[cfg(feature = "lines")]
mod extents;
mod functions;
mod interface;
mod manifold;
mod meaning;
mod names;
mod parts;
mod routines;
mod shapes;
mod solves;
mod tokens;
mod tree;
mod verification;

use crate::plan::Program;
use proc_macro2::TokenStream;
use quote::quote;

#[cfg(feature = "lines")]
pub use extents::{cost, text};
pub use functions::Paths;
pub use names::{identifier, type_name};

/// The complete code of a mechanism.
pub fn emit(program: &Program) -> TokenStream {
    emit_with(program, &Paths::default())
}

/// The same with functions in Rust at their places.
pub fn emit_with(program: &Program, paths: &Paths) -> TokenStream {
    let bodies = body::Bodies::new(program);
    let counted = program.cells.as_ref().and_then(|cells| tree::counted(program, cells));
    let interface = interface::interface(program, &bodies, counted.as_ref());
    let contract = match &program.cells {
        Some(cells) => tree::tree(program, cells, &bodies, counted.as_ref()),
        None => contract::contract(program, &bodies, paths),
    };
    let verification = verification::verification(program);
    quote! {
        #interface
        #contract
        #verification
    }
}
