//! The test that `verify;` adds to the user's crate.

use super::names::parameters_name;
use crate::plan::Program;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `#[test] fn …_is_verified()`, compiled only with the user's tests; empty if the mechanism does not request it.
pub fn verification(program: &Program) -> Option<TokenStream> {
    if !program.verify {
        return None;
    }
    let test = format_ident!("{}_is_verified", program.name.to_lowercase());
    let name = parameters_name(program);
    let energy = program.energy.is_some().then(|| and(&quote! { verify_energy }));
    let conservation = program.conserves_energy.then(|| and(&quote! { verify_conservation }));
    Some(quote! {
        #[cfg(test)]
        #[test]
        #[allow(non_snake_case)]
        fn #test() {
            use ::linkwork::verify::Verify as _;
            let model = match <#name<f64> as ::core::default::Default>::default().build() {
                ::core::result::Result::Ok(model) => model,
                ::core::result::Result::Err(error) => ::core::panic!("{error}")
            };
            match model.verify() #energy #conservation {
                ::core::result::Result::Ok(found) => ::core::assert!(found.passed(), "{found}"),
                ::core::result::Result::Err(error) => ::core::panic!("{error}")
            }
        }
    })
}

/// Adds the checks of another method.
fn and(method: &TokenStream) -> TokenStream {
    quote! { .and_then(|found| ::core::result::Result::Ok(found.and(model.#method()?))) }
}
