//! The methods by name, with messages for names that do not exist.

pub use linkwork_methods::{AUTO, METHODS, Method, Variant, Variants, Weights, default, markdown, table};

use crate::failure::Failure;

/// The method for mechanisms that are too stiff for the default.
pub fn for_stiff() -> Result<&'static Method, Failure> {
    find(linkwork_methods::FOR_STIFF)
}

/// The method of that name.
pub fn find(name: &str) -> Result<&'static Method, Failure> {
    let names = METHODS.iter().map(|method| method.name);
    linkwork_methods::find(name).ok_or_else(|| Failure::unknown("method", name, names))
}
