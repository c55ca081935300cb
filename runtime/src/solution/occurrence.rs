//! Occurrences of events.

use super::State;
use crate::Mechanism;
use alloc::string::String;

/// An occurrence of an event.
#[derive(Clone, Debug)]
pub struct Occurrence<M: Mechanism> {
    /// The quantity.
    pub quantity: String,
    /// The level that it crossed, in its unit.
    pub level: f64,
    /// Whether it crossed its level from below.
    pub rising: bool,
    /// The state there, before any reset.
    pub state: State<M>,
}
