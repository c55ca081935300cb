//! The test that `verify;` puts into the user's crate.

use super::names::parameters_name;
use crate::plan::Program;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `#[test] fn …_is_verified()`, compiled with the user's tests alone; nothing where the mechanism does not ask for it.
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

/// What is found by another method as well.
fn and(method: &TokenStream) -> TokenStream {
    quote! { .and_then(|found| ::core::result::Result::Ok(found.and(model.#method()?))) }
}
