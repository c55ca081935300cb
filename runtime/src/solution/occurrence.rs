//! Events that took place.

use super::State;
use crate::Mechanism;
use alloc::string::String;

/// An event that took place.
#[derive(Clone, Debug)]
pub struct Occurrence<M: Mechanism> {
    /// The quantity.
    pub quantity: String,
    /// The value that it passed, in its unit.
    pub level: f64,
    /// Whether it passed its level from below.
    pub rising: bool,
    /// The state there, before any reset.
    pub state: State<M>,
}
