//! Bodies, joints, forces and shapes of a description → [`Multibody`](crate::model::Multibody), and what expressions
//! and `initial` state about them.

pub(super) mod along;
pub(super) mod arguments;
pub(super) mod attributes;
pub(super) mod body;
pub(super) mod connections;
pub(super) mod exerted;
pub(super) mod forces;
pub(super) mod inertia;
pub(super) mod joints;
mod messages;
pub(super) mod mounts;
pub(super) mod parts;
mod quaternions;
mod reader;
pub(super) mod shapes;
pub(super) mod start;
