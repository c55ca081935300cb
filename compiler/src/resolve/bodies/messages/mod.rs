//! Messages about bodies, joints, forces and shapes, side by side, by their subject.
//!
//! Invariant: what is in backticks is text of the user.

mod arguments;
mod attributes;
mod conditions;
mod forces;
mod initial;
mod joints;
mod masses;

pub(in crate::resolve) use crate::diagnostics::messages::{
    circular, given_twice, no_attribute, same_name_in_rust, unknown_kind,
};
pub(in crate::resolve) use crate::resolve::expressions::messages::{
    not_an_index, rate_of_acceleration, rate_of_force, rate_of_quaternion, rate_of_reaction,
};
pub(in crate::resolve) use crate::resolve::items::messages::{initially, no_initial_value, not_a_coordinate};
pub(in crate::resolve) use crate::resolve::messages::unresolved;
pub(in crate::resolve) use arguments::*;
pub(in crate::resolve) use attributes::*;
pub(in crate::resolve) use conditions::*;
pub(in crate::resolve) use forces::*;
pub(in crate::resolve) use initial::*;
pub(in crate::resolve) use joints::*;
pub(in crate::resolve) use masses::*;
