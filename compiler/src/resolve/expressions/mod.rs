//! Expressions → values: nodes of the graph with their dimensions.

pub(super) mod arithmetic;
pub(super) mod arrays;
pub(super) mod below;
pub(super) mod evaluate;
pub(super) mod foreign;
pub(super) mod functions;
pub(super) mod geometry;
pub(super) mod lookup;
pub(in crate::resolve) mod messages;
pub(super) mod motion;
pub(super) mod numbers;
pub(super) mod rotations;
pub(super) mod steps;
pub(super) mod unit;
pub(super) mod value;
