//! Messages about items besides bodies, side by side, by their subject.
//!
//! Invariant: what is in backticks is text of the user.

mod claims;
mod declarations;
mod dynamics;
mod initial;

pub(in crate::resolve) use crate::diagnostics::messages::{given_twice, same_name_in_rust};
pub(in crate::resolve) use crate::resolve::expressions::messages::{
    second_unit_of_name, unlike_sides, wrong_dimension,
};
pub(in crate::resolve) use claims::*;
pub(in crate::resolve) use declarations::*;
pub(in crate::resolve) use dynamics::*;
pub(in crate::resolve) use initial::*;
