//! The test that `verify;` puts into the user's crate.

use super::names::type_name;
use crate::plan::Program;

/// `#[test] fn …_is_verified()`, compiled with the user's tests alone; nothing where the mechanism does not ask for it.
pub fn verification(program: &Program) -> String {
    if !program.verify {
        return String::new();
    }
    let name = type_name(&program.name);
    let mut checks = "model.verify()".to_owned();
    if program.energy.is_some() {
        checks.push_str(".and_then(|found| ::core::result::Result::Ok(found.and(model.verify_energy()?)))");
    }
    if program.conserves_energy {
        checks.push_str(
            ".and_then(|found| ::core::result::Result::Ok(found.and(model.verify_conservation()?)))",
        );
    }
    let test = program.name.to_lowercase();
    format!(
        "#[cfg(test)] #[test] #[allow(non_snake_case)] fn {test}_is_verified() {{ \
         use ::linkwork::verify::Verify as _; \
         let model = match <{name}<f64> as ::core::default::Default>::default().build() {{ \
         ::core::result::Result::Ok(model) => model, \
         ::core::result::Result::Err(error) => ::core::panic!(\"{{error}}\") }}; \
         match {checks} {{ \
         ::core::result::Result::Ok(found) => ::core::assert!(found.passed(), \"{{found}}\"), \
         ::core::result::Result::Err(error) => ::core::panic!(\"{{error}}\") }} }}\n"
    )
}
