//! [`Program`] → Rust: the parameter struct, `build()`, and an implementation of the contract.
//!
//! Invariant: equal programs give equal bytes; of the user's crate emitted code names the
//! functions that the description names, of ours `::linkwork::__private` and the series that differentiate them.

mod assembly;
mod body;
mod build;
mod contract;
mod expressions;
mod interface;
mod manifold;
mod names;
mod parts;
mod routines;
mod solves;
mod verification;

use crate::plan::Program;
use proc_macro2::TokenStream;
use std::str::FromStr;

pub use names::{identifier, type_name};

/// The whole of a mechanism's code.
pub fn emit(program: &Program) -> TokenStream {
    let bodies = body::Bodies::new(program);
    let interface = interface::interface(program, &bodies);
    let contract = contract::contract(program, &bodies);
    let verification = verification::verification(program);
    lex(&format!("{interface}\n{contract}\n{verification}"))
}

/// Emitted text is made of identifiers, numbers and punctuation that we wrote: it always lexes. If
/// it did not, the user would see this sentence and could report it.
fn lex(text: &str) -> TokenStream {
    TokenStream::from_str(text).unwrap_or_else(|_| {
        quote::quote! { compile_error!("linkwork emitted text that is not Rust; please report this mechanism"); }
    })
}
