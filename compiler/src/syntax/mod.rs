//! Tokens → [`Description`]s: syntax only, with spans, without name resolution.
//!
//! Invariant: a mistake costs the item it is in and nothing else, so one run reports all of them;
//! a description with skipped items is marked ([`Description::incomplete`]).

mod body;
#[cfg(feature = "build")]
mod brackets;
mod counts;
mod description;
mod expression;
mod groups;
mod item;
mod levels;
mod mechanism;
mod messages;
mod nesting;
mod operator;
mod pieces;
mod print;
mod recover;
#[cfg(feature = "build")]
mod refused;
#[cfg(feature = "build")]
pub mod text;

pub use counts::{Count, counts};
pub use description::{
    Body, Constraint, Declaration, Description, Energy, GeneralizedForce, InitialValue, Item, ItemKind, Name,
    Repeat, Segment, StatedRange, UserFunction,
};
pub use expression::{Expression, Kind};
pub use levels::ITEM_WORDS;
pub use operator::Operator;

use crate::diagnostics::{Diagnostic, Diagnostics};
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};

/// The result of a parser of the language: the node, or the mistake that prevented it.
pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

impl From<syn::Error> for Box<Diagnostic> {
    fn from(error: syn::Error) -> Self {
        Self::new(error.into())
    }
}

/// Reads all mechanisms of a macro call or a file.
///
/// ```
/// # use linkwork_compiler::{diagnostics::Diagnostics, syntax};
/// let tokens = "mechanism Free { coordinate x; kinetic = der(x)^2 / 2; }".parse()?;
/// let mut diagnostics = Diagnostics::new();
/// let descriptions = syntax::parse(tokens, &mut diagnostics);
/// assert!(diagnostics.is_empty());
/// assert_eq!(descriptions[0].name, "Free");
/// # Ok::<(), proc_macro2::LexError>(())
/// ```
pub fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Vec<Description> {
    let mut descriptions = Vec::new();
    let mut found = Diagnostics::new();
    let all = |input: ParseStream| {
        mechanism::mechanisms(input, &mut descriptions, &mut found);
        Ok(())
    };
    let outcome = all.parse2(groups::limited(tokens));
    // Groups that were read in part cause another error of syn; their mistake is known.
    if let Err(error) = outcome
        && !found.has_errors()
    {
        found.push(error.into());
    }
    diagnostics.append(found);
    descriptions
}
